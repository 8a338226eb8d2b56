import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../conf/clock.js';
import { timestamp } from '../../state/column/logical-type.js';
import { scalarAt, vectorOf } from '../../state/column/scalar-access.js';
import type { Vector } from '../../state/column/vector.js';
import { Batch } from '../core/batch.js';
import type { Sink } from '../core/sink.js';
import type { ReadResult, Source, SourceContext } from '../core/source.js';
import type { Column, JobSpec, NodeSpec } from '../core/spec.js';
import { connectors } from './connectors.js';
import type { Environment } from './environment.js';
import type { JobRun } from './job-run.js';
import { LocalExecutor } from './local-executor.js';
import { Memory } from './test-durability.js';
import { forward, JOB_ID } from './test-job.js';

const AT: Column = { name: 'ts', type: timestamp(3) };

/** What a split gives: the times of a batch, in ms; a wait; a failure. */
type Script = readonly (readonly number[] | 'wait' | Error)[];

/** A source of splits that follow scripts; after `wait` a split goes on when it is woken. */
class Scripted implements Source {
  readonly bounded: boolean;
  readonly discoveryIntervalMs?: number;
  /** What was done with the readers, in order. */
  readonly calls: string[] = [];
  readonly #wakes = new Map<string, () => void>();
  readonly scripts: Record<string, Script>;

  constructor(scripts: Record<string, Script>, discoveryIntervalMs?: number) {
    this.scripts = scripts;
    this.bounded = discoveryIntervalMs === undefined;
    if (discoveryIntervalMs !== undefined) this.discoveryIntervalMs = discoveryIntervalMs;
  }

  async splits() {
    return Object.keys(this.scripts).map((id) => ({ id }));
  }

  async open({ id }: { readonly id: string }, context: SourceContext) {
    this.calls.push(`open ${id}`);
    this.#wakes.set(id, () => context.wake());
    const steps = [...(this.scripts[id] ?? [])];
    const next = (): ReadResult => {
      const step = steps.shift();
      if (step === undefined) return { kind: 'end' };
      if (step === 'wait') return { kind: 'wait' };
      if (step instanceof Error) throw step;
      this.calls.push(`read ${id}`);
      const times = step.map((ms) => BigInt(ms) * 1_000_000n);
      return { kind: 'batch', batch: new Batch([vectorOf(AT.type, times)], step.length) };
    };
    const close = (): void => {
      this.calls.push(`close ${id}`);
    };
    // Reading is a promise, as of a file, for one split.
    const read = (): ReadResult | Promise<ReadResult> =>
      id === 'c' ? Promise.resolve(next()) : next();
    return { next: read, position: () => 0, close };
  }

  wake(id: string): void {
    this.#wakes.get(id)?.();
  }
}

/** Takes batches apart: a line a row, and a line a mark where it stands. */
class Lines implements Sink {
  readonly lines: string[] = [];

  async open() {
    return {
      write: (batch: Batch) => {
        const { marks } = batch;
        for (let row = 0; row <= batch.rows; row++) {
          for (let i = 0; i < (marks?.count ?? 0); i++) {
            if (marks?.positions[i] === row) this.lines.push(`mark ${marks.values[i]}`);
          }
          if (row === batch.rows) break;
          const time = scalarAt(batch.columns[0] as Vector, row, AT.type) as bigint;
          this.lines.push(String(time / 1_000_000n));
        }
      },
      prepare: async () => [],
      close: async () => {},
    };
  }

  async commit(): Promise<void> {}

  async abort(): Promise<void> {}
}

function job(idleTimeoutMs: number, parallelism = 1): JobSpec {
  const node = (operator: object, inputs: NodeSpec['inputs']): NodeSpec =>
    ({ id: 'n', description: 'the node', operator, inputs, output: [AT] }) as NodeSpec;
  const watermark = {
    kind: 'watermark',
    rowtime: 0,
    expression: { kind: 'column', index: 0, type: AT.type },
    idleTimeoutMs,
  };
  const nodes = [
    node({ kind: 'source', connector: 'scripted', columns: [0], schema: [AT] }, []),
    node(watermark, [forward(0)]),
    node({ kind: 'sink', connector: 'lines' }, [forward(1)]),
  ];
  return { name: 'test', nodes, parallelism, maxParallelism: 128, options: {} };
}

function start(source: Scripted, spec: JobSpec) {
  const clock = new ManualClock();
  const sink = new Lines();
  const environment: Environment = { ...connectors, source: () => source, sink: () => sink };
  const executor = new LocalExecutor(clock, environment);
  const memory = new Memory(0);
  const run: JobRun = executor.start(JOB_ID, spec, {}, memory);
  return { clock, executor, memory, run, lines: sink.lines };
}

test('Of splits alike the first comes first, however long its reads take', async () => {
  const source = new Scripted({ a: [[1], [9]], c: [[2], [4]], d: [[3], [5], [6]] });
  const { run, lines } = start(source, job(0));
  await run.done;
  const rows = lines.filter((line) => !line.startsWith('mark'));
  assert.equal(rows.join(' '), '1 2 3 9 4 5 6');
});

