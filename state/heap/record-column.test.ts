import assert from 'node:assert/strict';
import test from 'node:test';
import { BIGINT, DOUBLE, INT, withNullable } from '../column/logical-type.js';
import { scalarAt, vectorOf } from '../column/scalar-access.js';
import type { F64Vector } from '../column/vector.js';
import { HeapTable } from './keyed-table.js';

const NUMBER = withNullable(DOUBLE, false);

/** A table of keys 0 to 3 whose first three value columns are kept together. */
function filled(): { table: HeapTable; slots: Int32Array } {
  const values = [BIGINT, BIGINT, NUMBER, INT];
  const table = new HeapTable({ name: 't', key: [INT], values, together: [0, 1, 2, 3] }, true);
  const slots = new Int32Array(4);
  const columns = [vectorOf(INT, [0, 1, 2, 3])];
  table.locate({ columns, selection: null, count: 4 }, slots, true);
  table.column(0).copy(slots, 4, vectorOf(BIGINT, [1n, null, 0n, -4n]), null);
  table.column(1).copy(slots, 4, vectorOf(BIGINT, [10n, 20n, 30n, 40n]), null);
  table.column(2).copy(slots, 4, vectorOf(NUMBER, [0.5, 1.5, -0, 3.5]), null);
  table.column(3).copy(slots, 4, vectorOf(INT, [7, 8, null, 9]), null);
  return { table, slots };
}

function copied(table: HeapTable, column: number): unknown[] {
  const vector = table.frozen().copy().values[column];
  assert.ok(vector !== undefined);
  const type = table.column(column).type;
  return [0, 1, 2, 3].map((slot) => scalarAt(vector, slot, type));
}

test('columns kept together share one array, a record a slot', () => {
  const { table } = filled();
  assert.deepEqual(table.column(0).record, { stride: 3, offset: 0 });
  assert.deepEqual(table.column(2).record, { stride: 3, offset: 2 });
  assert.equal(table.column(3).record, null);
  const { values } = table.column(0).vector as F64Vector;
  assert.equal(values, (table.column(1).vector as F64Vector).values);
  assert.deepEqual([...values.subarray(0, 9)], [1, 10, 0.5, -0, 20, 1.5, 0, 30, -0]);
});

test('a copy of the table has columns by slot and null flags', () => {
  const { table } = filled();
  assert.deepEqual(copied(table, 0), [1n, null, 0n, -4n]);
  assert.deepEqual(copied(table, 2), [0.5, 1.5, -0, 3.5]);
  assert.deepEqual(copied(table, 3), [7, 8, null, 9]);
});

test('a column that widens leaves the records, the others stay', () => {
  const { table, slots } = filled();
  table.column(0).widen('i64');
  assert.equal(table.column(0).record, null);
  assert.equal(table.column(0).vector.lane, 'i64');
  assert.deepEqual(copied(table, 0), [1n, null, 0n, -4n]);
  const wide = vectorOf(BIGINT, [2n ** 60n, 1n]);
  table.column(1).copy(slots.subarray(0, 2), 2, wide, null);
  assert.deepEqual(copied(table, 1), [2n ** 60n, 1n, 30n, 40n]);
  assert.deepEqual(table.column(2).record, { stride: 3, offset: 2 });
  assert.deepEqual(copied(table, 2), [0.5, 1.5, -0, 3.5]);
});

test('records grow with their table', () => {
  const { table } = filled();
  const keys = vectorOf(
    INT,
    Array.from({ length: 1000 }, (_, i) => i),
  );
  const slots = new Int32Array(1000);
  table.locate({ columns: [keys], selection: null, count: 1000 }, slots, true);
  table.column(1).copyOne(999, vectorOf(BIGINT, [5n]), 0);
  assert.deepEqual(copied(table, 0), [1n, null, 0n, -4n]);
  assert.equal((table.column(1).vector as F64Vector).values[999 * 3 + 1], 5);
  assert.ok(table.memoryBytes() >= 1000 * (3 * 8 + 2 * 4));
});
