/**
 * What is under way in a store: tickets that are out, runs of entries on their way into files, and
 * the sequence numbers of rows. One for all tables of a store.
 */
import type { KeyGroupRange } from '../api/store.js';
import type { StateTime } from '../heap/lifetime.js';
import type { Far } from './far.js';

export class Progress {
  /** The youngest ticket given, from 1. */
  ticket = 0;
  /** The run now being filled, from 1; and the youngest that the files hold. */
  run = 1;
  installed = 0;
  /** For the next row of a list: rows of a key ascend in order of their arrival. */
  sequence = 0;
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
  readonly #out = new Set<number>();

  constructor(far: Far, keyGroups: KeyGroupRange) {
    this.far = far;
    this.keyGroups = keyGroups;
  }

  /** The oldest ticket that is out; a number above all when none is. */
  get oldest(): number {
    const [oldest] = this.#out;
    return oldest ?? 2 ** 31;
  }

  /** A read named so many rows, and so many keys of theirs are looked up. */
  note(named: number, missed: number): void {
    this.misses += missed;
    if (!this.isRepeated) this.hits += Math.max(0, named - missed);
  }

  begin(): number {
    this.#out.add(++this.ticket);
    return this.ticket;
  }

  end(ticket: number): void {
    this.#out.delete(ticket);
  }
}
