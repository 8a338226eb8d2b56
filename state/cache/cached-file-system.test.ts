import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { Random } from '../../conf/random.js';
import { testFileSystem } from '../contract/file-system.js';
import { copyFile } from '../fs/copy-file.js';
import { FaultyFileSystem } from '../fs/faulty.js';
import type { FileSystem } from '../fs/file-system.js';
import { LocalFileSystem } from '../fs/local.js';
import { MemoryFileSystem } from '../fs/memory.js';
import { openFileSystem } from '../fs/open.js';
import { CachedFileSystem } from './cached-file-system.js';
import { FileCaches } from './file-caches.js';
import { HeldFileStore } from './held-files.js';
import { type CacheMemory, type FileCacheSettings, PAGE_BYTES, PageCache } from './page-cache.js';
import type { StagingFileSystem } from './staging.js';

const base = mkdtempSync(join(tmpdir(), 'millrace-cache-'));
after(() => rmSync(base, { recursive: true }));

let made = 0;
function settings(pages: number): FileCacheSettings {
  const folder = join(base, String(made++));
  return { folder, limitBytes: pages * PAGE_BYTES, reserveBytes: 0, promoteAfter: 2 };
}

const NOTHING = { mostBytes: 0, waitingBytes: 0, fullBytes: 0 };

const caches: PageCache[] = [];
after(() => {
  for (const cache of caches) cache.close();
});

function cacheOf(pages: number, memory?: CacheMemory): PageCache {
  const cache = new PageCache(settings(pages), memory);
  caches.push(cache);
  return cache;
}

/** A cache that has whole files in pages alone. */
function cached(primary: FileSystem, cache: PageCache): CachedFileSystem {
  return new CachedFileSystem(primary, cache, new HeldFileStore(cache, NOTHING));
}

testFileSystem(
  'cached',
  async () => cached(new MemoryFileSystem(), cacheOf(8)),
  async (fs) => fs,
);

function content(length: number, seed: number): Uint8Array {
  const random = new Random(seed);
  return Uint8Array.from({ length }, () => random.nextInt(0, 255));
}

async function write(fs: CachedFileSystem, path: string, bytes: Uint8Array): Promise<void> {
  const writer = await fs.create(path);
  await writer.append(bytes.subarray(0, 1000));
  await writer.append(bytes.subarray(1000));
  await writer.finish();
}

test('a new file is here at once, a read page from its second read on', async () => {
  const primary = new FaultyFileSystem(new MemoryFileSystem(), '');
  const bytes = content(50_000, 1);
  await primary.write('old', bytes);
  const fs = cached(primary, cacheOf(100));
  await write(fs, 'new', bytes);
  assert.deepEqual(fs.readNow('new', 4000, 5000), Buffer.from(bytes.subarray(4000, 9000)));
  assert.deepEqual(fs.readNow('new', 49_000, 9000), Buffer.from(bytes.subarray(49_000)));
  assert.equal(fs.readNow('old', 10_000, 100), undefined);
  assert.deepEqual(await fs.read('old', 10_000, 100), bytes.slice(10_000, 10_100));
  assert.deepEqual(fs.readNow('old', 10_050, 90), Buffer.from(bytes.subarray(10_050, 10_140)));
  assert.equal(primary.calls.get('read'), 1);
  assert.equal(fs.cache.usedBytes, 14 * 4096);
  assert.deepEqual([fs.hits, fs.misses], [3, 1]);
  await fs.delete(['new']);
  assert.equal(fs.readNow('new', 0, 10), undefined);
  assert.equal(fs.cache.usedBytes, 4096);
  await fs.close();
});

test('files of one path below two roots are two files', async () => {
  const cache = cacheOf(100);
  const roots = ['memory:a', 'memory:b'];
  const all = roots.map((root) => cached(new MemoryFileSystem(root), cache));
  const writers = await Promise.all(all.map((fs) => fs.create('chk-1/file')));
  for (const [i, writer] of writers.entries()) await writer.append(content(9000, i));
  for (const writer of writers) await writer.finish();
  for (const [i, fs] of all.entries()) {
    assert.deepEqual(fs.readNow('chk-1/file', 0, 9000), Buffer.from(content(9000, i)));
  }
});

