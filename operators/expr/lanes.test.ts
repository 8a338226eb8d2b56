/**
 * The lanes agree: random integer and decimal expressions give the same whether a batch is narrow
 * or wide, whole or cut to single rows, selected or not, and the same as plain bigint arithmetic.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MillraceError } from '../../conf/errors/error.js';
import { Random } from '../../conf/random.js';
import {
  BIGINT,
  type DecimalType,
  decimal,
  INT,
  type LogicalType,
} from '../../state/column/logical-type.js';
import type { Scalar } from '../../state/column/scalar.js';
import { scalarAt, vectorOf } from '../../state/column/scalar-access.js';
import type { Vector } from '../../state/column/vector.js';
import { type WideVector, widen } from '../../state/column/wide.js';
import { Batch } from '../core/batch.js';
import { bindCall } from './bind.js';
import { type CompiledCalc, compileCalc } from './compile.js';
import type { CallExpr, Expr } from './expression.js';
import { exprDigest } from './walk.js';

const types: readonly LogicalType[] = [
  INT,
  BIGINT,
  BIGINT,
  decimal(10, 2),
  decimal(18, 6),
  decimal(38, 10),
];
const ROWS = 24;
const ROUNDS = 200;

const columns = types.map((type, index): Expr => ({ kind: 'column', index, type }));

function value(type: LogicalType, random: Random): Scalar {
  if (random.nextInt(0, 7) === 0) return null;
  const size = random.nextInt(0, 3);
  if (type.root === 'INTEGER') {
    return size === 0 ? random.nextInt(-3, 3) : random.nextInt(-(2 ** 31), 2 ** 31 - 1);
  }
  const limit = type.root === 'DECIMAL' ? 10n ** BigInt(type.precision) - 1n : (1n << 63n) - 1n;
  if (size === 0) return BigInt(random.nextInt(-9, 9));
  const near = size === 1 ? 1n << 31n : size === 2 ? 1n << 53n : limit;
  const bound = near < limit ? near : limit;
  return bound <= 1n << 62n ? random.nextBigInt(-bound, bound) : bound - random.nextBigInt(0n, 99n);
}

function expression(random: Random, depth: number): Expr {
  const leaf = random.pick(columns) as Expr;
  if (depth === 0) return leaf;
  const name = random.pick(['+', '-', '*', '/', '%', '+', '-', '*']) as string;
  return bindCall(name, [expression(random, depth - 1), expression(random, depth - 1)]);
}

/** `failed` for a division by zero. */
type Outcome = Scalar | 'failed';

function run(calc: CompiledCalc, batch: Batch, type: LogicalType): Outcome[] {
  try {
    const out = calc.apply(batch);
    const vector = out?.columns[0] as Vector;
    return Array.from({ length: batch.count }, (_, i) =>
      scalarAt(vector, batch.selection?.[i] ?? i, type),
    );
  } catch (error) {
    if (error instanceof MillraceError && error.code === 'DATA_EXPRESSION') return ['failed'];
    throw error;
  }
}

function asWide(vector: Vector): Vector {
  if (vector.lane !== 'f64') return vector;
  return widen(vector as WideVector, 'i64', ROWS);
}

/** Bigint arithmetic by the definition of the types. */
function reference(expr: Expr, row: readonly Scalar[]): Outcome {
  if (expr.kind === 'column') return row[expr.index] as Scalar;
  if (expr.kind === 'literal') return expr.value;
  const args = expr.args.map((arg) => reference(arg, row));
  if (args.includes('failed')) return 'failed';
  if (args.includes(null)) return null;
  const [a, b] = args.map((arg) => BigInt(arg as number | bigint));
  if (expr.name === 'CAST') return castReference(expr, a as bigint);
  return operate(expr, a as bigint, b as bigint);
}

function castReference(expr: CallExpr, value: bigint): Outcome {
  const from = (expr.args[0] as Expr).type;
  const { type } = expr;
  if (type.root === 'DECIMAL') {
    const scale = from.root === 'DECIMAL' ? from.scale : 0;
    return fit(rounded(value, 10n ** BigInt(scale), type.scale), type);
  }
  return wrap(value, type);
}

function wrap(value: bigint, type: LogicalType): Outcome {
  return type.root === 'INTEGER' ? Number(BigInt.asIntN(32, value)) : BigInt.asIntN(64, value);
}

function fit(value: bigint, type: DecimalType): Outcome {
  const limit = 10n ** BigInt(type.precision);
  return value < limit && value > -limit ? value : null;
}

/** numerator ÷ denominator with `scale` digits, HALF_UP. */
function rounded(numerator: bigint, denominator: bigint, scale: number): bigint {
  const top =
    numerator * 10n ** BigInt(scale) * 2n +
    (numerator < 0n === denominator < 0n ? 1n : -1n) * denominator;
  return top / (denominator * 2n);
}

function operate(expr: CallExpr, a: bigint, b: bigint): Outcome {
  const { type, name } = expr;
  if ((name === '/' || name === '%') && b === 0n) return 'failed';
  if (type.root !== 'DECIMAL') {
    const exact = { '+': a + b, '-': a - b, '*': a * b }[name];
    return wrap(exact ?? (name === '/' ? a / b : a % b), type);
  }
  const [left, right] = expr.args.map((arg) => (arg.type as DecimalType).scale) as [number, number];
  const [p, q] = [10n ** BigInt(left), 10n ** BigInt(right)];
  if (name === '*') return fit(rounded(a * b, p * q, type.scale), type);
  if (name === '/') return fit(rounded(a * q, b * p, type.scale), type);
  const scale = Math.max(left, right);
  const [x, y] = [a * 10n ** BigInt(scale - left), b * 10n ** BigInt(scale - right)];
  const exact = name === '+' ? x + y : name === '-' ? x - y : x % y;
  return fit(rounded(exact, 10n ** BigInt(scale), type.scale), type);
}

test('random arithmetic gives the same in every lane', () => {
  const random = new Random(20240701);
  let compared = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const expr = expression(random, random.nextInt(1, 3));
    const rows = Array.from({ length: ROWS }, () => types.map((type) => value(type, random)));
    const vectors = types.map((type, i) =>
      vectorOf(
        type,
        rows.map((row) => row[i] as Scalar),
      ),
    );
    const calc = compileCalc({
      inputs: types,
      condition: null,
      projection: [expr],
      timeZone: 'UTC',
    });
    const expected = rows.map((row) => reference(expr, row));
    const context = `round ${round}: ${exprDigest(expr)}`;
    for (const [i, want] of expected.entries()) {
      const one = new Batch(vectors, ROWS, null, Int32Array.of(i));
      const row = `row ${i}: ${rows[i]?.join(', ')}; ${context}`;
      assert.deepEqual(run(calc, one, expr.type), [want], row);
      const wide = new Batch(vectors.map(asWide), ROWS, null, Int32Array.of(i));
      assert.deepEqual(run(calc, wide, expr.type), [want], `wide, ${row}`);
      compared++;
    }
    const good = Int32Array.from(rows.keys()).filter((i) => expected[i] !== 'failed');
    const selected = new Batch(vectors, ROWS, null, good);
    const wanted = [...good].map((i) => expected[i]);
    assert.deepEqual(run(calc, selected, expr.type), wanted, context);
  }
  assert.equal(compared, ROUNDS * ROWS);
});
