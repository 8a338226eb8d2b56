import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { testFileSystem } from '../contract/file-system.js';
import { LocalFileSystem } from './local.js';
import { localError } from './local-error.js';
import type { DiskStep } from './partial-file.js';

const base = mkdtempSync(join(tmpdir(), 'millrace-fs-'));
after(() => rmSync(base, { recursive: true }));

let made = 0;
testFileSystem(
  'local',
  async () => new LocalFileSystem(join(base, String(made++)), { openFiles: 8 }),
  async (fs) => new LocalFileSystem(fs.root.slice('file://'.length)),
);

test('partial files of a dead process are not listed, and none of ours remain', async () => {
  const folder = join(base, 'partial');
  const fs = new LocalFileSystem(folder);
  await fs.write('x', Buffer.from('x'));
  await fs.putIfAbsent('y', Buffer.from('y'));
  await fs.putIfAbsent('y', Buffer.from('y'));
  assert.deepEqual(readdirSync(folder), ['x', 'y']);
  writeFileSync(join(folder, '.z.123.partial'), 'half');
  const paths: string[] = [];
  for await (const { path } of fs.list('')) paths.push(path);
  assert.deepEqual(paths, ['x', 'y']);
  const unfinished: string[] = [];
  for await (const { path, sizeBytes } of fs.unfinished(''))
    unfinished.push(`${path} ${sizeBytes}`);
  assert.deepEqual(unfinished, ['.z.123.partial 4']);
  await fs.delete(['.z.123.partial']);
  assert.deepEqual(readdirSync(folder), ['x', 'y']);
});

test('folders go with their last file, and come again', async () => {
  const root = mkdtempSync(join(base, 'folders-'));
  const fs = new LocalFileSystem(root);
  await fs.write('a/b/1', Buffer.of(1));
  await fs.write('a/b/2', Buffer.of(2));
  await fs.write('c/3', Buffer.of(3));
  await fs.delete(['a/b/1']);
  assert.deepEqual(readdirSync(root).sort(), ['a', 'c']);
  await fs.delete(['a/b/2', 'a/b/none']);
  assert.deepEqual(readdirSync(root), ['c']);
  await Promise.all([
    fs.delete(['c/3']),
    ...[0, 1, 2, 3].map((number) => fs.write(`c/d/${number}`, Buffer.of(number))),
  ]);
  assert.deepEqual(readdirSync(join(root, 'c', 'd')).sort(), ['0', '1', '2', '3']);
});

test('a path through a file is FILE_REFUSED', async () => {
  const fs = new LocalFileSystem(join(base, 'refused'));
  await fs.write('file', Buffer.from('x'));
  await assert.rejects(fs.write('file/below', Buffer.from('y')), { code: 'FILE_REFUSED' });
});

test('errors of the system by what can be done about them', () => {
  const code = (of: string): string =>
    localError('f', Object.assign(new Error(), { code: of })).code;
  assert.equal(code('ENOSPC'), 'FILE_REFUSED');
  assert.equal(code('EACCES'), 'FILE_REFUSED');
  assert.equal(code('ENOENT'), 'FILE_MISSING');
  assert.equal(code('EIO'), 'FILE_UNREACHABLE');
});

/** What a disk has kept in the worst case: files by content that was synced, names by folder. */
class WorstDisk {
  readonly steps: string[] = [];
  readonly #synced = new Set<string>();
  /** Names that stand, and those that a sync of their folder made last. */
  #isWritten = false;
  #isNamed = false;

  /** @returns what stands at the target after a loss of power: the old file, or the new one */
  get target(): 'old' | 'new' | 'damaged' {
    if (!this.#isNamed) return 'old';
    return this.#synced.size > 0 ? 'new' : 'damaged';
  }

  before(step: DiskStep, path: string): void {
    this.steps.push(step);
    if (step === 'append') this.#synced.clear();
    if (step === 'sync') this.#synced.add(path);
    if (step === 'rename' || step === 'link') this.#isWritten = true;
    if (step === 'sync-folder') this.#isNamed = this.#isWritten;
  }
}

test('a crash at each step leaves the old file or the new one, and lists no other', async () => {
  for (const action of ['write', 'create', 'copy', 'put'] as const) {
    for (let at = 0; ; at++) {
      const folder = join(base, `crash-${action}-${at}`);
      const before = new LocalFileSystem(folder);
      await before.write('source', Buffer.from('new'));
      if (action !== 'put') await before.write('deep/target', Buffer.from('old'));
      const disk = new WorstDisk();
      const beforeStep = (step: DiskStep, path: string): void => {
        if (disk.steps.length === at) throw new Error('crash');
        disk.before(step, path);
      };
      const fs = new LocalFileSystem(folder, { beforeStep });
      const isDone = await act(fs, action).then(
        () => true,
        () => false,
      );
      const after = new LocalFileSystem(folder);
      const found = await after.readAll('deep/target').then(String, () => 'old');
      assert.ok(found === 'old' || found === 'new', found);
      assert.notEqual(disk.target, 'damaged');
      if (isDone) assert.deepEqual([found, disk.target], ['new', 'new']);
      const paths: string[] = [];
      for await (const { path } of after.list('')) paths.push(path);
      assert.deepEqual(
        paths.filter((path) => path !== 'deep/target'),
        ['source'],
      );
      if (isDone) break;
      assert.ok(at < 20);
    }
  }
});

async function act(fs: LocalFileSystem, action: 'write' | 'create' | 'copy' | 'put') {
  const bytes = Buffer.from('new');
  if (action === 'write') return fs.write('deep/target', bytes);
  if (action === 'copy') return fs.copy('source', 'deep/target');
  if (action === 'put') return fs.putIfAbsent('deep/target', bytes);
  const writer = await fs.create('deep/target');
  for (const byte of bytes) await writer.append(Uint8Array.of(byte));
  return writer.finish();
}
