import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../conf/clock.js';
import { Random } from '../../conf/random.js';
import type { StateStore } from '../../state/api/store.js';
import {
  BIGINT,
  INT,
  type LogicalType,
  STRING,
  timestamp,
} from '../../state/column/logical-type.js';
import { scalarAt, vectorOf } from '../../state/column/scalar-access.js';
import type { Vector } from '../../state/column/vector.js';
import { VectorPool } from '../../state/column/vector-pool.js';
import { MemoryFileSystem } from '../../state/fs/memory.js';
import { HeapBackend } from '../../state/heap/backend.js';
import type { HeapOrderedTable } from '../../state/heap/ordered-table.js';
import { HeapStore } from '../../state/heap/store.js';
import type { HeapTimeTable } from '../../state/heap/time-table.js';
import { Batch } from '../core/batch.js';
import { BATCH_SIZES, runTable } from '../core/harness.js';
import type { Operator } from '../core/operator.js';
import { rounds } from '../core/rounds.js';
import { fullTimes } from '../core/short-times.js';
import type { AggregateCall } from '../expr/expression.js';
import { createOver } from './over.js';
import { TimedRows } from './timed-rows.js';

const INPUT = [STRING, INT, timestamp(3)];

function call(name: string, type: LogicalType, distinct = false): AggregateCall {
  return { name, args: [1], argTypes: [INT], distinct, filter: null, type };
}

const CALLS = [call('SUM', BIGINT), call('COUNT', BIGINT, true), call('MAX', INT)];

interface Row {
  readonly key: string;
  readonly value: number;
  readonly time: number;
}

/** One partition, as Flink's `RowTimeRangeBoundedPrecedingFunction` keeps it. */
class Partition {
  readonly timers = new Set<number>();
  #rows: readonly Row[] = [];
  #last: number | null = null;
  #cleanUp: number | null = null;
  readonly #precedingMs: number;

  constructor(precedingMs: number) {
    this.#precedingMs = precedingMs;
  }

