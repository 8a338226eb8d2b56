/**
 * Session windows on event time, rows a second of one core:
 * `node dist/bench/operators/session.bench.js`. COUNT(*) and SUM of sessions of 10 s (Nexmark's q11
 * counts bids a bidder so): key INT in random order, value BIGINT, time TIMESTAMP(3). With 1 row a
 * key and gap about 37 % of the rows are the last of their session, with 4 2 %, with 40 none.
 * Watermarks 4 s behind, one a batch or one a millisecond.
 */
import { Random } from '../../conf/random.js';
import { createSessionAggregate } from '../../operators/window/session-aggregate.js';
import { BATCH_ROWS, type Given, measure, report } from './drive-batches.js';
import { COUNT_AND_SUM, TIMED_ROW, timedRows } from './timed-rows.js';

const GAP_MS = 10_000;
const BEHIND_MS = 4000;

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
    return timedRows(random, keys, at, marks.count > 0 ? marks : null);
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
    aggregates: COUNT_AND_SUM,
    time: 2,
    gapMs: GAP_MS,
    properties: ['window_start', 'window_end'],
    retracting: false,
  });
  const messages = stream(keys, rowsAMs, batches, isMarked);
  const name = `${keys} keys, ${rowsAGap} rows a gap, marks ${isMarked ? 'a ms' : 'a batch'}`;
  report(name, measure(operator, [TIMED_ROW], messages, warm));
}

for (const keys of [1000, 100_000]) {
  for (const rowsAGap of [1, 4, 40]) {
    for (const isMarked of [false, true]) bench(keys, rowsAGap, isMarked);
  }
}
