import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../conf/random.js';
import { compareAt, equalAt } from '../column/compare.js';
import { BIGINT, decimal, type LogicalType } from '../column/logical-type.js';
import { bindComparator } from '../column/row-comparison.js';
import { scalarAt, vectorOf } from '../column/scalar-access.js';
import type { Vector } from '../column/vector.js';
import { type WideVector, widen } from '../column/wide.js';
import { keyPrefix, Layout, numberAt, putNumber } from './layout.js';
import { sampleOf, sampleTypes } from './samples.js';
import { compareSlices, type Slices, sliceAt } from './slices.js';
import { sortedOrder } from './sort.js';

const COUNT = 300;
const rows = Int32Array.from({ length: COUNT }, (_, i) => i);
const groups = Int32Array.from(rows, (row) => row % 3);
const prefix = keyPrefix(258, null, null);

function columnOf(type: LogicalType, seed: number): Vector {
  const random = new Random(seed);
  return vectorOf(
    type,
    Array.from({ length: COUNT }, () => sampleOf(type, random)),
  );
}

function scalars(vector: Vector, type: LogicalType, count = COUNT) {
  return Array.from({ length: count }, (_, i) => scalarAt(vector, i, type));
}

function keysOf(layout: Layout, columns: readonly Vector[]): Slices {
  return layout.keys(prefix, columns, rows, new Int32Array(COUNT), null);
}

for (const [index, type] of sampleTypes.entries()) {
  const name = `${type.root} (${index})`;

  test(`values of ${name} come back as they were`, () => {
    for (let seed = 1; seed <= 5; seed++) {
      const column = columnOf(type, seed);
      const layout = new Layout([], [], [type, type]);
      const slices = layout.values([column, column], rows);
      for (const read of layout.readValues(slices)) {
        assert.deepEqual(scalars(read, type), scalars(column, type));
      }
    }
  });

  test(`keys of ${name} are ordered, equal and parted as the values are`, () => {
    const column = columnOf(type, 7);
    const slices = keysOf(new Layout([type], [], []), [column]);
    const isMap = ['MAP', 'MULTISET'].includes(type.root);
    for (let i = 0; i < COUNT; i++) {
      for (let j = 0; j < COUNT; j++) {
        const order = compareSlices(slices, i, slices, j);
        if (isMap) assert.equal(order === 0, equalAt(column, i, column, j));
        else assert.equal(Math.sign(order), compareAt(column, i, column, j), `${i}, ${j}`);
        if (order === 0) continue;
        const [a, b] = [sliceAt(slices, i), sliceAt(slices, j)];
        assert.notDeepEqual(a, b.subarray(0, a.length), 'no key begins another');
      }
    }
  });

  test(`keys of ${name} come back`, () => {
    const layout = new Layout([type], [], [], { isSequenced: true });
    const column = columnOf(type, 11);
    const sequences = Float64Array.from(rows, (row) => row * 2 ** 40);
    const slices = layout.keys(prefix, [column], rows, groups, sequences);
    const read = layout.readKeys(slices, prefix.length);
    assert.deepEqual(read.sequences, sequences);
    const kept = read.columns[0] as Vector;
    for (let i = 0; i < COUNT; i++) assert.ok(equalAt(kept, i, column, i), `row ${i}`);
  });
}

test('order columns stand in their order, nulls where they are declared', () => {
  for (const type of sampleTypes) {
    if (['MAP', 'MULTISET'].includes(type.root)) continue;
    const column = columnOf(type, 3);
    for (const [descending, nullsFirst] of [
      [false, true],
      [false, false],
      [true, true],
      [true, false],
    ] as const) {
      const order = { type, descending, nullsFirst };
      const layout = new Layout([], [order], []);
      const slices = keysOf(layout, [column]);
      const before = slices.data.slice();
      const compare = bindComparator([order], [column], [column]);
      for (let i = 1; i < COUNT; i++) {
        const wanted = Math.sign(compare(i, i - 1));
        assert.equal(Math.sign(compareSlices(slices, i, slices, i - 1)), wanted, type.root);
      }
      const read = layout.readKeys(slices, prefix.length).columns[0] as Vector;
      for (let i = 0; i < COUNT; i++) assert.ok(equalAt(read, i, column, i));
      assert.deepEqual(slices.data, before, 'reading leaves the bytes as they were');
    }
  }
});

test('all lanes of a value are written alike', () => {
  for (const type of [BIGINT, decimal(20, 2)]) {
    const column = vectorOf(type, [0n, null, -5n, 1n << 40n, -(1n << 52n)]) as WideVector;
    const layout = new Layout([type], [], [type]);
    const some = rows.subarray(0, 5);
    const [keys, values] = [
      layout.keys(prefix, [column], some, groups, null),
      layout.values([column], some),
    ];
    for (const lane of ['i64', 'big'] as const) {
      const wide = widen(column, lane, 5);
      assert.deepEqual(layout.keys(prefix, [wide], some, groups, null), keys);
      assert.deepEqual(layout.values([wide], some), values);
    }
  }
});

test('the numbers of namespaces are ordered by their bytes', () => {
  const numbers = [-(2 ** 53) + 1, -1e13, -1, 0, 1, 4294967296, 1e13, 2 ** 53 - 1];
  const bytes = new Uint8Array(8);
  let before = '';
  for (const number of numbers) {
    putNumber(number, bytes, 0);
    assert.equal(numberAt(bytes, 0), number);
    const text = Buffer.from(bytes).toString('hex');
    assert.ok(before < text);
    before = text;
  }
});

test('the sorted order is that of the bytes', () => {
  for (const [seed, type] of sampleTypes.entries()) {
    const slices = keysOf(new Layout([type], [], []), [columnOf(type, 90 + seed)]);
    const order = sortedOrder(slices, 2 + prefix.length);
    const compare = (i: number, j: number) => compareSlices(slices, i, slices, j) || i - j;
    assert.deepEqual(order, rows.slice().sort(compare));
  }
});
