import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../conf/clock.js';
import { timestamp } from '../../state/column/logical-type.js';
import { scalarAt } from '../../state/column/scalar-access.js';
import type { Batch } from '../core/batch.js';
import type { Sink } from '../core/sink.js';
import type { Column, JobSpec, NodeSpec } from '../core/spec.js';
import { createValues } from '../source/values.js';
import { connectors } from './connectors.js';
import type { Environment } from './environment.js';
import { LocalExecutor } from './local-executor.js';
import {
  byWord,
  collect,
  feed,
  forward,
  JOB_ID,
  job,
  numbered,
  perWord,
  printRows,
  union,
  values,
} from './test-job.js';

/** A sink that gives its batches to `emit`, and counts what is done with it. */
class Collect implements Sink {
  readonly calls: string[] = [];

  async open({ task, emit }: Parameters<Sink['open']>[0]) {
    return {
      write: (batch: Batch) => emit?.(batch),
      prepare: async () => [task],
      close: async () => {
        this.calls.push(`close ${task}`);
      },
    };
  }

  async commit(committables: readonly unknown[]): Promise<void> {
    this.calls.push(`commit ${[...committables].sort().join()}`);
  }

  async abort(committables: readonly unknown[]): Promise<void> {
    this.calls.push(`abort ${[...committables].sort().join()}`);
  }
}

function environment(sink: Sink): Environment {
  return {
    ...connectors,
    source({ operator, output }) {
      if (operator.kind !== 'values') throw new Error(`no ${operator.kind} here`);
      return createValues(operator, output);
    },
    sink: () => sink,
  };
}

async function run(spec: JobSpec): Promise<{ rows: string[]; calls: string[]; state: string }> {
  const rows: string[] = [];
  const sink = new Collect();
  const executor = new LocalExecutor(new ManualClock(), environment(sink));
  const started = executor.start(JOB_ID, spec, {
    rows: (batch, taken) => {
      rows.push(...printRows(batch));
      taken(batch.count);
    },
  });
  await started.done;
  return { rows, calls: sink.calls, state: started.state };
}

test('values go through a forward edge to the sink, which commits at the end', async () => {
  const spec = job([
    values([
      ['a', 1n],
      ['b', 2n],
    ]),
    collect(forward(0)),
  ]);
  assert.deepEqual(await run(spec), {
    rows: ['+I a 1', '+I b 2'],
    calls: ['close 0', 'commit 0'],
    state: 'FINISHED',
  });
});

test('a job without rows ends', async () => {
  const { rows, state } = await run(job([values([]), collect(forward(0))], 3));
  assert.deepEqual([rows, state], [[], 'FINISHED']);
});

test('rows of a key keep their order at every parallelism and batch size', async () => {
  const outputs = [];
  for (const parallelism of [1, 4]) {
    for (const size of ['1', '7', '2048']) {
      const nodes = [values(numbered(500)), union(byWord(0)), collect(forward(1))];
      const result = await run(job(nodes, parallelism, { 'millrace.batch.size': size }));
      assert.equal(result.rows.length, 500);
      outputs.push(perWord(result.rows));
    }
  }
  const [first, ...others] = outputs;
  for (const other of others) assert.deepEqual(other, first);
});

test('feeding, watermarks and the end of a stream', async () => {
  const rows: string[] = [];
  const executor = new LocalExecutor(new ManualClock(), environment(new Collect()));
  const nodes = [feed('t'), feed('u'), union(...[0, 1].map(forward)), collect(forward(2))];
  const started = executor.start(JOB_ID, job(nodes), {
    rows: (batch, taken) => {
      const marks = batch.marks === null ? [] : [...batch.marks.values].map((m) => `mark ${m}`);
      rows.push(...printRows(batch), ...marks);
      taken(batch.count);
    },
  });
  executor.feed('t', [{ kind: 0, values: ['a', 1n] }]);
  await executor.idle();
  assert.deepEqual(rows.splice(0), ['+I a 1']);
  executor.feed('u', [
    { kind: 1, values: ['b', 2n] },
    { kind: 2, values: ['b', 3n] },
  ]);
  await executor.idle();
  assert.deepEqual(rows.splice(0), ['-U b 2', '+U b 3']);
  executor.feedWatermark('t', 1000);
  await executor.idle();
  executor.endFeed('t');
  executor.endFeed('u');
  await started.done;
  assert.deepEqual([rows, started.state], [[], 'FINISHED']);
  assert.equal(started.progress().rows, 3);
});

test('a reader that takes nothing holds the job', async () => {
  const options = { 'millrace.batch.size': '10', 'millrace.result.buffer-rows': '50' };
  const executor = new LocalExecutor(new ManualClock(), environment(new Collect()));
  const taken: (() => void)[] = [];
  let arrived = 0;
  const started = executor.start(
    JOB_ID,
    job([values(numbered(1000)), collect(forward(0))], 1, options),
    {
      rows: (batch, take) => {
        arrived += batch.count;
        taken.push(() => take(batch.count));
      },
    },
  );
  await new Promise((resolve) => setImmediate(() => setImmediate(() => setImmediate(resolve))));
  for (let left = 100; arrived < 50 && left > 0; left--) await new Promise(setImmediate);
  assert.equal(arrived, 50);
  while (!started.ended) {
    taken.shift()?.();
    await new Promise(setImmediate);
    assert.ok(arrived <= 1000);
  }
  assert.deepEqual([arrived, started.state], [1000, 'FINISHED']);
});

test('a cancelled job closes its sink and removes what it prepared', async () => {
  const sink = new Collect();
  const executor = new LocalExecutor(new ManualClock(), environment(sink));
  const nodes = [values([['a', 1n]]), collect(forward(0)), feed('t'), collect(forward(2))];
  const started = executor.start(JOB_ID, job(nodes));
  await executor.idle();
  started.cancel();
  await started.done;
  assert.equal(started.state, 'CANCELED');
  assert.deepEqual(sink.calls, ['close 0', 'close 0', 'abort 0']);
});

test('a failure names the node, and the sink is aborted', async () => {
  const sink = new Collect();
  const failing: Sink = {
    ...sink,
    open: async () => ({
      write: () => Promise.reject(new Error('the disk is full')),
      prepare: async () => [],
      close: async () => {},
    }),
    commit: () => sink.commit([]),
    abort: () => sink.abort([]),
  };
  const executor = new LocalExecutor(new ManualClock(), environment(failing));
  const started = executor.start(JOB_ID, job([values([['a', 1n]]), collect(forward(0))]));
  await started.done;
  assert.equal(started.state, 'FAILED');
  assert.equal(started.error?.code, 'BUG_INVARIANT');
  assert.equal(started.error?.reason, 'Unexpected failure: the disk is full (in the sink)');
});

test('timestamps are columns like others', async () => {
  const at: Column = { name: 'at', type: timestamp(3) };
  const batches: Batch[] = [];
  const executor = new LocalExecutor(new ManualClock(), environment(new Collect()));
  const source = {
    ...values([]),
    output: [at],
    operator: { kind: 'values', rows: [[5_000_000n]] },
  };
  const started = executor.start(JOB_ID, job([source as NodeSpec, collect(forward(0))]), {
    rows: (batch) => batches.push(batch),
  });
  await started.done;
  assert.deepEqual(
    batches.map(({ columns: [time] }) => scalarAt(time as never, 0, at.type)),
    [5_000_000n],
  );
});
