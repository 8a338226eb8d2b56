import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Batch, type Marks } from '../core/batch.js';
import { START_OF_TIME } from '../core/message.js';
import { CombinedWatermark } from './combined-watermark.js';

function marks(...pairs: readonly (readonly [number, number])[]): Marks {
  const positions = Int32Array.from(pairs, ([position]) => position);
  const values = Float64Array.from(pairs, ([, value]) => value);
  return { count: pairs.length, positions, values };
}

function pairsOf(batch: Batch): number[][] | null {
  const { marks: given } = batch;
  if (given === null) return null;
  return [...given.positions.subarray(0, given.count)].map((position, i) => {
    return [position, given.values[i] as number];
  });
}

const batchWith = (given: Marks | null): Batch => new Batch([], 9, null, null, given);

test('One input keeps its rising marks, the same batch where all rise', () => {
  const watermark = new CombinedWatermark(1);
  const first = batchWith(marks([1, 10], [3, 20]));
  assert.equal(watermark.takeMarks(0, first), first);
  assert.equal(watermark.current, 20);
  assert.deepEqual(pairsOf(watermark.takeMarks(0, batchWith(marks([0, 15], [2, 21])))), [[2, 21]]);
  assert.equal(pairsOf(watermark.takeMarks(0, batchWith(marks([0, 21])))), null);
  assert.equal(pairsOf(watermark.takeMarks(0, batchWith(marks()))), null);
});

test('Of several inputs marks stand where the least of all rises', () => {
  const watermark = new CombinedWatermark(2);
  assert.equal(pairsOf(watermark.takeMarks(0, batchWith(marks([1, 10])))), null);
  assert.equal(watermark.current, START_OF_TIME);
  const second = watermark.takeMarks(1, batchWith(marks([0, 5], [2, 12], [4, 30])));
  assert.deepEqual(pairsOf(second), [
    [0, 5],
    [2, 10],
  ]);
  assert.equal(watermark.advance(0, 8), 10);
  assert.equal(watermark.setIdle(0, true), 30);
  assert.equal(watermark.setIdle(1, true), 30);
  assert.equal(watermark.idle, true);
  assert.equal(watermark.setIdle(0, false), 30);
  assert.equal(watermark.idle, false);
});
