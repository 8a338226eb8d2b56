/**
 * Interval join on event time, rows a second of one core:
 * `node dist/bench/operators/interval-join.bench.js`. Both sides stream in turns, a row a
 * millisecond: key INT, amount DOUBLE, time TIMESTAMP(3); watermarks behind each batch.
 */
import { Random } from '../../conf/random.js';
import { Batch } from '../../operators/core/batch.js';
import { createIntervalJoin } from '../../operators/join/interval-join.js';
import type { IntervalJoinSpec } from '../../operators/join/interval-join-spec.js';
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

const random = new Random(2);
const SIDE = [INT, DOUBLE, timestamp(3)];

function streams(keys: number, batches: number): Given[] {
  const messages: Given[] = [];
  for (let b = 0; b < batches; b++) {
    const first = 1e12 + b * BATCH_ROWS;
    const times = Float64Array.from({ length: BATCH_ROWS }, (_, i) => first + i);
    const marks = {
      count: 1,
      positions: Int32Array.of(BATCH_ROWS),
      values: Float64Array.of(first + BATCH_ROWS - 1),
    };
    for (const input of [0, 1]) {
      const columns: Vector[] = [
        { lane: 'i32', values: randomInts(random, BATCH_ROWS, keys), nulls: null },
        { lane: 'f64', values: randomDoubles(random, BATCH_ROWS), nulls: null },
        { lane: 'time', values: times, nanos: null, nulls: null },
      ];
      messages.push(given(new Batch(columns, BATCH_ROWS, null, null, marks), input));
    }
  }
  return messages;
}

/** @param matches rows of the other side that a row meets, about */
function bench(type: IntervalJoinSpec['type'], keys: number, matches: number): void {
  const sizeMs = keys * matches;
  const spec: IntervalJoinSpec = {
    kind: 'interval-join',
    type,
    bounds: { isEventTime: true, lower: -sizeMs, upper: 0, leftTime: 2, rightTime: 2 },
    leftKeys: [0],
    rightKeys: [0],
    residual: null,
    cleanUpAfterMs: 0,
  };
  const warm = 2 * Math.ceil(sizeMs / BATCH_ROWS);
  const messages = streams(keys, warm + 200);
  const label = `${type}, ${keys} keys, ${matches} matches`;
  report(label, measure(createIntervalJoin(spec), [SIDE, SIDE], messages, warm));
}

for (const keys of [1000, 100_000]) {
  for (const matches of [1, 4]) {
    bench('inner', keys, matches);
    bench('full', keys, matches);
  }
}
