/**
 * Window join, rows a second of one core: `node dist/bench/operators/window-join.bench.js`. Both
 * sides stream in turns, a batch each: key INT in random order, amount DOUBLE, the end of the row's
 * window TIMESTAMP(3); a watermark where a window ends. So many rows a key and side in a window.
 */
import { Random } from '../../conf/random.js';
import { Batch } from '../../operators/core/batch.js';
import { createWindowJoin } from '../../operators/join/window-join.js';
import type { WindowJoinSpec } from '../../operators/join/window-join-spec.js';
import { DOUBLE, INT, timestamp } from '../../state/column/logical-type.js';
import type { Vector } from '../../state/column/vector.js';
import {
  BATCH_ROWS,
  type Given,
  given,
  measure,
  randomDoubles,
  randomInts,
  report,
} from './drive-batches.js';

const random = new Random(6);
const SIDE = [INT, DOUBLE, timestamp(3)];
const WINDOW_MS = 10_000;

/** Windows of so many batches a side. */
function streams(keys: number, windows: number, batches: number): Given[] {
  const messages: Given[] = [];
  for (let b = 0; b < windows * batches; b++) {
    const end = 1e12 + (Math.floor(b / batches) + 1) * WINDOW_MS;
    const isLast = b % batches === batches - 1;
    const positions = Int32Array.of(BATCH_ROWS);
    const marks = isLast ? { count: 1, positions, values: Float64Array.of(end) } : null;
    for (const input of [0, 1]) {
      const columns: Vector[] = [
        { lane: 'i32', values: randomInts(random, BATCH_ROWS, keys), nulls: null },
        { lane: 'f64', values: randomDoubles(random, BATCH_ROWS), nulls: null },
        { lane: 'time', values: new Float64Array(BATCH_ROWS).fill(end), nanos: null, nulls: null },
      ];
      messages.push(given(new Batch(columns, BATCH_ROWS, null, null, marks), input));
    }
  }
  return messages;
}

function bench(type: WindowJoinSpec['type'], keys: number, rowsAKey: number): void {
  const spec: WindowJoinSpec = {
    kind: 'window-join',
    type,
    leftKeys: [0],
    rightKeys: [0],
    left: { start: null, end: 2 },
    right: { start: null, end: 2 },
    zoned: false,
    residual: null,
  };
  const batches = Math.ceil((keys * rowsAKey) / BATCH_ROWS);
  const windows = 1 + Math.ceil(400 / batches);
  const messages = streams(keys, windows, batches);
  const warm = 2 * batches;
  const label = `${type}, ${keys} keys, ${rowsAKey} rows a key and side`;
  report(label, measure(createWindowJoin(spec), [SIDE, SIDE], messages, warm));
}

for (const keys of [1000, 100_000]) {
  for (const rowsAKey of [1, 4]) {
    bench('inner', keys, rowsAKey);
    bench('full', keys, rowsAKey);
  }
}
