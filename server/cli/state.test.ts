import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { NONE } from '../../state/forst/codec.js';
import { SortedFileWriter } from '../../state/forst/sorted-file-writer.js';
import { LocalFileSystem } from '../../state/fs/local.js';

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
  assert.match(out, /: 1 files, 1\.7 kB\ntable 7: 100 entries, keys 500 B, values 1000 B\n/);
  assert.match(out, /level 0: 1 file, 1\.7 kB\n {2}│─{64}│ 1\.7 kB\n$/);
  const good = await state('verify', folder);
  assert.deepEqual(good, { code: 0, out: '1 files, all blocks are what was written\n', err: '' });

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
    err: '[CLI_USAGE] state is followed by ls, inspect, verify\nHint: See millrace --help.\n',
  });
  const none = await state('ls', join(folder, 'none'));
  assert.equal(none.code, 1);
  assert.match(none.err, /^\[FILE_MISSING\] There are no files of state below file:.*none\n/);
});
