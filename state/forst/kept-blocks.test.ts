import assert from 'node:assert/strict';
import test from 'node:test';
import { BlockCache } from './block-cache.js';
import { EntryBuffer } from './entries.js';
import type { Lsm } from './lsm.js';
import { FarFileSystem, open } from './test-model.js';
import type { VersionFile } from './version.js';

const KEYS = 300;

const keyOf = (i: number): Uint8Array => Uint8Array.of(0, 1, 0, 1, i >> 8, i & 255);

/** Of 40 bytes: three entries a block. */
function entriesOf(version: number, step = 1): EntryBuffer {
  const entries = new EntryBuffer();
  for (let i = 0; i < KEYS; i += step) entries.put(keyOf(i), new Uint8Array(40).fill(version));
  return entries;
}

/** What the first byte of each key's value is. */
async function read(lsm: Lsm, keys: readonly number[]): Promise<(number | undefined)[]> {
  const batch = new EntryBuffer();
  for (const i of keys) batch.put(keyOf(i), new Uint8Array(0));
  const lookup = lsm.get(batch);
  await lookup.wait();
  return keys.map((_, i) => lookup.values[lookup.starts[i] as number]);
}

/** Blocks of a level's files that are in memory. */
function inMemory(lsm: Lsm, level: number): number {
  const files = lsm.version.levels[level] ?? [];
  const entries = files.flatMap(({ data }) => [...data.blockEntries]);
  return entries.filter((entry) => entry >= 0).length;
}

const ALL = Array.from({ length: KEYS }, (_, i) => i);

test('once a read had to wait, what a flush writes need not be read back', async () => {
  const fs = new FarFileSystem();
  const lsm = open({ fs, cacheBytes: 1e6, settings: { compacts: false } });
  await lsm.add(entriesOf(1));
  assert.deepEqual(
    await read(lsm, ALL),
    ALL.map(() => 1),
  );
  const { reads } = fs;
  assert.ok(reads > 1, 'The first file was read');
  await lsm.add(entriesOf(2, 2));
  assert.deepEqual(
    await read(lsm, ALL),
    ALL.map((i) => (i % 2 === 0 ? 2 : 1)),
  );
  assert.equal(fs.reads, reads);
  const { files, release } = lsm.snapshot();
  // What is for memory alone is in no checkpoint.
  assert.ok(files.every((file) => !('kept' in file)));
  release();
  await lsm.close();
});

test('a compaction keeps blocks where those of its oldest inputs are in memory', async () => {
  const fs = new FarFileSystem();
  const settings = { compacts: false, targetFileBytes: 1e6 };
  const first = open({ fs, settings });
  await first.add(entriesOf(1));
  await first.compact(true);
  await first.add(entriesOf(2, 3));
  const { files, release } = first.snapshot();
  release(files.map(({ path }) => path));
  await first.close();

  const lsm = open({ fs, files, cacheBytes: 1e6, settings });
  const hot = [...ALL.slice(60, 66), ...ALL.slice(200, 203)];
  const expected = (keys: readonly number[]): number[] => keys.map((i) => (i % 3 === 0 ? 2 : 1));
  assert.deepEqual(await read(lsm, hot), expected(hot));
  await lsm.compact(true);
  const { reads } = fs;
  assert.deepEqual(await read(lsm, hot), expected(hot));
  assert.equal(fs.reads, reads);
  const [made] = [...lsm.version.files()];
  const { blockEntries } = (made as VersionFile).data;
  const kept = inMemory(lsm, made?.meta.level as number);
  assert.ok(kept >= 3 && kept <= 10, `${kept} of ${blockEntries.length} blocks were kept`);
  const { farReads } = lsm.counts;
  assert.deepEqual(await read(lsm, ALL), expected(ALL));
  assert.equal(lsm.counts.farReads - farReads, blockEntries.length - kept);
  await lsm.close();
});

test('kept blocks take half of the memory of blocks at most', async () => {
  const fs = new FarFileSystem();
  const cache = new BlockCache(10_000);
  const lsm = open({ fs, parts: { cache }, settings: { compacts: false } });
  await lsm.add(entriesOf(1));
  await read(lsm, [0]);
  await lsm.add(entriesOf(2));
  const kept = inMemory(lsm, 0);
  assert.ok(kept >= 25 && kept <= 34, `${kept} blocks of some 150 bytes are in memory`);
  assert.deepEqual(
    await read(lsm, ALL),
    ALL.map(() => 2),
  );
  await lsm.close();
});

test('files of one compaction keep together what it may', async () => {
  const fs = new FarFileSystem();
  const cache = new BlockCache(20_000);
  const settings = { compacts: false, targetFileBytes: 1500 };
  const lsm = open({ fs, parts: { cache }, settings });
  await lsm.add(entriesOf(1));
  await read(lsm, ALL);
  await lsm.compact(true);
  const files = lsm.version.levels[1]?.length as number;
  assert.ok(files > 2, `${files} files`);
  const kept = inMemory(lsm, 1);
  assert.ok(kept >= 50 && kept <= 68, `${kept} blocks of some 150 bytes are in memory`);
  assert.deepEqual(
    await read(lsm, ALL),
    ALL.map(() => 1),
  );
  await lsm.close();
});
