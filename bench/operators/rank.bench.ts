/**
 * Rank operators, rows a second of one core: `node dist/bench/operators/rank.bench.js`.
 * Rows: partition INT, score DOUBLE (random), BIGINT, STRING of 11 bytes.
 */
import { Random } from '../../conf/random.js';
import { Batch } from '../../operators/core/batch.js';
import { createRank } from '../../operators/rank/rank.js';
import type { RankSpec } from '../../operators/rank/rank-spec.js';
import { createWindowRank } from '../../operators/rank/window-rank.js';
import { BIGINT, DOUBLE, INT, STRING, timestamp } from '../../state/column/logical-type.js';
import { vectorOf } from '../../state/column/scalar-access.js';
import type { Vector } from '../../state/column/vector.js';
import { changingRows } from './changing-rows.js';
import {
  BATCH_ROWS,
  type Given,
  given,
  measure,
  randomDoubles,
  randomInts,
  report,
} from './drive-batches.js';

const BATCHES = 2500;
/** That stand where rows are taken back. */
const ROWS_A_KEY = 10;
const random = new Random(1);
const names = vectorOf(
  STRING,
  Array.from({ length: BATCH_ROWS }, (_, i) => `name-${String(i).padStart(6, '0')}`),
);

function columns(keys: number): Vector[] {
  return [
    { lane: 'i32', values: randomInts(random, BATCH_ROWS, keys), nulls: null },
    { lane: 'f64', values: randomDoubles(random, BATCH_ROWS), nulls: null },
    { lane: 'f64', values: Float64Array.from(randomInts(random, BATCH_ROWS, 1e9)), nulls: null },
    names,
  ];
}

function rank(changes: Partial<RankSpec>): RankSpec {
  return {
    kind: 'rank',
    function: 'ROW_NUMBER',
    partition: [0],
    order: [{ column: 1, descending: true, nullsFirst: false }],
    from: 1,
    to: 10,
    outputRank: false,
    retracting: false,
    updateBefore: true,
    ...changes,
  };
}

const types = [INT, DOUBLE, BIGINT, STRING];

function bench(name: string, keys: number, changes: Partial<RankSpec>): void {
  const messages = Array.from({ length: BATCHES }, () =>
    given(new Batch(columns(keys), BATCH_ROWS)),
  );
  report(`${name}, ${keys} keys`, measure(createRank(rank(changes)), [types], messages));
}

/** So many rows a key stand; each batch adds rows and takes others back. */
function benchRetracting(name: string, keys: number, changes: Partial<RankSpec>): void {
  const { messages, warm } = changingRows(
    (rows) => [
      { lane: 'i32', values: randomInts(random, rows, keys), nulls: null },
      { lane: 'f64', values: randomDoubles(random, rows), nulls: null },
      { lane: 'f64', values: Float64Array.from(randomInts(random, rows, 1e9)), nulls: null },
    ],
    ROWS_A_KEY * keys,
    400,
  );
  const spec = rank({ ...changes, retracting: true });
  const text = `${name}, ${keys} keys`;
  report(text, measure(createRank(spec), [types.slice(0, 3)], messages, warm));
}

/** Windows of 20 batches; a watermark behind each window's rows. */
function benchWindow(name: string, keys: number): void {
  const messages: Given[] = [];
  for (let i = 0; i < BATCHES; i++) {
    const end = (Math.floor(i / 100) + 1) * 60_000;
    const values = new Float64Array(BATCH_ROWS).fill(end);
    const ends: Vector = { lane: 'time', values, nanos: null, nulls: null };
    messages.push(given(new Batch([...columns(keys), ends], BATCH_ROWS)));
    if (i % 100 === 99) messages.push({ input: 0, message: { kind: 'watermark', value: end } });
  }
  const spec = {
    kind: 'window-rank' as const,
    function: 'ROW_NUMBER' as const,
    partition: [0],
    windowEnd: 4,
    order: [{ column: 1, descending: true, nullsFirst: false }],
    from: 1,
    to: 10,
    outputRank: true,
  };
  const inputs = [[...types, timestamp(3)]];
  report(`${name}, ${keys} keys`, measure(createWindowRank(spec), inputs, messages));
}

for (const keys of [1000, 100_000]) {
  bench('Top-10', keys, {});
  bench('Top-10 with rank', keys, { outputRank: true });
  bench('Top-1', keys, { to: 1 });
  bench('Top-10 by name, then score', keys, {
    order: [3, 1].map((column) => ({ column, descending: false, nullsFirst: true })),
  });
  benchRetracting('Top-4 retracting', keys, { to: 4 });
  benchRetracting('Top-4 retracting, with rank', keys, { to: 4, outputRank: true });
  benchWindow('Top-10 in a window', keys);
}
bench('Top-1', 5_000_000, { to: 1 });
bench('ORDER BY LIMIT 100', 1, { partition: [], to: 100 });
