/** The times by which the rows of a batch are put into windows, by physical row. */
import { MillraceError } from '../../conf/errors/error.js';
import type { TimeVector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import type { OperatorContext } from '../core/operator.js';

/** @param column of a time attribute, or of the ends of windows; null = processing time */
export function rowTimes(
  batch: Batch,
  column: number | null,
  { now }: Pick<OperatorContext, 'now'>,
): Float64Array {
  if (column === null) return new Float64Array(batch.rows).fill(now);
  const vector = batch.columns[column] as TimeVector;
  if (vector.nulls !== null) refuseNulls(vector.nulls, batch);
  return vector.values;
}

function refuseNulls(nulls: Uint8Array, batch: Batch): void {
  const { selection, count } = batch;
  for (let i = 0; i < count; i++) {
    if (nulls[selection === null ? i : (selection[i] as number)] !== 1) continue;
    throw new MillraceError('DATA_NULL', 'The time column of a window holds NULL', {
      hint: 'Filter the rows out, or give them a time',
    });
  }
}
