/**
 * Group aggregates row by row and in mini-batches, rows a second of one core:
 * `node dist/bench/operators/mini-batch.bench.js`. COUNT(*) and SUM with −U/+U: key INT
 * in random order, value BIGINT; the keys all there before it is measured.
 */
import { Random } from '../../conf/random.js';
import { createGroupAggregate } from '../../operators/aggregate/group-aggregate.js';
import type { GroupAggregateSpec } from '../../operators/aggregate/group-aggregate-spec.js';
import { BATCH_ROWS, type Given, measure, report } from './drive-batches.js';
import { COUNT_AND_SUM, TIMED_ROW, timedRows } from './timed-rows.js';

const random = new Random(8);

function stream(keys: number, batches: number): Given[] {
  return Array.from({ length: batches }, () => timedRows(random, keys, (row) => row, null));
}

/** @param size rows of a mini-batch; 0 = none */
function bench(keys: number, size: number): void {
  const spec: GroupAggregateSpec = {
    kind: 'group-aggregate',
    keys: [0],
    aggregates: COUNT_AND_SUM,
    retracting: false,
    updateBefore: true,
    ...(size === 0 ? {} : { miniBatch: { rows: size, latencyMs: 60_000 } }),
  };
  const warm = Math.ceil((3 * keys) / BATCH_ROWS) + 100;
  const messages = stream(keys, warm + 1000);
  const label = `${keys} keys, ${size === 0 ? 'row by row' : `mini-batches of ${size}`}`;
  report(label, measure(createGroupAggregate(spec), [TIMED_ROW], messages, warm));
}

for (const keys of [1000, 100_000]) {
  for (const size of [0, 5000, 50_000]) bench(keys, size);
}
