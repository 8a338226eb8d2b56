import assert from 'node:assert/strict';
import test from 'node:test';
import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  decimal,
  INT,
  type LogicalType,
  STRING,
  timestamp,
} from '../../../state/column/logical-type.js';
import type { Scalar } from '../../../state/column/scalar.js';
import { vectorOf } from '../../../state/column/scalar-access.js';
import { HeapStore } from '../../../state/heap/store.js';
import { hashOrder } from './hash-order.js';

/** The values in the order of Java's HashMap, put in one by one. */
function ordered(type: LogicalType, values: readonly Scalar[]): Scalar[] {
  const table = new HeapStore({ first: 0, last: 0, of: 1 }).orderedTable({
    name: 'values',
    key: [],
    order: [{ type, descending: false, nullsFirst: true }],
    values: [],
  });
  const groups = new Int32Array(1);
  table.groups({ columns: [], selection: null, count: 1 }, groups, true);
  table.bind([vectorOf(type, values)]);
  const entries = values.map((_, i) => table.put(0, i));
  const arrival = new Float64Array(values.length);
  entries.forEach((entry, i) => {
    arrival[entry] = i;
  });
  return hashOrder(table, 0, type, arrival).map((entry) => values[entries.indexOf(entry)] ?? null);
}

test('values come in the order of their hash codes, as Flink 2.3 prints them', () => {
  assert.deepEqual(ordered(INT, [-5, 100000, 17, 3, 1000, 33]), [100000, 17, 33, 3, -5, 1000]);
  const longs = [-5n, 10_000_000_000n, -10_000_000_000n, 7n, 77n, 9_999_999_999_999n];
  const spread = [-5n, 9_999_999_999_999n, -10_000_000_000n, 7n, 10_000_000_000n, 77n];
  assert.deepEqual(ordered(BIGINT, longs), spread);
  const texts = ['hello world', 'foo', 'barbazquux', 'é', 'abcde', 'a'];
  const sorted = ['a', 'abcde', 'é', 'hello world', 'barbazquux', 'foo'];
  assert.deepEqual(ordered(STRING, texts), sorted);
  assert.deepEqual(ordered(DOUBLE, [1.5, -1.5, 1e100, 0.1]), [0.1, 1e100, 1.5, -1.5]);
  const decimals = [110n, 9_999_999_999n, -300n, 0n, 1234n, -1234n];
  const scaled = [1234n, -300n, 0n, 110n, 9_999_999_999n, -1234n];
  assert.deepEqual(ordered(decimal(10, 2), decimals), scaled);
  assert.deepEqual(ordered(BOOLEAN, [true, false]), [false, true]);
  const times = [1_577_836_800_000_000_000n, 1_577_836_800_001_000_000n];
  assert.deepEqual(ordered(timestamp(3), times), times.toReversed());
});

test('a map of more than twelve keys has more buckets', () => {
  const values = Array.from({ length: 13 }, (_, i) => 16 * (13 - i));
  const expected = [...values.filter((v) => v % 32 === 0), ...values.filter((v) => v % 32 === 16)];
  assert.deepEqual(ordered(INT, values), expected);
});
