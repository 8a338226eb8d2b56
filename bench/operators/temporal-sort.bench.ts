/**
 * Sort by event time, rows a second of one core:
 * `node dist/bench/operators/temporal-sort.bench.js`. Then by a BIGINT; so many rows of one time;
 * a watermark behind each batch. Times ascend, or the rows of a batch are in no order.
 */
import { Random } from '../../conf/random.js';
import { createTemporalSort } from '../../operators/sort/temporal-sort.js';
import { BATCH_ROWS, measure, report } from './drive-batches.js';
import { TIMED_ROW, timedRows } from './timed-rows.js';

const random = new Random(11);

function bench(rowsATime: number, isMixed: boolean): void {
  const messages = Array.from({ length: 600 }, (_, b) => {
    const first = 1e12 + b * BATCH_ROWS;
    const at = (row: number): number => {
      const place = isMixed ? random.nextInt(0, BATCH_ROWS - 1) : row;
      return first + Math.floor(place / rowsATime) * rowsATime;
    };
    const values = Float64Array.of(first + BATCH_ROWS - 1);
    return timedRows(random, 1000, at, { count: 1, positions: Int32Array.of(BATCH_ROWS), values });
  });
  const order = [{ column: 1, descending: false, nullsFirst: true }];
  const operator = createTemporalSort({ kind: 'temporal-sort', time: 2, order });
  const name = `${rowsATime} rows a time, ${isMixed ? 'mixed' : 'ascending'}`;
  report(name, measure(operator, [TIMED_ROW], messages, 200));
}

for (const rowsATime of [1, 32, 2048])
  for (const isMixed of [false, true]) bench(rowsATime, isMixed);
