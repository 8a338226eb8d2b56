/** Whose files are whose: of what a job began with, of its checkpoints, of its stores. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { Random } from '../../conf/random.js';
import type { SnapshotTarget, StateHandle } from '../api/snapshot.js';
import type { DurableStore } from '../api/store.js';
import { Content } from '../contract/content.js';
import type { FileSystem } from '../fs/file-system.js';
import { LocalFileSystem } from '../fs/local.js';
import { MemoryFileSystem } from '../fs/memory.js';
import { OverlayFileSystem } from '../fs/overlay.js';
import { restoredPath } from '../fs/restored-path.js';
import { ForstBackend } from './backend.js';
import { InlineBackground } from './background.js';
import { BlockCache } from './block-cache.js';
import { TableMemory } from './table-memory.js';

const ALL = { first: 0, last: 15, of: 16 };

function backend(fileSystem: FileSystem, seed: number, checkpoints?: FileSystem): ForstBackend {
  const random = new Random(seed);
  const parts = {
    fileSystem,
    folder: 'shared',
    cache: new BlockCache(20_000),
    background: new InlineBackground(),
    settings: {
      blockBytes: 256,
      bloomBitsPerKey: 10,
      codecs: ['NONE' as const],
      levels: { baseBytes: 3000, newestFiles: 3 },
      targetFileBytes: 2000,
      readParallelism: 4,
      compacts: true,
    },
    // Nothing stays in memory: what is read is read from files.
    tables: new TableMemory({ memoryBytes: 1, writeBufferBytes: 1000 }),
    random: () => random.nextUint32(),
  };
  return new ForstBackend(
    parts,
    checkpoints && { name: 'rocksdb', checkpoints, close: async () => {} },
  );
}

async function paths(files: FileSystem): Promise<string[]> {
  const found: string[] = [];
  for await (const { path } of files.list('')) found.push(path);
  return found;
}

interface Job {
  readonly files: FileSystem;
  readonly isFull: boolean;
}

/** A checkpoint that is complete, the files of all before it gone. */
async function checkpoint(store: DurableStore, number: number, job: Job): Promise<StateHandle> {
  const { files: fileSystem, isFull } = job;
  const target: SnapshotTarget = { fileSystem, shared: 'copies', exclusive: `${number}`, isFull };
  const sealed = store.seal(number);
  const handle = await sealed.write(target);
  sealed.release(true);
  return handle;
}

/** Removes what an older checkpoint names and a newer one does not, as retention does. */
async function retain(files: FileSystem, before: StateHandle, now: StateHandle): Promise<void> {
  const live = new Set(now.files.map(({ path }) => path));
  await files.delete(before.files.map(({ path }) => path).filter((path) => !live.has(path)));
}

async function changed(content: Content, random: Random): Promise<void> {
  for (let i = 0; i < 15; i++) await content.change(random);
}

for (const name of ['forst', 'rocksdb']) {
  test(`${name}: NO_CLAIM needs a savepoint until the first checkpoint`, async () => {
    const random = new Random(5);
    const savepoint = new MemoryFileSystem('memory:savepoint');
    const first = await backend(savepoint, 1).open(ALL, []);
    let content = new Content(first);
    await changed(content, random);
    const stored = await checkpoint(first, 1, { files: savepoint, isFull: true });
    await first.close();
    const before = await paths(savepoint);
    const own = new MemoryFileSystem('memory:own');
    const files = new OverlayFileSystem(own, savepoint);
    const next = name === 'forst' ? backend(files, 2) : backend(new MemoryFileSystem(), 2, files);
    const restored = stored.files.map((file) => ({ ...file, path: restoredPath(file.path) }));
    const store = await next.open(ALL, [{ ...stored, files: restored }]);
    content = content.on(store);
    await changed(content, random);
    let handle = await checkpoint(store, 2, { files: own, isFull: false });
    assert.deepEqual(await paths(savepoint), before);
    const held = await paths(own);
    for (const { path } of handle.files) assert.ok(held.includes(path), path);
    await savepoint.delete(before);
    for (let number = 3; number < 8; number++) {
      await changed(content, random);
      await content.check();
      const later = await checkpoint(store, number, { files: own, isFull: false });
      await retain(own, handle, later);
      handle = later;
    }
    const again = await backend(own, 3).open(ALL, [handle]);
    await content.on(again).check();
    await Promise.all([store.close(), again.close()]);
  });

  test(`${name}: whole checkpoints share no file, over restores too`, async () => {
    const random = new Random(6);
    const files = new MemoryFileSystem();
    const made = (seed: number): ForstBackend =>
      name === 'forst' ? backend(files, seed) : backend(new MemoryFileSystem('l:'), seed, files);
    let store = await made(1).open(ALL, []);
    let content = new Content(store);
    let handle: StateHandle | undefined;
    for (let number = 1; number < 10; number++) {
      await changed(content, random);
      await content.check();
      const later = await checkpoint(store, number, { files, isFull: true });
      for (const { path } of later.files) assert.match(path, new RegExp(`^${number}/`));
      if (handle !== undefined) await retain(files, handle, later);
      handle = later;
      if (number % 3 > 0) continue;
      await store.close();
      store = await made(number + 1).open(ALL, [handle]);
      content = content.on(store);
    }
    await store.close();
  });
}

test('a given up checkpoint leaves the files to the store, which removes them', async () => {
  const files = new MemoryFileSystem();
  const store = await backend(files, 1).open(ALL, []);
  const content = new Content(store);
  const random = new Random(7);
  for (let number = 1; number < 12; number++) {
    await changed(content, random);
    const sealed = store.seal(number);
    await sealed.write({ fileSystem: files, shared: 's', exclusive: `${number}`, isFull: false });
    sealed.release(false);
  }
  const handle = await checkpoint(store, 12, { files, isFull: false });
  await store.close();
  const named = new Set(handle.files.map(({ path }) => path));
  const left = (await paths(files)).filter((path) => !named.has(path));
  // What compactions made since, of some hundred files in all.
  assert.ok(left.length < 16, left.join(' '));
});

test('a file of another folder of the disk is copied by the disk', async (t) => {
  const { mkdtempSync, rmSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  const folder = mkdtempSync(`${tmpdir()}/millrace-overlay-`);
  t.after(() => rmSync(folder, { recursive: true }));
  const other = new LocalFileSystem(`${folder}/other`);
  await other.write('a/b', Buffer.from('content'));
  const own = new LocalFileSystem(`${folder}/own`);
  const overlay = new OverlayFileSystem(own, other);
  assert.deepEqual(await own.copyFrom(other.spec, 'a/b', 'c'), true);
  await overlay.copy(restoredPath('a/b'), 'd');
  const memory = new MemoryFileSystem();
  await new OverlayFileSystem(memory, other).copy(restoredPath('a/b'), 'e');
  assert.deepEqual(await overlay.copyFrom(other.spec, 'a/b', 'f'), true);
  const copies = [own.readAll('c'), own.readAll('d'), memory.readAll('e'), own.readAll('f')];
  for (const bytes of await Promise.all(copies))
    assert.equal(Buffer.from(bytes).toString(), 'content');
  assert.deepEqual(await paths(other), ['a/b']);
  await assert.rejects(own.copyFrom(other.spec, 'absent', 'g'), { code: 'FILE_MISSING' });
});
