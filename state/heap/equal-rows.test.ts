import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../conf/random.js';
import { EqualRows } from './equal-rows.js';

test('Rows are found, chained and removed as in a map of stacks, with hashes that collide', () => {
  const random = new Random(5);
  const index = new EqualRows();
  const values: number[] = [];
  const stacks = new Map<number, number[]>();
  const hash = (value: number): number => value % 7;
  const equalKept = (i: number, j: number): boolean => values[i] === values[j];
  for (let step = 0; step < 4000; step++) {
    const value = random.nextInt(0, 60);
    const stack = stacks.get(value) ?? [];
    stacks.set(value, stack);
    const found = index.find(hash(value), value, (row, id) => values[id] === row);
    assert.equal(found, stack.at(-1) ?? -1);
    if (found >= 0 && random.nextBoolean()) {
      index.remove(found);
      stack.pop();
    } else {
      values.push(value);
      index.add(values.length - 1, hash(value), equalKept);
      stack.push(values.length - 1);
    }
  }
});
