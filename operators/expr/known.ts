/**
 * Calls whose value one constant operand settles, as Flink simplifies them: what is left is NULL, a
 * truth value, another operand or its negation, and the rest is not evaluated and does not fail.
 */
import { sameType } from '../../state/column/logical-type.js';
import { isDeterministic } from './bind.js';
import type { CallExpr, Expr, LiteralExpr } from './expression.js';
import { negation } from './functions/negation.js';
import { booleanLiteral, isNullLiteral } from './literal.js';
import { supportsImplicitCast } from './types/cast-rules.js';
import * as family from './types/family.js';
import { sameExpr } from './walk.js';

/** The call, or what it comes to. */
export function known(call: CallExpr): Expr {
  if (isNull(call)) return { kind: 'literal', value: null, type: call.type };
  return nullness(call) ?? decided(call) ?? onlyResult(call) ?? denied(call) ?? added(call) ?? call;
}

const OPERATORS = ['+', '-', '*', '/', '=', '<>', '<', '<=', '>', '>='];

/** NULL with one operand that is. */
const STRICT = new Set([...OPERATORS, '%']);

function isNull({ name, args }: CallExpr): boolean {
  const [first, ...rest] = args;
  if (name === 'IN' && first !== undefined) {
    return isNullLiteral(first) || rest.every(isNullLiteral);
  }
  return STRICT.has(name) && args.some(isNullLiteral);
}

/** Operators of which Flink knows that they are NULL where an operand is, and nowhere else. */
const STRONG = new Set([
  ...OPERATORS,
  'NEGATE',
  'NOT',
  'CEIL',
  'FLOOR',
  'TRIM',
  'LIKE',
  'SIMILAR TO',
]);

const NULL_TESTS: Readonly<Record<string, boolean>> = {
  'IS NULL': true,
  'IS UNKNOWN': true,
  'IS NOT NULL': false,
  'IS NOT UNKNOWN': false,
};

/** Whether `a + b` is NULL is asked of a and b: the sum, which might fail, is not made. */
function nullness(call: CallExpr): Expr | undefined {
  const isNull = NULL_TESTS[call.name];
  const [arg] = call.args;
  if (isNull === undefined || arg?.kind !== 'call') return undefined;
  if (
    !(STRONG.has(arg.name) || isLossless(arg)) ||
    arg.args.some(({ type }) => family.isNested(type))
  )
    return undefined;
  const tests = arg.args.map((operand): Expr => {
    if (operand.kind === 'call') return known({ ...call, args: [operand] });
    return operand.type.nullable ? { ...call, args: [operand] } : booleanLiteral(!isNull);
  });
  const open = tests.filter((test) => test.kind !== 'literal');
  const [first] = open;
  if (first === undefined) return { kind: 'literal', value: !isNull, type: call.type };
  return open.length === 1 ? first : { ...call, name: isNull ? 'OR' : 'AND', args: open };
}

/** Digits, sign and point of any DECIMAL. */
const DECIMAL_LENGTH = 40;

/** A cast that keeps every value, so that none fails or becomes NULL. */
function isLossless({ name, args: [arg], type }: CallExpr): boolean {
  if (name !== 'CAST' || arg === undefined || !family.isExact(arg.type)) return false;
  if (type.root === 'VARCHAR') return type.length >= DECIMAL_LENGTH;
  const integers = family.isInteger(arg.type) && family.isInteger(type);
  return integers && supportsImplicitCast(arg.type, type);
}

/** AND with FALSE, OR with TRUE. */
function decided({ name, args, type }: CallExpr): Expr | undefined {
  if (name !== 'AND' && name !== 'OR') return undefined;
  const value = name === 'OR';
  const decides = args.some((arg) => arg.kind === 'literal' && arg.value === value);
  return decides ? { kind: 'literal', value, type } : undefined;
}

/** What all branches of a CASE give: its conditions are not evaluated. IF evaluates its own. */
function onlyResult({ name, args, type, option }: CallExpr): Expr | undefined {
  if (name !== 'CASE' || option !== undefined) return undefined;
  const last = args.length - 1;
  const [first, ...rest] = args.filter((_, i) => i % 2 === 1 || i === last);
  if (first === undefined || !isDeterministic(first)) return undefined;
  return rest.every((other) => sameExpr(first, other)) ? { ...first, type } : undefined;
}

const DENIED: Readonly<Record<string, boolean>> = { '=': false, IN: false, '<>': true };

/** `x = FALSE` and `x <> TRUE` are NOT x. */
function denied(call: CallExpr): Expr | undefined {
  const [constant, other] = sides(call) ?? [];
  if (constant === undefined || other === undefined) return undefined;
  if (constant.value !== DENIED[call.name]) return undefined;
  return negation(other, { name: 'NOT', option: undefined, span: call.span });
}

/** `x + 0` is x, −0 too. */
function added(call: CallExpr): Expr | undefined {
  if (call.name !== '+' || !family.isApproximate(call.type)) return undefined;
  const [constant, other] = sides(call) ?? [];
  if (constant?.value !== 0 || other === undefined) return undefined;
  return sameType(other.type, call.type, true) ? other : undefined;
}

/** Of two operands the literal, and the other one. */
function sides({ args }: CallExpr): readonly [LiteralExpr, Expr] | undefined {
  const [left, right] = args;
  if (left === undefined || right === undefined || args.length > 2) return undefined;
  if (left.kind === 'literal') return [left, right];
  return right.kind === 'literal' ? [right, left] : undefined;
}
