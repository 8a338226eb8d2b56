import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BOOLEAN, DOUBLE, FLOAT, INT, type LogicalType } from '../../state/column/logical-type.js';
import { bindCall } from './bind.js';
import { castTo } from './cast.js';
import { describeExpr } from './describe.js';
import type { Expr } from './expression.js';
import { foldConstants } from './fold.js';
import {
  booleanLiteral,
  intLiteral,
  nullLiteral,
  numberLiteral,
  stringLiteral,
} from './literal.js';

const column = (index: number, type: LogicalType): Expr => ({ kind: 'column', index, type });
const fn = (name: string, ...args: readonly Expr[]): Expr => bindCall(name, args);
const [i, j, f, b] = [column(0, INT), column(1, INT), column(2, DOUBLE), column(3, BOOLEAN)];
const quotient = fn('/', i, j);

function folded(expr: Expr): string {
  return describeExpr(foldConstants(expr), ['i', 'j', 'f', 'b']);
}

/** A cast as it is written. */
function cast(arg: Expr, type: LogicalType, name: 'CAST' | 'TRY_CAST' = 'CAST'): Expr {
  return castTo(arg, type, name, { start: 0, end: 1 });
}

function valueOfConstant(expr: Expr): unknown {
  const literal = foldConstants(expr);
  return literal.kind === 'literal' ? literal.value : undefined;
}

test('one constant operand decides, and the other is not evaluated', () => {
  const fails = fn('>', quotient, intLiteral(1));
  assert.equal(folded(fn('OR', fails, booleanLiteral(true))), 'true');
  assert.equal(folded(fn('AND', b, fn('AND', fails, booleanLiteral(false)))), 'false');
  assert.equal(folded(fn('AND', fails, booleanLiteral(true))), '(((i / j) > 1) AND true)');
  assert.equal(folded(fn('=', quotient, nullLiteral(INT))), 'null:BOOLEAN');
});

test('whether a strong operator is NULL is asked of its operands', () => {
  assert.equal(folded(fn('IS NULL', quotient)), '(i IS NULL OR j IS NULL)');
  assert.equal(folded(fn('IS NOT NULL', fn('+', quotient, intLiteral(1)))), folded(both()));
  assert.equal(folded(fn('IS NULL', fn('%', i, j))), '(i % j) IS NULL');
  assert.equal(folded(fn('IS NULL', fn('ABS', quotient))), 'ABS((i / j)) IS NULL');
  assert.equal(folded(fn('IS NULL', cast(quotient, DOUBLE))), 'CAST((i / j) AS DOUBLE) IS NULL');
});

function both(): Expr {
  return fn('AND', fn('IS NOT NULL', i), fn('IS NOT NULL', j));
}

test('a comparison that is FALSE is the opposite one, also of NaN', () => {
  const less = fn('<', f, numberLiteral('1E0'));
  assert.equal(folded(fn('=', less, booleanLiteral(false))), '(f >= 1.0)');
  assert.equal(folded(fn('<>', booleanLiteral(true), less)), '(f >= 1.0)');
  assert.equal(folded(fn('=', b, booleanLiteral(false))), 'NOT(b)');
  assert.equal(folded(fn('=', b, booleanLiteral(true))), '(b = true)');
});

test('x + 0 is x', () => {
  assert.equal(folded(fn('+', f, numberLiteral('0E0'))), 'f');
  assert.equal(folded(fn('-', f, numberLiteral('0E0'))), '(f - 0.0)');
});

test('a FLOAT constant has seven digits, a literal that is cast all of its own', () => {
  assert.equal(valueOfConstant(cast(stringLiteral('16777217'), FLOAT)), 16777220);
  assert.equal(valueOfConstant(cast(intLiteral(16777217), FLOAT, 'TRY_CAST')), 16777220);
  assert.equal(valueOfConstant(cast(intLiteral(16777217), FLOAT)), 16777216);
  assert.equal(valueOfConstant(cast(cast(intLiteral(16777217), FLOAT), INT)), 16777217);
  assert.equal(valueOfConstant(cast(cast(numberLiteral('0.1'), FLOAT), DOUBLE)), 0.1);
  const tried = cast(stringLiteral('0.1'), FLOAT, 'TRY_CAST');
  assert.equal(valueOfConstant(cast(tried, DOUBLE)), Math.fround(0.1));
});
