/** Nodes of our tree that stand for something written in another way. */
import type { Argument, FunctionCall } from '../parser/ast/call.js';
import type { BinaryExpression, CastExpression, Expression } from '../parser/ast/expression.js';
import type { TimeUnit, TimeUnitArgument } from '../parser/ast/literal.js';
import type { Identifier, Span } from '../parser/ast/node.js';
import type { SimpleTypeName } from '../parser/ast/type.js';

export function binary(
  operator: BinaryExpression['operator'],
  left: Expression,
  right: Expression,
): BinaryExpression {
  return { kind: 'binary', operator, left, right, start: left.start, end: right.end };
}

/** A plain call, `parentheses` false for the likes of CURRENT_DATE. */
export function call(
  name: string,
  args: readonly Argument[],
  { start, end }: Span,
  parentheses = true,
): FunctionCall {
  const part: Identifier = { kind: 'identifier', name, quoted: false, start, end };
  return {
    kind: 'call',
    name: { kind: 'name', parts: [part], start, end },
    parentheses,
    quantifier: undefined,
    args,
    orderBy: [],
    nulls: undefined,
    withinGroup: [],
    filter: undefined,
    over: undefined,
    start,
    end,
  };
}

export function cast(
  operand: Expression,
  name: SimpleTypeName,
  precision?: number,
  tries = false,
): CastExpression {
  const { start, end } = operand;
  const scale = undefined;
  return {
    kind: 'cast',
    tries,
    operand,
    type: { kind: 'simpleType', name, precision, scale, notNull: false, start, end },
    start,
    end,
  };
}

export function wholeNumber(value: number, { start, end }: Span): Expression {
  return { kind: 'number', text: String(value), start, end };
}

export function string(value: string, { start, end }: Span): Expression {
  return { kind: 'string', value, start, end };
}

export function timeUnit(unit: TimeUnit, { start, end }: Span): TimeUnitArgument {
  return { kind: 'timeUnit', unit, start, end };
}

/** `FLOOR(x TO unit)`. */
export function floorTo(operand: Expression, unit: TimeUnitArgument): FunctionCall {
  return call('FLOOR', [operand, unit], { start: operand.start, end: operand.end });
}
