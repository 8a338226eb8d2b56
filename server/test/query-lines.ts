/** A query's rows as its record shows them: sorted, or as one hash where they are many. */
import { createHash } from 'node:crypto';
import type { QueryDirective } from './case-file.js';
import { type CellText, formatRow, parseRow } from './row-text.js';

/** @param rows as `formatRow` writes them */
export function queryLines(
  rows: readonly string[],
  { sort, hashThreshold }: QueryDirective,
): readonly string[] {
  const lines = sort === 'valuesort' ? rows.flatMap(splitCells) : [...rows];
  if (sort !== 'nosort') lines.sort(byText);
  if (hashThreshold === 0) return lines;
  const values = sort === 'valuesort' ? lines : lines.flatMap(splitCells);
  if (values.length <= hashThreshold) return lines;
  const hash = createHash('md5');
  for (const value of values) hash.update(`${value}\n`);
  return [`${values.length} values hashing to ${hash.digest('hex')}`];
}

function splitCells(row: string): string[] {
  return parseRow(row, {}).map((cell: CellText) => formatRow([cell], [true]));
}

export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
