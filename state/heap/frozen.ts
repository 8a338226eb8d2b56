/**
 * The columns of a table as they stood at a barrier, while the table goes on: nothing is copied at
 * the barrier. The slots lie on pages. A page is copied before one of its slots may be written, and
 * those that nobody writes are copied in the background.
 *
 * Invariant: a page that was not copied yet holds in the table what it held at the barrier. So
 * before a column's arrays come to mean something else (a wider lane, an arena that is swept), all
 * that is left is copied.
 */
import type { Vector } from '../column/vector.js';
import type { HeapColumn } from './column.js';
import type { FrozenColumn } from './frozen-column.js';

/** 128 slots a page: a batch of 2,048 scattered keys copies a few hundred kilobytes. */
const PAGE_BITS = 7;
const PAGE = 1 << PAGE_BITS;

export class Frozen {
  readonly #end: number;
  readonly #columns: readonly HeapColumn[];
  readonly #frozen: readonly FrozenColumn[];
  readonly #isCopied: Uint8Array;
  /** Pages before it are copied. */
  #next = 0;
  #left: number;
  #vectors: readonly Vector[] | null = null;

  /** @param end one past the last slot that counts */
  constructor(columns: readonly HeapColumn[], end: number) {
    this.#end = end;
    this.#columns = columns;
    const finish = (): void => this.finish();
    this.#frozen = columns.map((column) => column.freeze(end, finish));
    this.#left = (end + PAGE - 1) >>> PAGE_BITS;
    this.#isCopied = new Uint8Array(this.#left);
    if (this.#left === 0) this.#settle();
  }

  get isDone(): boolean {
    return this.#vectors !== null;
  }

  /** This slot may be written now, or freed. */
  before(slot: number): void {
    if (slot >= 0 && slot < this.#end) this.#copy(slot >>> PAGE_BITS);
  }

  /** Copies the pages of about so many slots. @returns whether all is copied */
  advance(slots: number): boolean {
    const stop = Math.min(this.#isCopied.length, this.#next + (slots >>> PAGE_BITS));
    while (this.#next < stop) this.#copy(this.#next++);
    return this.isDone;
  }

  finish(): void {
    this.advance(this.#isCopied.length << PAGE_BITS);
  }

  /** By column, once all is copied. */
  vectors(): readonly Vector[] {
    this.finish();
    return this.#vectors as readonly Vector[];
  }

  #copy(page: number): void {
    if (this.#isCopied[page] === 1) return;
    this.#isCopied[page] = 1;
    const from = page << PAGE_BITS;
    const to = Math.min(this.#end, from + PAGE);
    for (const column of this.#frozen) column.take(from, to);
    if (--this.#left === 0) this.#settle();
  }

  #settle(): void {
    this.#vectors = this.#frozen.map((column) => column.vector());
    for (const column of this.#columns) column.thaw();
  }
}

/** What a table has to do with its being frozen: at most one checkpoint is being copied. */
export class Freezer {
  #frozen: Frozen | null = null;

  /** @param end one past the last slot that counts */
  freeze(columns: readonly HeapColumn[], end: number): Frozen {
    this.#frozen?.finish();
    const frozen = new Frozen(columns, end);
    this.#frozen = frozen.isDone ? null : frozen;
    return frozen;
  }

  /** Somebody still copies what the table held. */
  get isActive(): boolean {
    return this.#frozen !== null && !this.#frozen.isDone;
  }

  /** These slots may be written now, or freed; −1 stands for none. */
  before(slots: Int32Array, count: number): void {
    if (this.#frozen === null) return;
    for (let i = 0; i < count && !this.#frozen.isDone; i++) this.#frozen.before(slots[i] as number);
    if (this.#frozen.isDone) this.#frozen = null;
  }

  beforeOne(slot: number): void {
    if (this.#frozen !== null) this.#frozen.before(slot);
  }
}
