import assert from 'node:assert/strict';
import test from 'node:test';
import type { StateFile } from '../api/snapshot.js';
import { MemoryFileSystem } from '../fs/memory.js';
import { putNumber } from '../keyed/layout.js';
import { EntryBuffer } from './entries.js';
import type { Lsm } from './lsm.js';
import {
  ALL,
  checkGets,
  checkpoint,
  checkScan,
  FarFileSystem,
  GROUPS,
  nameOf,
  open,
  type Pairs,
} from './test-model.js';

const NOTHING = new Uint8Array(0);

for (const fs of [new MemoryFileSystem(), new FarFileSystem()]) {
  test(`values without times get one where they are read, ${fs.constructor.name}`, () =>
    readAndCompact(fs));
}

/** Three runs without times, one with; all are read in each way, then compacted. */
async function readAndCompact(fs: MemoryFileSystem): Promise<void> {
  const keyOf = (table: number, list: number, n: number): Uint8Array =>
    Uint8Array.of(0, n % GROUPS, 0, table, list, n);
  const timed = (time: number, value: number): Uint8Array => {
    const bytes = new Uint8Array(9);
    putNumber(time, bytes, 0);
    bytes[8] = value;
    return bytes;
  };
  const model: Pairs = new Map();
  const put = (entries: EntryBuffer, key: Uint8Array, value: Uint8Array, read = value): void => {
    entries.put(key, value);
    model.set(nameOf(key), [key, read]);
  };
  const before = open({ fs, settings: { compacts: false } });
  for (let run = 0; run < 3; run++) {
    const entries = new EntryBuffer();
    for (let n = run; n < 120; n += run + 1) {
      const value = Uint8Array.of(n + run);
      put(entries, keyOf(1, 0, n), value, timed(5000, n + run));
      put(entries, keyOf(2, 0, n), value);
      put(entries, keyOf(3, 0, n), value);
      put(entries, keyOf(3, 1, n), value, timed(6000, n + run));
    }
    entries.delete(keyOf(1, 0, 7 + run));
    model.delete(nameOf(keyOf(1, 0, 7 + run)));
    await before.add(entries);
  }
  const files = checkpoint(before);
  await before.close();
  const tables = [
    { table: 1, ttlMs: [1000] },
    { table: 3, ttlMs: [0, 1000] },
  ];
  let now = 5000;
  const lsm = open({
    fs,
    files,
    settings: { compacts: false },
    parts: { expiring: () => ({ tables, now }) },
  });
  lsm.giveTimes(1, [true], 5000);
  lsm.giveTimes(3, [false, true], 6000);
  const keys = [...model.values()].map(([key]) => key);
  const check = async (of: Lsm): Promise<void> => {
    await checkScan(of, model, ALL);
    await checkGets(of, model, keys);
    const read: Pairs = new Map();
    for (const table of [1, 2, 3]) {
      const prefixes = new EntryBuffer();
      for (let n = 0; n < GROUPS; n++) prefixes.put(keyOf(table, 0, n).subarray(0, 4), NOTHING);
      const lookup = of.prefixes(prefixes);
      await lookup.wait();
      lookup.take((_, found, i) => {
        const key = found.keys.slice(found.keyOffsets[i], found.keyOffsets[i + 1]);
        const value = found.values.slice(found.valueOffsets[i], found.valueOffsets[i + 1]);
        read.set(nameOf(key), [key, value]);
      });
    }
    assert.deepEqual(read, new Map(model));
  };
  await check(lsm);
  const entries = new EntryBuffer();
  for (let n = 0; n < 120; n += 9) put(entries, keyOf(1, 0, n), timed(5500, n));
  await lsm.add(entries);
  await check(lsm);
  const again = open({ fs, files: checkpoint(lsm), settings: { compacts: false } });
  await check(again);
  await again.close();
  const paths = checkpoint(lsm).map(({ path }) => path);
  assert.ok(
    files.every(({ path }) => paths.includes(path)),
    'Files stay as they are',
  );
  now = 6000;
  for (const [name, [key]] of model) {
    if (key[3] === 1 && (key[5] as number) % 9 !== 0) model.delete(name);
  }
  await lsm.compact(true);
  await check(lsm);
  assert.ok(checkpoint(lsm).every(({ untimed }) => untimed === undefined));
  await lsm.close();
}

test('parts of a file whose values have other times stay apart', async () => {
  const fs = new MemoryFileSystem();
  const whole = open({ fs });
  const entries = new EntryBuffer();
  for (let group = 0; group < GROUPS; group++) {
    entries.put(Uint8Array.of(0, group, 0, 1, 0, 0), Uint8Array.of(group));
  }
  await whole.add(entries);
  const files = checkpoint(whole);
  await whole.close();
  const parts: StateFile[] = [];
  for (const [first, last, time] of [
    [0, 2, 1000],
    [3, 4, 1000],
    [5, GROUPS - 1, 2000],
  ] as const) {
    const part = open({ fs, files, first, last });
    part.giveTimes(1, [true], time);
    parts.push(...checkpoint(part));
    await part.close();
  }
  const lsm = open({ fs, files: parts });
  assert.deepEqual(
    [...lsm.version.files()].map(({ meta }) => meta.clip).sort((a, b) => a.first - b.first),
    [
      { first: 0, last: 4 },
      { first: 5, last: GROUPS - 1 },
    ],
  );
  const model: Pairs = new Map();
  for (let group = 0; group < GROUPS; group++) {
    const key = Uint8Array.of(0, group, 0, 1, 0, 0);
    const value = new Uint8Array(9);
    putNumber(group < 5 ? 1000 : 2000, value, 0);
    value[8] = group;
    model.set(nameOf(key), [key, value]);
  }
  await checkScan(lsm, model, ALL);
  await checkGets(
    lsm,
    model,
    [...model.values()].map(([key]) => key),
  );
  await lsm.compact(true);
  await checkScan(lsm, model, ALL);
  await lsm.close();
});
