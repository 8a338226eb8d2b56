/** Values of a result as golden files show them. */
import type { Column } from '../../operators/core/spec.js';
import { printValue } from '../../operators/expr/print-value.js';
import type { Scalar } from '../../state/column/scalar.js';
import { isCharacter } from '../../state/column/storage.js';
import type { CellText } from './row-text.js';

export function cellTexts(
  values: readonly Scalar[],
  columns: readonly Column[],
  timeZone: string,
): readonly CellText[] {
  return columns.map(({ type }, c) => printValue(values[c] ?? null, type, { timeZone }));
}

/** By column: true where text is quoted if it would be misread. */
export function quotableColumns(columns: readonly Column[]): readonly boolean[] {
  return columns.map(({ type }) => isCharacter(type));
}
