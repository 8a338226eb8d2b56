/**
 * Sorted files and the LSM over local files: `node dist/bench/state/forst.bench.js [entries]`.
 * Keys of 20 bytes (key group, table, number), values of 40. CPU seconds of all threads; reads are
 * the best of three runs.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random } from '../../conf/random.js';
import type { StateFile } from '../../state/api/snapshot.js';
import { CachedFileSystem } from '../../state/cache/cached-file-system.js';
import { HeldFileStore } from '../../state/cache/held-files.js';
import { PageCache } from '../../state/cache/page-cache.js';
import { WorkerBackground } from '../../state/forst/background.js';
import { BlockCache } from '../../state/forst/block-cache.js';
import { EntryBuffer } from '../../state/forst/entries.js';
import { UNEXPIRING } from '../../state/forst/expiry.js';
import { Lsm, type LsmSettings } from '../../state/forst/lsm.js';
import { sortedOrder } from '../../state/forst/sort.js';
import type { FileSystem } from '../../state/fs/file-system.js';
import { LocalFileSystem } from '../../state/fs/local.js';

const ENTRIES = Number(process.argv[2] ?? 1_000_000);
const BATCH = 2048;
const GROUPS = 128;
const MEGABYTE = 1024 * 1024;

const SETTINGS: LsmSettings = {
  blockBytes: 4096,
  bloomBitsPerKey: 10,
  codecs: ['LZ4'],
  levels: { baseBytes: 256 * MEGABYTE, newestFiles: 4 },
  targetFileBytes: 64 * MEGABYTE,
  readParallelism: 64,
  compacts: true,
};

const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-'));
const background = new WorkerBackground(1);
const key = new Uint8Array(20);
const value = new Uint8Array(40);

function writeKey(n: number): void {
  const spread = Math.imul(n, 0x9e3779b1) >>> 0;
  key[1] = spread % GROUPS;
  key[3] = 1;
  for (let i = 0; i < 4; i++) key[4 + i] = spread >>> (24 - 8 * i);
  for (let i = 0; i < 4; i++) key[16 + i] = n >>> (24 - 8 * i);
}

function run(first: number, count: number): EntryBuffer {
  const entries = new EntryBuffer(true);
  for (let n = first; n < first + count; n++) {
    writeKey(n);
    value[0] = n & 255;
    entries.add(key, 0, 20, value, 0, 40);
  }
  return entries;
}

function open(fs: FileSystem, cacheBytes: number, files: readonly StateFile[] = []): Lsm {
  const random = new Random(1);
  return new Lsm(
    {
      fs,
      cache: new BlockCache(cacheBytes),
      background,
      random: () => random.nextUint32(),
      prefix: `bench-${process.hrtime.bigint()}`,
      keyGroups: { first: 0, last: GROUPS - 1 },
      expiring: () => UNEXPIRING,
    },
    SETTINGS,
    files,
  );
}

function row(name: string, count: number, seconds: number, more = ''): void {
  const rate = (count / seconds / 1e6).toFixed(2);
  console.log(`| ${name} | ${count.toLocaleString('en-US')} | ${rate} M/s | ${more} |`);
}

async function cpuSeconds(action: () => Promise<void> | void): Promise<number> {
  const before = process.cpuUsage();
  await action();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** The best of three runs. */
async function best(action: () => Promise<void> | void): Promise<number> {
  const first = await cpuSeconds(action);
  const second = await cpuSeconds(action);
  return Math.min(first, second, await cpuSeconds(action));
}

/** Batches of keys below `below`, some of them absent. */
function batches(count: number, below: number, seed: number): EntryBuffer[] {
  const random = new Random(seed);
  return Array.from({ length: Math.ceil(count / BATCH) }, () => {
    const keys = new EntryBuffer();
    for (let i = 0; i < BATCH; i++) {
      writeKey(random.nextInt(0, below - 1));
      keys.add(key, 0, 20, value, 0, 0);
    }
    return keys;
  });
}

async function gets(lsm: Lsm, keys: readonly EntryBuffer[]): Promise<number> {
  let found = 0;
  for (const batch of keys) {
    const lookup = lsm.get(batch);
    if (!lookup.ready) await lookup.wait();
    for (let i = 0; i < lookup.count; i++) if ((lookup.starts[i] as number) >= 0) found++;
  }
  return found;
}

async function main(): Promise<void> {
  console.log('| what | count | rate | |\n|---|---|---|---|');
  const unsorted = run(0, ENTRIES);
  row('radix sort', ENTRIES, await best(() => void sortedOrder(unsorted)));

  const fs = new LocalFileSystem(join(folder, 'primary'));
  const lsm = open(fs, 512 * MEGABYTE);
  const runs = 10;
  const put = await cpuSeconds(async () => {
    for (let i = 0; i < runs; i++) await lsm.add(run((i * ENTRIES) / runs, ENTRIES / runs));
    await lsm.compact();
  });
  const { flushedBytes, compactionWrittenBytes, compactions } = lsm.counts;
  const megabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(1);
  const written = `${megabytes(flushedBytes)} MB, ${compactions} compactions wrote`;
  row('put, flush, compact', ENTRIES, put, `${written} ${megabytes(compactionWrittenBytes)} MB`);
  row('compact to one level', ENTRIES, await cpuSeconds(() => lsm.compact(true)));

  const keys = batches(1_000_000, ENTRIES, 5);
  const count = keys.length * BATCH;
  await gets(lsm, keys);
  row('multi-get, all cached', count, await best(async () => void (await gets(lsm, keys))));
  const absent = batches(1_000_000, ENTRIES, 6);
  for (const batch of absent) for (let i = 0; i < BATCH; i++) batch.keys[i * 20 + 12] = 1;
  row('multi-get, absent', count, await best(async () => void (await gets(lsm, absent))));
  const { files, release } = lsm.snapshot();
  const small = open(fs, 4 * MEGABYTE, files);
  const fewer = keys.slice(0, 100);
  row(
    'multi-get, local disk',
    100 * BATCH,
    await best(async () => void (await gets(small, fewer))),
  );

  const pages = new PageCache({
    folder: join(folder, 'cache'),
    limitBytes: 1024 * MEGABYTE,
    reserveBytes: 0,
    promoteAfter: 6,
  });
  const cached = new CachedFileSystem(
    fs,
    pages,
    new HeldFileStore(pages, { mostBytes: 0, waitingBytes: 0, fullBytes: 0 }),
  );
  const far = open(cached, 4 * MEGABYTE, files);
  await gets(far, fewer);
  row('multi-get, file cache', 100 * BATCH, await best(async () => void (await gets(far, fewer))));

  let scanned = 0;
  const scanSeconds = await best(async () => {
    scanned = 0;
    const range = { firstGroup: 0, lastGroup: GROUPS - 1, from: new Uint8Array(0), to: null };
    const scan = small.scan(range);
    for (let page = await scan.next(); page !== null; page = await scan.next()) {
      scanned += page.count;
    }
  });
  row('scan', scanned, scanSeconds);
  release();
  for (const one of [lsm, small, far]) await one.close();
  await cached.close();
  pages.close();
}

await main().finally(async () => {
  await background.close();
  rmSync(folder, { recursive: true });
});
