/**
 * What a streaming query has put out, for `changelog` and `table` records: changes since the last
 * look, grouped by key, and the rows that stand after folding.
 *
 * Changes of one key keep their order; keys stand in the order of their text, since nothing fixes
 * the order across keys. Folding counts equal rows, so it needs no key: a -U or -D takes back one
 * row of its text, also where its other half was filtered away.
 */
import { isAccumulate, KIND_SYMBOLS } from '../../operators/core/row-kind.js';
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

  /**
   * @param upsertKey column positions that group changes; null = the whole row
   * @param quotable by column: true for character types
   */
  constructor(upsertKey: readonly number[] | null, quotable: readonly boolean[]) {
    this.#upsertKey = upsertKey;
    this.#quotable = quotable;
  }

  add(change: Change): void {
    this.#fresh.push(change);
    const row = formatRow(change.cells, this.#quotable);
    const count = (this.#counts.get(row) ?? 0) + (isAccumulate(change.kind) ? 1 : -1);
    if (count === 0) this.#counts.delete(row);
    else this.#counts.set(row, count);
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
}
