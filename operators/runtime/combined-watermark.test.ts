import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../conf/random.js';
import { Batch, type Marks } from '../core/batch.js';
import { END_OF_TIME, START_OF_TIME } from '../core/message.js';
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

test('Any moves of any number of inputs give what a look at all of them gives', () => {
  const random = new Random(7);
  for (let inputs = 1; inputs <= 9; inputs++) {
    const watermark = new CombinedWatermark(inputs);
    const values = new Array<number>(inputs).fill(START_OF_TIME);
    const idle = new Array<boolean>(inputs).fill(false);
    let common = START_OF_TIME;
    for (let move = 0; move < 400; move++) {
      const input = random.nextInt(0, inputs - 1);
      if (random.nextInt(0, 2) === 0) {
        idle[input] = !idle[input];
        watermark.setIdle(input, idle[input]);
      } else {
        const value = random.nextInt(0, 299) === 0 ? END_OF_TIME : random.nextInt(0, move);
        values[input] = Math.max(values[input] as number, value);
        watermark.advance(input, value);
      }
      const open = values.flatMap((value, i) => (value === END_OF_TIME ? [] : [i]));
      const active = open.filter((i) => !idle[i]).map((i) => values[i] as number);
      if (active.length > 0) common = Math.max(common, Math.min(...active));
      else if (open.length === 0) common = END_OF_TIME;
      assert.deepEqual(
        [watermark.current, watermark.idle],
        [common, active.length === 0 && open.length > 0],
      );
    }
  }
});
