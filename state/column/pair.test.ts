import assert from 'node:assert/strict';
import test from 'node:test';
import { BIGINT, BOOLEAN, INT, type LogicalType, STRING } from './logical-type.js';
import { paired } from './pair.js';
import { scalarAt, vectorOf } from './scalar-access.js';
import { VectorPool } from './vector-pool.js';

const columns: readonly [LogicalType, readonly (number | bigint | boolean | string | null)[]][] = [
  [BIGINT, [5n, 6n, 7n]],
  [BIGINT, [5n, null, 7n]],
  [INT, [5, 6, 7]],
  [BOOLEAN, [true, false, true]],
  [STRING, ['ab', '', 'def']],
];

test('each row stands twice, whatever the lane and the selection', () => {
  for (const [type, values] of columns) {
    const vector = vectorOf(type, values);
    for (const rows of [null, Int32Array.of(1, 2)]) {
      const order = rows === null ? [0, 1, 2] : [...rows];
      const pairs = Int32Array.from(order.flatMap((row) => [row, row]));
      const out = paired(vector, rows, order.length, pairs, new VectorPool(true));
      const found = [...pairs.keys()].map((row) => scalarAt(out, row, type));
      assert.deepEqual(
        found,
        [...pairs].map((row) => scalarAt(vector, row, type)),
      );
    }
  }
});
