/** A task's answer to a barrier while it is put together: what its head holds, then its sinks. */
import type { InlineFile, NodeSnapshot } from './snapshot.js';

/** What the head of a task holds at a barrier. */
export interface HeadSnapshot {
  readonly nodes: readonly NodeSnapshot[];
  readonly files: readonly InlineFile[];
}

export class Acknowledgement {
  #head: HeadSnapshot | null = null;
  #tails: number;
  readonly #complete: (head: HeadSnapshot) => void;

  /** @param tails sinks of the task that have yet to prepare */
  constructor(tails: number, complete: (head: HeadSnapshot) => void) {
    this.#tails = tails;
    this.#complete = complete;
  }

  head(taken: HeadSnapshot): void {
    this.#head = taken;
    this.#check();
  }

  /** One more sink has prepared. */
  tail(): void {
    this.#tails--;
    this.#check();
  }

  #check(): void {
    if (this.#head !== null && this.#tails === 0) this.#complete(this.#head);
  }
}
