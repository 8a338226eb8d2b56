/**
 * `value IN (list)`: numbers of a constant list by a set, strings by a table of bytes, everything
 * else as a chain of comparisons. Without a match, a null in the list makes the result NULL.
 */
import { BOOLEAN } from '../../../state/column/logical-type.js';
import type { Scalar } from '../../../state/column/scalar.js';
import type { Generator } from '../code/generator.js';
import { nullOf } from '../code/template.js';
import { only, type Value } from '../code/value.js';
import type { CallExpr, Expr, LiteralExpr } from '../expression.js';
import { ByteSet } from '../runtime/byte-set.js';
import * as family from '../types/family.js';

/** Lists up to this length are compared one by one. */
const CHAIN = 4;

export function emitIn(gen: Generator, expr: CallExpr): Value {
  const [operand, ...list] = expr.args as [Expr, ...Expr[]];
  const constants = list.filter((item): item is LiteralExpr => item.kind === 'literal');
  const hashed = constants.length === list.length && list.length > CHAIN;
  if (!hashed || family.isNested(operand.type) || family.isTimestamp(operand.type)) {
    return gen.emit(asChain(operand, list, expr));
  }
  const value = gen.emit(operand);
  const known = constants.map((item) => item.value).filter((item) => item !== null);
  const found = gen.hold(membership(gen, value, known));
  const nul =
    known.length === constants.length
      ? value.nul
      : gen.hold(`${nullOf(gen, [value])} || !${found}`, 'n');
  return { type: expr.type, repr: 'bool', parts: [found], nul };
}

function membership(gen: Generator, value: Value, items: readonly Scalar[]): string {
  switch (value.repr) {
    case 'bytes':
    case 'str': {
      const bytes = gen.as(value, 'bytes');
      return `${gen.use(new ByteSet(items as readonly string[]))}.has(${bytes.parts.join(', ')})`;
    }
    case 'int': {
      const safe = items.map(Number).filter((item) => Number.isSafeInteger(item));
      return `${gen.use(new Set(safe))}.has(${only(value)})`;
    }
    default:
      return `${gen.use(new Set(items))}.has(${only(value)})`;
  }
}

function asChain(operand: Expr, list: readonly Expr[], expr: CallExpr): Expr {
  const span = expr.span === undefined ? {} : { span: expr.span };
  const tests = list.map((item): CallExpr => {
    return { kind: 'call', name: '=', args: [operand, item], type: BOOLEAN, ...span };
  });
  const [only] = tests;
  if (tests.length === 1 && only !== undefined) return only;
  return { kind: 'call', name: 'OR', args: tests, type: expr.type, ...span };
}
