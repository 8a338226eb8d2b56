import assert from 'node:assert/strict';
import test from 'node:test';
import { Random } from '../../conf/random.js';
import type { StateFile } from '../api/snapshot.js';
import { MemoryFileSystem } from '../fs/memory.js';
import { BlockCache } from './block-cache.js';
import { NONE } from './codec.js';
import { encodeFooter, FOOTER_BYTES } from './footer.js';
import { compareKeys } from './key-order.js';
import type { KeyRange } from './key-range.js';
import { ReadQueue } from './read-queue.js';
import { SortedFile } from './sorted-file.js';
import { SortedFileReader } from './sorted-file-reader.js';
import { type FileFormat, SortedFileWriter } from './sorted-file-writer.js';
import { readFooter } from './tail.js';

const FORMAT: FileFormat = { blockBytes: 256, bloomBitsPerKey: 10, codec: NONE };

type Pair = readonly [key: Uint8Array, value: Uint8Array | null];

class FarFileSystem extends MemoryFileSystem {
  reads = 0;
  failure: Error | undefined;
  override readNow = undefined as never;

  override async read(path: string, offset: number, length: number): Promise<Uint8Array> {
    this.reads++;
    if (this.failure !== undefined) throw this.failure;
    return (await this.readAll(path)).subarray(offset, offset + length);
  }
}

/** Keys of varied length in 8 key groups and 3 tables, ascending. */
function pairs(seed: number, count: number): Pair[] {
  const random = new Random(seed);
  const byKey = new Map<string, Pair>();
  while (byKey.size < count) {
    const length = 4 + random.nextInt(0, 20);
    const key = Uint8Array.from({ length }, () => random.nextInt(0, 3));
    key.set([0, random.nextInt(0, 7), 0, random.nextInt(0, 2)]);
    const value = Uint8Array.from({ length: random.nextInt(0, 60) }, () => random.nextInt(0, 255));
    byKey.set(Buffer.from(key).toString('hex'), [key, random.nextInt(0, 9) === 0 ? null : value]);
  }
  return [...byKey.values()].sort(([a], [b]) => compareKeys(a, b));
}

async function writeFile(
  fs: MemoryFileSystem,
  content: readonly Pair[],
  ranges: readonly KeyRange[] = [],
  format = FORMAT,
): Promise<StateFile> {
  const identity = { path: 'shared/1', level: 0, sequence: 1, nonce: 0xdeadbeef };
  const writer = new SortedFileWriter(await fs.create(identity.path), identity, format);
  for (const range of ranges) writer.deleteRange(range);
  for (const [key, value] of content) {
    if (value === null) writer.delete(key);
    else writer.put(key, value);
    if (writer.unwrittenBytes > 1000) await writer.flush();
  }
  return writer.finish();
}

async function scanned(reader: SortedFileReader, ...range: (Uint8Array | null)[]): Promise<Pair[]> {
  const found: Pair[] = [];
  for await (const page of reader.scan(range[0], range[1], 1000)) {
    for (let i = 0; i < page.count; i++) {
      const key = page.keys.slice(page.keyOffsets[i], page.keyOffsets[i + 1]);
      const value = page.values.slice(page.valueOffsets[i], page.valueOffsets[i + 1]);
      found.push([key, page.deleted[i] === 1 ? null : value]);
    }
  }
  return found;
}

test('a file gives back each key, and nothing else', async () => {
  for (const [seed, count] of [1, 17, 300, 3000].entries()) {
    const fs = new MemoryFileSystem();
    const content = pairs(seed, count);
    const file = await writeFile(fs, content);
    assert.equal(file.entries, count);
    assert.equal(file.sizeBytes, await fs.size(file.path));
    assert.deepEqual(file.firstKey, content[0]?.[0]);
    assert.deepEqual(file.lastKey, content.at(-1)?.[0]);
    const reader = await SortedFileReader.open(fs, file);
    for (const [key, value] of content) {
      assert.deepEqual(await reader.get(key), value);
      const longer = Uint8Array.of(...key, 7);
      assert.equal(await reader.get(longer), undefined);
    }
    assert.deepEqual(await scanned(reader), content);
    assert.deepEqual(await reader.verify(), []);
  }
});

