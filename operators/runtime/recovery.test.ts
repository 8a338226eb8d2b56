/** Jobs that are checkpointed, fail, and are restored, on one thread. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../conf/clock.js';
import { MillraceError } from '../../conf/errors/error.js';
import type { Batch } from '../core/batch.js';
import type { Sink } from '../core/sink.js';
import type { NodeSpec } from '../core/spec.js';
import type { Attempt } from './attempt.js';
import { connectors } from './connectors.js';
import { LocalExecutor } from './local-executor.js';
import { Memory } from './test-durability.js';
import { byWord, collect, feed, forward, JOB_ID, job, printRows, union } from './test-job.js';

/** A sink in two phases: what is committed is seen, once. */
class Pending implements Sink {
  readonly seen: string[] = [];
  readonly calls: string[] = [];

  async open() {
    let rows: string[] = [];
    return {
      write: (batch: Batch) => {
        rows.push(...printRows(batch));
      },
      prepare: async () => {
        const made = rows;
        rows = [];
        return made;
      },
      close: async () => {},
    };
  }

  async commit(committables: readonly unknown[]): Promise<void> {
    for (const row of committables as string[]) if (!this.seen.includes(row)) this.seen.push(row);
    this.calls.push(`commit ${committables.join(', ')}`);
  }

  async abort(committables: readonly unknown[]): Promise<void> {
    this.calls.push(`abort ${committables.join(', ')}`);
  }

  async sweep(): Promise<void> {
    this.calls.push('sweep');
  }
}

function start(nodes: readonly NodeSpec[], parallelism: number, restarts = 1) {
  const clock = new ManualClock();
  const sink = new Pending();
  const executor = new LocalExecutor(clock, { ...connectors, sink: () => sink });
  const memory = new Memory(restarts);
  const run = executor.start(JOB_ID, job(nodes, parallelism), {}, memory);
  return { clock, sink, executor, memory, run };
}

const lost = new MillraceError('WORKER_LOST', 'The worker of the job was lost: a test');

function row(word: string, n: number) {
  return { kind: 0 as const, values: [word, BigInt(n)] };
}

test('output is seen when its checkpoint stands; what followed comes again', async () => {
  const nodes = [feed('t'), union(byWord(0)), collect(forward(1))];
  const { clock, sink, executor, memory, run } = start(nodes, 2);
  executor.feed('t', [row('a', 1), row('b', 2)]);
  await executor.idle();
  assert.deepEqual(sink.seen, []);
  await memory.checkpoint();
  assert.deepEqual(sink.seen.sort(), ['+I a 1', '+I b 2']);
  executor.feed('t', [row('c', 3)]);
  await executor.idle();
  run.fail(lost);
  await executor.idle();
  assert.equal(run.state, 'RESTARTING');
  clock.advance(1000);
  await executor.idle();
  assert.deepEqual([run.state, run.attempts, run.error?.code], ['RUNNING', 2, 'WORKER_LOST']);
  executor.endFeed('t');
  await run.done;
  assert.equal(run.state, 'FINISHED');
  assert.deepEqual(sink.seen.sort(), ['+I a 1', '+I b 2', '+I c 3']);
  assert.deepEqual(memory.ends, ['FINISHED']);
  assert.equal(run.failure, undefined);
});

test('what a restored checkpoint had prepared is committed again', async () => {
  const { clock, sink, executor, memory, run } = start([feed('t'), collect(forward(0))], 1);
  executor.feed('t', [row('a', 1)]);
  await executor.idle();
  await memory.checkpoint();
  run.fail(lost);
  clock.advance(1000);
  await executor.idle();
  clock.advance(1000);
  await executor.idle();
  assert.deepEqual(sink.calls, ['commit +I a 1', 'commit +I a 1', 'sweep']);
  run.cancel();
  await run.done;
  assert.deepEqual(memory.ends, ['CANCELED']);
});

test('a failure without another attempt fails the job and its checkpoints under way', async () => {
  const { executor, memory, run } = start([feed('t'), collect(forward(0))], 1, 0);
  await executor.idle();
  const taken = memory.checkpoint();
  run.fail(lost);
  await assert.rejects(taken, {
    code: 'CHECKPOINT_FAILED',
    reason: 'Checkpoint 1 was given up: its job does not run any more',
  });
  await run.done;
  assert.deepEqual(
    [run.state, run.failure?.code, memory.ends],
    ['FAILED', 'WORKER_LOST', ['FAILED']],
  );
});

test('a barrier comes to its end where some tasks have ended', async () => {
  const nodes = [
    feed('t'),
    feed('u'),
    union(forward(0), forward(1)),
    collect(forward(2)),
    collect(forward(0)),
  ];
  const { executor, memory, run } = start(nodes, 2);
  executor.feed('t', [row('a', 1)]);
  executor.endFeed('t');
  await executor.idle();
  await memory.checkpoint();
  const finished = memory.snapshot?.nodes
    .filter((one) => one.finished && one.task === 0)
    .map(({ id }) => id);
  assert.deepEqual(finished?.sort(), ['sink-4', 'source-0']);
  run.cancel();
  await run.done;
});

test('with drain the sources end, and the last checkpoint has their positions', async () => {
  const { executor, memory, run } = start([feed('t'), collect(forward(0))], 1);
  executor.feed('t', [row('a', 1)]);
  await executor.idle();
  memory.attempt?.drain();
  await run.done;
  assert.equal(run.state, 'FINISHED');
  const [split] = memory.snapshot?.nodes.flatMap(({ splits }) => splits ?? []) ?? [];
  assert.deepEqual([split?.split.position, split?.ended], [{ entry: 1, row: 0 }, false]);
});

test('a source that stops behind a barrier reads on when the checkpoint is given up', async () => {
  const { sink, executor, memory, run } = start([feed('t'), collect(forward(0))], 1);
  await executor.idle();
  const attempt = memory.attempt as Attempt;
  await attempt.trigger({ kind: 'barrier', checkpoint: 7 }, true);
  executor.feed('t', [row('a', 1)]);
  executor.endFeed('t');
  await executor.idle();
  assert.equal(run.state, 'RUNNING');
  attempt.abandon(7, 'was given up');
  await run.done;
  assert.deepEqual(sink.seen, ['+I a 1']);
});
