import assert from 'node:assert/strict';
import test from 'node:test';
import { MillraceError } from '../../conf/errors/error.js';
import { MemoryFileSystem } from '../fs/memory.js';
import { EntryBuffer } from './entries.js';
import { runFileJob } from './file-job.js';

test('a job that fails gives up the file that it was writing', async () => {
  const fs = new MemoryFileSystem();
  let aborted = 0;
  const broken = new MillraceError('FILE_UNREACHABLE', 'the target went away');
  fs.create = async () => ({
    append: () => Promise.reject(broken),
    finish: () => Promise.reject(broken),
    abort: async () => {
      aborted++;
    },
  });
  const entries = new EntryBuffer();
  entries.put(Uint8Array.of(0, 1, 0, 1), Uint8Array.of(7));
  const output = {
    prefix: 'shared/a-',
    level: 0,
    sequence: 1,
    blockBytes: 256,
    bloomBitsPerKey: 0,
    rowTables: [],
    codec: 'NONE',
    targetBytes: Infinity,
    clip: { first: 0, last: 15 },
    nonce: 1,
    keep: null,
  } as const;
  await assert.rejects(runFileJob(fs, { kind: 'flush', entries, ranges: [], output }), broken);
  assert.equal(aborted, 1);
});
