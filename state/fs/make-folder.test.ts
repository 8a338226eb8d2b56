import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { LocalFileSystem } from './local.js';
import { makeFolder } from './make-folder.js';

const root = mkdtempSync(join(tmpdir(), 'millrace-make-folder-'));
after(() => rmSync(root, { recursive: true }));

test('each new folder is synced into its parent, also of two that make the same', async () => {
  const steps: string[] = [];
  const make = (): Promise<void> =>
    makeFolder(join(root, 'a/b'), (step, path) => {
      steps.push(`${step} ${path.slice(root.length)}`);
    });
  await make();
  assert.deepEqual(steps, ['make-folder /a', 'sync-folder ', 'make-folder /a/b', 'sync-folder /a']);
  await make();
  assert.equal(steps.length, 4);
  await Promise.all([makeFolder(join(root, 'c/d')), makeFolder(join(root, 'c/d'))]);
  writeFileSync(join(root, 'file'), '');
  await assert.rejects(makeFolder(join(root, 'file')), { code: 'EEXIST' });
  await assert.rejects(makeFolder(join(root, 'file/e')), { code: 'ENOTDIR' });
});

test('where a folder takes no other that is said', async () => {
  await assert.rejects(new LocalFileSystem('/proc/none').write('one', new Uint8Array(1)));
});
