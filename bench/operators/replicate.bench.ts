/**
 * INTERSECT ALL and EXCEPT ALL, rows a second of one core:
 * `node dist/bench/operators/replicate.bench.js`. Both are counts of each row by side, an
 * aggregate, and then each row as often as the counts say: that is measured here. Without ALL they
 * are an aggregate and a semi or anti join, which `join.bench.js` has.
 */
import { Random } from '../../conf/random.js';
import { Batch } from '../../operators/core/batch.js';
import { createCorrelate } from '../../operators/correlate/correlate.js';
import { BIGINT, INT } from '../../state/column/logical-type.js';
import type { Vector } from '../../state/column/vector.js';
import { BATCH_ROWS, given, measure, randomInts, report } from './drive-batches.js';

const random = new Random(14);

function bench(most: number): void {
  const messages = Array.from({ length: 1200 }, () => {
    const times = Float64Array.from(randomInts(random, BATCH_ROWS, most + 1));
    const columns: Vector[] = [
      { lane: 'i32', values: randomInts(random, BATCH_ROWS, 1e9), nulls: null },
      { lane: 'f64', values: times, nulls: null },
    ];
    return given(new Batch(columns, BATCH_ROWS));
  });
  const operator = createCorrelate({
    kind: 'correlate',
    maker: { kind: 'replicate' },
    arguments: [1],
    made: [],
    condition: null,
    outer: false,
  });
  report(`0 to ${most} times`, measure(operator, [[INT, BIGINT]], messages, 200));
}

for (const most of [1, 4]) bench(most);
