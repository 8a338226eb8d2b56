import type { KeyRows } from '../../state/api/reads.js';
import type { Vector } from '../../state/column/vector.js';

/** The keys of the rows of a batch: these of their columns. */
export function keyRows({ columns, selection, count }: KeyRows, key: readonly number[]): KeyRows {
  return { columns: key.map((column) => columns[column] as Vector), selection, count };
}
