/**
 * Partial matches by where they begin, the earliest first. Those that begin together stand in the
 * order of a binary heap, which is that of `java.util.PriorityQueue`: Flink walks it and takes from
 * it, so it decides which of two matches comes out.
 */
import { grownInt32 } from '../../state/column/growth.js';
import type { Partials } from './partials.js';

export class StartQueue {
  /** In the heap's order; entries 0 to size − 1 count. */
  ids: Int32Array = new Int32Array(4);
  size = 0;
  readonly #partials: Partials;

  constructor(partials: Partials) {
    this.#partials = partials;
  }

  /** The first one, −1 when there is none. */
  first(): number {
    return this.size === 0 ? -1 : (this.ids[0] as number);
  }

  add(id: number): void {
    if (this.size === this.ids.length) this.ids = grownInt32(this.ids, 2 * this.size);
    let at = this.size++;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      const other = this.ids[parent] as number;
      if (this.#partials.startOf(id) >= this.#partials.startOf(other)) break;
      this.ids[at] = other;
      at = parent;
    }
    this.ids[at] = id;
  }

  takeFirst(): void {
    const last = this.ids[--this.size] as number;
    if (this.size > 0) this.#sink(0, last);
  }

  /** Takes out those that begin before `bound`, and hands each to `dropped`. */
  removeBefore(bound: number, dropped: (id: number) => void): void {
    let kept = 0;
    for (let i = 0; i < this.size; i++) {
      const id = this.ids[i] as number;
      if (this.#partials.startOf(id) >= bound) this.ids[kept++] = id;
      else dropped(id);
    }
    if (kept === this.size) return;
    this.size = kept;
    for (let i = (kept >>> 1) - 1; i >= 0; i--) this.#sink(i, this.ids[i] as number);
  }

  #sink(from: number, id: number): void {
    let at = from;
    const half = this.size >>> 1;
    while (at < half) {
      let child = 2 * at + 1;
      const right = child + 1;
      if (right < this.size && this.#start(child) > this.#start(right)) child = right;
      if (this.#partials.startOf(id) <= this.#start(child)) break;
      this.ids[at] = this.ids[child] as number;
      at = child;
    }
    this.ids[at] = id;
  }

  #start(at: number): number {
    return this.#partials.startOf(this.ids[at] as number);
  }
}
