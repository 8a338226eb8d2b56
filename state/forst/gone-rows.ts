/**
 * Rows with unique keys that were taken out of their lists: kept by the columns of that key until
 * everybody who reads the files finds them gone there. Until then they hide what files still have.
 */

interface Gone {
  readonly id: number;
  readonly slot: number;
  /** When it was taken out: the files know once they hold all below a greater number. */
  readonly sequence: number;
}

export class GoneRows {
  readonly #drop: (id: number) => void;
  /** Ascending by sequence, as are those of a slot. */
  readonly #all = new Set<Gone>();
  readonly #bySlot = new Map<number, Set<Gone>>();

  /** @param drop gives up the columns of a row */
  constructor(drop: (id: number) => void) {
    this.#drop = drop;
  }

  add(slot: number, id: number, sequence: number): void {
    const gone = { slot, id, sequence };
    this.#all.add(gone);
    const ofSlot = this.#bySlot.get(slot) ?? new Set();
    this.#bySlot.set(slot, ofSlot.add(gone));
  }

  /** Ids of a slot's rows that went at this sequence number or later. */
  idsOf(slot: number, from = 0): number[] {
    const ofSlot = this.#bySlot.get(slot) ?? [];
    return [...ofSlot].filter(({ sequence }) => sequence >= from).map(({ id }) => id);
  }

  /** Everybody finds those below a sequence number gone. */
  settle(below: number): void {
    for (const gone of this.#all) {
      if (gone.sequence >= below) return;
      this.#forget(gone);
    }
  }

  /** A slot leaves memory. */
  end(slot: number): void {
    for (const gone of this.#bySlot.get(slot) ?? []) this.#forget(gone);
  }

  #forget(gone: Gone): void {
    this.#all.delete(gone);
    const ofSlot = this.#bySlot.get(gone.slot);
    ofSlot?.delete(gone);
    if (ofSlot?.size === 0) this.#bySlot.delete(gone.slot);
    this.#drop(gone.id);
  }
}
