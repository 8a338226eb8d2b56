/** The live namespaces of a time table, ascending: few, so a sorted array. */
export class Namespaces {
  readonly #order: number[] = [];

  get size(): number {
    return this.#order.length;
  }

  /** The least namespace at or after `from`; `Infinity` when there is none. */
  next(from: number): number {
    return this.#order[this.#position(from)] ?? Infinity;
  }

  /** @param namespace one that is not there */
  add(namespace: number): void {
    this.#order.splice(this.#position(namespace), 0, namespace);
  }

  /** @param namespace one that is there */
  remove(namespace: number): void {
    this.#order.splice(this.#position(namespace), 1);
  }

  /** As they are now, ascending. */
  all(): readonly number[] {
    return [...this.#order];
  }

  /** Where the least namespace at or after `from` stands. */
  #position(from: number): number {
    let low = 0;
    let high = this.#order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#order[middle] as number) < from) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
