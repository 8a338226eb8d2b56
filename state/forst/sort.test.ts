import assert from 'node:assert/strict';
import test from 'node:test';
import { Random } from '../../conf/random.js';
import { EntryBuffer } from './entries.js';
import { compareKeys } from './key-order.js';
import { sortedOrder } from './sort.js';

const NONE = new Uint8Array(0);

function check(keys: readonly Uint8Array[]): void {
  const entries = new EntryBuffer();
  for (const key of keys) entries.put(key, NONE);
  const expected = keys.map((key, i) => [key, i] as const).sort(([a], [b]) => compareKeys(a, b));
  assert.deepEqual(
    [...sortedOrder(entries)],
    expected.map(([, i]) => i),
  );
}

test('the order is that of bytes, and equal keys keep theirs', () => {
  const random = new Random(1);
  for (const [count, most, alphabet] of [
    [0, 8, 255],
    [10, 8, 255],
    [2000, 4, 1],
    [2000, 12, 255],
    [3000, 30, 1],
    [3000, 9, 0],
    [500, 40, 0],
  ] as const) {
    const length = (): number => random.nextInt(0, most);
    check(
      Array.from({ length: count }, () =>
        Uint8Array.from({ length: length() }, () => random.nextInt(0, alphabet)),
      ),
    );
  }
});

test('keys that share a long beginning', () => {
  const random = new Random(2);
  const prefix = Uint8Array.from({ length: 21 }, (_, i) => i);
  check(
    Array.from({ length: 5000 }, () =>
      Uint8Array.of(...prefix, random.nextInt(0, 255), random.nextInt(0, 255), 0, 0, 0, 0, 0),
    ),
  );
  check(Array.from({ length: 100 }, (_, i) => prefix.slice(0, i % 22)));
});
