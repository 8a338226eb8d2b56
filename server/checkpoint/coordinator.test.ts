/** A job's checkpoints by its options, while its file system fails as it is told. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../conf/clock.js';
import { Configuration } from '../../conf/configuration.js';
import { MillraceError } from '../../conf/errors/error.js';
import { Random } from '../../conf/random.js';
import type { Batch } from '../../operators/core/batch.js';
import type { Sink } from '../../operators/core/sink.js';
import { connectors } from '../../operators/runtime/connectors.js';
import type { JobRun } from '../../operators/runtime/job-run.js';
import { LocalExecutor } from '../../operators/runtime/local-executor.js';
import {
  collect,
  feed,
  forward,
  JOB_ID,
  job,
  printRows,
} from '../../operators/runtime/test-job.js';
import { FaultyFileSystem } from '../../state/fs/faulty.js';
import { MemoryFileSystem } from '../../state/fs/memory.js';
import { CheckpointStore } from './checkpoint-store.js';
import { Coordinator } from './coordinator.js';
import type { CoordinatorParts, Reached } from './coordinator-parts.js';
import { restartStrategy } from './restart-strategy.js';
import { restoreFrom } from './restore.js';
import { checkpointSettings } from './settings.js';

/** Commits each row once. */
class Rows implements Sink {
  readonly seen: string[] = [];
  /** What is prepared waits for it. */
  ready: Promise<void> = Promise.resolve();
  /** What is committed waits for it. */
  visible: Promise<void> = Promise.resolve();

  async open() {
    let rows: string[] = [];
    return {
      write: (batch: Batch) => {
        rows.push(...printRows(batch));
      },
      prepare: async () => {
        await this.ready;
        return rows.splice(0);
      },
      close: async () => {
        rows = [];
      },
    };
  }

  async commit(committables: readonly unknown[]): Promise<void> {
    await this.visible;
    for (const row of committables as string[]) if (!this.seen.includes(row)) this.seen.push(row);
  }

  async abort(): Promise<void> {}
}

const DEFAULTS = {
  'execution.checkpointing.interval': '100 ms',
  'execution.checkpointing.dir': 'memory:job',
  'restart-strategy.exponential-delay.jitter-factor': '0',
};

class Fixture {
  readonly clock = new ManualClock();
  readonly memory: MemoryFileSystem;
  readonly files: FaultyFileSystem;
  readonly sink = new Rows();
  readonly coordinator: Coordinator;
  readonly run: JobRun;
  readonly #executor: LocalExecutor;
  #fed = 0;

  constructor(
    options: Readonly<Record<string, string>> = {},
    parts: Partial<CoordinatorParts> = {},
    memory = new MemoryFileSystem('memory:job', () => 0),
  ) {
    const { clock, sink } = this;
    const files = new FaultyFileSystem(memory, '', { wait: (ms) => this.#wait(ms) });
    this.memory = memory;
    this.files = files;
    const all = { ...DEFAULTS, ...options };
    const spec = job([feed('t'), collect(forward(0))], 1, all);
    const configuration = Configuration.of(all);
    const settings = checkpointSettings(configuration);
    this.coordinator = new Coordinator({
      jobId: JOB_ID,
      spec,
      settings,
      store: new CheckpointStore(files, settings.numRetained),
      strategy: restartStrategy(configuration, clock, new Random(1)),
      clock,
      engine: 'test',
      resumed: null,
      reached: async () => {},
      open: () => files,
      initial: async (ending) =>
        ending === null ? null : restoreFrom(ending, spec, false, () => files),
      ended: async () => {},
      ...parts,
    });
    const environment = { ...connectors, sink: () => sink, fileSystem: () => files };
    this.#executor = new LocalExecutor(clock, environment);
    this.run = this.#executor.start(JOB_ID, spec, {}, this.coordinator);
    this.coordinator.fail = (error) => this.run.fail(error);
    this.coordinator.end = () => this.run.finish();
  }

  async row(): Promise<string> {
    const n = this.#fed++;
    this.#executor.feed('t', [{ kind: 0, values: ['row', BigInt(n)] }]);
    await this.settled();
    return `+I row ${n}`;
  }

  end(): void {
    this.#executor.endFeed('t');
  }

  async fail(): Promise<void> {
    this.run.fail(new MillraceError('FILE_UNREACHABLE', 'told to'));
    await this.settled();
  }

  async advance(ms: number): Promise<void> {
    this.clock.advance(ms);
    await this.settled();
  }

  /** Nothing moves any more until time does. */
  async settled(): Promise<void> {
    for (let round = 0; round < 8; round++) {
      await this.#executor.idle();
      await this.turns();
    }
  }

  async turns(): Promise<void> {
    for (let turn = 0; turn < 8; turn++) await new Promise(setImmediate);
  }

  async stored(): Promise<string[]> {
    const found: string[] = [];
    for await (const { path } of this.memory.list('')) found.push(path);
    return found;
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.clock.after(ms, resolve);
    });
  }
}