test('scans of ranges and clips are what a filter over all entries gives', async () => {
  const fs = new MemoryFileSystem();
  const content = pairs(5, 2000);
  const file = await writeFile(fs, content);
  const random = new Random(9);
  for (let round = 0; round < 50; round++) {
    const first = random.nextInt(0, 7);
    const clip = { first, last: random.nextInt(first, 7) };
    const reader = await SortedFileReader.open(fs, { ...file, clip });
    const from = (random.pick(content) as Pair)[0].slice(0, random.nextInt(2, 10));
    const to = (random.pick(content) as Pair)[0];
    const expected = content.filter(
      ([key]) =>
        compareKeys(key, from) >= 0 &&
        compareKeys(key, to) < 0 &&
        (key[1] as number) >= clip.first &&
        (key[1] as number) <= clip.last,
    );
    assert.deepEqual(await scanned(reader, from, to), expected);
  }
});

test('a filter lets few absent keys pass', async () => {
  const fs = new MemoryFileSystem();
  const file = await writeFile(fs, pairs(3, 4000));
  const reader = await SortedFileReader.open(fs, file);
  let reads = 0;
  const { read } = fs;
  fs.read = (...args) => {
    reads++;
    return read.apply(fs, args);
  };
  for (const [key] of pairs(3, 4000)) await reader.get(Uint8Array.of(...key, 9));
  assert.ok(reads < 100, `${reads} of 4000 absent keys were looked for`);
});

test('a file of deleted ranges alone has their bounds', async () => {
  const fs = new MemoryFileSystem();
  const range = {
    firstGroup: 2,
    lastGroup: 5,
    from: Uint8Array.of(0, 1, 7),
    to: Uint8Array.of(0, 1, 8),
  };
  const open = { firstGroup: 3, lastGroup: 6, from: Uint8Array.of(0, 2), to: null };
  const file = await writeFile(fs, [], [range, open]);
  assert.deepEqual(file.firstKey, Uint8Array.of(0, 2, 0, 1, 7));
  assert.deepEqual(file.lastKey, Uint8Array.of(0, 7));
  const reader = await SortedFileReader.open(fs, file);
  assert.deepEqual(reader.ranges, [range, open]);
  assert.deepEqual(await scanned(reader), []);
});

test('sizes of tables', async () => {
  const fs = new MemoryFileSystem();
  const content = pairs(11, 500);
  const reader = await SortedFileReader.open(fs, await writeFile(fs, content));
  for (const size of reader.tail.tables) {
    const of = content.filter(([key]) => key[3] === size.table);
    assert.equal(size.entries, of.length);
    assert.equal(size.deleted, of.filter(([, value]) => value === null).length);
    const values = of.reduce((sum, [, value]) => sum + (value?.length ?? 0), 0);
    assert.equal(size.valueBytes, values);
  }
  assert.equal(reader.tail.tables.length, 3);
});

test('one flipped bit anywhere is STATE_CORRUPT or harmless, never another answer', async () => {
  const fs = new MemoryFileSystem();
  const content = pairs(21, 400);
  const file = await writeFile(fs, content);
  const good = await fs.readAll(file.path);
  const random = new Random(77);
  for (let round = 0; round < 300; round++) {
    const bytes = new Uint8Array(good);
    const at = random.nextInt(0, bytes.length - 1);
    bytes[at] = (bytes[at] as number) ^ (1 << random.nextInt(0, 7));
    await fs.write(file.path, bytes);
    try {
      const reader = await SortedFileReader.open(fs, file);
      for (const [key, value] of content) assert.deepEqual(await reader.get(key), value);
      assert.ok(at >= bytes.length - FOOTER_BYTES, 'The footer alone is held elsewhere');
      await assert.rejects(readFooter(fs, file.path), { code: 'STATE_CORRUPT' });
    } catch (error) {
      assert.equal((error as { code?: unknown }).code, 'STATE_CORRUPT', String(error));
      assert.match((error as Error).message, /shared\/1, .*expected .*found/);
    }
  }
});

