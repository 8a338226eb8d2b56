import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { LocalFileSystem } from '../../state/fs/local.js';
import { CheckpointStore } from './checkpoint-store.js';

const base = mkdtempSync(join(tmpdir(), 'millrace-checkpoint-store-'));
after(() => rmSync(base, { recursive: true }));

test('an attempt removes what earlier ones were writing, not what is younger', async () => {
  const root = mkdtempSync(join(base, 'job-'));
  mkdirSync(join(root, 'shared'));
  mkdirSync(join(root, 'chk-7-1'));
  const old = ['shared/.1.sst.a1.partial', 'chk-7-1/._metadata.b2.partial'];
  for (const path of old) writeFileSync(join(root, path), 'half');
  const young = join(root, 'shared', '.2.sst.c3.partial');
  writeFileSync(young, 'half');
  const later = new Date(Date.now() + 60_000);
  utimesSync(young, later, later);
  for (const path of old) utimesSync(join(root, path), new Date(1000), new Date(1000));
  await new CheckpointStore(new LocalFileSystem(root), 1).begin();
  assert.deepEqual(readdirSync(root).sort(), ['log', 'shared']);
  assert.deepEqual(readdirSync(join(root, 'shared')), ['.2.sst.c3.partial']);
});

test('a store that lost its job does not take it back', async () => {
  const root = mkdtempSync(join(base, 'job-'));
  const zombie = new CheckpointStore(new LocalFileSystem(root), 1);
  await zombie.begin();
  await zombie.begin();
  assert.equal(zombie.attempt, 1);
  const successor = new CheckpointStore(new LocalFileSystem(root), 1);
  await successor.begin();
  await assert.rejects(zombie.begin(), { code: 'FENCED' });
  assert.equal(successor.attempt, 2);
});
