import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../conf/clock.js';
import { BIGINT, STRING } from '../../state/column/logical-type.js';
import type { JobSpec, NodeSpec } from '../core/spec.js';
import { bindCall } from '../expr/bind.js';
import type { Expr } from '../expr/expression.js';
import { stringLiteral } from '../expr/literal.js';
import type { JobRun } from './job-run.js';
import {
  byWord,
  collect,
  forward,
  JOB_ID,
  job,
  numbered,
  perWord,
  printRows,
  union,
  values,
} from './test-job.js';
import { WorkerPool } from './worker-pool.js';

async function run(
  pool: WorkerPool,
  spec: JobSpec,
  id = JOB_ID,
): Promise<{ rows: string[]; ended: JobRun }> {
  const rows: string[] = [];
  const ended = pool.start(id, spec, {
    rows: (batch, taken) => {
      rows.push(...printRows(batch));
      taken(batch.count);
    },
  });
  await ended.done;
  return { rows, ended };
}

test('a job spreads over the workers, and each key keeps its sequence', async () => {
  const pool = new WorkerPool({ workers: 2 });
  const nodes = [values(numbered(5000)), union(byWord(0)), collect(forward(1))];
  const alone = await run(pool, job(nodes, 1));
  const spread = await run(pool, job(nodes, 4, { 'millrace.batch.size': '100' }));
  assert.deepEqual([alone.ended.state, spread.ended.state], ['FINISHED', 'FINISHED']);
  assert.equal(spread.rows.length, 5000);
  assert.deepEqual(perWord(spread.rows), perWord(alone.rows));
  const { rows, share, nodes: counts } = spread.ended.progress();
  assert.deepEqual([rows, share, counts[1]?.rowsIn], [5000, 1, 5000]);
  await pool.close();
});

test('a reader that takes nothing holds the job on its worker until it is cancelled', async () => {
  const pool = new WorkerPool({ workers: 1 });
  const options = { 'millrace.batch.size': '10', 'millrace.result.buffer-rows': '50' };
  const spec = job([values(numbered(1000)), collect(forward(0))], 1, options);
  let filled = (): void => {};
  const full = new Promise<void>((resolve) => {
    filled = resolve;
  });
  let arrived = 0;
  const held = pool.start(JOB_ID, spec, {
    rows: (batch) => {
      arrived += batch.count;
      if (arrived >= 50) filled();
    },
  });
  await full;
  const other = await run(pool, job([values(numbered(3)), collect(forward(0))]), 'f'.repeat(32));
  assert.deepEqual(other.rows, ['+I k0 0', '+I k1 1', '+I k2 2']);
  assert.deepEqual([arrived, held.state], [50, 'RUNNING']);
  held.cancel();
  await held.done;
  assert.deepEqual([arrived, held.state], [50, 'CANCELED']);
  await pool.close();
});

test('a worker out of memory fails its job alone, and is replaced', async () => {
  const pool = new WorkerPool({ workers: 1, heapMb: 24 });
  const large = await run(pool, job([values(numbered(400_000)), collect(forward(0))]));
  assert.equal(large.ended.state, 'FAILED');
  assert.equal(large.ended.error?.code, 'WORKER_LOST');
  assert.match(large.ended.error?.reason ?? '', /^The worker of the job was lost: .*memory/);
  const small = await run(pool, job([values(numbered(2)), collect(forward(0))]));
  assert.deepEqual([small.rows, small.ended.state], [['+I k0 0', '+I k1 1'], 'FINISHED']);
  await pool.close();
});

/** A regular expression that backtracks for longer than anybody waits. */
function endless(): NodeSpec {
  const word: Expr = { kind: 'column', index: 0, type: STRING };
  const n: Expr = { kind: 'column', index: 1, type: BIGINT };
  const replaced = bindCall('REGEXP_REPLACE', [word, stringLiteral('(a+)+$'), stringLiteral('')]);
  const operator = { kind: 'calc', condition: null, projection: [replaced, n] } as const;
  return { ...union(forward(0)), operator };
}

test('a worker that a cancelled job holds for ever is ended; what waited begins anew', async () => {
  const clock = new ManualClock();
  const pool = new WorkerPool({ workers: 1, clock });
  const slow = { 'millrace.batch.size': '1', 'millrace.result.buffer-rows': '1' };
  const reading = await new Promise<JobRun>((resolve) => {
    const spec = job([values(numbered(9)), collect(forward(0))], 1, slow);
    const started = pool.start('c'.repeat(32), spec, { rows: () => resolve(started) });
  });
  const rows = values([
    ['aaa', 0n],
    [`${'a'.repeat(40)}b`, 1n],
  ]);
  const nodes = [rows, endless(), collect(forward(1))];
  const held = await new Promise<JobRun>((resolve) => {
    const spec = job(nodes, 1, { 'millrace.batch.size': '1' });
    const started = pool.start(JOB_ID, spec, { rows: () => resolve(started) });
  });
  const beside = pool.start('b'.repeat(32), job([values(numbered(2)), collect(forward(0))]));
  held.cancel();
  clock.advance(9_999);
  assert.deepEqual([held.state, beside.state], ['CANCELLING', 'CREATED']);
  clock.advance(1);
  await Promise.all([held.done, beside.done, reading.done]);
  assert.deepEqual([held.state, beside.state], ['CANCELED', 'FINISHED']);
  assert.equal(reading.error?.code, 'WORKER_LOST');
  const after = await run(pool, job([values(numbered(2)), collect(forward(0))]));
  assert.deepEqual([after.rows, after.ended.state], [['+I k0 0', '+I k1 1'], 'FINISHED']);
  await pool.close();
});
