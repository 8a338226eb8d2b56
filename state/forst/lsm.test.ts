import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { MillraceError } from '../../conf/errors/error.js';
import { Random } from '../../conf/random.js';
import type { StateFile } from '../api/snapshot.js';
import { CachedFileSystem } from '../cache/cached-file-system.js';
import { HeldFileStore } from '../cache/held-files.js';
import { PageCache } from '../cache/page-cache.js';
import type { FileSystem } from '../fs/file-system.js';
import { LocalFileSystem } from '../fs/local.js';
import { MemoryFileSystem } from '../fs/memory.js';
import { putNumber } from '../keyed/layout.js';
import { type InlineBackground, WorkerBackground } from './background.js';
import { EntryBuffer } from './entries.js';
import { runFileJob } from './file-job.js';
import type { Lsm } from './lsm.js';
import {
  ALL,
  change,
  checkGets,
  checkpoint,
  checkScan,
  FarFileSystem,
  GROUPS,
  nameOf,
  open,
  type Pairs,
  randomKey,
  randomRange,
} from './test-model.js';

const base = mkdtempSync(join(tmpdir(), 'millrace-lsm-'));
after(() => rmSync(base, { recursive: true }));

function clipped(model: Pairs, first: number, last: number): Pairs {
  return new Map(
    [...model].filter(([, [k]]) => (k[1] as number) >= first && (k[1] as number) <= last),
  );
}

/** Splits a task at a key group, lets both sides go on, and brings them together again. */
async function rescale(random: Random, fs: FileSystem, lsm: Lsm, model: Pairs): Promise<Lsm> {
  const files = checkpoint(lsm);
  const at = random.nextInt(0, GROUPS - 2);
  const sides = [
    [0, at],
    [at + 1, GROUPS - 1],
  ] as const;
  const all: StateFile[] = [];
  for (const [first, last] of sides) {
    const side = open({ fs, files, first, last });
    await checkScan(side, clipped(model, first, last), ALL);
    for (let i = random.nextInt(0, 4); i > 0; i--) {
      const own: Pairs = clipped(model, first, last);
      const [entries, ranges] = change(random, own, 15);
      const inside = new EntryBuffer();
      for (let j = 0; j < entries.count; j++) {
        const key = entries.keys.slice(entries.keyOffsets[j], entries.keyOffsets[j + 1]);
        const group = key[1] as number;
        if (group < first || group > last) own.delete(nameOf(key));
        else if (entries.deleted[j] === 1) inside.delete(key);
        else inside.put(key, own.get(nameOf(key))?.[1] as Uint8Array);
      }
      await side.add(inside, ranges);
      for (const name of clipped(model, first, last).keys()) model.delete(name);
      for (const [name, pair] of own) model.set(name, pair);
    }
    all.push(...checkpoint(side));
    await side.close();
  }
  await lsm.close();
  return open({ fs, files: all });
}

function cached(primary: FileSystem, pages: PageCache, mostBytes: number): CachedFileSystem {
  const held = new HeldFileStore(pages, {
    mostBytes,
    waitingBytes: mostBytes / 2,
    fullBytes: mostBytes,
  });
  return new CachedFileSystem(primary, pages, held);
}

/** Far files behind a cache of a few pages. */
function cachedFiles(): FileSystem {
  const folder = mkdtempSync(join(base, 'cache-'));
  const settings = { folder, limitBytes: 20 * 4096, reserveBytes: 0, promoteAfter: 2 };
  return cached(new FarFileSystem(), new PageCache(settings), 10 * 4096);
}

