import assert from 'node:assert/strict';
import { fstatSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { OpenFiles } from './open-files.js';

test('close closes what is open, and what is opened after it when its read ends', () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-open-'));
  writeFileSync(join(folder, 'a'), 'x');
  const files = new OpenFiles(10, (name) => join(folder, name));
  const isOpen = (descriptor: number): boolean => {
    try {
      return fstatSync(descriptor).isFile();
    } catch {
      return false;
    }
  };
  const kept = files.use('a');
  files.release(kept);
  assert.equal(isOpen(kept.descriptor), true);
  files.close();
  assert.equal(isOpen(kept.descriptor), false);
  const late = files.use('a');
  assert.equal(isOpen(late.descriptor), true);
  files.release(late);
  assert.equal(isOpen(late.descriptor), false);
  rmSync(folder, { recursive: true });
});
