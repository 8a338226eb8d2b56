import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Random } from '../../../conf/random.js';
import { DiskJournal } from './journal.js';
import { losePower } from './power-loss.js';
import type { DiskSettings } from './settings.js';

const base = mkdtempSync(join(tmpdir(), 'millrace-power-'));
after(() => rmSync(base, { recursive: true }));

/** Runs code on a disk of its own, in a process of its own, until its power is lost. */
function onDisk(name: string, seed: number, code: string): { root: string; lost: number } {
  const folder = join(base, `${name}-${seed}`);
  const settings: DiskSettings = {
    root: join(folder, 'disk'),
    journal: join(folder, 'journal'),
    limbo: join(folder, 'limbo'),
    capacity: join(folder, 'capacity'),
  };
  for (const one of [settings.root, settings.limbo]) mkdirSync(one, { recursive: true });
  const preload = new URL('./preload.js', import.meta.url).href;
  const args = ['--import', preload, '--input-type=module', '-e', code];
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: settings.root,
    env: { ...process.env, MILLRACE_CHAOS_DISK: JSON.stringify(settings) },
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  return { root: settings.root, lost: losePower(settings, new Random(seed)) };
}

test('what nobody synced is lost: bytes, files, folders', () => {
  const code = `import { mkdir, open } from 'node:fs/promises';
    const root = process.cwd();
    await mkdir(root + '/folder');
    const file = await open(root + '/file', 'w');
    await file.write(Buffer.alloc(100));
    await (await open(root, 'r')).sync();
    await file.sync();
    await file.write(Buffer.alloc(100));
    await open(root + '/folder/other', 'w');`;
  const seeds = [1, 2, 3, 4, 5, 6, 7, 8];
  const found = seeds.map((seed) => {
    const { root, lost } = onDisk('plain', seed, code);
    assert.ok(lost > 0);
    assert.ok(existsSync(join(root, 'folder')));
    const { size } = statSync(join(root, 'file'));
    assert.ok(size >= 100 && size < 200, `${size} bytes`);
    return existsSync(join(root, 'folder', 'other'));
  });
  assert.deepEqual(new Set(found), new Set([true, false]));
});

test('a folder with the number of a file that is gone stays as it is', () => {
  const root = join(base, 'number', 'disk');
  const settings = { root, journal: join(base, 'number', 'journal'), limbo: join(base, 'limbo') };
  mkdirSync(join(root, 'folder'), { recursive: true });
  mkdirSync(settings.limbo);
  const inode = statSync(join(root, 'folder')).ino;
  const journal = new DiskJournal(settings.journal);
  journal.add({ op: 'create', path: join(root, 'file'), inode });
  journal.add({ op: 'sync-folder', path: root, until: 1 });
  assert.equal(losePower({ ...settings, capacity: '' }, new Random(1)), 0);
  assert.ok(existsSync(join(root, 'folder')));
});

test('a file that a sink published stays, with the folders made for it', () => {
  const module = new URL('../../../operators/sink/filesystem/part-file.js', import.meta.url).href;
  const code = `import { PartFile, publish } from '${module}';
    const file = await PartFile.create(process.cwd() + '/out/day=1', 'part', 0);
    await file.write(Buffer.from('rows'));
    await publish(await file.finish());`;
  for (const seed of [1, 2, 3]) {
    const { root } = onDisk('sink', seed, code);
    assert.equal(readFileSync(join(root, 'out', 'day=1', 'part'), 'utf8'), 'rows');
  }
});