for (const [name, make] of [
  ['near', () => new MemoryFileSystem()],
  ['far', () => new FarFileSystem()],
  ['cached', () => cachedFiles()],
] as const) {
  test(`random operations on ${name} files agree with a map`, async () => {
    for (let seed = 0; seed < 4; seed++) {
      const random = new Random(seed);
      const fs = make();
      let lsm = open({ fs, cacheBytes: seed % 2 === 0 ? 2000 : 200_000 });
      const model: Pairs = new Map();
      for (let step = 0; step < 250; step++) {
        const action = random.nextInt(0, 99);
        if (action < 45) {
          await lsm.add(...change(random, model, random.nextInt(0, 40)));
        } else if (action < 75) {
          const keys = Array.from({ length: 20 }, () => randomKey(random));
          await checkGets(lsm, model, keys);
        } else if (action < 90) {
          await checkScan(lsm, model, randomRange(random));
        } else if (action < 93) {
          await lsm.compact(true);
        } else if (action < 97) {
          const files = checkpoint(lsm);
          await lsm.close();
          lsm = open({ fs, files, cacheBytes: 2000 });
        } else {
          lsm = await rescale(random, fs, lsm, model);
        }
      }
      await checkScan(lsm, model, ALL);
      await checkGets(
        lsm,
        model,
        [...model.values()].map(([key]) => key),
      );
      await lsm.compact();
      assert.ok(lsm.counts.compactions + lsm.counts.flushes > 0);
      await lsm.close();
    }
  });
}

test('opening reads nothing; a cold key is two reads, an absent one at most one', async () => {
  const fs = new FarFileSystem();
  const first = open({ fs });
  const random = new Random(1);
  const model: Pairs = new Map();
  for (let i = 0; i < 6; i++) {
    const [entries] = change(random, model, 40);
    await first.add(entries);
  }
  await first.compact(true);
  const { files } = first.snapshot();
  fs.reads = 0;
  const lsm = open({ fs, files });
  assert.equal(fs.reads, 0);
  const [key] = [...model.values()][0] as readonly [Uint8Array, Uint8Array];
  await checkGets(lsm, model, [key]);
  assert.equal(fs.reads, 2);
  await checkGets(lsm, model, [key]);
  assert.equal(fs.reads, 2);
  const absent = Array.from({ length: 50 }, (_, i) => Uint8Array.of(...key, 9, i));
  await checkGets(lsm, model, absent);
  assert.ok(fs.reads <= 2 + 4, `${fs.reads} reads`);
  await lsm.close();
  await first.close();
});

test('only files that a version or a checkpoint holds stay', async () => {
  const fs = new MemoryFileSystem();
  const lsm = open({ fs });
  const random = new Random(3);
  const model: Pairs = new Map();
  const paths = async (): Promise<string[]> => {
    await lsm.compact();
    const found: string[] = [];
    for await (const { path } of fs.list('')) found.push(path);
    return found;
  };
  for (let i = 0; i < 8; i++) await lsm.add(...change(random, model, 30));
  const current = (): string[] => [...lsm.version.files()].map(({ meta }) => meta.path).sort();
  assert.deepEqual(await paths(), current());
  const scan = lsm.scan(ALL);
  const held = current();
  const files = checkpoint(lsm);
  for (let i = 0; i < 8; i++) await lsm.add(...change(random, model, 30));
  await lsm.compact(true);
  assert.deepEqual(await paths(), [...new Set([...held, ...current()])].sort());
  scan.close();
  assert.deepEqual(
    files.map(({ path }) => path).filter((path) => !held.includes(path)),
    [],
  );
  await lsm.close();
});

test('compaction drops what expired, by when it was written', async () => {
  const fs = new MemoryFileSystem();
  const tables = [
    { table: 1, ttlMs: [1000] },
    { table: 3, ttlMs: [0, 2000] },
  ];
  const lsm = open({ fs, parts: { expiring: () => ({ tables, now: 5000 }) } });
  const value = (written: number): Uint8Array => {
    const bytes = new Uint8Array(9);
    putNumber(written, bytes, 0);
    return bytes;
  };
  const model: Pairs = new Map();
  const entries = new EntryBuffer();
  for (const [table, list, written, isKept] of [
    [1, 0, 3999, false],
    [1, 0, 4000, false],
    [1, 0, 4001, true],
    [2, 0, 3999, true],
    [3, 0, 1, true],
    [3, 1, 3000, false],
    [3, 1, 3001, true],
  ] as const) {
    const key = Uint8Array.of(0, 3, 0, table, list, written >> 8, written & 255);
    entries.put(key, value(written));
    if (isKept) model.set(nameOf(key), [key, value(written)]);
  }
  await lsm.add(entries);
  await lsm.compact(true);
  await checkScan(lsm, model, ALL);
  assert.equal([...lsm.version.files()][0]?.meta.entries, 4);
  await lsm.close();
});