test('what is read once passes by, a failing primary fails, no room still reads', async () => {
  const primary = new FaultyFileSystem(new MemoryFileSystem(), 'read broken error');
  const bytes = content(200_000, 2);
  await primary.write('file', bytes);
  const roomy = cached(primary, cacheOf(100));
  assert.deepEqual(await roomy.read('file', 5, 150_000, 'once'), bytes.slice(5, 150_005));
  assert.equal(roomy.cache.usedBytes, 0);
  assert.deepEqual(await roomy.read('file', 5, 150_000), bytes.slice(5, 150_005));
  assert.equal(roomy.cache.usedBytes, 37 * PAGE_BYTES);
  const fs = cached(primary, cacheOf(0.5));
  assert.deepEqual(await fs.read('file', 5, 1000), bytes.slice(5, 1005));
  assert.equal(fs.cache.usedBytes, 0);
  await assert.rejects(fs.read('broken', 0, 10), { code: 'FILE_UNREACHABLE' });
  assert.deepEqual(await fs.read('file', 100, 10), bytes.slice(100, 110));
  await fs.close();
});

test('hot pages stay when cold ones make room', () => {
  const cache = cacheOf(4);
  const page = (n: number): Uint8Array => new Uint8Array(4096).fill(n);
  for (let n = 0; n < 4; n++) cache.keep('file', n * 4096, page(n), false);
  for (let i = 0; i < 2; i++) cache.read('file', 4096, 10);
  cache.read('file', 0, 10);
  for (let n = 4; n < 7; n++) cache.keep('file', n * 4096, page(n), false);
  const here = [0, 1, 2, 3, 4, 5, 6].filter((n) => cache.read('file', n * 4096, 1) !== undefined);
  assert.deepEqual(here, [1, 4, 5, 6]);
  assert.equal(cache.evictions, 3);
  assert.equal(cache.usedBytes, 4 * PAGE_BYTES);
});

test('the index is charged and bounds the cache; the reserve bounds it too', () => {
  let charged = 0;
  const charge = (bytes: number): void => {
    charged += bytes;
  };
  const cache = cacheOf(1000, { mostBytes: 24 * 30, charge });
  cache.keep('file', 0, content(100 * PAGE_BYTES, 1), true);
  assert.equal(cache.usedBytes, 30 * PAGE_BYTES);
  assert.equal(charged, 24 * 30);
  cache.close();
  assert.equal(charged, 0);
  assert.equal(cache.read('file', 99 * PAGE_BYTES, 10), undefined);
  const none = new PageCache({ ...settings(0), reserveBytes: Number.MAX_SAFE_INTEGER });
  none.keep('file', 0, content(PAGE_BYTES, 1), true);
  assert.equal(none.usedBytes, 0);
  none.close();
});

test('what the reserve lacks is given back, and room that comes is used', () => {
  const disk = { pages: 50 };
  const wanted = { ...settings(0), reserveBytes: 10 * PAGE_BYTES };
  const freeBytes = (): number => disk.pages * PAGE_BYTES - cache.usedBytes;
  const cache: PageCache = new PageCache(wanted, undefined, freeBytes);
  const pages = content(4200 * PAGE_BYTES, 1);
  cache.keep('a', 0, pages.subarray(0, 100 * PAGE_BYTES), true);
  assert.equal(cache.usedBytes, 40 * PAGE_BYTES);
  disk.pages = 43;
  cache.keep('b', 0, pages, true);
  assert.equal(cache.usedBytes, 33 * PAGE_BYTES);
  disk.pages = 70;
  cache.keep('c', 0, pages, true);
  assert.equal(cache.usedBytes, 60 * PAGE_BYTES);
  assert.ok(cache.evictions > 0);
  cache.close();
});

