/** An LSM whose files are far, and are held on this machine before they are sent. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { MillraceError } from '../../conf/errors/error.js';
import { Random } from '../../conf/random.js';
import { CachedFileSystem } from '../cache/cached-file-system.js';
import { HeldFileStore } from '../cache/held-files.js';
import { PageCache } from '../cache/page-cache.js';
import type { FileSystem } from '../fs/file-system.js';
import { LocalFileSystem } from '../fs/local.js';
import { WorkerBackground } from './background.js';
import { ALL, change, checkGets, checkScan, open, type Pairs } from './test-model.js';

const base = mkdtempSync(join(tmpdir(), 'millrace-held-'));
after(() => rmSync(base, { recursive: true }));

/** @param mostBytes of whole files */
function cached(primary: FileSystem, mostBytes: number): CachedFileSystem {
  const folder = mkdtempSync(join(base, 'cache-'));
  const settings = { folder, limitBytes: 1 << 20, reserveBytes: 0, promoteAfter: 2 };
  const pages = new PageCache(settings);
  const held = new HeldFileStore(pages, {
    mostBytes,
    waitingBytes: mostBytes / 2,
    fullBytes: mostBytes,
  });
  return new CachedFileSystem(primary, pages, held);
}

async function pathsOf(fs: FileSystem): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of fs.list('')) paths.push(path);
  return paths;
}

test('what worker threads write is read here, and sent when it is asked for', async () => {
  const background = new WorkerBackground(1);
  const primary = new LocalFileSystem(join(base, 'primary'));
  const fs = cached(primary, 1 << 20);
  let reads = 0;
  primary.read = () => {
    reads++;
    return Promise.reject(new MillraceError('FILE_UNREACHABLE', 'nobody asks'));
  };
  try {
    const lsm = open({ fs, cacheBytes: 0, parts: { background } });
    const random = new Random(21);
    const model: Pairs = new Map();
    for (let i = 0; i < 12; i++) await lsm.add(...change(random, model, 40));
    await lsm.compact();
    const before: Pairs = new Map(model);
    assert.ok(lsm.counts.compactions > 0);
    await checkGets(
      lsm,
      model,
      [...model.values()].map(([key]) => key),
    );
    await checkScan(lsm, model, ALL);
    assert.equal(lsm.counts.farReads, 0);
    const { files, release } = lsm.snapshot();
    const paths = files.map(({ path }) => path);
    assert.deepEqual(await pathsOf(primary), []);
    await lsm.settle(paths);
    assert.deepEqual(await pathsOf(primary), [...paths].sort());
    release(paths);
    await lsm.add(...change(random, model, 40));
    assert.equal(reads, 0);
    await lsm.close();
    assert.deepEqual(await pathsOf(primary), [...paths].sort());
    primary.read = LocalFileSystem.prototype.read;
    const again = open({ fs: primary, files });
    await checkScan(again, before, ALL);
    await again.close();
  } finally {
    await fs.close();
    await background.close();
  }
});

test('too much that waits is sent; a target that takes nothing fails the run', async () => {
  const background = new WorkerBackground(1);
  const root = join(base, 'sent');
  const primary = new LocalFileSystem(root);
  const fs = cached(primary, 0);
  try {
    const lsm = open({ fs, parts: { background } });
    const random = new Random(31);
    const model: Pairs = new Map();
    for (let i = 0; i < 8; i++) await lsm.add(...change(random, model, 40));
    await lsm.compact();
    const files = [...lsm.version.files()].map(({ meta }) => meta.path);
    await lsm.settle(files);
    for (const path of files) assert.ok((await pathsOf(primary)).includes(path), path);
    await checkScan(lsm, model, ALL);
    // A folder where its files were to go.
    rmSync(root, { recursive: true });
    writeFileSync(root, 'a file');
    await assert.rejects(lsm.add(...change(random, model, 40)), /sent/);
    await assert.rejects(lsm.add(...change(random, model, 40)), /sent/);
    await lsm.close();
  } finally {
    await fs.close();
    await background.close();
  }
});
