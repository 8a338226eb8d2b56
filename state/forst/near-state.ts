/**
 * A declared table whose content is partly near, in a heap table, and wholly in the files. What
 * stands here is told by its store when to fetch, to seal, and to let go.
 */
import type { Read } from '../api/read-list.js';
import type { TableMeta } from '../api/snapshot.js';
import type { SealedRows } from '../keyed/sealed-rows.js';
import type { KeyRange } from './key-range.js';

/** Reads under way for one ticket. */
export interface Fetch {
  /** What was read is near, or can be brought near without waiting; then it is. */
  ready(): boolean;
  wait(): Promise<void>;
}

/** What was written since the last seal, in memory of its own. */
export interface Written {
  readonly rows: readonly SealedRows[];
  /** Deleted before the rows were written. */
  readonly ranges: readonly KeyRange[];
}

export interface NearState {
  readonly kind: TableMeta['kind'];
  readonly signature: string;
  /** By list (one, where it has no lists) how long its entries live, ms; 0 = forever. */
  readonly ttlMs: readonly number[];
  /** Bytes that tell entries of a key apart, where it may have several; 0 or absent = unknown. */
  readonly apartBytes?: number;
  /** Starts reading what is named and not near; null = all is near. */
  fetch(read: Read, ticket: number): Fetch | null;
  /** Bytes of the entries and ranges written since the last seal, by the average entry. */
  readonly dirtyBytes: number;
  seal(): Written;
  /** Slots near, and bytes that they take. */
  readonly nearCount: number;
  memoryBytes(): number;
  /** Lets up to `count` slots go that may go; gives how many went. */
  evict(count: number): number;
  /** Between batches: lets rows go that are in the files, of lists that are long. */
  trim?(): void;
  namespaces?(): readonly number[];
}

/** Several fetches as one; null when there is none. */
export function together(fetches: readonly (Fetch | null)[]): Fetch | null {
  const some = fetches.filter((fetch) => fetch !== null);
  if (some.length < 2) return some[0] ?? null;
  return {
    // Each is asked: being ready brings what it read near.
    ready: () => some.map((fetch) => fetch.ready()).every((isReady) => isReady),
    wait: async () => {
      await Promise.all(some.map((fetch) => fetch.wait()));
    },
  };
}