  /** @returns false for a row that is late */
  take(row: Row): boolean {
    const { time } = row;
    if (time <= (this.#last ?? 0)) return false;
    this.#rows = [...this.#rows, row];
    this.timers.add(time);
    if (this.#cleanUp === null || this.#cleanUp < time + this.#precedingMs + 1) {
      this.#cleanUp = time + Math.floor(1.5 * this.#precedingMs) + 1;
      this.timers.add(this.#cleanUp);
    }
    return true;
  }

  /** @returns the rows that go out, printed */
  fire(time: number): readonly string[] {
    this.timers.delete(time);
    if (this.#cleanUp !== null && this.#cleanUp <= time) {
      this.#rows = [];
      this.#last = null;
      this.#cleanUp = null;
      return [];
    }
    this.#last = time;
    const frame = this.#rows
      .filter((row) => row.time <= time && time - row.time <= this.#precedingMs)
      .map(({ value }) => value);
    const results = [
      frame.reduce((sum, value) => sum + value, 0),
      new Set(frame).size,
      Math.max(...frame),
    ].join(' | ');
    return this.#rows
      .filter((row) => row.time === time)
      .map(({ key, value }) => `+I | ${key} | ${value} | ${at(time)} | ${results}`);
  }
}

function at(time: number): string {
  return `@00.${String(time).padStart(3, '0')}`;
}

/** What Flink gives for rows, and watermarks between them. */
function expected(events: readonly (Row | number)[], precedingMs: number): [string[], number] {
  const partitions = new Map<string, Partition>();
  const lines: string[] = [];
  let lateRows = 0;
  for (const event of events) {
    if (typeof event !== 'number') {
      const partition = partitions.get(event.key) ?? new Partition(precedingMs);
      partitions.set(event.key, partition);
      lateRows += partition.take(event) ? 0 : 1;
      continue;
    }
    const due = [...partitions.values()].flatMap((partition) =>
      [...partition.timers].filter((time) => time <= event).map((time) => ({ partition, time })),
    );
    due.sort((one, other) => one.time - other.time);
    lines.push(...due.flatMap(({ partition, time }) => partition.fire(time)));
    const mark = event === Infinity ? 'watermark end' : `watermark ${at(event)}`;
    if (lines.at(-1)?.startsWith('watermark') === true) lines.pop();
    lines.push(mark);
  }
  return [[...lines, 'end'], lateRows];
}

test('Partitions are forgotten as in Flink: so late rows are taken in, or are not', async () => {
  const random = new Random(7);
  let late = 0;
  for (let round = 0; round < rounds(9); round++) {
    const precedingMs = random.pick([0, 1, 2, 5, 9, 30, 140]) as number;
    const events = someEvents(random, Math.max(3, precedingMs));
    const [wanted, lateRows] = expected([...events, Infinity], precedingMs);
    late += lateRows;
    const rows = events.map((event) => {
      if (typeof event === 'number') return `watermark ${at(event)}`;
      return `+I | ${event.key} | ${event.value} | ${at(event.time)}`;
    });
    for (const batchRows of BATCH_SIZES) {
      const output = [...INPUT, ...CALLS.map(({ type }) => type)];
      const outputRows = random.pick([1, 2, 5, 2048]) as number;
      const options = { inputs: [INPUT], output, batchRows, outputRows };
      const text = fullTimes([...rows, 'end'].join('\n'));
      const outcome = await runTable(() => overTime(precedingMs), text, options);
      assert.equal(outcome.text, fullTimes(wanted.join('\n')));
      assert.equal(outcome.metrics.lateRows, lateRows);
    }
  }
  assert.ok(late > 20);
});

/** Rows of three keys, each with times of its own, around a watermark that goes on. */
function someEvents(random: Random, spanMs: number): readonly (Row | number)[] {
  const events: (Row | number)[] = [];
  const stepMs = Math.min(spanMs, 12);
  let watermark = 1;
  for (let i = 0; i < 60; i++) {
    const key = random.nextInt(0, 2);
    const third = Math.floor((watermark + random.nextInt(-3 * spanMs, spanMs)) / 3);
    const time = 3 * Math.max(1, third) + key;
    events.push({ key: 'abc'[key] as string, value: random.nextInt(1, 9), time });
    if (random.nextInt(0, 2) > 0) continue;
    watermark += random.nextInt(1, stepMs);
    events.push(watermark);
  }
  return events;
}

function overTime(precedingMs: number, time: number | null = 2): Operator {
  const frame = { unit: 'range', preceding: precedingMs } as const;
  return createOver({ kind: 'over', partition: [0], time, frame, aggregates: CALLS });
}

/** A store that counts what its tables hold. */
class CountedStore extends HeapStore {
  readonly #counts: (() => number)[] = [];

  get entries(): number {
    return this.#counts.reduce((sum, count) => sum + count(), 0);
  }

  override table(...args: Parameters<HeapStore['table']>): ReturnType<HeapStore['table']> {
    return this.#counted(super.table(...args), ({ size }) => size);
  }

  override timeTable(
    ...args: Parameters<HeapStore['timeTable']>
  ): ReturnType<HeapStore['timeTable']> {
    const made = super.timeTable(...args) as HeapTimeTable;
    return this.#counted(made, (table) => {
      return [...table.namespaces()].reduce((sum, time) => sum + table.open(time).size, 0);
    });
  }

  override orderedTable(
    ...args: Parameters<HeapStore['orderedTable']>
  ): ReturnType<HeapStore['orderedTable']> {
    const made = super.orderedTable(...args) as HeapOrderedTable;
    return this.#counted(made, ({ keyed }) => keyed.size);
  }

  override linkedRows(
    ...args: Parameters<HeapStore['linkedRows']>
  ): ReturnType<HeapStore['linkedRows']> {
    return this.#counted(super.linkedRows(...args), ({ keys, lists }) => {
      return lists.reduce((sum, { rows }) => sum + rows.size, keys.size);
    });
  }

  override sortedRows(
    ...args: Parameters<HeapStore['sortedRows']>
  ): ReturnType<HeapStore['sortedRows']> {
    return this.#counted(super.sortedRows(...args), ({ keys, rows }) => keys.size + rows.size);
  }

