/**
 * For tests of expressions: evaluates a call twice, over literals and over columns that hold the
 * same values between nulls, demands one result, and gives it printed.
 */
import assert from 'node:assert/strict';
import { ManualClock } from '../../conf/clock.js';
import { type LogicalType, STRING, withNullable } from '../../state/column/logical-type.js';
import { scalarAt, vectorOf } from '../../state/column/scalar-access.js';
import type { Vector } from '../../state/column/vector.js';
import { Batch } from '../core/batch.js';
import { bindCall } from './bind.js';
import { bindCast } from './cast.js';
import { compileCalc } from './compile.js';
import type { Expr } from './expression.js';
import * as literals from './literal.js';
import { printValue } from './print-value.js';

export const TEST_ZONE = 'Europe/Berlin';

/** A JavaScript value as the literal that SQL would have for it. */
export function lit(value: string | number | bigint | boolean | null | Expr): Expr {
  if (value === null) return literals.nullLiteral();
  switch (typeof value) {
    case 'string':
      return literals.stringLiteral(value);
    case 'boolean':
      return literals.booleanLiteral(value);
    case 'bigint':
      return literals.bigintLiteral(value);
    case 'number':
      return (value | 0) === value && !Object.is(value, -0)
        ? literals.intLiteral(value)
        : literals.literal(value, { root: 'DOUBLE', nullable: false });
    default:
      return value;
  }
}

/** A text as a value of the type. */
export function as(value: Parameters<typeof lit>[0], type: LogicalType): Expr {
  return constant(bindCast(lit(value), type, 'CAST'));
}

type Argument = Parameters<typeof lit>[0];

export function fn(name: string, ...args: Argument[]): Expr {
  return bindCall(name, args.map(lit));
}

/** A call with a unit or side. */
export function fnWith(option: string, name: string, ...args: Argument[]): Expr {
  return bindCall(name, args.map(lit), option);
}

/** The printed result, or null. */
export function result(expr: Expr): string | null {
  const direct = run(expr, [], []);
  const columns: Expr[] = [];
  const values: Expr[] = [];
  const general = lift(expr, columns, values);
  const types = columns.map((column) => withNullable(column.type, true));
  const over = run(general, types, values);
  assert.equal(over, direct, `over columns: ${over}, over literals: ${direct}`);
  return direct;
}

/** Literals become columns, but the digits of ROUND, which its type depends on. */
function lift(expr: Expr, columns: Expr[], values: Expr[]): Expr {
  if (expr.kind === 'call') {
    const stays = expr.name === 'ROUND' || expr.name === 'TRUNCATE' ? 1 : expr.args.length;
    const args = expr.args.map((arg, i) => (i < stays ? lift(arg, columns, values) : arg));
    return { ...expr, args };
  }
  if (expr.kind !== 'literal' || expr.type.root === 'NULL') return expr;
  values.push(expr);
  columns.push({ kind: 'column', index: columns.length, type: expr.type });
  return columns[columns.length - 1] as Expr;
}

function run(expr: Expr, inputs: readonly LogicalType[], values: readonly Expr[]): string | null {
  const clock = new ManualClock(Date.UTC(2024, 6, 1, 12, 30, 15, 250));
  const calc = compileCalc({
    inputs,
    condition: null,
    projection: [expr],
    timeZone: TEST_ZONE,
    now: () => clock.now(),
  });
  const rows = inputs.length === 0 ? 1 : 3;
  const columns = values.map((value, i) => {
    const scalar = value.kind === 'literal' ? value.value : null;
    return vectorOf(inputs[i] as LogicalType, [null, scalar, null]);
  });
  const selection = rows === 1 ? null : Int32Array.of(1);
  const out = calc.apply(new Batch(columns, rows, null, selection));
  const vector = out?.columns[0] as Vector;
  const value = scalarAt(vector, rows === 1 ? 0 : 1, expr.type);
  return printValue(value, expr.type, { timeZone: TEST_ZONE });
}

function constant(expr: Expr): Expr {
  if (expr.kind !== 'call') return expr;
  const calc = compileCalc({
    inputs: [],
    condition: null,
    projection: [expr],
    timeZone: TEST_ZONE,
  });
  const out = calc.apply(new Batch([], 1));
  const value = scalarAt(out?.columns[0] as Vector, 0, expr.type);
  return { kind: 'literal', value, type: expr.type };
}

/** A string of no known length, as a column would have. */
export function str(value: string): Expr {
  return as(value, STRING);
}
