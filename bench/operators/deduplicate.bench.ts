/**
 * Deduplication, rows a second of one core: `node dist/bench/operators/deduplicate.bench.js`. Of a
 * key the first or the last row, by event time or by arrival: key INT in random order, value
 * BIGINT, time TIMESTAMP(3), ascending. By hand: a byte a key for the first row to arrive.
 */
import { Random } from '../../conf/random.js';
import { createDeduplicate } from '../../operators/rank/deduplicate.js';
import type { DeduplicateSpec } from '../../operators/rank/deduplicate-spec.js';
import type { I32Vector } from '../../state/column/vector.js';
import { cpuMs } from '../cpu-ms.js';
import { type Given, measure, report } from './drive-batches.js';
import { batchesFor, TIMED_ROW, timedStream } from './timed-rows.js';

const random = new Random(5);

function bench(keep: 'first' | 'last', time: number | null, messages: Messages): void {
  const spec: DeduplicateSpec = {
    kind: 'deduplicate',
    key: [0],
    time,
    keep,
    compared: [0, 1, 2],
    updateBefore: true,
  };
  const { keys, all, warm } = messages;
  const by = time === null ? 'arrival' : 'time';
  report(
    `${keep} row by ${by}, ${keys} keys`,
    measure(createDeduplicate(spec), [TIMED_ROW], all, warm),
  );
}

interface Messages {
  readonly keys: number;
  readonly all: readonly Given[];
  readonly warm: number;
}

function byHand({ keys, all, warm }: Messages): void {
  const seen = new Uint8Array(keys);
  let [start, rowsIn, rowsOut] = [cpuMs(), 0, 0];
  all.forEach(({ message }, m) => {
    if (m === warm) [start, rowsIn, rowsOut] = [cpuMs(), 0, 0];
    if (message.kind !== 'batch') return;
    const { values } = message.batch.columns[0] as I32Vector;
    const selection = new Int32Array(values.length);
    let found = 0;
    for (let i = 0; i < values.length; i++) {
      const key = values[i] as number;
      selection[found] = i;
      found += 1 - (seen[key] as number);
      seen[key] = 1;
    }
    rowsIn += values.length;
    rowsOut += found;
  });
  report(`first row by arrival, by hand, ${keys} keys`, {
    rowsIn,
    rowsOut,
    cpuMs: cpuMs() - start,
  });
}

for (const keys of [1000, 100_000, 5_000_000]) {
  const warm = Math.max(500, batchesFor(keys, keys > 1_000_000 ? 1 : 3));
  const messages = { keys, all: timedStream(random, keys, warm + 1000, 1), warm };
  for (const keep of ['first', 'last'] as const) {
    for (const time of [null, 2]) bench(keep, time, messages);
  }
  byHand(messages);
}
