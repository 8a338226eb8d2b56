/**
 * What the store knows of each slot of a table beyond its content: whether it was written since it
 * was last sealed, whether the files have (or will have) its key, and until when it must stay.
 *
 * A slot may leave memory when it is not dirty, the run that it was sealed in is in the files, and
 * no ticket is out that began before it was last touched: a read under way since then could else
 * bring an older value, or the absence, of its key back.
 */
import { grownInt32, grownNulls } from '../column/growth.js';

const DIRTY = 1;
const STORED = 2;
/** Found again since the hand of the clock came by. */
const USED = 4;

export class SlotMarks {
  /** Slots written since the last seal. */
  dirtyCount = 0;
  #flags: Uint8Array = new Uint8Array(0);
  /** The youngest ticket when the slot was last touched. */
  #tickets: Int32Array = new Int32Array(0);
  /** The seal that holds what the slot has, or had. */
  #seals: Int32Array = new Int32Array(0);
  /** Those written, in order; some may have been freed since. */
  #dirty: Int32Array = new Int32Array(0);
  #listed = 0;

  /** A slot is new, or was brought from the files. */
  begin(slot: number, ticket: number, isStored: boolean): void {
    this.#reserve(slot + 1);
    this.#flags[slot] = isStored ? STORED | USED : USED;
    this.#tickets[slot] = ticket;
    this.#seals[slot] = 0;
  }

  touch(slot: number, ticket: number): void {
    this.#flags[slot] = (this.#flags[slot] as number) | USED;
    this.#tickets[slot] = ticket;
  }

  write(slot: number, ticket: number): void {
    const flags = this.#flags[slot] as number;
    this.#tickets[slot] = ticket;
    if ((flags & DIRTY) !== 0) return;
    this.#flags[slot] = flags | DIRTY | USED;
    this.#dirty = grownInt32(this.#dirty, this.#listed + 1);
    this.#dirty[this.#listed++] = slot;
    this.dirtyCount++;
  }

  isStored(slot: number): boolean {
    return ((this.#flags[slot] as number) & STORED) !== 0;
  }

  setStored(slot: number): void {
    this.#flags[slot] = (this.#flags[slot] as number) | STORED;
  }

  /** The slot is free. */
  end(slot: number): void {
    if (((this.#flags[slot] as number) & DIRTY) !== 0) this.dirtyCount--;
    this.#flags[slot] = 0;
  }

  /** The dirty slots, which are clean from now on and stand in the run `seal`. */
  seal(seal: number): Int32Array {
    const slots = new Int32Array(this.dirtyCount);
    let count = 0;
    for (let i = 0; i < this.#listed; i++) {
      const slot = this.#dirty[i] as number;
      const flags = this.#flags[slot] as number;
      if ((flags & DIRTY) === 0) continue;
      this.#flags[slot] = (flags & ~DIRTY) | STORED;
      this.#seals[slot] = seal;
      slots[count++] = slot;
    }
    this.#listed = 0;
    this.dirtyCount = 0;
    return slots;
  }

  /**
   * Whether the slot may go; one that was used gets a second chance.
   * @param oldest the oldest ticket that is out
   * @param installed the youngest run that is in the files
   */
  mayGo(slot: number, oldest: number, installed: number): boolean {
    const flags = this.#flags[slot] as number;
    if ((flags & DIRTY) !== 0 || (this.#seals[slot] as number) > installed) return false;
    if ((this.#tickets[slot] as number) >= oldest) return false;
    this.#flags[slot] = flags & ~USED;
    return (flags & USED) === 0;
  }

  memoryBytes(): number {
    return this.#flags.length * 9 + this.#dirty.length * 4;
  }

  #reserve(slots: number): void {
    if (slots <= this.#tickets.length) return;
    this.#tickets = grownInt32(this.#tickets, slots);
    this.#seals = grownInt32(this.#seals, this.#tickets.length);
    this.#flags = grownNulls(this.#flags, this.#tickets.length) as Uint8Array;
  }
}
