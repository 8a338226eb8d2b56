/** For tests: reads a file of records in chunks of any size. */

import { TableOptions } from '../../../conf/table-options.js';
import type { Scalar } from '../../../state/column/scalar.js';
import { scalarAt } from '../../../state/column/scalar-access.js';
import type { Vector } from '../../../state/column/vector.js';
import { VectorPool } from '../../../state/column/vector-pool.js';
import type { Column } from '../../core/spec.js';
import type { TextDecoding } from '../../format/format.js';
import { decodingOf } from '../../format/formats.js';
import type { ChunkSizes } from './chunks.js';
import { TextReader } from './text-reader.js';

export interface Chunking extends ChunkSizes {
  readonly batchRows?: number;
  /** Indexes of the columns; all unless told. */
  readonly wanted?: readonly number[];
}

/** The rows of a file in one of the text formats, as scalars. */
export async function readText(
  path: string,
  format: string,
  options: Readonly<Record<string, string>>,
  columns: readonly Column[],
  { batchRows = 2048, wanted = columns.map((_, i) => i), ...sizes }: Chunking = {},
): Promise<Scalar[][]> {
  const record = new TableOptions(`format '${format}'`, options);
  const decoding = decodingOf(format, record, columns) as TextDecoding;
  const file = { path, sizeBytes: 0, modifiedMs: 0, partition: {} };
  const split = { id: path, file, start: 0, end: Number.MAX_SAFE_INTEGER };
  const vectors = new VectorPool(true);
  const complete = (decoded: readonly Vector[]): Vector[] => [...decoded];
  const reader = new TextReader({
    split,
    decoding,
    wanted,
    complete,
    batchRows,
    vectors,
    ...sizes,
  });
  const rows: Scalar[][] = [];
  try {
    for (;;) {
      const result = await reader.next();
      if (result.kind !== 'batch') return rows;
      const { batch } = result;
      for (let row = 0; row < batch.rows; row++) {
        rows.push(
          wanted.map((index, i) => {
            return scalarAt(batch.columns[i] as Vector, row, (columns[index] as Column).type);
          }),
        );
      }
    }
  } finally {
    await reader.close();
  }
}
