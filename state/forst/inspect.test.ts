import assert from 'node:assert/strict';
import test from 'node:test';
import type { StateFile } from '../api/snapshot.js';
import { MemoryFileSystem } from '../fs/memory.js';
import { NONE } from './codec.js';
import {
  describeFile,
  drawShape,
  findFiles,
  findOrphans,
  sizesByTable,
  sizeText,
  verifyFiles,
} from './inspect.js';
import { SortedFileWriter } from './sorted-file-writer.js';

const FORMAT = { blockBytes: 300, bloomBitsPerKey: 10, codec: NONE };

async function write(fs: MemoryFileSystem, path: string, groups: number): Promise<StateFile> {
  const identity = { path, level: 0, sequence: 1, nonce: 5 };
  const writer = new SortedFileWriter(await fs.create(path), identity, FORMAT);
  for (let group = 0; group < groups; group++) {
    for (let table = 1; table <= 2; table++) {
      for (let n = 0; n < 10; n++) {
        const key = Uint8Array.of(0, group, 0, table, n);
        if (n === 9) writer.delete(key);
        else writer.put(key, new Uint8Array(20));
      }
    }
  }
  return writer.finish();
}

test('files are found and described without a manifest', async () => {
  const fs = new MemoryFileSystem();
  const file = await write(fs, 'shared/a.sst', 4);
  await write(fs, 'shared/b.sst', 2);
  await fs.write('chk-1/_metadata', new Uint8Array(10));
  await fs.write('shared/c.sst', new Uint8Array(70));
  const { files, findings } = await findFiles(fs, '');
  assert.deepEqual(
    files.map(({ path, entries }) => [path, entries]),
    [
      ['shared/a.sst', 80],
      ['shared/b.sst', 40],
    ],
  );
  assert.deepEqual(await describeFile(fs, { ...file, modifiedAt: 0 }), {
    ...file,
    sequence: 0,
    clip: { first: 0, last: 3 },
  });
  assert.equal(findings.length, 1);
  assert.match(findings[0] as string, /shared\/c\.sst, footer: expected magic/);
  assert.deepEqual(await sizesByTable(fs, files), [
    { table: 1, apartBytes: 0, entries: 60, deleted: 6, keyBytes: 300, valueBytes: 54 * 20 },
    { table: 2, apartBytes: 0, entries: 60, deleted: 6, keyBytes: 300, valueBytes: 54 * 20 },
  ]);
});

test('each damaged block is a finding; orphans are what nothing refers to', async () => {
  const fs = new MemoryFileSystem();
  const a = await write(fs, 'shared/a.sst', 4);
  const b = await write(fs, 'shared/b.sst', 4);
  assert.deepEqual(await verifyFiles(fs, [a, b, a]), []);
  const bytes = await fs.readAll(b.path);
  bytes[10] = 99;
  bytes[800] = 99;
  await fs.write(b.path, bytes);
  const findings = await verifyFiles(fs, [a, b]);
  assert.equal(findings.length, 2);
  for (const finding of findings) assert.match(finding, /b\.sst, block \d at byte \d+: expected/);
  const [missing] = await verifyFiles(fs, [{ ...a, path: 'shared/gone.sst' }]);
  assert.match(missing as string, /gone\.sst/);
  const orphans = await findOrphans(fs, 'shared', new Set([a.path]));
  assert.deepEqual(
    orphans.map(({ path }) => path),
    [b.path],
  );
});

test('the shape of levels as text', () => {
  const file = (level: number, sequence: number, first: number, last: number): StateFile => ({
    path: `${sequence}.sst`,
    level,
    sequence,
    sizeBytes: sequence * 1000,
    entries: 1,
    footer: new Uint8Array(0),
    firstKey: Uint8Array.of(0, first),
    lastKey: Uint8Array.of(0, last),
    clip: { first: 0, last: 15 },
  });
  const files = [file(0, 5, 0, 15), file(0, 6, 4, 11), file(1, 3, 0, 7), file(1, 2, 10, 15)];
  assert.deepEqual(drawShape(files, 16), [
    'level 0: 2 files, 10.7 kB',
    '  │    ────────    │ 5.9 kB',
    '  │────────────────│ 4.9 kB',
    'level 1: 2 files, 4.9 kB',
    '  │────────  ──────│',
  ]);
  assert.deepEqual(drawShape([]), []);
  assert.equal(sizeText(12), '12 B');
  assert.equal(sizeText(5 * 1024 ** 3), '5.0 GB');
});