  #counted<T>(made: T, count: (made: T) => number): T {
    this.#counts.push(() => count(made));
    return made;
  }
}

const KEY_GROUPS = { first: 0, last: 127, of: 128 };

/** A row of each of so many keys. */
function rowsOf(keys: number, time: number): Batch {
  const numbers = Array.from({ length: keys }, (_, key) => key);
  const times = new Float64Array(keys).fill(time);
  const columns: Vector[] = [
    vectorOf(STRING, numbers.map(String)),
    vectorOf(
      INT,
      numbers.map(() => 1),
    ),
    { lane: 'time', values: times, nanos: null, nulls: null },
  ];
  return new Batch(columns, keys);
}

class Run {
  /** By row that went out. */
  readonly sums: number[] = [];
  readonly #operator: Operator;
  readonly #context;

  constructor(operator: Operator, state: StateStore) {
    this.#operator = operator;
    this.#context = {
      state,
      clock: new ManualClock(),
      now: 0,
      inputs: [INPUT],
      watermark: -Infinity,
      batchRows: 16,
      vectors: new VectorPool(true),
      timeZone: 'UTC',
      task: 0,
      parallelism: 1,
      maxParallelism: 128,
      metrics: { lateRows: 0 },
    };
    operator.open(this.#context);
  }

  rows(keys: number, time: number): void {
    this.#operator.apply(rowsOf(keys, time), 0, this.#output);
  }

  /** What is due at a time goes out; by the watermark, or by the clock. */
  passes(time: number): void {
    this.#context.now = time + 1;
    this.#context.watermark = time;
    while (this.#operator.fire?.(time, this.#output) === false);
  }

  readonly #output = {
    push: ({ columns, count }: Batch): void => {
      const sum = columns[INPUT.length] as Vector;
      for (let row = 0; row < count; row++) this.sums.push(Number(scalarAt(sum, row, BIGINT)));
    },
  };
}

test('Nothing is left of quiet partitions; those that have newer rows stay', () => {
  const store = new CountedStore(KEY_GROUPS);
  const run = new Run(overTime(1000), store);
  run.rows(100, 5000);
  run.rows(40, 5600);
  run.passes(5600);
  assert.equal(run.sums.length, 140);
  run.passes(6500);
  const all = store.entries;
  // The others were put off by the rows of 5.6 s, to 7.101 s.
  run.passes(6501);
  const some = store.entries;
  assert.ok(all - some > 60 * 5, `${some} of ${all}`);
  run.passes(7100);
  assert.ok(store.entries > 40 * 5);
  run.passes(7101);
  // What stands in a slice of time goes once all of it is over and something is due.
  assert.ok(store.entries <= 2 * 40, `${store.entries}`);
  run.rows(1, 20_000);
  run.passes(25_000);
  assert.equal(store.entries, 0);
});

test('By the clock partitions are forgotten, too', () => {
  const store = new CountedStore(KEY_GROUPS);
  const run = new Run(overTime(1000, null), store);
  run.passes(4999);
  run.rows(100, 0);
  run.passes(5000);
  assert.equal(run.sums.length, 100);
  run.passes(6500);
  assert.ok(store.entries > 100 * 5);
  run.passes(6501);
  run.rows(1, 0);
  run.passes(9000);
  assert.equal(store.entries, 0);
});

test('State of before partitions were forgotten: rows that waited keep their frames', async () => {
  const fileSystem = new MemoryFileSystem();
  const backend = new HeapBackend(fileSystem);
  const before = await backend.open(KEY_GROUPS, []);
  const waiting = new TimedRows(before, [0], INPUT, 16);
  for (const time of [95, 100]) {
    const batch = rowsOf(1, time);
    waiting.add(batch, new Float64Array([time]));
  }
  const files = { fileSystem, shared: 'shared', exclusive: 'checkpoint-1', isFull: false };
  const handle = await before.seal(1).write(files);
  const run = new Run(overTime(10), await backend.open(KEY_GROUPS, [handle]));
  // The one row that is known of is to be forgotten at 96.
  run.rows(1, 80);
  run.passes(96);
  run.passes(100);
  assert.deepEqual(run.sums, [1, 1, 2]);
});
