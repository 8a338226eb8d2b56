/**
 * Rows as JSON objects: an entry a column, and before them `op` where rows can change. A
 * TIMESTAMP_LTZ is its instant, in UTC whatever the session's zone.
 */
import { KIND_SYMBOLS } from '../../../operators/core/row-kind.js';
import { jsonValue } from '../../../operators/expr/print-value.js';
import type { ResultRow } from '../../sessions/result-row.js';
import type { ResultShape } from './script.js';

export class RowJson {
  readonly #shape: ResultShape;
  /** `"name":` of each column. */
  readonly #names: readonly string[];

  constructor(shape: ResultShape) {
    this.#shape = shape;
    this.#names = shape.columns.map(({ name }) => `${JSON.stringify(name)}:`);
  }

  text({ kind, values }: ResultRow): string {
    const entries = this.#shape.columns.map(
      ({ type }, i) => (this.#names[i] as string) + jsonValue(values[i] ?? null, type),
    );
    if (this.#shape.changes) entries.unshift(`"op":"${KIND_SYMBOLS[kind]}"`);
    return `{${entries.join(',')}}`;
  }
}
