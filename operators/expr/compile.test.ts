import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MillraceError } from '../../conf/errors/error.js';
import { BIGINT, decimal, INT, type LogicalType, STRING } from '../../state/column/logical-type.js';
import type { Scalar } from '../../state/column/scalar.js';
import { scalarAt, vectorOf } from '../../state/column/scalar-access.js';
import type { Vector } from '../../state/column/vector.js';
import { Batch } from '../core/batch.js';
import { bindCall } from './bind.js';
import { bindCast } from './cast.js';
import { compileCalc, compileEvaluator, compilePredicate } from './compile.js';
import type { Expr } from './expression.js';
import { intLiteral, numberLiteral, stringLiteral } from './literal.js';

const types: readonly LogicalType[] = [INT, BIGINT, STRING];
const [a, b, s] = types.map((type, index): Expr => ({ kind: 'column', index, type })) as [
  Expr,
  Expr,
  Expr,
];
const call = (name: string, ...args: Expr[]): Expr => bindCall(name, args);

function batchOf(rows: readonly (readonly Scalar[])[], selection: Int32Array | null = null): Batch {
  const columns = types.map((type, i) =>
    vectorOf(
      type,
      rows.map((row) => row[i] as Scalar),
    ),
  );
  return new Batch(columns, rows.length, null, selection);
}

const rows: readonly (readonly Scalar[])[] = [
  [1, 10n, 'x'],
  [2, 20n, 'y'],
  [3, null, 'z'],
  [null, 40n, 'w'],
];

function read(batch: Batch | null, column: number, type: LogicalType): Scalar[] {
  assert.ok(batch !== null);
  return Array.from({ length: batch.count }, (_, i) =>
    scalarAt(batch.columns[column] as Vector, batch.selection?.[i] ?? i, type),
  );
}

const compile = (condition: Expr | null, projection: readonly Expr[]) =>
  compileCalc({ inputs: types, condition, projection, timeZone: 'UTC' });

test('a filter selects, and columns that pass through are the same vectors', () => {
  const batch = batchOf(rows);
  const out = compile(call('>', a, intLiteral(1)), [s, a]).apply(batch);
  assert.deepEqual([...(out?.selection ?? [])], [1, 2]);
  assert.equal(out?.columns[0], batch.columns[2]);
  assert.equal(out?.columns[1], batch.columns[0]);
});

test('a filter goes on from an incoming selection', () => {
  const out = compile(call('IS NOT NULL', b), [call('+', b, a)]).apply(
    batchOf(rows, Int32Array.of(0, 2, 3)),
  );
  assert.deepEqual([...(out?.selection ?? [])], [0, 3]);
  assert.deepEqual(read(out, 0, BIGINT), [11n, null]);
});

test('a batch that passes whole keeps having no selection', () => {
  const out = compile(call('IS NOT NULL', s), [a]).apply(batchOf(rows));
  assert.equal(out?.selection, null);
});

test('kinds and marks stay; without marks an empty batch is none', () => {
  const calc = compile(call('>', a, intLiteral(9)), [a]);
  const marks = { count: 1, positions: Int32Array.of(2), values: Float64Array.of(5) };
  const kinds = Uint8Array.of(0, 1, 2, 3);
  assert.equal(calc.apply(batchOf(rows)), null);
  const out = calc.apply(batchOf(rows).withMarks(marks).withKinds(kinds));
  assert.equal(out?.count, 0);
  assert.equal(out?.marks, marks);
  assert.equal(out?.kinds, kinds);
});

test('what is not needed is not evaluated', () => {
  const bad = call('=', call('/', intLiteral(1), call('-', a, a)), intLiteral(1));
  const single = batchOf([[1, 1n, 'x']]);
  const value = (expr: Expr): Scalar =>
    read(compile(null, [expr]).apply(single), 0, expr.type)[0] as Scalar;
  assert.equal(value(call('AND', call('=', a, intLiteral(2)), bad)), false);
  assert.equal(value(call('OR', call('=', a, intLiteral(1)), bad)), true);
  assert.equal(
    value(
      call(
        'CASE',
        call('=', a, intLiteral(1)),
        stringLiteral('t'),
        call('CASE', bad, stringLiteral('u')),
      ),
    ),
    't',
  );
  assert.equal(
    value(call('COALESCE', s, bindCast(call('/', a, intLiteral(0)), STRING, 'CAST'))),
    'x',
  );
  assert.equal(compile(call('=', a, intLiteral(2)), [bad]).apply(single), null);
});

test('a failure names its place and shows the row', () => {
  const span = { start: 7, end: 12, line: 2, column: 8 };
  const expr = bindCall('/', [a, call('-', b, numberLiteral('20'))], undefined, span);
  assert.throws(
    () => compile(null, [expr]).apply(batchOf(rows)),
    (error) => {
      assert.ok(error instanceof MillraceError);
      assert.equal(error.code, 'DATA_EXPRESSION');
      assert.equal(error.reason, 'Division by zero; the row is (2, 20, y)');
      assert.deepEqual(error.place, span);
      return true;
    },
  );
});

