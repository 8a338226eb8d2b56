/** The row at which an expression failed, for its message. */
import { MillraceError } from '../../conf/errors/error.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import { scalarAt } from '../../state/column/scalar-access.js';
import type { Vector } from '../../state/column/vector.js';
import { printRow } from './print-value.js';

/** The error with the row's values; another error as it is. */
export function withRow(
  error: unknown,
  columns: readonly Vector[],
  row: number,
  types: readonly LogicalType[],
): unknown {
  if (!(error instanceof MillraceError) || error.code !== 'DATA_EXPRESSION') return error;
  const values = types.map((type, i) => scalarAt(columns[i] as Vector, row, type));
  const reason = `${error.reason}; the row is ${printRow(values, types)}`;
  const { place, hint, cause } = error;
  return new MillraceError(error.code, reason, {
    ...(place === undefined ? {} : { place }),
    ...(hint === undefined ? {} : { hint }),
    cause,
  });
}
