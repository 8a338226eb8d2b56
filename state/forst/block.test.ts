import assert from 'node:assert/strict';
import test from 'node:test';
import { Random } from '../../conf/random.js';
import { BlockBuilder, decodeAround, decodeBlock } from './block.js';
import { type Entries, EntryBuffer } from './entries.js';
import { compareKeys } from './key-order.js';
import { clipEntries } from './sorted-file-reader.js';

function randomKey(random: Random, prefix: readonly number[]): Uint8Array {
  const rest = Array.from({ length: random.nextInt(0, 6) }, () => random.nextInt(0, 3));
  return Uint8Array.of(...prefix, ...rest);
}

function lines(entries: Entries): string[] {
  return Array.from({ length: entries.count }, (_, i) => {
    const part = (bytes: Uint8Array, offsets: Int32Array): string =>
      Buffer.from(bytes.subarray(offsets[i], offsets[i + 1])).toString('hex');
    const key = part(entries.keys, entries.keyOffsets);
    return `${key} ${part(entries.values, entries.valueOffsets)}`;
  });
}

test('the entries between two keys are those of the whole block, and few beside', () => {
  let around = 0;
  let whole = 0;
  for (let seed = 1; seed <= 300; seed++) {
    const random = new Random(seed);
    const prefix = Array.from({ length: random.nextInt(0, 5) }, () => random.nextInt(0, 1));
    const keys = Array.from({ length: random.nextInt(1, 200) }, () => randomKey(random, prefix));
    keys.sort(compareKeys);
    const builder = new BlockBuilder();
    for (const [i, key] of keys.entries()) {
      if (i > 0 && compareKeys(keys[i - 1] as Uint8Array, key) === 0) continue;
      builder.add(key, 0, key.length, key, 0, random.nextInt(0, 4) === 0 ? -1 : key.length);
    }
    const margin = random.nextInt(0, 20);
    const bytes = Buffer.concat([Buffer.alloc(margin, 1), builder.finish()]);
    const all = new EntryBuffer();
    decodeBlock(bytes, margin, bytes.length, all);
    for (let i = 0; i < 20; i++) {
      const ends = [0, 1].map(() => randomKey(random, random.nextInt(0, 2) > 0 ? prefix : []));
      const [lower, upper] = ends.sort(compareKeys) as [Uint8Array, Uint8Array];
      const some = new EntryBuffer();
      decodeAround(bytes, margin, bytes.length, lower, upper, some);
      const expected = lines(clipEntries(all, lower, upper));
      assert.deepEqual(lines(clipEntries(some, lower, upper)), expected);
      around += some.count - expected.length;
      whole += all.count - expected.length;
    }
  }
  assert.ok(around < whole / 2, `${around} beside, ${whole} in whole blocks`);
});
