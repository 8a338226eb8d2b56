/**
 * OVER, rows a second of one core: `node dist/bench/operators/over.bench.js [case]`. COUNT(*) and
 * SUM: key INT in random order, value BIGINT, time TIMESTAMP(3), a row a millisecond; a watermark
 * behind each batch. In order of arrival (processing time), of event time, and of a column: there
 * each key has 10 rows, as many come as go.
 */
import { Random } from '../../conf/random.js';
import { createOver } from '../../operators/over/over.js';
import type { OverFrame } from '../../operators/over/over-spec.js';
import { SortedOver } from '../../operators/over/sorted-over.js';
import { changingRows } from './changing-rows.js';
import { measure, randomInts, report } from './drive-batches.js';
import { batchesFor, COUNT_AND_SUM, TIMED_ROW, timedStream } from './timed-rows.js';

const KEYS = [1000, 100_000, 5_000_000];
const random = new Random(4);

function bench(name: string, keys: number, time: number | null, frame: OverFrame): void {
  const warm = Math.max(100, batchesFor(keys, keys > 1_000_000 ? 1 : 4));
  const messages = timedStream(random, keys, warm + 400, 1);
  const spec = { kind: 'over', partition: [0], time, frame, aggregates: COUNT_AND_SUM } as const;
  report(`${name}, ${keys} keys`, measure(createOver(spec), [TIMED_ROW], messages, warm));
}

/** Rows of keys as the others, in no order of time. */
function benchSorted(keys: number, peers: boolean): void {
  const { messages, warm } = changingRows(
    (rows) => [
      { lane: 'i32', values: randomInts(random, rows, keys), nulls: null },
      { lane: 'f64', values: Float64Array.from(randomInts(random, rows, 1e6)), nulls: null },
      { lane: 'time', values: new Float64Array(rows), nanos: null, nulls: null },
    ],
    10 * keys,
    100,
  );
  const operator = new SortedOver({
    kind: 'sorted-over',
    partition: [0],
    order: { column: 1, descending: false, nullsFirst: true },
    peers,
    aggregates: COUNT_AND_SUM,
    updateBefore: true,
  });
  const name = `by a column, ${peers ? 'RANGE' : 'ROWS'}, ${keys} keys`;
  report(name, measure(operator, [TIMED_ROW], messages, warm));
}

const cases: Readonly<Record<string, (keys: number) => void>> = {
  arrival: (keys) => {
    bench('by arrival, all rows', keys, null, { unit: 'rows', preceding: null });
    bench('by arrival, 4 rows', keys, null, { unit: 'rows', preceding: 4 });
  },
  time: (keys) => {
    bench('by time, ROWS, all rows', keys, 2, { unit: 'rows', preceding: null });
    bench('by time, RANGE, all rows', keys, 2, { unit: 'range', preceding: null });
    bench('by time, ROWS, 4 rows', keys, 2, { unit: 'rows', preceding: 4 });
    bench('by time, RANGE, 4 rows', keys, 2, { unit: 'range', preceding: 4 * keys });
  },
  column: (keys) => {
    if (keys > 1_000_000) return;
    benchSorted(keys, false);
    benchSorted(keys, true);
  },
};

const [, , chosen] = process.argv;
for (const [name, run] of Object.entries(cases)) {
  if (chosen === undefined || chosen === name) for (const keys of KEYS) run(keys);
}
