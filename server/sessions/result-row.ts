/** Rows of a result as single values, for the edges. */
import type { Batch } from '../../operators/core/batch.js';
import type { RowKind } from '../../operators/core/row-kind.js';
import type { Column } from '../../operators/core/spec.js';
import type { Scalar } from '../../state/column/scalar.js';
import { scalarAt } from '../../state/column/scalar-access.js';
import type { Vector } from '../../state/column/vector.js';

export interface ResultRow {
  readonly kind: RowKind;
  readonly values: readonly Scalar[];
}

export function* resultRows(batch: Batch, columns: readonly Column[]): Iterable<ResultRow> {
  const { selection, kinds } = batch;
  for (let i = 0; i < batch.count; i++) {
    const row = selection === null ? i : (selection[i] as number);
    const values = columns.map(({ type }, c) => scalarAt(batch.columns[c] as Vector, row, type));
    yield { kind: (kinds === null ? 0 : kinds[row]) as RowKind, values };
  }
}
