/**
 * What is under way in a store: tickets that are out, runs of entries on their way into files, and
 * the sequence numbers of rows. One for all tables of a store.
 */
import type { KeyGroupRange } from '../api/store.js';
import type { StateTime } from '../heap/lifetime.js';
import type { Far } from './far.js';
import type { TablePart } from './table-memory.js';

export class Progress {
  /** The youngest ticket given, from 1. */
  ticket = 0;
  /** The run now being filled, from 1; and the youngest that the files hold. */
  run = 1;
  installed = 0;
  /** For the next row of a list: rows of a key ascend in order of their arrival. */
  sequence = 0;
  /** The files hold all rows of lists below this sequence. */
  covered = 0;
  /** The time of what is applied; earlier than all of it where nothing was yet. */
  readonly time: StateTime = { now: -Infinity };
  /** Where the content stands as a whole. */
  readonly far: Far;
  readonly keyGroups: KeyGroupRange;
  /** Keys that reads found near, and those they looked up. */
  hits = 0;
  misses = 0;
  /** What is named now was read ahead. */
  isRepeated = false;
  readonly #memory: Pick<TablePart, 'listBytes'>;
  /** What was covered when each ticket began. */
  readonly #out = new Map<number, number>();

  constructor(far: Far, keyGroups: KeyGroupRange, memory: Pick<TablePart, 'listBytes'>) {
    this.far = far;
    this.keyGroups = keyGroups;
    this.#memory = memory;
  }

  /** A list of more bytes in files is read by pages. */
  get listBytes(): number {
    return this.#memory.listBytes;
  }

  /** The oldest ticket that is out; a number above all when none is. */
  get oldest(): number {
    const [oldest] = this.#out.keys();
    return oldest ?? 2 ** 31;
  }

  /** Whoever reads, or has begun to, finds all rows of lists below this sequence in the files. */
  get coveredForAll(): number {
    const [covered = this.covered] = this.#out.values();
    return covered;
  }

  /** A read named so many rows, and so many keys of theirs are looked up. */
  note(named: number, missed: number): void {
    this.misses += missed;
    if (!this.isRepeated) this.hits += Math.max(0, named - missed);
  }

  begin(): number {
    this.#out.set(++this.ticket, this.covered);
    return this.ticket;
  }

  end(ticket: number): void {
    this.#out.delete(ticket);
  }
}
