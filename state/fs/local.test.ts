import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { testFileSystem } from '../contract/file-system.js';
import { LocalFileSystem } from './local.js';
import { localError } from './local-error.js';

const base = mkdtempSync(join(tmpdir(), 'millrace-fs-'));
after(() => rmSync(base, { recursive: true }));

let made = 0;
testFileSystem(
  'local',
  async () => new LocalFileSystem(join(base, String(made++)), 8),
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
