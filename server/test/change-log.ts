/**
 * What a streaming query has put out, for `changelog` and `table` records: changes since the last
 * look, grouped by key, and the rows that stand after folding.
 *
 * Changes of one key keep their order; keys stand in the order of their text, since nothing fixes
 * the order across keys. Folding counts equal rows, so it needs no key: a -U or -D takes back one
 * row of its text, also where its other half was filtered away.
 *
 * Each change has a number. A query that is restored takes back what its tasks put out behind the
 * barrier (`rewind`): it comes again.
 */
import { isAccumulate, KIND_SYMBOLS } from '../../operators/core/row-kind.js';
import { type CellText, formatRow } from './row-text.js';

export interface Change {
  readonly kind: number;
  readonly cells: readonly CellText[];
}

interface Entry {
  readonly change: Change;
  readonly number: number;
  readonly task: number;
}

export class ChangeLog {
  readonly #upsertKey: readonly number[] | null;
  readonly #quotable: readonly boolean[];
  #entries: Entry[] = [];
  #next = 0;
  /** Changes below this number were looked at. */
  #taken = 0;

  /**
   * @param upsertKey column positions that group changes; null = the whole row
   * @param quotable by column: true for character types
   */
  constructor(upsertKey: readonly number[] | null, quotable: readonly boolean[]) {
    this.#upsertKey = upsertKey;
    this.#quotable = quotable;
  }

  /** The number of the next change. */
  get next(): number {
    return this.#next;
  }

  /** @param task which of the query's tasks put it out */
  add(change: Change, task = 0): void {
    this.#entries.push({ change, task, number: this.#next++ });
  }

  /**
   * Takes back what came behind a barrier.
   * @param limits by task, the number of its first change that is taken back; a task without one
   *   takes back nothing. Null: all take back everything
   * @param since changes before this number stay
   */
  rewind(limits: ReadonlyMap<number, number> | null, since: number): void {
    const stays = ({ number, task }: Entry): boolean =>
      limits !== null && number < (limits.get(task) ?? Number.POSITIVE_INFINITY);
    this.#entries = this.#entries.filter((entry) => entry.number < since || stays(entry));
  }

  /** Lines of the changes since the last call, by key. */
  takeChanges(): string[] {
    const groups = new Map<string, string[]>();
    for (const { change, number } of this.#entries) {
      if (number < this.#taken) continue;
      const key = this.#keyOf(change);
      const lines = groups.get(key) ?? [];
      lines.push(`${KIND_SYMBOLS[change.kind]} | ${formatRow(change.cells, this.#quotable)}`);
      groups.set(key, lines);
    }
    this.#taken = this.#next;
    return [...groups].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).flatMap(([, it]) => it);
  }

  /**
   * Standing rows in the order they came; a row that stands n times is there n times. One that was
   * taken back more often than put out is there once, behind how often: the query is wrong.
   */
  rows(): string[] {
    const counts = new Map<string, number>();
    for (const { change } of this.#entries) {
      const row = formatRow(change.cells, this.#quotable);
      const count = (counts.get(row) ?? 0) + (isAccumulate(change.kind) ? 1 : -1);
      if (count === 0) counts.delete(row);
      else counts.set(row, count);
    }
    return [...counts].flatMap(([row, count]) => {
      return count < 0 ? [`${count} × ${row}`] : new Array<string>(count).fill(row);
    });
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
