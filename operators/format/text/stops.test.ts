import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../conf/random.js';
import { StopIndex, toStop } from './stops.js';

type FirstStop = (words: Int32Array, p: number) => number;
const firstStop = new Function('words', 'p', `let word, mask; ${toStop()} return p;`) as FirstStop;

/** What the index finds, against a look at each byte. */
function check(bytes: Uint8Array, index: StopIndex, stops: number[], from: number): void {
  for (let p = from; p < bytes.length; ) {
    const expected = bytes.findIndex((byte, at) => at >= p && stops.includes(byte));
    assert.equal(firstStop(index.words, p), expected, `from ${p}`);
    p = expected + 1;
  }
}

test('finds each stop, one to five values of them, from any start', () => {
  const random = new Random(1);
  for (let run = 0; run < 200; run++) {
    const bytes = Uint8Array.from({ length: random.nextInt(1, 300) }, () => random.nextInt(0, 255));
    const stops = [10, 34, 255, 0, 127].slice(0, random.nextInt(1, 5));
    for (let i = 0; i < bytes.length / 20; i++) {
      bytes[random.nextInt(0, bytes.length - 1)] = random.pick(stops) ?? 10;
    }
    bytes[bytes.length - 1] = 10;
    const from = random.nextInt(0, bytes.length - 1);
    const index = new StopIndex(stops);
    index.cover(bytes, from, bytes.length);
    check(bytes, index, stops, from);
  }
});

test('stops that lie further apart than the kernel looks at once', () => {
  const bytes = new Uint8Array(300_001);
  for (const at of [0, 31, 32, 65_535, 65_536, 131_071, 200_000, 300_000]) bytes[at] = 10;
  const index = new StopIndex([10]);
  index.cover(bytes, 0, bytes.length);
  check(bytes, index, [10], 0);
});

test('a part of the range covered before is not looked at again', () => {
  const bytes = Uint8Array.of(1, 10, 1, 1, 10);
  const index = new StopIndex([10]);
  index.cover(bytes, 0, 5);
  bytes[1] = 1;
  index.cover(bytes, 2, 5);
  assert.equal(firstStop(index.words, 0), 1);
  index.cover(Uint8Array.of(1, 1, 10), 0, 3);
  assert.equal(firstStop(index.words, 0), 2);
});
