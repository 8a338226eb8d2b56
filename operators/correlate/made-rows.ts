/** Rows that are made of the rows of a batch. */
import type { LogicalType } from '../../state/column/logical-type.js';
import type { Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';

export interface MadeRows {
  readonly count: number;
  /** The physical row that each is made of; ascending by logical row; may be longer. */
  readonly origins: Int32Array;
  readonly columns: readonly Vector[];
}

export type MakeRows = (batch: Batch, args: readonly Vector[]) => MadeRows;

/** The columns of an element: a row's fields, else the element itself. */
export function isRow(type: LogicalType): type is Extract<LogicalType, { fields: unknown }> {
  return type.root === 'ROW' || type.root === 'STRUCTURED_TYPE';
}
