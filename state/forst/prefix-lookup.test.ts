import assert from 'node:assert/strict';
import test from 'node:test';
import { Random } from '../../conf/random.js';
import { FaultyFileSystem } from '../fs/faulty.js';
import { MemoryFileSystem } from '../fs/memory.js';
import { type Entries, EntryBuffer } from './entries.js';
import { isInRange, type KeyRange } from './key-range.js';
import type { Lsm } from './lsm.js';
import { decodeTableSizes, encodeTableSizes } from './table-sizes.js';
import { checkpoint, FarFileSystem, nameOf, open, type Pairs } from './test-model.js';

const GROUPS = 4;
const KEYS = 12;
const TABLE = 1;
const rowTables = () => [{ table: TABLE, apartBytes: 2 }];

function keyOf(group: number, key: number): Uint8Array {
  return Uint8Array.of(0, group, 0, TABLE, key, 0xff);
}

function rowOf(random: Random): Uint8Array {
  const key = keyOf(random.nextInt(0, GROUPS - 1), random.nextInt(0, KEYS - 1));
  return Uint8Array.of(...key, random.nextInt(0, 2), random.nextInt(0, 200));
}

function change(random: Random, model: Pairs): [EntryBuffer, KeyRange[]] {
  const entries = new EntryBuffer();
  const ranges: KeyRange[] = [];
  if (random.nextInt(0, 5) === 0) {
    const from = keyOf(0, random.nextInt(0, KEYS - 2)).slice(2, 5);
    ranges.push({ firstGroup: 1, lastGroup: 2, from, to: Uint8Array.of(0, TABLE, KEYS) });
  }
  for (const [name, [key]] of model) {
    if (ranges.some((range) => isInRange(range, key, 0, key.length))) model.delete(name);
  }
  const rows = Array.from({ length: random.nextInt(0, 40) }, () => rowOf(random));
  for (const row of new Map(rows.map((one) => [nameOf(one), one])).values()) {
    if (random.nextInt(0, 3) === 0) {
      entries.delete(row);
      model.delete(nameOf(row));
      continue;
    }
    const value = Uint8Array.from({ length: random.nextInt(0, 30) }, () => random.nextInt(0, 9));
    entries.put(row, value);
    model.set(nameOf(row), [row, value]);
  }
  return [entries, ranges];
}

async function read(lsm: Lsm, keys: readonly Uint8Array[]): Promise<string[][]> {
  const batch = new EntryBuffer();
  for (const key of keys) batch.put(key, new Uint8Array(0));
  const lookup = lsm.prefixes(batch);
  await lookup.wait();
  assert.ok(lookup.ready);
  const found: string[][] = keys.map(() => []);
  lookup.take((key, entries, i) => found[key]?.push(textOf(entries, i)));
  return found;
}

function textOf({ keys, keyOffsets, values, valueOffsets }: Entries, i: number): string {
  const key = keys.subarray(keyOffsets[i], keyOffsets[i + 1]);
  return `${nameOf(key)}=${nameOf(values.subarray(valueOffsets[i], valueOffsets[i + 1]))}`;
}

function expected(model: Pairs, key: Uint8Array): string[] {
  return [...model]
    .filter(([name]) => name.startsWith(nameOf(key)))
    .map(([name, [, value]]) => `${name}=${nameOf(value)}`)
    .sort();
}

async function check(lsm: Lsm, model: Pairs, random: Random): Promise<void> {
  const keys = Array.from({ length: 12 }, () =>
    keyOf(random.nextInt(0, GROUPS - 1), random.nextInt(0, KEYS + 3)),
  );
  assert.deepEqual(
    await read(lsm, keys),
    keys.map((key) => expected(model, key)),
  );
}

for (const [name, make] of [
  ['near', () => new MemoryFileSystem()],
  ['far', () => new FarFileSystem()],
] as const) {
  test(`keys with all their entries in ${name} files agree with a map`, async () => {
    let filtered = 0;
    for (let seed = 0; seed < 6; seed++) {
      const random = new Random(seed);
      const fs = make();
      const cacheBytes = seed % 2 === 0 ? 1000 : 200_000;
      let lsm = open({ fs, cacheBytes, parts: { rowTables } });
      const model: Pairs = new Map();
      for (let step = 0; step < 60; step++) {
        await lsm.add(...change(random, model));
        await check(lsm, model, random);
        if (random.nextInt(0, 19) === 0) await lsm.compact(true);
        if (random.nextInt(0, 9) > 0) continue;
        const files = checkpoint(lsm);
        filtered += lsm.counts.filtered;
        await lsm.close();
        lsm = open({ fs, files, cacheBytes, parts: { rowTables } });
      }
      await check(lsm, model, random);
      await lsm.close();
    }
    assert.ok(filtered > 0);
  });
}

