import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from './random.js';

/** `count` results of `next`. */
function many<T>(count: number, next: () => T): T[] {
  return Array.from({ length: count }, next);
}

test('the same seed gives the same sequence, another seed another', () => {
  const first = new Random(42);
  const again = new Random(42);
  const other = new Random(43);
  const sequence = many(5, () => first.nextUint32());
  assert.deepEqual(
    many(5, () => again.nextUint32()),
    sequence,
  );
  assert.notDeepEqual(
    many(5, () => other.nextUint32()),
    sequence,
  );
  assert.deepEqual(sequence, [1264412219, 1947509147, 3919439299, 1251167922, 656401615]);
});

test('integers reach both ends of their range evenly', () => {
  const random = new Random(1);
  const counts = new Map<number, number>();
  for (const value of many(6000, () => random.nextInt(-1, 4))) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  assert.deepEqual([...counts.keys()].sort(), [-1, 0, 1, 2, 3, 4]);
  for (const count of counts.values()) assert(Math.abs(count - 1000) < 150, String(count));
});

test('64-bit integers stay in their range', () => {
  const random = new Random(2);
  const [min, max] = [-(2n ** 63n), 2n ** 63n - 1n];
  const values = many(1000, () => random.nextBigInt(min, max));
  assert(values.every((value) => value >= min && value <= max));
  assert(values.some((value) => value < -(2n ** 62n)));
  assert(values.some((value) => value > 2n ** 62n));
  assert.deepEqual(
    many(3, () => random.nextBigInt(5n, 5n)),
    [5n, 5n, 5n],
  );
});

test('doubles, booleans, picks and the normal distribution', () => {
  const random = new Random(3);
  const doubles = many(2000, () => random.nextDouble());
  assert(doubles.every((value) => value >= 0 && value < 1));
  const mean = doubles.reduce((sum, value) => sum + value) / doubles.length;
  assert(Math.abs(mean - 0.5) < 0.03, String(mean));
  const heads = many(2000, () => random.nextBoolean()).filter(Boolean).length;
  assert(Math.abs(heads - 1000) < 100, String(heads));
  const normal = many(2000, () => random.nextGaussian());
  const variance = normal.reduce((sum, value) => sum + value * value) / normal.length;
  assert(Math.abs(variance - 1) < 0.1, String(variance));
  assert.deepEqual(new Set(many(50, () => random.pick(['a', 'b']))), new Set(['a', 'b']));
  assert.equal(random.pick([]), undefined);
});

test('a fork is fixed by the state it was taken from', () => {
  const [one, two] = [new Random(7), new Random(7)];
  const [left, right] = [one.fork(), two.fork()];
  assert.equal(left.nextUint32(), right.nextUint32());
  assert.notEqual(one.nextUint32(), left.nextUint32());
});
