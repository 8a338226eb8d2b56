import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INT } from '../../state/column/logical-type.js';
import { scalarAt, vectorOf } from '../../state/column/scalar-access.js';
import type { Vector } from '../../state/column/vector.js';
import { Batch } from '../core/batch.js';
import type { Exchange } from '../core/spec.js';
import { RestoredJob } from './restored-job.js';
import type { JobSnapshot } from './snapshot.js';
import { packMessage } from './wire.js';

const KEYS = Array.from({ length: 20 }, (_, i) => i);

/** Rows that a barrier overtook before one task of two. */
function overtaken(): JobSnapshot {
  const batch = new Batch([vectorOf(INT, KEYS)], KEYS.length);
  const inFlight = [{ input: 0, from: 0, message: packMessage({ kind: 'batch', batch }, []) }];
  const operator = { watermark: 5, state: null, inFlight };
  const nodes = [{ id: 'over', task: 1, finished: false, operator }];
  return { checkpoint: 1, parallelism: 2, maxParallelism: 128, complete: [], nodes, files: [] };
}

/** Keys of the rows that come back to a task of four. */
function keysOf(task: number, exchange: Exchange): unknown[] {
  const parallelism = 4;
  const receiver = { id: 'over', task, parallelism, jobParallelism: 4, maxParallelism: 128 };
  const found = new RestoredJob(overtaken()).inFlight({ ...receiver, exchanges: [exchange] });
  return found.flatMap(({ message }) => {
    if (message.kind !== 'batch') return [];
    const { columns, count } = message.batch;
    return Array.from({ length: count }, (_, row) => scalarAt(columns[0] as Vector, row, INT));
  });
}

test('at another parallelism rows go to the task of their key, also where they lay already', () => {
  const dealt = (exchange: Exchange): unknown[][] =>
    [0, 1, 2, 3].map((task) => keysOf(task, exchange));
  const hash = dealt({ kind: 'hash', keys: [0] });
  assert.deepEqual(
    hash.flat().sort((a, b) => Number(a) - Number(b)),
    KEYS,
  );
  assert.ok(hash.every((keys) => keys.length > 0 && keys.length < KEYS.length));
  assert.deepEqual(dealt({ kind: 'forward', keys: [0] }), hash);
  assert.deepEqual(dealt({ kind: 'forward' }), [[], KEYS, [], []]);
});
