/** The rows that stand after folding the changes of a query: equal rows are counted. */
export class FoldedRows {
  readonly columns: readonly string[];
  readonly #counts = new Map<string, number>();
  #changes = 0;

  constructor(columns: readonly string[]) {
    this.columns = columns;
  }

  /** Changes taken so far. */
  get changes(): number {
    return this.#changes;
  }

  /** @param changes objects by column name; `op` first where rows can change */
  add(changes: readonly Readonly<Record<string, unknown>>[]): void {
    for (const change of changes) {
      const row = JSON.stringify(this.columns.map((name) => change[name] ?? null));
      const added = change.op === undefined || change.op === '+I' || change.op === '+U' ? 1 : -1;
      const count = (this.#counts.get(row) ?? 0) + added;
      if (count === 0) this.#counts.delete(row);
      else this.#counts.set(row, count);
    }
    this.#changes += changes.length;
  }

  /** In the order in which they came to stand. */
  rows(): unknown[][] {
    return [...this.#counts].flatMap(([row, count]) =>
      Array.from({ length: count }, () => JSON.parse(row) as unknown[]),
    );
  }
}
