/** Each row as often as a count says; what is NULL or below 1 makes none. */
import { grownInt32 } from '../../state/column/growth.js';
import type { Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import type { MadeRows } from './made-rows.js';

export function replicate({ selection, count }: Batch, args: readonly Vector[]): MadeRows {
  const times = args[0] as Extract<Vector, { lane: 'f64' | 'i64' | 'big' }>;
  let origins: Int32Array = new Int32Array(count);
  let rows = 0;
  for (let i = 0; i < count; i++) {
    const row = selection === null ? i : (selection[i] as number);
    if (times.nulls !== null && times.nulls[row] === 1) continue;
    const copies = Number(times.values[row]);
    if (copies < 1) continue;
    if (rows + copies > origins.length) origins = grownInt32(origins, rows + copies);
    origins.fill(row, rows, rows + copies);
    rows += copies;
  }
  return { count: rows, origins, columns: [] };
}
