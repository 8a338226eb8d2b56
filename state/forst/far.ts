/**
 * Where the content of near tables stands as a whole: the sorted files of an LSM, or the pages of a
 * local database. Near tables ask it for what they lack and hand it what was written.
 */
import type { StoreCounts } from '../api/counts.js';
import type { SnapshotTarget, StateFile } from '../api/snapshot.js';
import type { Entries } from './entries.js';
import type { KeyRange } from './key-range.js';
import type { Keys } from './sort.js';

/** Point reads under way. Once `ready`, value i is `values[starts[i] … ends[i] − 1]`. */
export interface FarLookup {
  readonly ready: boolean;
  wait(): Promise<void>;
  /** −1 = the key is absent. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly values: Uint8Array;
}

/** Entries of a range, page by page; each is valid until the next is asked for. */
export interface FarScan {
  next(): Promise<Entries | null>;
  /** To be called where it is not read to its end. */
  close(): void;
}

/** The content of a moment. */
export interface FarSnapshot {
  /** Brings it to where a checkpoint wants it. */
  write(target: SnapshotTarget): Promise<readonly StateFile[]>;
  /** @param isComplete the checkpoint that it was written for stands: what it names is its own */
  release(isComplete: boolean): void;
}

/** Reads of keys with all their entries. */
export interface FarRows {
  readonly ready: boolean;
  wait(): Promise<void>;
  /** Once, when `ready`: hands over the entries of each key, ascending; of large keys none. */
  take(each: (key: number, entries: Entries, i: number) => void): void;
  /** When `ready`: the entries of the key take more bytes than were asked for. */
  isLarge(key: number): boolean;
}

export interface Far {
  get(keys: Keys): FarLookup;
  /**
   * @param keys of one table, without what tells the entries of a key apart
   * @param mostBytes of a key's entries in files, about: those of longer ones are not read
   */
  rows(keys: Keys, mostBytes: number): FarRows;
  /** @param firstBytes of a file that are read before others, where the first page is urgent */
  scan(range: KeyRange, firstBytes?: number): FarScan;
  /** Present where every read is answered at once: then nothing needs to be named beforehand. */
  scanNow?(range: KeyRange): Iterable<Entries>;
  /**
   * Puts a run of entries and deleted ranges on top; entries count as written after the ranges.
   * Resolves when what was written need not be near any more; runs resolve in order.
   */
  add(entries: Entries, ranges: readonly KeyRange[]): Promise<void>;
  /**
   * What is stored of a table, or of some of its lists, has no times of writing, and is given one.
   * To be called before anything is added.
   * @param untimed by list (one, where it has no lists)
   * @param time ms since the epoch
   */
  giveTimes(table: number, untimed: readonly boolean[], time: number): void;
  /** The content with all runs that were added so far, and none of the later ones. */
  snapshot(): Promise<FarSnapshot>;
  counts?(): Partial<StoreCounts>;
  close(): Promise<void>;
}