test('a version in use keeps its content while others are made', async () => {
  const fs = new FarFileSystem();
  const lsm = open({ fs });
  const random = new Random(4);
  const model: Pairs = new Map();
  for (let i = 0; i < 4; i++) await lsm.add(...change(random, model, 30));
  const before: Pairs = new Map(model);
  const batch = new EntryBuffer();
  for (const [key] of before.values()) batch.put(key, new Uint8Array(0));
  const lookup = lsm.get(batch);
  assert.equal(lookup.ready, false);
  for (let i = 0; i < 6; i++) await lsm.add(...change(random, model, 30));
  await lsm.compact(true);
  await lookup.wait();
  assert.ok(lookup.ready);
  for (const [i, [, value]] of [...before.values()].entries()) {
    assert.deepEqual(lookup.values.slice(lookup.starts[i], lookup.ends[i]), value);
  }
  await lsm.close();
});

test('a run that cannot be written fails its add and all later ones', async () => {
  const fs = new MemoryFileSystem();
  const lsm = open({ fs });
  const model: Pairs = new Map();
  await lsm.add(...change(new Random(5), model, 10));
  const { create } = fs;
  fs.create = () => Promise.reject(new MillraceError('FILE_REFUSED', 'the disk is full'));
  const [entries] = change(new Random(6), new Map(), 10);
  await assert.rejects(lsm.add(entries), { code: 'FILE_REFUSED' });
  fs.create = create;
  await assert.rejects(lsm.add(entries), { code: 'FILE_REFUSED' });
  await checkScan(lsm, model, ALL);
  await assert.rejects(lsm.compact(), { code: 'FILE_REFUSED' });
  await lsm.close();
});

test('a damaged block fails its reads with file, block, expected and found', async () => {
  const fs = new FarFileSystem();
  const lsm = open({ fs });
  const model: Pairs = new Map();
  await lsm.add(...change(new Random(8), model, 60));
  const path = [...lsm.version.files()][0]?.meta.path as string;
  const bytes = await fs.readAll(path);
  bytes[20] = (bytes[20] as number) ^ 64;
  await fs.write(path, bytes);
  await assert.rejects(
    checkGets(
      lsm,
      model,
      [...model.values()].map(([key]) => key),
    ),
    {
      code: 'STATE_CORRUPT',
      message: /shared\/\S+\.sst, block 0 at byte 0: expected checksum 0x\w{8}, found 0x\w{8}/,
    },
  );
  await assert.rejects(checkScan(lsm, model, ALL), { code: 'STATE_CORRUPT' });
  await lsm.close();
});

test('jobs on worker threads give the same as on this one', async () => {
  const background = new WorkerBackground(2);
  try {
    const fs = new LocalFileSystem(join(base, 'workers'));
    const lsm = open({ fs, parts: { background } });
    const random = new Random(7);
    const model: Pairs = new Map();
    for (let i = 0; i < 30; i++) {
      const shared = new EntryBuffer(true);
      const [entries, ranges] = change(random, model, 40);
      for (let j = 0; j < entries.count; j++) {
        const key = entries.keys.slice(entries.keyOffsets[j], entries.keyOffsets[j + 1]);
        const value = entries.values.slice(entries.valueOffsets[j], entries.valueOffsets[j + 1]);
        if (entries.deleted[j] === 1) shared.delete(key);
        else shared.put(key, value);
      }
      await lsm.add(shared, ranges);
    }
    await lsm.compact();
    assert.ok(lsm.counts.compactions > 3);
    await checkScan(lsm, model, ALL);
    const { files, release } = lsm.snapshot();
    const path = files[0]?.path as string;
    await fs.write(path, new Uint8Array(100));
    await assert.rejects(lsm.compact(true), { code: 'STATE_CORRUPT' });
    release();
    await lsm.close();
    await fs.close();
  } finally {
    await background.close();
  }
});

