/** Slots of a heap table: given from 0 upwards, removed ones again before new ones. */
import { grownInt32, grownNulls } from '../column/growth.js';

export class SlotSpace {
  /** One past the greatest slot ever given. */
  end = 0;
  #free: Int32Array = new Int32Array(0);
  #freeCount = 0;
  /** 1 = free, by slot; made by the first release. */
  #flags: Uint8Array | null = null;

  /** Slots in use. */
  get size(): number {
    return this.end - this.#freeCount;
  }

  /** One past the greatest slot that `count` calls of `take` may give. */
  endAfter(count: number): number {
    return this.end + Math.max(0, count - this.#freeCount);
  }

  take(): number {
    if (this.#freeCount === 0) return this.end++;
    const slot = this.#free[--this.#freeCount] as number;
    (this.#flags as Uint8Array)[slot] = 0;
    return slot;
  }

  release(slot: number): void {
    oneSlot[0] = slot;
    this.releaseAll(oneSlot, 1);
  }

  releaseAll(slots: Int32Array, count: number): void {
    const flags = grownNulls(this.#flags ?? new Uint8Array(this.end), this.end) as Uint8Array;
    const free = grownInt32(this.#free, this.#freeCount + count);
    for (let i = 0; i < count; i++) {
      const slot = slots[i] as number;
      flags[slot] = 1;
      free[this.#freeCount++] = slot;
    }
    this.#flags = flags;
    this.#free = free;
  }

  /** Whether a slot below `end` is in use. */
  has(slot: number): boolean {
    return this.#flags === null || slot >= this.#flags.length || this.#flags[slot] === 0;
  }

  /** Slots in use from `from` on, ascending, into `out` until it is full; gives how many. */
  live(from: number, out: Int32Array): number {
    const flags = this.#flags;
    let found = 0;
    for (let slot = from; slot < this.end && found < out.length; slot++) {
      if (flags === null || slot >= flags.length || flags[slot] === 0) out[found++] = slot;
    }
    return found;
  }

  /** The slots in use now, worked out when they are asked for. */
  frozen(): () => Int32Array {
    const { end, size } = this;
    const flags = this.#freeCount === 0 ? null : (this.#flags?.slice(0, end) ?? null);
    return () => {
      const slots = new Int32Array(size);
      let found = 0;
      for (let slot = 0; slot < end; slot++) {
        if (flags === null || slot >= flags.length || flags[slot] === 0) slots[found++] = slot;
      }
      return slots;
    };
  }

  reset(): void {
    this.end = 0;
    this.#freeCount = 0;
    this.#flags?.fill(0);
  }
}

const oneSlot = new Int32Array(1);
