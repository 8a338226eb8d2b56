/**
 * Temporal join on event time, rows a second of one core:
 * `node dist/bench/operators/temporal-join.bench.js`. Rows of the left side, a row a millisecond,
 * meet the version of their key: key INT in random order, value BIGINT, time TIMESTAMP(3). Each
 * key has a version; from then on as many new versions come as left rows, or none.
 */
import { Random } from '../../conf/random.js';
import { createTemporalJoin } from '../../operators/join/temporal-join.js';
import type { TemporalJoinSpec } from '../../operators/join/temporal-join-spec.js';
import { BATCH_ROWS, type Given, measure, report } from './drive-batches.js';
import { batchesFor, TIMED_ROW, timedRows } from './timed-rows.js';

const random = new Random(10);
const SPEC: Omit<TemporalJoinSpec, 'type'> = {
  kind: 'temporal-join',
  leftKeys: [0],
  rightKeys: [0],
  leftTime: 2,
  rightTime: 2,
  residual: null,
};

function bench(type: TemporalJoinSpec['type'], keys: number, isChanging: boolean): void {
  const warm = batchesFor(keys, keys > 1_000_000 ? 1 : 3);
  const messages: Given[] = [];
  for (let b = 0; b < warm + 400; b++) {
    const at = (row: number): number => 1e12 + b * BATCH_ROWS + row;
    const value = at(BATCH_ROWS - 1);
    const marks = {
      count: 1,
      positions: Int32Array.of(BATCH_ROWS),
      values: Float64Array.of(value),
    };
    const right = { ...timedRows(random, keys, at, marks), input: 1 };
    if (b < warm) {
      messages.push(right);
    } else {
      messages.push(
        isChanging ? right : { input: 1, message: { kind: 'watermark', value } },
        timedRows(random, keys, at, marks),
      );
    }
  }
  messages.splice(warm, 0, { input: 0, message: { kind: 'watermark', value: 1e12 } });
  const operator = createTemporalJoin({ ...SPEC, type });
  const name = `${type}, ${keys} keys, ${isChanging ? 'changing' : 'standing'}`;
  report(name, measure(operator, [TIMED_ROW, TIMED_ROW], messages, warm));
}

for (const keys of [1000, 100_000, 5_000_000]) {
  bench('inner', keys, false);
  bench('left', keys, true);
}
