/**
 * Upserts made changes, and changes made upserts, rows a second of one core:
 * `node dist/bench/operators/changelog.bench.js`. Key INT in random order, amount DOUBLE, id
 * BIGINT. Normalized: each row is an upsert. Materialized: three rows a primary key stand, each
 * batch adds rows and takes others back.
 */
import { Random } from '../../conf/random.js';
import { createChangelogNormalize } from '../../operators/changelog/changelog-normalize.js';
import { createUpsertMaterializer } from '../../operators/changelog/upsert-materializer.js';
import { Batch } from '../../operators/core/batch.js';
import { BIGINT, DOUBLE, INT } from '../../state/column/logical-type.js';
import type { Vector } from '../../state/column/vector.js';
import { changingRows } from './changing-rows.js';
import { BATCH_ROWS, given, measure, randomDoubles, randomInts, report } from './drive-batches.js';
import { batchesFor } from './timed-rows.js';

const random = new Random(9);
const ROW = [INT, DOUBLE, BIGINT];

function columns(keys: number, rows: number): readonly Vector[] {
  return [
    { lane: 'i32', values: randomInts(random, rows, keys), nulls: null },
    { lane: 'f64', values: randomDoubles(random, rows), nulls: null },
    { lane: 'f64', values: Float64Array.from(randomInts(random, rows, 1e9)), nulls: null },
  ];
}

function normalize(keys: number): void {
  const warm = Math.max(200, batchesFor(keys, keys > 1_000_000 ? 1 : 3));
  const messages = Array.from({ length: warm + 800 }, () =>
    given(new Batch(columns(keys, BATCH_ROWS), BATCH_ROWS)),
  );
  const spec = { key: [0], condition: null, updateBefore: true };
  const operator = createChangelogNormalize({ kind: 'changelog-normalize', ...spec });
  report(`normalize, ${keys} keys`, measure(operator, [ROW], messages, warm));
}

function materialize(keys: number, upsertKey: readonly number[] | null): void {
  const { messages, warm } = changingRows((rows) => columns(keys, rows), 3 * keys, 400);
  const spec = { kind: 'upsert-materializer', primaryKey: [0], upsertKey } as const;
  const name = `materialize ${upsertKey === null ? 'whole rows' : 'by key'}, ${keys} keys`;
  report(name, measure(createUpsertMaterializer(spec), [ROW], messages, warm));
}

for (const keys of [1000, 100_000, 5_000_000]) normalize(keys);
for (const keys of [1000, 100_000]) {
  materialize(keys, [0, 2]);
  materialize(keys, null);
}
