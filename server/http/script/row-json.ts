/** Rows as JSON objects: an entry a column, and before them `op` where rows can change. */
import type { Zoned } from '../../../conf/time-zone.js';
import { KIND_SYMBOLS } from '../../../operators/core/row-kind.js';
import { jsonValue } from '../../../operators/expr/print-value.js';
import type { ResultRow } from '../../sessions/result-row.js';
import type { ResultShape } from './script.js';

export class RowJson {
  readonly #shape: ResultShape;
  readonly #zone: Zoned;
  /** `"name":` of each column. */
  readonly #names: readonly string[];

  constructor(shape: ResultShape, zone: Zoned) {
    this.#shape = shape;
    this.#zone = zone;
    this.#names = shape.columns.map(({ name }) => `${JSON.stringify(name)}:`);
  }

  text({ kind, values }: ResultRow): string {
    const entries = this.#shape.columns.map(
      ({ type }, i) => (this.#names[i] as string) + jsonValue(values[i] ?? null, type, this.#zone),
    );
    if (this.#shape.changes) entries.unshift(`"op":"${KIND_SYMBOLS[kind]}"`);
    return `{${entries.join(',')}}`;
  }
}