test('a truncated file, a foreign one and another version name what was expected', async () => {
  const fs = new MemoryFileSystem();
  const file = await writeFile(fs, pairs(4, 100));
  const bytes = await fs.readAll(file.path);
  await fs.write('short', bytes.subarray(0, bytes.length - 100));
  await assert.rejects(readFooter(fs, 'short'), {
    code: 'STATE_CORRUPT',
    message: /short, footer: expected magic 0x5453524d, found/,
  });
  await fs.write(file.path, bytes.subarray(0, 300));
  await assert.rejects(SortedFileReader.open(fs, file), {
    code: 'STATE_CORRUPT',
    message: /tail at byte \d+: expected \d+ bytes, found 0/,
  });
  const other = encodeFooter({ ...(await readFooterOf(fs, bytes)), entries: 1 });
  new DataView(other.buffer).setUint16(4, 9, true);
  const { crc32 } = await import('node:zlib');
  new DataView(other.buffer).setUint32(56, crc32(other.subarray(0, 56)), true);
  await assert.rejects(SortedFileReader.open(fs, { ...file, footer: other }), {
    code: 'STATE_CORRUPT',
    message: /footer: expected format version 1 to 2, found 9/,
  });
});

async function readFooterOf(fs: MemoryFileSystem, bytes: Uint8Array) {
  await fs.write('whole', bytes);
  return readFooter(fs, 'whole');
}

/** A file that has to be waited for. @param parallelism reads at once, of all files */
async function openFar(entries: number, parallelism: number) {
  const fs = new FarFileSystem();
  const file = await writeFile(fs, pairs(5, entries));
  const access = { fs, cache: new BlockCache(1e6), queue: new ReadQueue(parallelism) };
  const sorted = new SortedFile(access, file);
  return { fs, sorted, tail: await sorted.loadTail() };
}

test('blocks that wait for a turn become one read with what is asked for beside them', async () => {
  const { fs, sorted, tail } = await openFar(3000, 1);
  fs.reads = 0;
  const asked = [[40], [0, 3], [1, 2, 40], [4]].map((blocks) => sorted.readBlocks(tail, blocks));
  const payloads = await Promise.all(asked.map((reads) => Promise.all(reads)));
  // Block 40 was alone, then all others were near.
  assert.equal(fs.reads, 2);
  const whole = await sorted.readRun(tail, 0, 41);
  const expected = [[40], [0, 3], [1, 2, 40], [4]].map((blocks) => blocks.map((i) => whole[i]));
  assert.deepEqual(payloads, expected);
});

test('a read that fails is told to all whose blocks it was for, and tried again', async () => {
  const { fs, sorted, tail } = await openFar(300, 1);
  fs.failure = new Error('far away');
  const asked = [...sorted.readBlocks(tail, [1]), ...sorted.readBlocks(tail, [2, 3])];
  const outcomes = await Promise.allSettled(asked);
  assert.deepEqual(
    outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.message),
    ['far away', 'far away', 'far away'],
  );
  fs.failure = undefined;
  const [block] = await Promise.all(sorted.readBlocks(tail, [2]));
  assert.deepEqual([block], await sorted.readRun(tail, 2, 3));
});

test('of a small file four reads are under way; what is asked for then is one', async () => {
  const { fs, sorted, tail } = await openFar(3000, 64);
  fs.reads = 0;
  const asked = [[7], [40], [50], [60], [61, 63], [62]].map((blocks) =>
    sorted.readBlocks(tail, blocks),
  );
  await Promise.all(asked.flat());
  assert.equal(fs.reads, 5);
});