test('runs that are added side by side come in the order of their adds', async () => {
  const fs = new FarFileSystem();
  /** The first jobs take longest. */
  const background = {
    jobs: 0,
    async run(...[files, job]: Parameters<InlineBackground['run']>) {
      for (let i = 20 - this.jobs++; i > 0; i--) await new Promise((done) => setImmediate(done));
      return runFileJob(files, job);
    },
    close: async () => undefined,
  };
  const lsm = open({ fs, parts: { background } });
  const random = new Random(12);
  const model: Pairs = new Map();
  const adds = Array.from({ length: 20 }, () => lsm.add(...change(random, model, 30)));
  await Promise.all(adds);
  await checkScan(lsm, model, ALL);
  await lsm.compact();
  await checkScan(lsm, model, ALL);
  assert.equal(lsm.counts.flushes, 20);
  await lsm.close();
});

test('small runs merge in level 0; what is twice there is bounded', async () => {
  const fs = new MemoryFileSystem();
  const lsm = open({ fs });
  const random = new Random(13);
  const model: Pairs = new Map();
  for (let i = 0; i < 150; i++) {
    await lsm.add(...change(random, model, 25));
    assert.ok((lsm.version.levels[0]?.length ?? 0) <= 36);
  }
  await lsm.compact();
  assert.ok((lsm.version.levels[0]?.length ?? 0) < 9);
  const bytes = (): number =>
    [...lsm.version.files()].reduce((sum, { meta }) => sum + meta.sizeBytes, 0);
  const before = bytes();
  await lsm.compact(true);
  assert.ok(before < 2.5 * bytes(), `${before} bytes, ${bytes()} when compacted`);
  await lsm.close();
});

test('jobs that are given up fail, those that waited for a thread too', async () => {
  const background = new WorkerBackground(1);
  const lsm = open({ fs: new LocalFileSystem(join(base, 'given-up')), parts: { background } });
  const random = new Random(23);
  const model: Pairs = new Map();
  const runs = [1, 2, 3].map(() => lsm.add(...change(random, model, 40)));
  const failed = Promise.all(runs.map((run) => assert.rejects(run, { code: 'WORKER_LOST' })));
  await background.close();
  await failed;
  await lsm.close();
});

/** Files below a folder that this process has open, as Linux tells; none where it does not. */
function openBelow(folder: string): number {
  const all = '/proc/self/fd';
  if (!existsSync(all)) return 0;
  const links = readdirSync(all).map((name) => {
    try {
      return readlinkSync(join(all, name));
    } catch {
      return '';
    }
  });
  return links.filter((link) => link.startsWith(folder)).length;
}

test('a worker thread has none of the files open that it read', async () => {
  const background = new WorkerBackground(1);
  const folder = join(base, 'let-go');
  const fs = new LocalFileSystem(folder);
  try {
    const lsm = open({ fs, parts: { background } });
    const random = new Random(29);
    const model: Pairs = new Map();
    for (let i = 0; i < 12; i++) await lsm.add(...change(random, model, 40));
    await lsm.compact();
    assert.ok(lsm.counts.compactions > 0);
    await lsm.close();
    await fs.close();
    assert.equal(openBelow(folder), 0);
  } finally {
    await background.close();
  }
});

test('runs on both sides of a file of level 1 go down with it', async () => {
  const lsm = open({ fs: new MemoryFileSystem() });
  const model: Pairs = new Map();
  const put = async (...groups: number[]): Promise<void> => {
    const entries = new EntryBuffer();
    for (const group of groups) {
      const key = Uint8Array.of(0, group, 0, 1);
      const value = Uint8Array.of(model.size);
      entries.put(key, value);
      model.set(nameOf(key), [key, value]);
    }
    await lsm.add(entries);
  };
  await put(2);
  await lsm.compact(true);
  for (const group of [0, 4, 0, 4, 0, 4]) await put(group);
  await lsm.compact();
  await checkScan(lsm, model, ALL);
  assert.deepEqual([lsm.version.levels[0]?.length, lsm.version.levels[1]?.length], [0, 1]);
  await lsm.close();
});
