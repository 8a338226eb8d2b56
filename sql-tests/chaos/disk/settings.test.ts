import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { capacityOf, usedBytes } from './settings.js';

test('a disk has the bytes of files at any depth, and none where nothing is any more', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'millrace-disk-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'checkpoints/chk-1'), { recursive: true });
  writeFileSync(join(root, 'a'), 'four');
  writeFileSync(join(root, 'checkpoints/chk-1/b'), 'twelve bytes');
  assert.equal(usedBytes(root), 16);
  rmSync(join(root, 'checkpoints/chk-1'), { recursive: true });
  assert.equal(usedBytes(root), 4);
  assert.equal(usedBytes(join(root, 'checkpoints/chk-1')), 0);
});

test('a disk has no end until its capacity is written, and again when that is removed', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-disk-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const capacity = join(folder, 'capacity');
  const settings = { root: folder, journal: '', limbo: '', capacity };
  assert.equal(capacityOf(settings), Number.POSITIVE_INFINITY);
  writeFileSync(capacity, '1500');
  assert.equal(capacityOf(settings), 1500);
  rmSync(capacity);
  assert.equal(capacityOf(settings), Number.POSITIVE_INFINITY);
});