test('the split furthest behind is read, and the watermark is the least of all', async () => {
  const source = new Scripted({ a: [[1, 5], [20], [30]], b: [[2], [3, 25]] });
  const { run, lines } = start(source, job(0));
  await run.done;
  const rows = lines.filter((line) => !line.startsWith('mark'));
  assert.equal(rows.join(' '), '1 5 2 3 25 20 30');
  const late = lines.filter((line, i) => {
    const marks = lines.slice(0, i).filter((one) => one.startsWith('mark'));
    return !line.startsWith('mark') && Number(line) < Number(marks.at(-1)?.slice(5) ?? 0);
  });
  assert.deepEqual(late, []);
  assert.deepEqual([run.state, run.progress().rows, run.progress().share], ['FINISHED', 7, 1]);
});

test('marks of one split stay behind their rows', async () => {
  const { run, lines } = start(new Scripted({ a: [[1, 5, 4, 9]] }), job(0));
  await run.done;
  assert.deepEqual(lines, ['1', 'mark 1', '5', 'mark 5', '4', '9', 'mark 9']);
  assert.equal(run.progress().eventTime, 9);
});

test('a split that waits too long no longer holds the watermark back', async () => {
  const source = new Scripted({ a: [[10], 'wait', [11]], b: [[50], 'wait', [60], 'wait'] });
  const { executor, clock, run, lines } = start(source, job(1000));
  await executor.idle();
  assert.deepEqual([lines.at(-1), run.progress().eventTime], ['mark 10', 10]);
  clock.advance(999);
  source.wake('b');
  await executor.idle();
  clock.advance(1);
  await executor.idle();
  assert.equal(run.progress().eventTime, 60);
  source.wake('a');
  await executor.idle();
  assert.deepEqual([lines.at(-1), run.progress().eventTime], ['11', 60]);
  source.wake('b');
  await run.done;
  assert.equal(run.state, 'FINISHED');
});

test('splits go round the tasks; a task without one ends', async () => {
  const source = new Scripted({ a: [[1]], b: [[2]], c: [[3]] });
  const { run, lines } = start(source, job(0, 5));
  await run.done;
  assert.deepEqual(lines.filter((line) => !line.startsWith('mark')).sort(), ['1', '2', '3']);
  assert.equal(run.state, 'FINISHED');
});

test('new splits are found while the job runs, each read once', async () => {
  const source = new Scripted({ a: [[1]] }, 100);
  const { executor, clock, run, lines } = start(source, job(0));
  await executor.idle();
  assert.equal(run.state, 'RUNNING');
  source.scripts.b = [[7]];
  clock.advance(100);
  await executor.idle();
  assert.deepEqual(lines, ['1', 'mark 1', '7', 'mark 7']);
  assert.equal(run.progress().share, undefined);
  run.cancel();
  await run.done;
  assert.deepEqual(
    [run.state, source.calls.filter((call) => call.startsWith('open')).length],
    ['CANCELED', 2],
  );
});

test('a task that has read all goes on with the others, and is not left out', async () => {
  const source = new Scripted({ a: [[1, 5]] }, 100);
  const { executor, clock, run } = start(source, job(0, 2));
  await executor.idle();
  assert.equal(run.progress().eventTime, 5);
  // The second task is given a split that waits: the first stays with it.
  source.scripts.b = [[7], 'wait', [9]];
  source.scripts.c = [[20]];
  clock.advance(100);
  await executor.idle();
  assert.equal(run.progress().eventTime, 7);
  source.wake('b');
  await executor.idle();
  assert.equal(run.progress().eventTime, 20);
  run.cancel();
  await run.done;
});

test('a checkpoint has the splits that were dealt before its barrier, of every task', async () => {
  const source = new Scripted({ a: [[1]] }, 100);
  const { executor, clock, memory, run } = start(source, job(0, 2));
  await executor.idle();
  Object.assign(source.scripts, { b: [[2]], c: [[3]] });
  // They are found while the barrier waits for its turn in both tasks.
  const taken = memory.checkpoint();
  clock.advance(100);
  const { nodes } = await taken;
  const splits = nodes.flatMap((node) => node.splits ?? []).map(({ split }) => split.id);
  assert.deepEqual(splits, ['a']);
  await executor.idle();
  const next = await memory.checkpoint();
  const all = next.nodes.flatMap((node) => node.splits ?? []).map(({ split }) => split.id);
  assert.deepEqual(all.sort(), ['a', 'b', 'c']);
  run.cancel();
  await run.done;
});

test('a reader is closed when its split ends, and when the job is cancelled', async () => {
  const source = new Scripted({ a: [[1]], b: [[2], 'wait'] });
  const { executor, run } = start(source, job(0));
  await executor.idle();
  assert.deepEqual(
    source.calls.filter((call) => call.startsWith('close')),
    ['close a'],
  );
  run.cancel();
  await run.done;
  assert.deepEqual(
    source.calls.filter((call) => call.startsWith('close')),
    ['close a', 'close b'],
  );
});

test('what a reader throws fails the job and names the node', async () => {
  const source = new Scripted({ a: [[1], new Error('the disk is gone')] });
  const { run } = start(source, job(0));
  await run.done;
  assert.deepEqual(
    [run.state, run.error?.reason],
    ['FAILED', 'Unexpected failure: the disk is gone (in the node)'],
  );
});
