import assert from 'node:assert/strict';
import test from 'node:test';
import { compareAt, equalAt } from './compare.js';
import { concat } from './concat.js';
import { gather } from './gather.js';
import { hashAt, hashColumns } from './hash.js';
import {
  BIGINT,
  BOOLEAN,
  BYTES,
  DOUBLE,
  decimal,
  FLOAT,
  INT,
  type LogicalType,
  STRING,
  timestamp,
} from './logical-type.js';
import { bindComparator, bindEquality } from './row-comparison.js';
import { type Scalar, ScalarMap } from './scalar.js';
import { constantVector, scalarAt, vectorOf } from './scalar-access.js';
import type { Vector } from './vector.js';
import { narrow, type WideVector, widen } from './wide.js';

const ARRAY: LogicalType = { root: 'ARRAY', element: STRING, nullable: true };
const MAP: LogicalType = { root: 'MAP', key: STRING, value: INT, nullable: true };
const ROW: LogicalType = {
  root: 'ROW',
  fields: [
    { name: 'a', type: INT },
    { name: 'b', type: ARRAY },
  ],
  nullable: true,
};

/** Per type values in ascending order, null first; the i64 and big lanes are among them. */
const samples: readonly (readonly [LogicalType, readonly Scalar[]])[] = [
  [BOOLEAN, [null, false, true]],
  [INT, [null, -2147483648, -1, 0, 7, 2147483647]],
  [FLOAT, [null, -1.5, 0, 2.25, Number.POSITIVE_INFINITY, Number.NaN]],
  [DOUBLE, [null, Number.NEGATIVE_INFINITY, -1e300, 0.1, 3, 1e19, Number.NaN]],
  [BIGINT, [null, -5n, 0n, 9007199254740991n]],
  [BIGINT, [null, -(1n << 63n), -5n, 0n, 9007199254740993n, (1n << 63n) - 1n]],
  [decimal(38, 2), [null, -(10n ** 37n), -1n, 0n, 1n << 63n, 10n ** 37n]],
  [timestamp(9), [null, -1n, 0n, 1n, 999_999n, 1_000_000n, 1_700_000_000_123_456_789n]],
  [STRING, [null, '', 'a', 'ab', 'b', 'ｦ', '😀']],
  [BYTES, [null, Uint8Array.of(), Uint8Array.of(1, 255), Uint8Array.of(128)]],
  [ARRAY, [null, [], ['a'], ['a', null], ['a', 'b'], ['b']]],
  [ROW, [null, [null, []], [1, null], [1, ['x']], [2, null]]],
];

function scalars(vector: Vector, type: LogicalType, count: number): Scalar[] {
  return Array.from({ length: count }, (_, i) => scalarAt(vector, i, type));
}

test('a vector gives back the values it was built from', () => {
  for (const [type, values] of samples) {
    assert.deepEqual(scalars(vectorOf(type, values), type, values.length), values, type.root);
  }
  const map = new ScalarMap([
    ['a', 1],
    ['b', null],
  ]);
  assert.deepEqual(scalarAt(vectorOf(MAP, [null, map]), 1, MAP), map);
});

test('the lane of wide integers follows the values', () => {
  const lanes = [1n, 1n << 60n, 1n << 70n].map((v) => vectorOf(decimal(38, 0), [1n, v]).lane);
  assert.deepEqual(lanes, ['f64', 'i64', 'big']);
  const wide = widen(vectorOf(BIGINT, [1n, null]) as WideVector, 'big', 2);
  assert.deepEqual(scalars(wide, BIGINT, 2), [1n, null]);
  assert.equal(narrow(wide, 2).lane, 'f64');
});

test('gather takes rows in any order and makes −1 a null', () => {
  for (const [type, values] of samples) {
    const last = values.length - 1;
    const gathered = gather(vectorOf(type, values), Int32Array.of(last, -1, 0, 1), 4);
    assert.deepEqual(scalars(gathered, type, 4), [values[last], null, null, values[1]]);
  }
  const strings = vectorOf(STRING, ['x', 'y']);
  const view = gather(strings, Int32Array.of(1), 1);
  assert.ok(view.lane === 'bytes' && strings.lane === 'bytes' && view.data === strings.data);
});

