/**
 * Rows as CSV by RFC 4180: a line with the columns' names, values as CAST to STRING prints them,
 * NULL as nothing (an empty string is `""`). Where rows can change, the first column is `op`.
 */
import type { Zoned } from '../../../conf/time-zone.js';
import { KIND_SYMBOLS } from '../../../operators/core/row-kind.js';
import { printValue } from '../../../operators/expr/print-value.js';
import type { RowEncoder } from './row-output.js';
import type { ResultShape } from './script.js';

export function csv({ columns, changes }: ResultShape, zone: Zoned): RowEncoder {
  const line = (cells: readonly (string | null)[]): string => `${cells.map(cell).join(',')}\r\n`;
  return {
    head: () => line([...(changes ? ['op'] : []), ...columns.map(({ name }) => name)]),
    rows: (rows) =>
      rows
        .map(({ kind, values }) => {
          const cells = columns.map(({ type }, i) => printValue(values[i] ?? null, type, zone));
          return line(changes ? [KIND_SYMBOLS[kind], ...cells] : cells);
        })
        .join(''),
    tail: () => '',
  };
}

function cell(text: string | null): string {
  if (text === null) return '';
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
