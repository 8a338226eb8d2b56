import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timestamp } from '../../state/column/logical-type.js';
import { vectorOf } from '../../state/column/scalar-access.js';
import { Batch } from '../core/batch.js';
import type { OperatorContext } from '../core/operator.js';
import { createWatermark } from './watermark.js';

function marksOf(batches: readonly Batch[]): [number, number][][] {
  const type = timestamp(3);
  const operator = createWatermark({
    kind: 'watermark',
    rowtime: 0,
    expression: { kind: 'column', index: 0, type },
    idleTimeoutMs: 0,
  });
  operator.open({ inputs: [[type]], timeZone: 'UTC', now: 0 } as unknown as OperatorContext);
  return batches.map((batch) => {
    const marks: [number, number][] = [];
    operator.apply(batch, 0, {
      push({ marks: all }) {
        for (let i = 0; i < (all?.count ?? 0); i++) {
          marks.push([all?.positions[i] ?? -1, all?.values[i] ?? -1]);
        }
      },
    });
    return marks;
  });
}

function batchOf(times: readonly (number | null)[]): Batch {
  const scalars = times.map((time) => (time === null ? null : BigInt(time) * 1_000_000n));
  return new Batch([vectorOf(timestamp(3), scalars)], times.length);
}

test('a mark stands behind each row that raises the maximum, across batches', () => {
  const marks = marksOf([batchOf([5, 3, null, 9]), batchOf([9, 10, 2])]);
  assert.deepEqual(marks, [
    [
      [1, 5],
      [4, 9],
    ],
    [[2, 10]],
  ]);
});

test('rows that a selection leaves out raise nothing', () => {
  const batch = batchOf([5, 30, 9]).withSelection(Int32Array.of(0, 2));
  assert.deepEqual(marksOf([batch]), [
    [
      [1, 5],
      [3, 9],
    ],
  ]);
});
