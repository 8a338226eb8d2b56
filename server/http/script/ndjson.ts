/** Rows as newline-delimited JSON, an object a row. */
import { RowJson } from './row-json.js';
import type { RowEncoder } from './row-output.js';
import type { ResultShape } from './script.js';

export function ndjson(shape: ResultShape): RowEncoder {
  const json = new RowJson(shape);
  return {
    head: () => '',
    rows: (rows) => rows.map((row) => `${json.text(row)}\n`).join(''),
    tail: () => '',
  };
}
