/** What states stand on. */
import type { EntryStore } from './entry-store.js';
import type { Executor } from './executor.js';

export interface StateHost {
  readonly executor: Executor;
  readonly store: EntryStore;
  /** Where the entries of a state are, for the key of the record whose code runs. */
  prefix(table: number, namespace: string): string;
  /** Suffix of an element behind all that were made before. */
  nextSequence(): string;
}
