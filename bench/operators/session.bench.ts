/**
 * Session windows on event time, rows a second of one core:
 * `node dist/bench/operators/session.bench.js`. COUNT(*) and SUM of sessions of 10 s (Nexmark's q11
 * counts bids a bidder so): key INT in random order, value BIGINT, time TIMESTAMP(3). With 1 row a
 * key and gap about 37 % of the rows are the last of their session, with 4 2 %, with 40 none.
 * Watermarks 4 s behind, one a batch or one a millisecond.
 */
import { Random } from '../../conf/random.js';
import { Batch } from '../../operators/core/batch.js';
import type { AggregateCall } from '../../operators/expr/expression.js';
import { createSessionAggregate } from '../../operators/window/session-aggregate.js';
import { BIGINT, INT, timestamp, withNullable } from '../../state/column/logical-type.js';
import type { Vector } from '../../state/column/vector.js';
import { BATCH_ROWS, type Given, given, measure, randomInts, report } from './drive-batches.js';

const GAP_MS = 10_000;
const BEHIND_MS = 4000;
const INPUT = [INT, BIGINT, timestamp(3)];
const base = { distinct: false, filter: null };
const AGGREGATES: readonly AggregateCall[] = [
  { name: 'COUNT', args: [], argTypes: [], type: withNullable(BIGINT, false), ...base },
  { name: 'SUM', args: [1], argTypes: [BIGINT], type: BIGINT, ...base },
];

const random = new Random(3);

function stream(keys: number, rowsAMs: number, batches: number, isMarked: boolean): Given[] {
  return Array.from({ length: batches }, (_, b) => {
    const at = (row: number): number => 1e12 + Math.floor((b * BATCH_ROWS + row) / rowsAMs);
    const rows = Array.from({ length: BATCH_ROWS }, (_, row) => row + 1);
    const last = isMarked ? rows.filter((row) => at(row) > at(row - 1)) : [BATCH_ROWS];
    const marks = {
      count: last.length,
      positions: Int32Array.from(last),
      values: Float64Array.from(last, (row) => at(row - 1) - BEHIND_MS),
    };
    const columns: Vector[] = [
      { lane: 'i32', values: randomInts(random, BATCH_ROWS, keys), nulls: null },
      { lane: 'f64', values: Float64Array.from(rows, (row) => row % 100), nulls: null },
      {
        lane: 'time',
        values: Float64Array.from(rows, (row) => at(row - 1)),
        nanos: null,
        nulls: null,
      },
    ];
    return given(new Batch(columns, BATCH_ROWS, null, null, marks.count > 0 ? marks : null));
  });
}

/** @param rowsAGap rows of a key in the time of a gap, about */
function bench(keys: number, rowsAGap: number, isMarked: boolean): void {
  const rowsAMs = (keys * rowsAGap) / GAP_MS;
  const warm = Math.ceil((2 * GAP_MS * rowsAMs) / BATCH_ROWS);
  const batches = warm + Math.max(400, warm);
  const operator = createSessionAggregate({
    kind: 'session-aggregate',
    keys: [0],
    aggregates: AGGREGATES,
    time: 2,
    gapMs: GAP_MS,
    properties: ['window_start', 'window_end'],
    retracting: false,
  });
  const messages = stream(keys, rowsAMs, batches, isMarked);
  const name = `${keys} keys, ${rowsAGap} rows a gap, marks ${isMarked ? 'a ms' : 'a batch'}`;
  report(name, measure(operator, [INPUT], messages, warm));
}

for (const keys of [1000, 100_000]) {
  for (const rowsAGap of [1, 4, 40]) {
    for (const isMarked of [false, true]) bench(keys, rowsAGap, isMarked);
  }
}