test('who asks with the same settings shares a cache, also a moment later', () => {
  const shared = new FileCaches({ mostBytes: 1e6, charge: () => undefined });
  const wanted = settings(4);
  const first = shared.use(wanted);
  const second = shared.use({ ...wanted });
  assert.equal(first.cache, second.cache);
  first.cache.keep('file', 0, content(100, 1), true);
  first.release();
  second.release();
  const third = shared.use(wanted);
  assert.equal(third.cache.read('file', 0, 100)?.length, 100);
  const other = shared.use(settings(4));
  assert.notEqual(other.cache, third.cache);
  for (const { cache } of [third, other]) cache.close();
  const taken = join(base, 'taken');
  writeFileSync(taken, '');
  assert.throws(() => shared.use({ ...wanted, folder: join(taken, 'cache') }), {
    code: 'FILE_REFUSED',
    message: /taken/,
  });
});

test('random reads of files larger than the cache are what the files hold', async () => {
  const primary = new MemoryFileSystem();
  const fs = cached(primary, cacheOf(10));
  const random = new Random(5);
  const files = Array.from({ length: 4 }, (_, i) => content(random.nextInt(1, 60_000), i));
  for (const [i, bytes] of files.entries()) await write(fs, `f${i}`, bytes);
  for (let round = 0; round < 2000; round++) {
    const i = random.nextInt(0, 3);
    const bytes = files[i] as Uint8Array;
    const offset = random.nextInt(0, bytes.length - 1);
    const length = random.nextInt(1, 9000);
    const near = fs.readNow(`f${i}`, offset, length);
    const found = near ?? (await fs.read(`f${i}`, offset, length));
    assert.deepEqual(Buffer.from(found), Buffer.from(bytes.subarray(offset, offset + length)));
  }
  assert.ok(fs.cache.evictions > 100 && fs.hits > 100);
  await fs.close();
});

/** Makes a file as the thread of a worker does. */
async function make(other: FileSystem, path: string, bytes: Uint8Array): Promise<void> {
  const writer = await other.createHere?.(path);
  assert.ok(writer !== undefined);
  await writer.append(bytes.subarray(0, 1000));
  await writer.append(bytes.subarray(1000));
  await writer.finish();
}

async function named(fs: FileSystem): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of fs.list('')) paths.push(path);
  return paths;
}

test('what another thread makes here is read at once, sent later; nothing is left', async () => {
  const cache = cacheOf(100);
  const primary = new LocalFileSystem(join(base, 'primary'));
  const held = new HeldFileStore(cache, {
    mostBytes: 50_000,
    waitingBytes: 25_000,
    fullBytes: 70_000,
  });
  const fs = new CachedFileSystem(primary, cache, held);
  assert.ok(fs.spec !== undefined);
  const other = openFileSystem(fs.spec) as StagingFileSystem;
  const bytes = content(20_000, 3);
  const given = await other.createHere('shared/0');
  await given.append(bytes);
  await given.abort();
  await assert.rejects(fs.adopt(['shared/0']), { code: 'FILE_MISSING' });
  for (const path of ['shared/1', 'shared/2']) await make(other, path, bytes);
  await fs.adopt(['shared/1', 'shared/2']);
  assert.deepEqual(fs.readNow('shared/1', 1, 19_000), Buffer.from(bytes.subarray(1, 19_001)));
  assert.deepEqual(fs.readNow('shared/1', 19_000, 5000), Buffer.from(bytes.subarray(19_000)));
  assert.deepEqual(readdirSync(join(cache.folder, 'staging')), []);
  assert.deepEqual(readdirSync(cache.folder), ['staging']);
  assert.deepEqual(await named(primary), []);
  assert.deepEqual(fs.held.unsent(['shared/0', 'shared/1', 'shared/2']), ['shared/1', 'shared/2']);
  assert.deepEqual([fs.held.overdue(), fs.held.isFull], [['shared/1'], false]);
  const loan = fs.held.lend(['shared/1']);
  assert.deepEqual(
    loan.files.map(({ path, sizeBytes }) => [path, sizeBytes]),
    [['shared/1', 20_000]],
  );
  const lent = other.withLent(loan.files);
  assert.deepEqual(lent.readNow('shared/1', 7, 9), Buffer.from(bytes.subarray(7, 16)));
  await copyFile(lent, 'shared/1', await lent.size('shared/1'), lent, 'shared/1');
  fs.held.sent('shared/1');
  assert.deepEqual(await named(primary), ['shared/1']);
  assert.deepEqual([fs.held.overdue(), fs.held.unsent(['shared/1'])], [[], []]);
  // What was never sent is deleted here alone, and may still be read by whom it was lent.
  primary.delete = () => Promise.reject(new Error('nobody deletes there'));
  const late = fs.held.lend(['shared/2']);
  await fs.delete(['shared/2']);
  assert.equal(fs.readNow('shared/2', 0, 10), undefined);
  const still = other.withLent(late.files).readNow('shared/2', 0, 10);
  assert.deepEqual(still, Buffer.from(bytes.subarray(0, 10)));
  late.release();
  loan.release();
  assert.equal(held.usedBytes, 20_000);
  held.close();
  await fs.close();
});

