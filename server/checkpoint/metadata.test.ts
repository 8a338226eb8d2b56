import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryFileSystem } from '../../state/fs/memory.js';
import { encodeMetadata, type Metadata, readMetadata } from './metadata.js';

const metadata: Metadata = {
  jobId: '0'.repeat(32),
  jobName: 'test',
  engine: '1',
  takenAt: 5,
  isSavepoint: false,
  operators: { 'sink-1': 'Sink' },
  snapshot: {
    checkpoint: 3,
    parallelism: 2,
    maxParallelism: 128,
    complete: [],
    nodes: [{ id: 'sink-1', task: 0, finished: false, committables: [{ big: 5n }] }],
    files: [{ path: 'a', bytes: new Uint8Array([1, 2]) }],
  },
};

test('metadata is read as it was written', async () => {
  const files = new MemoryFileSystem();
  await files.write('m', encodeMetadata(metadata));
  assert.deepEqual(await readMetadata(files, 'm'), metadata);
});

test('metadata of the version before is read', async () => {
  const files = new MemoryFileSystem();
  await files.write('m', changed(encodeMetadata(metadata), 7, 1));
  assert.deepEqual(await readMetadata(files, 'm'), metadata);
});

test('a missing, foreign, truncated, newer or damaged file names what is wrong', async () => {
  const files = new MemoryFileSystem();
  await assert.rejects(readMetadata(files, 'm'), {
    code: 'CHECKPOINT_MISSING',
    reason: 'There is no complete checkpoint or savepoint: its metadata file is missing',
    place: { file: 'memory:/m' },
  });
  const good = encodeMetadata(metadata);
  const faults: [bytes: Uint8Array, code: string, reason: RegExp][] = [
    [Buffer.from('not ours at all'), 'CHECKPOINT_MISSING', /is no metadata/],
    [Buffer.from('4960672d00000004', 'hex'), 'CHECKPOINT_MISSING', /of Apache Flink, which/],
    [good.subarray(0, 5), 'CHECKPOINT_MISSING', /is no metadata/],
    [good.subarray(0, good.length - 1), 'STATE_CORRUPT', /checksum \w{8}; \w{8} is expected/],
    [changed(good, 7, 9), 'STATE_CORRUPT', /has format 9; this version reads 1 to 2/],
    [changed(good, 20, 255), 'STATE_CORRUPT', /checksum/],
  ];
  for (const [bytes, code, reason] of faults) {
    await files.write('m', bytes);
    await assert.rejects(readMetadata(files, 'm'), (error: Error & { code: string }) => {
      assert.equal(error.code, code);
      assert.match(error.message, reason);
      return true;
    });
  }
});

function changed(bytes: Uint8Array, at: number, value: number): Uint8Array {
  const copy = new Uint8Array(bytes);
  copy[at] = value;
  return copy;
}