test('many keys are a read of each file, its end apart; keys that are not there none', async () => {
  const fs = new FarFileSystem();
  const first = open({ fs, parts: { rowTables }, settings: { blockBytes: 4096, compacts: false } });
  const model: Pairs = new Map();
  for (let run = 0; run < 3; run++) {
    const entries = new EntryBuffer();
    for (let key = 0; key < KEYS; key++) {
      const row = Uint8Array.of(...keyOf(0, key), run, 7);
      entries.put(row, Uint8Array.of(run));
      model.set(nameOf(row), [row, Uint8Array.of(run)]);
    }
    await first.add(entries);
  }
  const lsm = open({ fs, files: checkpoint(first), parts: { rowTables } });
  const keys = Array.from({ length: KEYS }, (_, key) => keyOf(0, key));
  fs.reads = 0;
  assert.deepEqual(
    await read(lsm, keys),
    keys.map((key) => expected(model, key)),
  );
  assert.equal(fs.reads, 6);
  const absent = Array.from({ length: 50 }, (_, i) => Uint8Array.of(0, 0, 0, TABLE, 5, i));
  assert.deepEqual(
    await read(lsm, absent),
    absent.map(() => []),
  );
  assert.equal(fs.reads, 6);
  await lsm.close();
  await first.close();
});

test('a key of many blocks is one read past the cache; a failing file fails the read', async () => {
  const fs = new FaultyFileSystem(new MemoryFileSystem(), '');
  const lsm = open({ fs, cacheBytes: 50_000, parts: { rowTables }, settings: { compacts: false } });
  const entries = new EntryBuffer();
  const model: Pairs = new Map();
  for (let row = 0; row < 1000; row++) {
    const key = Uint8Array.of(...keyOf(1, 3), row >> 8, row & 255);
    const value = Uint8Array.from({ length: 100 }, (_, i) => (row * i) & 255);
    entries.put(key, value);
    model.set(nameOf(key), [key, value]);
  }
  await lsm.add(entries);
  const keys = [keyOf(1, 3)];
  assert.deepEqual(await read(lsm, keys), [expected(model, keyOf(1, 3))]);
  // The end of the file, and the blocks.
  assert.equal(fs.calls.get('read'), 2);
  fs.setRules('read ** error');
  await assert.rejects(read(lsm, keys), { code: 'FILE_UNREACHABLE' });
  await lsm.close();
});

test('a key is large where it has entries, not where a block of others may have some', async () => {
  const settings = { blockBytes: 256, compacts: false };
  const lsm = open({ fs: new MemoryFileSystem(), parts: { rowTables: () => [] }, settings });
  const entries = new EntryBuffer();
  for (let key = 0; key < KEYS; key += 2) {
    for (let row = 0; row < (key === 4 ? 200 : 2); row++) {
      entries.put(Uint8Array.of(...keyOf(1, key), 0, row), Uint8Array.of(row));
    }
  }
  await lsm.add(entries);
  const batch = new EntryBuffer();
  for (let key = 0; key < KEYS; key++) batch.put(keyOf(1, key), new Uint8Array(0));
  const lookup = lsm.prefixes(batch, 1);
  await lookup.wait();
  const found = new Array<number>(KEYS).fill(0);
  lookup.take((key) => {
    found[key] = (found[key] as number) + 1;
  });
  const large = [...found.keys()].filter((key) => lookup.isLarge(key));
  assert.deepEqual(large, [0, 2, 4, 6, 8, 10]);
  assert.deepEqual(new Set(found), new Set([0]));
  await lsm.close();
});

test('files of version 1 do not say what tells entries apart: their filters are not asked', () => {
  const size = { table: 1, entries: 5, deleted: 0, keyBytes: 9, valueBytes: 7, apartBytes: 8 };
  assert.deepEqual(decodeTableSizes(encodeTableSizes([size]), 2), [size]);
  const first = Uint8Array.of(1, 1, 5, 0, 9, 7);
  assert.deepEqual(decodeTableSizes(first, 1), [{ ...size, apartBytes: 0 }]);
});