test('files that take more than their share give their pages up, once they were sent', async () => {
  const cache = cacheOf(100);
  const primary = new LocalFileSystem(join(base, 'giving'));
  const held = new HeldFileStore(cache, {
    mostBytes: 50_000,
    waitingBytes: 40_000,
    fullBytes: 70_000,
  });
  const fs = new CachedFileSystem(primary, cache, held);
  assert.ok(fs.spec !== undefined);
  const other = openFileSystem(fs.spec);
  const paths = ['a', 'b', 'c', 'd'];
  for (const [i, path] of paths.entries()) {
    await make(other, path, content(20_000, i));
    await fs.adopt([path]);
  }
  assert.deepEqual([held.usedBytes, fs.held.isFull], [80_000, true]);
  assert.deepEqual(fs.held.overdue(), ['a', 'b']);
  for (const path of ['a', 'c']) fs.held.sent(path);
  await held.trim();
  assert.deepEqual([held.usedBytes, cache.usedBytes], [40_000, 2 * 5 * PAGE_BYTES]);
  for (const [i, path] of paths.entries()) {
    assert.deepEqual(fs.readNow(path, 0, 20_000), Buffer.from(content(20_000, i)), path);
  }
  held.close();
  await fs.close();
});

test('what processes left that died while they wrote goes when a cache is opened', () => {
  const wanted = settings(100);
  const staging = join(wanted.folder, 'staging');
  mkdirSync(staging, { recursive: true });
  for (const name of ['old', 'new']) writeFileSync(join(staging, name), name);
  const old = new Date(Date.now() - 2 * 3_600_000);
  utimesSync(join(staging, 'old'), old, old);
  const { held, cache, release } = new FileCaches({ mostBytes: 1e6, charge() {} }).use(wanted);
  assert.deepEqual(readdirSync(staging), ['new']);
  release();
  held.close();
  cache.close();
});

test('where the local disk takes nothing, a file goes to the target at once', async () => {
  const cache = cacheOf(100);
  const primary = new LocalFileSystem(join(base, 'instead'));
  const fs = cached(primary, cache);
  const staging = join(cache.folder, 'staging');
  writeFileSync(staging, 'no folder');
  assert.ok(fs.spec !== undefined);
  const bytes = content(20_000, 4);
  await make(openFileSystem(fs.spec), 'shared/1', bytes);
  assert.deepEqual(await primary.readAll('shared/1'), Buffer.from(bytes));
  await fs.adopt(['shared/1']);
  assert.deepEqual(fs.held.unsent(['shared/1']), []);
  assert.equal(fs.readNow('shared/1', 0, 10), undefined);
  assert.deepEqual(await fs.read('shared/1', 5, 10), Buffer.from(bytes.subarray(5, 15)));
  await fs.close();
});
