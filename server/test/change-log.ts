/**
 * What a streaming query has put out, for `changelog` and `table` records: changes since the last
 * look, grouped by key, and the rows that stand after folding.
 *
 * Changes of one key keep their order; keys stand in the order of their text, since nothing fixes
 * the order across keys. With an upsert key, folding replaces by key; without one it counts equal
 * rows.
 */
import { isAccumulate, KIND_SYMBOLS, UPDATE_BEFORE } from '../../operators/core/row-kind.js';
import { type CellText, formatRow } from './row-text.js';

export interface Change {
  readonly kind: number;
  readonly cells: readonly CellText[];
}

export class ChangeLog {
  readonly #upsertKey: readonly number[] | null;
  readonly #quotable: readonly boolean[];
  #fresh: Change[] = [];
  /** Standing rows: text → how often, in the order they came. */
  readonly #counts = new Map<string, number>();
  readonly #byKey = new Map<string, string>();

  /**
   * @param upsertKey column positions; null when only the whole row identifies a change
   * @param quotable by column: true for character types
   */
  constructor(upsertKey: readonly number[] | null, quotable: readonly boolean[]) {
    this.#upsertKey = upsertKey;
    this.#quotable = quotable;
  }

  add(change: Change): void {
    this.#fresh.push(change);
    const row = formatRow(change.cells, this.#quotable);
    if (this.#upsertKey === null) this.#count(row, isAccumulate(change.kind) ? 1 : -1);
    else this.#replace(this.#keyOf(change), isAccumulate(change.kind) ? row : null, change.kind);
  }

  /** Lines of the changes since the last call, by key. */
  takeChanges(): string[] {
    const groups = new Map<string, string[]>();
    for (const change of this.#fresh) {
      const key = this.#keyOf(change);
      const lines = groups.get(key) ?? [];
      lines.push(`${KIND_SYMBOLS[change.kind]} | ${formatRow(change.cells, this.#quotable)}`);
      groups.set(key, lines);
    }
    this.#fresh = [];
    return [...groups].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).flatMap(([, it]) => it);
  }

  /** Standing rows in the order they came; a row that stands n times is there n times. */
  rows(): string[] {
    if (this.#upsertKey !== null) return [...this.#byKey.values()];
    return [...this.#counts].flatMap(([row, count]) =>
      new Array<string>(Math.max(0, count)).fill(row),
    );
  }

  #keyOf(change: Change): string {
    if (this.#upsertKey === null) return formatRow(change.cells, this.#quotable);
    const cells = this.#upsertKey.map((column) => change.cells[column] ?? null);
    return formatRow(
      cells,
      cells.map(() => true),
    );
  }

  #count(row: string, by: number): void {
    const count = (this.#counts.get(row) ?? 0) + by;
    if (count === 0) this.#counts.delete(row);
    else this.#counts.set(row, count);
  }

  #replace(key: string, row: string | null, kind: number): void {
    if (row !== null) this.#byKey.set(key, row);
    else if (kind !== UPDATE_BEFORE) this.#byKey.delete(key);
  }
}