test('concat joins parts of different lanes', () => {
  for (const [type, values] of samples) {
    const parts = values.map((value) => ({ vector: vectorOf(type, [value, value]), count: 1 }));
    assert.deepEqual(scalars(concat(parts), type, values.length), values, type.root);
  }
});

test('equal values have one hash, whatever their lane', () => {
  for (const [type, values] of samples) {
    const together = vectorOf(type, values);
    const hashes = new Int32Array(values.length);
    hashColumns([together], null, values.length, hashes);
    assert.equal(new Set(hashes).size, values.length, `${type.root} collides`);
    values.forEach((value, i) => {
      assert.equal(hashAt(vectorOf(type, [value]), 0), hashes[i], `${type.root} ${value}`);
    });
  }
  assert.equal(hashAt(vectorOf(DOUBLE, [-0]), 0), hashAt(vectorOf(DOUBLE, [0]), 0));
});

test('hashes of rows follow selection and column order', () => {
  const [a, b] = [vectorOf(INT, [1, 2, 3]), vectorOf(STRING, ['x', 'y', 'z'])];
  const all = new Int32Array(3);
  hashColumns([a, b], null, 3, all);
  const some = new Int32Array(2);
  hashColumns([a, b], Int32Array.of(0, 2), 2, some);
  assert.deepEqual([...some], [all[0], all[2]]);
  const swapped = new Int32Array(3);
  hashColumns([b, a], null, 3, swapped);
  assert.notDeepEqual(swapped, all);
});

test('values are ordered as SQL orders them, generated code included', () => {
  const order = [{ descending: false, nullsFirst: true }];
  for (const [type, values] of samples) {
    const together = vectorOf(type, values);
    const compare = bindComparator(order, [together], [together]);
    const equal = bindEquality([together], [together]);
    values.forEach((_, i) => {
      const alone = vectorOf(type, [values[i] as Scalar]);
      const compareAlone = bindComparator(order, [alone], [together]);
      const equalAlone = bindEquality([alone], [together]);
      values.forEach((__, j) => {
        const wanted = Math.sign(i - j);
        const name = `${type.root} ${i} ${j}`;
        assert.equal(compareAt(together, i, together, j), wanted, name);
        assert.equal(Math.sign(compare(i, j)), wanted, name);
        assert.equal(Math.sign(compareAlone(0, j)), wanted, name);
        assert.equal(equalAt(alone, 0, together, j), i === j, name);
        assert.equal(equal(i, j), i === j, name);
        assert.equal(equalAlone(0, j), i === j, name);
      });
    });
  }
});

test('descending order, nulls last, several columns', () => {
  const rows = [vectorOf(INT, [1, null, 2, 1]), vectorOf(STRING, ['a', 'b', 'c', 'z'])];
  const compare = bindComparator(
    [
      { descending: true, nullsFirst: false },
      { descending: false, nullsFirst: true },
    ],
    rows,
    rows,
  );
  assert.deepEqual([0, 1, 2, 3].sort(compare), [2, 0, 3, 1]);
});

test('maps are equal in any order of entries', () => {
  const maps = vectorOf(MAP, [
    new ScalarMap([
      ['a', 1],
      ['b', 2],
    ]),
    new ScalarMap([
      ['b', 2],
      ['a', 1],
    ]),
    new ScalarMap([['a', 1]]),
  ]);
  assert.ok(equalAt(maps, 0, maps, 1));
  assert.equal(hashAt(maps, 0), hashAt(maps, 1));
  assert.ok(!equalAt(maps, 0, maps, 2));
});

test('a constant string stands in memory once', () => {
  const vector = constantVector(STRING, 'Ärger', 1000);
  assert.ok(vector.lane === 'bytes' && vector.data.length < 64);
  assert.equal(scalarAt(vector, 999, STRING), 'Ärger');
});
