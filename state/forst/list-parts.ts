/**
 * How much is near of lists that rows are only appended to, by slot. Nothing of a list has to be
 * near for a row to enter it, so the rows near may be the last ones alone, all from some sequence
 * number on; the files hold those before them.
 *
 * Invariant: whoever reads the files finds all rows that are not near. So a row leaves memory only
 * when the files of the oldest ticket that is out hold it (`Progress.coveredForAll`).
 */
import { grownInt32, grownNulls } from '../column/growth.js';

/** All rows are near. */
const WHOLE = 0;
/** Nobody knows yet how many are not. */
const UNREAD = 1;
/** Too many to be near: they are read by pages. */
const LARGE = 2;

/** Bytes of a row in files, about, where keys share their beginnings. */
const ROW_BYTES = 16;

export class ListParts {
  /** By slot; not 0 = some rows may be in the files alone. */
  flags: Uint8Array = new Uint8Array(0);
  /** Slots with more rows near than a list may have that comes near as a whole. */
  readonly long = new Set<number>();
  readonly #mostBytes: () => number;
  /** Rows near, by slot. */
  #counts: Int32Array = new Int32Array(0);

  /** @param mostBytes of a list in files that may come near */
  constructor(mostBytes: () => number) {
    this.#mostBytes = mostBytes;
  }

  /** A slot is new, its list without rows so far. */
  begin(slot: number, isUnread: boolean): void {
    if (slot >= this.#counts.length) {
      this.#counts = grownInt32(this.#counts, slot + 1);
      this.flags = grownNulls(this.flags, this.#counts.length) as Uint8Array;
    }
    this.flags[slot] = isUnread ? UNREAD : WHOLE;
    this.#counts[slot] = 0;
  }

  end(slot: number): void {
    this.long.delete(slot);
  }

  isUnread(slot: number): boolean {
    return this.flags[slot] === UNREAD;
  }

  /** What an unread list has in the files is known: it is near now, or it is large. */
  settle(slot: number, isLarge: boolean): void {
    this.flags[slot] = isLarge ? LARGE : WHOLE;
  }

  added(slot: number): void {
    const count = (this.#counts[slot] as number) + 1;
    this.#counts[slot] = count;
    if (count * ROW_BYTES > this.#mostBytes()) this.long.add(slot);
  }

  removed(slot: number): void {
    this.#counts[slot] = (this.#counts[slot] as number) - 1;
  }

  /** So many of a slot's first rows are not near any more. */
  trimmed(slot: number, rows: number): void {
    if (rows === 0) return;
    const count = (this.#counts[slot] as number) - rows;
    this.#counts[slot] = count;
    if (this.flags[slot] === WHOLE) this.flags[slot] = LARGE;
    if (count * ROW_BYTES <= this.#mostBytes()) this.long.delete(slot);
  }

  memoryBytes(): number {
    return this.#counts.byteLength + this.flags.byteLength;
  }
}
