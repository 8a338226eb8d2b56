import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INT } from '../../state/column/logical-type.js';
import { scalarAt, vectorOf } from '../../state/column/scalar-access.js';
import type { Vector } from '../../state/column/vector.js';
import { Batch } from '../core/batch.js';
import type { Message } from '../core/message.js';
import type { Exchange } from '../core/spec.js';
import { RestoredJob } from './restored-job.js';
import type { JobSnapshot } from './snapshot.js';
import { packMessage } from './wire.js';

const KEYS = Array.from({ length: 20 }, (_, i) => i);

const BATCH = new Batch([vectorOf(INT, KEYS)], KEYS.length);

/** What a barrier overtook before one task of two, on the channels named. */
function overtaken(messages: readonly Message[], from = 0): JobSnapshot {
  const inFlight = messages.map((message) => ({
    input: 0,
    from,
    message: packMessage(message, []),
  }));
  const nodes = [0, 1].map((task) => {
    const operator = { watermark: 5, state: null, inFlight: task === 1 ? inFlight : [] };
    return { id: 'over', task, finished: false, operator };
  });
  return { checkpoint: 1, parallelism: 2, maxParallelism: 128, complete: [], nodes, files: [] };
}

interface Now {
  readonly jobParallelism: number;
  readonly parallelism: number;
  readonly senders: number;
  readonly exchange: Exchange;
}

/** What comes back to each task. */
function comesBack(snapshot: JobSnapshot, now: Now): Message[][] {
  const { jobParallelism, parallelism, senders, exchange } = now;
  return Array.from({ length: parallelism }, (_, task) => {
    const receiver = { id: 'over', task, parallelism, jobParallelism, maxParallelism: 128 };
    const found = new RestoredJob(snapshot).inFlight({
      ...receiver,
      exchanges: [exchange],
      senders: [senders],
    });
    return found.map(({ message }) => message);
  });
}

/** Rows by their keys, with marks as `|watermark` before them; what else was sent by its kind. */
function line(messages: readonly Message[]): unknown[] {
  return messages.flatMap((message): unknown[] => {
    if (message.kind === 'watermark') return [`|${message.value}`];
    if (message.kind !== 'batch') return [message.kind];
    const { columns, count, marks } = message.batch;
    const keys = Array.from({ length: count }, (_, row) =>
      scalarAt(columns[0] as Vector, row, INT),
    );
    const at = new Map(Array.from(marks?.positions ?? [], (row, i) => [row, marks?.values[i]]));
    return keys.flatMap((key, row) => (at.has(row) ? [`|${at.get(row)}`, key] : [key]));
  });
}

const ASCENDING = (a: unknown, b: unknown): number => Number(a) - Number(b);
const HASH: Exchange = { kind: 'hash', keys: [0] };

test('at another parallelism rows go to the task of their key, also where they lay already', () => {
  const snapshot = overtaken([{ kind: 'batch', batch: BATCH }]);
  const dealt = (exchange: Exchange): unknown[][] =>
    comesBack(snapshot, { jobParallelism: 4, parallelism: 4, senders: 4, exchange }).map(line);
  const hash = dealt(HASH);
  assert.deepEqual(hash.flat().sort(ASCENDING), KEYS);
  assert.ok(hash.every((keys) => keys.length > 0 && keys.length < KEYS.length));
  assert.deepEqual(dealt({ kind: 'forward', keys: [0] }), hash);
  assert.deepEqual(dealt({ kind: 'forward' }), [[], KEYS, [], []]);
});

test('marks between overtaken rows come back at the same parallelism, at another rows do', () => {
  const marks = { count: 2, positions: Int32Array.of(3, 9), values: Float64Array.of(10, 20) };
  const snapshot = overtaken([
    { kind: 'watermark', value: 7 },
    { kind: 'batch', batch: BATCH.withMarks(marks) },
    { kind: 'idle' },
    { kind: 'batch', batch: BATCH },
  ]);
  const same = comesBack(snapshot, {
    jobParallelism: 2,
    parallelism: 2,
    senders: 2,
    exchange: HASH,
  });
  const marked = [...KEYS.slice(0, 3), '|10', ...KEYS.slice(3, 9), '|20', ...KEYS.slice(9)];
  assert.deepEqual(same.map(line), [[], ['|7', ...marked, 'idle', ...KEYS]]);
  const three = { jobParallelism: 3, parallelism: 3, senders: 3, exchange: HASH };
  const other = comesBack(snapshot, three).map(line);
  assert.deepEqual(
    other.flat().sort(ASCENDING),
    KEYS.flatMap((key) => [key, key]),
  );
  // Each task has the rows of a key in their order: first those before the mark.
  for (const keys of other) {
    const half = keys.length / 2;
    assert.deepEqual(keys.slice(0, half), [...keys.slice(half)].sort(ASCENDING));
  }
});

test('an operator of another parallelism than the job has its rows dealt again', () => {
  const snapshot = overtaken([{ kind: 'batch', batch: BATCH }], 1);
  const now = { jobParallelism: 2, exchange: HASH };
  const one = comesBack(snapshot, { ...now, parallelism: 1, senders: 2 });
  assert.deepEqual(one.map(line), [KEYS]);
  // The rows came on a channel that is not there any more.
  const fewer = comesBack(snapshot, { ...now, parallelism: 2, senders: 1 }).map(line);
  assert.deepEqual(fewer.flat().sort(ASCENDING), KEYS);
  assert.ok(fewer.every((keys) => keys.length > 0));
});
