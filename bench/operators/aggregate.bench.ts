/**
 * Rows a second of the aggregating operators alone, one core:
 * `node dist/bench/operators/aggregate.bench.js`. Input: INT key, BIGINT value, time; keys in
 * random order, 2,048 rows a batch.
 */
import { systemClock } from '../../conf/clock.js';
import { createGroupAggregate } from '../../operators/aggregate/group-aggregate.js';
import { Batch } from '../../operators/core/batch.js';
import { END_OF_TIME, START_OF_TIME } from '../../operators/core/message.js';
import type { Operator, OperatorContext, Output } from '../../operators/core/operator.js';
import type { AggregateCall } from '../../operators/expr/expression.js';
import { createWindowAggregate } from '../../operators/window/window-aggregate.js';
import {
  BIGINT,
  INT,
  type LogicalType,
  timestamp,
  withNullable,
} from '../../state/column/logical-type.js';
import { VectorPool } from '../../state/column/vector-pool.js';
import { HeapStore } from '../../state/heap/store.js';
import { cpuMs } from '../cpu-ms.js';

const ROWS = 2048;
const INPUT: readonly LogicalType[] = [INT, BIGINT, timestamp(3)];
const COUNT_TYPE = withNullable(BIGINT, false);
const base = { distinct: false, filter: null };
const count: AggregateCall = { name: 'COUNT', args: [], argTypes: [], type: COUNT_TYPE, ...base };

function call(name: string): AggregateCall {
  return { name, args: [1], argTypes: [BIGINT], type: BIGINT, ...base };
}

class Counter implements Output {
  rows = 0;

  push(batch: Batch): void {
    this.rows += batch.count;
  }
}

function contextOf(): OperatorContext {
  return {
    state: new HeapStore({ first: 0, last: 127, of: 128 }),
    now: 0,
    clock: systemClock,
    inputs: [INPUT],
    watermark: START_OF_TIME,
    batchRows: ROWS,
    vectors: new VectorPool(false),
    timeZone: 'UTC',
    task: 0,
    parallelism: 1,
    maxParallelism: 128,
    metrics: { lateRows: 0 },
  };
}

/** Batches of random keys whose rows lie in the hour that begins at `hour`. */
function batchesOf(keys: number, batches: number, retracting: boolean): readonly Batch[] {
  return Array.from({ length: batches }, () => {
    const key = Int32Array.from({ length: ROWS }, () => Math.floor(Math.random() * keys));
    const value = Float64Array.from({ length: ROWS }, () => Math.floor(Math.random() * 1000));
    const time = Float64Array.from({ length: ROWS }, () => Math.floor(Math.random() * 3_600_000));
    const nulls = null;
    return new Batch(
      [
        { lane: 'i32', values: key, nulls },
        { lane: 'f64', values: value, nulls },
        { lane: 'time', values: time, nanos: null, nulls },
      ],
      ROWS,
      retracting ? new Uint8Array(ROWS) : null,
    );
  });
}

/** The best and the median of parts of a million rows, after twice as many rows as keys. */
function measure(name: string, keys: number, operator: Operator, retracting: boolean): void {
  const batches = batchesOf(keys, keys > 1_000_000 ? 2048 : 64, retracting);
  const out = new Counter();
  operator.open(contextOf());
  let next = 0;
  const run = (rows: number) => {
    for (let done = 0; done < rows; done += ROWS) {
      operator.apply(batches[next++ % batches.length] as Batch, 0, out);
    }
  };
  run(Math.max(2 * keys, 1_000_000));
  const rates = Array.from({ length: 12 }, () => {
    const start = cpuMs();
    run(1_000_000);
    return 1000 / (cpuMs() - start);
  }).sort((x, y) => y - x);
  const [best, median] = [rates[0] as number, rates[6] as number];
  while (operator.fire?.(END_OF_TIME, out) === false);
  const figures = `best ${best.toFixed(1).padStart(6)} median ${median.toFixed(1).padStart(6)}`;
  console.log(`${name.padEnd(36)} ${String(keys).padStart(8)} keys, M rows/s: ${figures}`);
}

const group = (aggregates: readonly AggregateCall[], updateBefore: boolean, retracting: boolean) =>
  createGroupAggregate({
    kind: 'group-aggregate',
    keys: [0],
    aggregates,
    retracting,
    updateBefore,
  });

const window = (aggregates: readonly AggregateCall[]) =>
  createWindowAggregate({
    kind: 'window-aggregate',
    keys: [0],
    aggregates,
    window: {
      kind: 'time',
      column: 2,
      window: { kind: 'tumble', sizeMs: 3_600_000, offsetMs: 0 },
    },
    properties: ['window_start', 'window_end'],
    retracting: false,
  });

for (const keys of [1000, 100_000, 5_000_000]) {
  const both = [count, call('SUM')];
  measure('group COUNT(*), SUM with -U/+U', keys, group(both, true, false), false);
  measure('group SUM, +U only', keys, group([call('SUM')], false, false), false);
  measure('group COUNT(*), SUM, retracting', keys, group(both, true, true), true);
  measure('tumble COUNT(*), SUM', keys, window(both), false);
  const four = [count, call('MIN'), call('MAX'), call('AVG')];
  measure('tumble COUNT(*), MIN, MAX, AVG', keys, window(four), false);
}