const TROUBLES = [
  ['a full disk', 'write ** refused', /the disk is full/],
  ['an unreachable endpoint', '* ** error', /no answer/],
  ['a server that asks for rest', 'write ** 503', /503 slow down/],
  ['a log that cannot be written', 'put log/* 409', /409 conflict/],
] as const;

for (const [name, rules, reason] of TROUBLES) {
  test(`${name}: the job says so, begins again after longer and longer, and goes on`, async () => {
    const one = new Fixture();
    await one.settled();
    const rows = [await one.row()];
    await one.advance(100);
    assert.deepEqual(one.sink.seen, rows);
    one.files.setRules(rules);
    rows.push(await one.row());
    await one.advance(100);
    assert.equal(one.run.state, 'RESTARTING');
    assert.match(one.run.error?.message ?? '', reason);
    const attempts: number[] = [];
    for (let waitMs = 1000; attempts.length < 3; waitMs *= 1.5) {
      attempts.push(one.run.attempts);
      await one.advance(waitMs - 1);
      assert.equal(one.run.attempts, attempts.at(-1));
      await one.advance(1);
      // With what only checkpoints run into, an attempt runs until its first.
      if (one.run.attempts > (attempts.at(-1) ?? 0)) await one.advance(100);
      assert.equal(one.run.state, 'RESTARTING');
      assert.match(one.run.error?.message ?? '', reason);
    }
    assert.equal(attempts.length, 3);
    one.files.setRules('');
    await one.advance(60_000);
    assert.equal(one.run.state, 'RUNNING');
    await one.advance(100);
    assert.deepEqual(one.sink.seen, rows);
    one.end();
    await one.run.done;
    assert.deepEqual([one.run.state, one.sink.seen], ['FINISHED', rows]);
    assert.deepEqual(await one.stored(), []);
  });
}

test('as many checkpoints in a row may fail as are tolerated', async () => {
  const one = new Fixture({ 'execution.checkpointing.tolerable-failed-checkpoints': '2' });
  await one.settled();
  one.files.setRules('write ** @1-2 error; write ** @2-4 error');
  for (const failed of [1, 2, 2, 3, 4]) {
    await one.advance(100);
    assert.deepEqual(
      [one.run.state, one.coordinator.statistics.counts.failed],
      ['RUNNING', failed],
    );
  }
  await one.advance(100);
  assert.equal(one.run.state, 'RESTARTING');
  one.run.cancel();
  await one.run.done;
});

test('a checkpoint that takes longer than the timeout is given up, and says so', async () => {
  const one = new Fixture({ 'execution.checkpointing.timeout': '50 ms' });
  await one.settled();
  let free = (): void => {};
  one.sink.ready = new Promise((resolve) => {
    free = resolve;
  });
  // The sink keeps the executor busy: only turns of the loop pass.
  one.clock.advance(100);
  await one.turns();
  assert.equal(one.run.state, 'RUNNING');
  one.clock.advance(50);
  await one.turns();
  assert.equal(one.run.error?.reason, 'Checkpoint 1 took longer than 50 ms');
  assert.equal(one.run.state, 'RESTARTING');
  free();
  one.run.cancel();
  await one.run.done;
});

test('a pause lies between the end of a checkpoint and the next one', async () => {
  const one = new Fixture({ 'execution.checkpointing.min-pause': '250 ms' });
  await one.settled();
  const begun = async (ms: number): Promise<number[]> => {
    for (let at = 0; at < ms; at += 50) await one.advance(50);
    return one.coordinator.statistics.records.map(({ triggeredAt }) => triggeredAt).reverse();
  };
  assert.deepEqual(await begun(900), [100, 350, 600, 850]);
  one.run.cancel();
  await one.run.done;
});