test('a cast that fails names value and types', () => {
  const expr = bindCast(s, INT, 'CAST', { start: 0, end: 1, line: 1, column: 1 });
  assert.throws(() => compile(null, [expr]).apply(batchOf(rows)), {
    code: 'DATA_EXPRESSION',
    reason: "Cannot cast 'x' of type STRING to INT; the row is (1, 10, x)",
  });
});

test('a value beyond what can be made fails its job, and is no fault of the engine', () => {
  const long = call('RPAD', s, intLiteral(2147483647), stringLiteral('-'));
  assert.throws(() => compile(null, [long]).apply(batchOf(rows)), {
    code: 'DATA_EXPRESSION',
    reason: 'A value is too large: Invalid string length',
  });
});

test('an overflow makes the batch go wide, and narrow again later', () => {
  const calc = compile(null, [call('*', b, b)]);
  const big = 3037000500n;
  assert.deepEqual(read(calc.apply(batchOf([[1, big, 'x']])), 0, BIGINT), [
    BigInt.asIntN(64, big * big),
  ]);
  for (let i = 0; i < 20; i++) {
    const out = calc.apply(batchOf([[1, 3n, 'x']]));
    assert.equal(out?.columns[0]?.lane, 'f64');
    assert.deepEqual(read(out, 0, BIGINT), [9n]);
  }
});

test('integer lanes hold no negative zero', () => {
  const out = compile(null, [
    call('*', b, bindCast(a, BIGINT, 'CAST')),
    call('/', b, numberLiteral('-50')),
  ]).apply(batchOf([[0, -5n, 'x']]));
  for (const column of out?.columns ?? []) {
    assert.ok(column.lane === 'f64' && Object.is(column.values[0], 0));
  }
});

test('a column that once had nulls does not make kernels flap', () => {
  const calc = compile(null, [call('+', a, intLiteral(1))]);
  for (let i = 0; i < 6; i++) calc.apply(batchOf(i % 2 === 0 ? [[1, 1n, 'x']] : [[null, 1n, 'x']]));
  assert.equal(calc.source().match(/function kernel/g)?.length, 2);
});

test('common sub-expressions are computed once', () => {
  const upper = call('UPPER', s);
  const calc = compile(call('=', upper, stringLiteral('Y')), [upper, call('||', upper, upper)]);
  const out = calc.apply(batchOf(rows));
  assert.deepEqual(read(out, 1, STRING), ['YY']);
  const uses = calc.source().match(/k\d+\(A, d\d+/g) ?? [];
  assert.equal(new Set(uses).size, 1);
});

test('nested columns of one row are not taken for each other', () => {
  const list: LogicalType = { root: 'ARRAY', element: INT, nullable: true };
  const columns: readonly Scalar[] = [
    [1, 2],
    [3, null],
  ];
  const items = columns.map((_, index): Expr => ({ kind: 'column', index, type: list }));
  const reversed = items.map((item) => call('ARRAY_REVERSE', item));
  const calc = compileCalc({
    inputs: [list, list],
    condition: null,
    projection: reversed,
    timeZone: 'UTC',
  });
  const out = calc.apply(
    new Batch(
      columns.map((value) => vectorOf(list, [value])),
      1,
      null,
      null,
    ),
  );
  assert.deepEqual([read(out, 0, list), read(out, 1, list)], [[[2, 1]], [[null, 3]]]);
});

test('user text stays out of the source', () => {
  const nasty = stringLiteral("'; throw 1; //\u2028`");
  const calc = compile(call('=', s, nasty), [s]);
  calc.apply(batchOf(rows));
  assert.ok(!calc.source().includes('throw 1'));
});

test('hundreds of expressions are split over several loops', () => {
  const many = Array.from({ length: 700 }, (_, i) => call('+', a, intLiteral(i)));
  const calc = compile(null, many);
  const out = calc.apply(batchOf(rows));
  assert.equal(read(out, 699, INT)[0], 700);
  assert.equal(calc.source().match(/function kernel/g)?.length, 3);
});

test('a predicate selects physical rows', () => {
  const predicate = compilePredicate({
    inputs: types,
    condition: call('LIKE', s, stringLiteral('%z%')),
    timeZone: 'UTC',
  });
  assert.deepEqual([...(predicate.select(batchOf(rows)) ?? [])], [2]);
});

test('an evaluator gives a vector an expression, constants once for all', () => {
  const evaluate = compileEvaluator({
    inputs: types,
    expressions: [intLiteral(7), bindCast(b, decimal(10, 2), 'CAST')],
    timeZone: 'UTC',
  });
  const [first, second] = evaluate(batchOf(rows));
  assert.equal(scalarAt(first as Vector, 3, INT), 7);
  assert.equal(scalarAt(second as Vector, 1, decimal(10, 2)), 2000n);
  assert.equal(evaluate(batchOf(rows))[0], first);
});
