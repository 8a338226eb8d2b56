/** Three million flights out of Parquet, beside hyparquet's own arrays. */

import { parquetMetadataAsync, parquetRead } from 'hyparquet';
import { asyncBufferFromFile } from 'hyparquet/src/node.js';
import { compressors } from 'hyparquet-compressors';
import { systemClock } from '../../conf/clock.js';
import type { Column } from '../../operators/core/spec.js';
import { createSource } from '../../operators/source/connectors.js';
import { BIGINT, STRING, timestamp } from '../../state/column/logical-type.js';
import { VectorPool } from '../../state/column/vector-pool.js';

const path = 'node_modules/vega-datasets/data/flights-3m.parquet';
const schema: readonly Column[] = [
  { name: 'date', type: timestamp(6) },
  { name: 'delay', type: BIGINT },
  { name: 'distance', type: BIGINT },
  { name: 'origin', type: STRING },
  { name: 'destination', type: STRING },
];

/** Reads columns of the file. @returns rows, and the sum of the first column where it is numeric */
async function read(columns: readonly number[]): Promise<[number, number]> {
  const source = createSource({
    kind: 'source',
    connector: 'filesystem',
    options: { connector: 'filesystem', path, format: 'parquet' },
    table: 'flights',
    schema,
    columns,
    metadata: [],
    filter: null,
    limit: null,
  });
  let rows = 0;
  let sum = 0;
  for (const split of await source.splits(1)) {
    const vectors = new VectorPool(false);
    const context = {
      clock: systemClock,
      batchRows: 2048,
      timeZone: 'UTC',
      vectors,
      wake: () => {},
    };
    const reader = await source.open(split, context);
    for (let result = await reader.next(); result.kind === 'batch'; ) {
      const { batch } = result;
      const [first] = batch.columns;
      if (first?.lane === 'f64') {
        for (let row = 0; row < batch.rows; row++) sum += first.values[row] as number;
      }
      rows += batch.rows;
      result = await reader.next();
    }
    await reader.close();
  }
  return [rows, sum];
}

async function measure(name: string, work: () => Promise<[number, number]>): Promise<void> {
  let best = Number.POSITIVE_INFINITY;
  let found: [number, number] = [0, 0];
  for (let run = 0; run < 5; run++) {
    const start = process.cpuUsage();
    found = await work();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1000);
  }
  const rate = (found[0] / best / 1000).toFixed(2).padStart(8);
  console.log(`${name.padEnd(44)} ${rate} M rows/s   checksum ${found[1]}`);
}

await measure('parquet in, all 5 columns', () => read([1, 0, 2, 3, 4]));
await measure('parquet in, 2 of 5 columns', () => read([1, 3]));
await measure('hyparquet onChunk, all 5 columns', async () => {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  let sum = 0;
  await parquetRead({
    file,
    metadata,
    compressors,
    onChunk({ columnName, columnData }) {
      if (columnName === 'delay') for (const value of columnData) sum += Number(value);
    },
  });
  return [Number(metadata.num_rows), sum];
});