test('a checkpoint that is slow to complete is under way until it is complete', async () => {
  const one = new Fixture();
  await one.settled();
  one.files.setRules('write chk-** latency 1000');
  for (let at = 0; at < 1000; at += 50) await one.advance(50);
  const { statistics } = one.coordinator;
  assert.deepEqual([statistics.counts.triggered, statistics.counts.completed], [1, 0]);
  await one.advance(100);
  assert.deepEqual([statistics.counts.triggered, statistics.counts.completed], [2, 1]);
  one.files.setRules('');
  for (let at = 0; at < 1000; at += 50) await one.advance(50);
  assert.equal(statistics.records[0]?.status, 'COMPLETED');
  one.run.cancel();
  await one.run.done;
});

test('an attempt begins with what the one before completed in its last moments', async () => {
  const one = new Fixture();
  await one.settled();
  const rows = [await one.row()];
  one.files.setRules('write chk-** latency 5000');
  await one.advance(100);
  await one.fail();
  await one.advance(2000);
  assert.deepEqual([one.run.state, one.run.attempts], ['RESTARTING', 1]);
  await one.advance(5000);
  assert.deepEqual([one.run.state, one.run.attempts], ['RUNNING', 2]);
  assert.deepEqual(one.sink.seen, rows);
  one.run.cancel();
  await one.run.done;
});

test('what a job was told to begin with counts until it has a checkpoint', async () => {
  let asked = 0;
  const initial = async () => {
    asked++;
    return null;
  };
  const one = new Fixture({}, { store: null, initial });
  await one.settled();
  await one.fail();
  await one.advance(2000);
  assert.deepEqual([one.run.attempts, asked], [2, 2]);
  await one.row();
  await one.advance(100);
  await one.fail();
  await one.advance(5000);
  assert.deepEqual([one.run.attempts, asked], [3, 2]);
  assert.notEqual(one.coordinator.statistics.lastRestored, null);
  one.run.cancel();
  await one.run.done;
});

test('a savepoint stands beside the checkpoints; a drain that a failure ends says so', async () => {
  const one = new Fixture();
  await one.settled();
  await one.coordinator.savepoint('memory:there', false);
  await one.advance(100);
  const records = one.coordinator.statistics.records.map((record) => {
    return [record.isSavepoint, record.status, record.path];
  });
  assert.deepEqual(records, [
    [false, 'COMPLETED', 'memory:job/chk-2-1'],
    [true, 'COMPLETED', 'memory:job'],
  ]);
  one.files.setRules('write _metadata error');
  const drained = one.coordinator.drain('memory:there');
  const rejected = assert.rejects(drained, { code: 'CHECKPOINT_FAILED' });
  await one.advance(100);
  await rejected;
  assert.equal(one.run.state, 'RESTARTING');
  one.run.cancel();
  await one.run.done;
});

test('what is retained is kept until the job is over, and then as its end asks', async () => {
  const retention = 'execution.checkpointing.externalized-checkpoint-retention';
  const ends: [string | undefined, 'CANCELED' | 'FAILED', number][] = [
    [undefined, 'CANCELED', 0],
    ['DELETE_ON_CANCELLATION', 'CANCELED', 0],
    ['DELETE_ON_CANCELLATION', 'FAILED', 2],
    ['RETAIN_ON_CANCELLATION', 'CANCELED', 2],
    ['RETAIN_ON_CANCELLATION', 'FAILED', 2],
  ];
  for (const [value, end, kept] of ends) {
    const one = new Fixture({
      'execution.checkpointing.num-retained': '2',
      'restart-strategy.type': 'none',
      ...(value === undefined ? {} : { [retention]: value }),
    });
    await one.settled();
    const metadata = async (): Promise<string[]> =>
      (await one.stored()).filter((path) => path.endsWith('_metadata'));
    for (let i = 0; i < 4; i++) await one.advance(100);
    assert.deepEqual(await metadata(), ['chk-3-1/_metadata', 'chk-4-1/_metadata']);
    if (end === 'CANCELED') one.run.cancel();
    else {
      one.files.setRules('write ** error');
      await one.advance(100);
    }
    await one.run.done;
    assert.deepEqual([one.run.state, (await metadata()).length], [end, kept]);
  }
});

