import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { StateFile } from '../../state/api/snapshot.js';
import { NONE } from '../../state/forst/codec.js';
import { SortedFileWriter } from '../../state/forst/sorted-file-writer.js';
import { LocalFileSystem } from '../../state/fs/local.js';
import { JobLog } from '../checkpoint/job-log.js';
import { encodeMetadata } from '../checkpoint/metadata.js';

const main = fileURLToPath(new URL('./main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'millrace-state-'));
after(() => rmSync(folder, { recursive: true }));

function state(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [main, 'state', ...args], (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

test('state ls, inspect and verify tell what stands below a folder', async () => {
  const fs = new LocalFileSystem(folder);
  const identity = { path: 'shared/1.sst', level: 0, sequence: 1, nonce: 5 };
  const format = { blockBytes: 4096, bloomBitsPerKey: 10, codec: NONE };
  const writer = new SortedFileWriter(await fs.create(identity.path), identity, format);
  for (let n = 0; n < 100; n++) writer.put(Uint8Array.of(0, n >> 2, 0, 7, n), new Uint8Array(10));
  const { sizeBytes } = await writer.finish();

  const list = await state('ls', folder);
  assert.deepEqual(list, {
    code: 0,
    out: `shared/1.sst  ${sizeBytes} bytes  100 entries  key groups 0 to 24\n`,
    err: '',
  });
  const { out } = await state('inspect', folder);
  assert.match(out, /: 1 file, 1\.7 kB\ntable 7: 100 entries, keys 500 B, values 1000 B\n/);
  assert.match(out, /level 0: 1 file, 1\.7 kB\n {2}│─{64}│ 1\.7 kB\n$/);
  const good = await state('verify', folder);
  assert.deepEqual(good, {
    code: 0,
    out: '1 file, 1.7 kB: all blocks are what was written\n',
    err: '',
  });

  const path = join(folder, identity.path);
  const bytes = readFileSync(path);
  bytes[300] = (bytes[300] as number) ^ 1;
  writeFileSync(path, bytes);
  const bad = await state('verify', folder);
  assert.equal(bad.code, 1);
  assert.match(
    bad.err,
    /^shared\/1\.sst, block 0 at byte 0: expected checksum 0x\w+, found 0x\w+\n/,
  );
});

test('state called wrongly, or on a folder without state', async () => {
  assert.deepEqual(await state('eat', folder), {
    code: 2,
    out: '',
    err: '[CLI_USAGE] state is followed by ls, inspect, verify, gc\nHint: See millrace --help.\n',
  });
  const none = await state('ls', join(folder, 'none'));
  assert.equal(none.code, 1);
  assert.match(none.err, /^\[FILE_MISSING\] There are no files of state below file:.*none\n/);
});

/** A job's folder with one completed checkpoint, an orphan and a pending checkpoint. */
async function jobFolder(): Promise<{ root: string; chk: string }> {
  const root = join(folder, 'job');
  const fs = new LocalFileSystem(root);
  const format = { blockBytes: 4096, bloomBitsPerKey: 10, codec: NONE };
  const files: StateFile[] = [];
  for (const name of ['a', 'b']) {
    const identity = { path: `shared/${name}.sst`, level: files.length, sequence: 1, nonce: 5 };
    const writer = new SortedFileWriter(await fs.create(identity.path), identity, format);
    for (let n = 0; n < 100; n++) writer.put(Uint8Array.of(0, n >> 2, 0, 7, n), new Uint8Array(10));
    files.push(await writer.finish());
  }
  await fs.write('shared/orphan.sst', new Uint8Array(7));
  const keyGroups = { first: 0, last: 127, of: 128 };
  const tables = [{ id: 7, name: 'sums', kind: 'table', signature: '' }] as const;
  const operator = { watermark: 0, inFlight: [], state: { keyGroups, tables, files } };
  const nodes = [{ id: 'agg', task: 0, finished: false, operator }];
  const chk = 'chk-3-1';
  const metadata = encodeMetadata({
    jobId: 'j',
    jobName: 'hourly',
    engine: '0',
    takenAt: 0,
    isSavepoint: false,
    operators: { agg: 'GroupAggregate' },
    snapshot: {
      checkpoint: 3,
      parallelism: 1,
      maxParallelism: 128,
      complete: [],
      nodes,
      files: [],
    },
  });
  await fs.write(`${chk}/_metadata`, metadata);
  await fs.write('chk-4-1/_metadata', metadata);
  const log = new JobLog(fs);
  await log.begin();
  await log.complete(3, `${chk}/_metadata`);
  return { root, chk };
}

test('a job by its checkpoints, operators, tables, levels, and what nothing names', async () => {
  const { root, chk } = await jobFolder();
  const head =
    'chk-3-1/_metadata  checkpoint 3 of hourly, 1970-01-01T00:00:00.000Z\n' +
    '  agg GroupAggregate: 1 task, 2 files, 3.5 kB\n';
  for (const path of [root, join(root, chk), join(root, chk, '_metadata')]) {
    assert.deepEqual(await state('ls', path), { code: 0, out: head, err: '' });
  }
  const { out } = await state('inspect', root);
  assert.equal(out.slice(0, head.length), head);
  assert.match(
    out,
    /\nagg GroupAggregate\ntable 7 sums: 200 entries, keys 1000 B, values 2.0 kB\n/,
  );
  assert.match(out, /key groups 0 to 127 of 128\nlevel 0: 1 file, .*\n.*\nlevel 1: 1 file/);
  const verified = await state('verify', root);
  assert.equal(verified.out, '2 files, 3.5 kB: all blocks are what was written\n');
  writeFileSync(join(root, 'shared', '.9.sst.1a2b.partial'), 'half');
  const gc = await state('gc', '--dry-run', root);
  assert.match(
    gc.out,
    /^chk-4-1\/_metadata .*\nshared\/orphan\.sst {2}7 bytes .*\n.*\.partial {2}4 bytes .*\n3 f/,
  );
  assert.equal((await state('gc', root)).code, 2);
  assert.equal((await state('gc', '--dry-run', join(root, 'shared'))).code, 2);
});
