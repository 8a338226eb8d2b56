/** The column beside those of a table or of rows that says when each was written. */
import { DOUBLE, withNullable } from '../column/logical-type.js';
import type { F64Vector } from '../column/vector.js';
import { FixedColumn } from './column.js';
import type { Lifetime } from './lifetime.js';

/** ms since the epoch, by slot, entry or row id. */
export class WrittenTimes extends FixedColumn {
  readonly #lifetime: Lifetime;

  constructor(lifetime: Lifetime) {
    super(withNullable(DOUBLE, false));
    this.#lifetime = lifetime;
  }

  get values(): Float64Array {
    return (this.vector as F64Vector).values;
  }

  /** It is written now for the first time. */
  begin(slot: number): void {
    this.values[slot] = this.#lifetime.now;
  }

  /** It is written again. */
  renew(slot: number): void {
    const { values } = this;
    if (this.#lifetime.renews(values[slot] as number)) values[slot] = this.#lifetime.now;
  }

  isOver(slot: number): boolean {
    return this.#lifetime.isOver(this.values[slot] as number);
  }

  /** Those of the slots that have expired, each once; −1 stands for none. They are to be freed. */
  takeExpired(slots: Int32Array): Int32Array {
    const { values } = this;
    const expired: number[] = [];
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i] as number;
      if (slot < 0 || !this.#lifetime.isOver(values[slot] as number)) continue;
      expired.push(slot);
      // A slot may stand there more than once.
      values[slot] = Infinity;
    }
    return Int32Array.from(expired);
  }

  /** What was written by then has expired, ms since the epoch. */
  get cutoff(): number {
    return this.#lifetime.now - this.#lifetime.ttlMs;
  }
}