test('a savepoint is taken beside checkpoints, which do not put an end to it', async () => {
  const one = new Fixture({ 'execution.checkpointing.max-concurrent-checkpoints': '2' });
  await one.settled();
  await one.row();
  one.files.setRules('write _metadata latency 1000');
  const savepoint = one.coordinator.savepoint('memory:there', false);
  await one.settled();
  await one.advance(100);
  assert.equal(one.coordinator.statistics.counts.completed, 1);
  await one.advance(1000);
  assert.equal(await savepoint, 'memory:job');
  one.run.cancel();
  await one.run.done;
});

test('the last checkpoint is taken when all tasks have ended, and commits', async () => {
  const one = new Fixture({ 'execution.checkpointing.interval': '1 h' });
  await one.settled();
  const row = await one.row();
  assert.deepEqual(one.sink.seen, []);
  one.end();
  await one.run.done;
  assert.deepEqual([one.run.state, one.sink.seen], ['FINISHED', [row]]);
  assert.equal(one.coordinator.statistics.counts.completed, 1);
});

test('that a job has a checkpoint is kept before anything of it is visible', async () => {
  const kept: unknown[] = [];
  let isFull = true;
  const reached = async (one: Reached) => {
    if (isFull) throw new MillraceError('JOB_STORE', 'told to');
    kept.push(one);
  };
  const one: Fixture = new Fixture({}, { reached });
  await one.settled();
  const row = await one.row();
  await one.advance(100);
  assert.deepEqual([one.run.state, one.run.error?.code], ['RESTARTING', 'JOB_STORE']);
  await one.advance(1000);
  // The checkpoint stands in the log, and is not begun with before that is known elsewhere.
  assert.deepEqual([one.run.state, one.sink.seen], ['RESTARTING', []]);
  isFull = false;
  await one.advance(2000);
  assert.deepEqual([one.run.state, one.sink.seen, kept], ['RUNNING', [row], [{ stands: true }]]);
  await one.advance(100);
  assert.equal(kept.length, 1);
  one.run.cancel();
  await one.run.done;
});

test('a job without the checkpoint that it had fails, whatever its restart strategy', async () => {
  const one = new Fixture();
  await one.settled();
  const row = await one.row();
  await one.advance(100);
  await one.memory.delete(await one.stored());
  await one.fail();
  await one.advance(2000);
  assert.deepEqual([one.run.state, one.run.error?.code], ['FAILED', 'CHECKPOINT_MISSING']);
  assert.deepEqual([one.sink.seen, await one.stored()], [[row], []]);
});

test('a savepoint stands, its commit fails: the job ends with it all the same', async () => {
  for (const drains of [false, true]) {
    const one = new Fixture();
    await one.settled();
    const row = await one.row();
    one.sink.visible = Promise.reject(new MillraceError('FILE_UNREACHABLE', 'told to'));
    one.sink.visible.catch(() => {});
    const { coordinator } = one;
    const ending = drains ? coordinator.drain('memory:there') : coordinator.savepoint('m', true);
    await one.settled();
    assert.equal(await ending, 'memory:job');
    assert.deepEqual([one.run.state, one.sink.seen], ['RESTARTING', []]);
    one.sink.visible = Promise.resolve();
    await one.advance(2000);
    assert.deepEqual([one.run.state, one.sink.seen], ['FINISHED', [row]]);
  }
});

test('a savepoint stands, its process dies: the next one commits, and ends the job', async () => {
  let kept: Reached | null = null;
  const reached = async (one: Reached) => {
    kept = one;
  };
  const first = new Fixture({}, { reached });
  await first.settled();
  const rows = [await first.row()];
  await first.advance(100);
  rows.push(await first.row());
  first.sink.visible = new Promise(() => {});
  void first.coordinator.savepoint('memory:there', true);
  await first.turns();
  assert.deepEqual(kept, { stands: true, savepoint: 'memory:job' });
  const next = new Fixture({}, { resumed: kept, reached }, first.memory);
  await next.settled();
  assert.deepEqual([next.run.state, next.sink.seen], ['FINISHED', rows.slice(1)]);
});

test('a job that is over is forgotten before its checkpoints go', async () => {
  let found: string[] = [];
  const ended = async () => {
    found = await one.stored();
  };
  const one: Fixture = new Fixture({}, { ended });
  await one.settled();
  await one.advance(100);
  one.run.cancel();
  await one.run.done;
  assert.ok(found.includes('chk-1-1/_metadata'), found.join());
  assert.deepEqual(await one.stored(), []);
});
