/**
 * Snapshots of keyed state: what a task hands over at a barrier, and what it gets back on restore.
 *
 * At a barrier `seal` marks, synchronously, what belongs to the checkpoint; `write` brings it into
 * files in the background while the task goes on. The handle that results is plain data: it goes
 * into the checkpoint's metadata, and on restore each task gets the handles whose key groups meet
 * its own. Files are shared between tasks and checkpoints; a handle clips them by key group.
 */
import type { FileSystem } from '../fs/file-system.js';
import type { KeyGroupRange } from './store.js';

/** A sorted file of state entries (`docs/design/state-files.md`). Plain data. */
export interface StateFile {
  /** Relative to the job's folder of checkpoints. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly entries: number;
  /** What a reader needs of the file's end: index, filter, format version; see the format. */
  readonly footer: Uint8Array;
  /** Least and greatest key. */
  readonly firstKey: Uint8Array;
  readonly lastKey: Uint8Array;
  /** Level of the LSM; 0 = files may overlap, later ones win. */
  readonly level: number;
  /** Position among the files of its task: of equal keys the greater wins. */
  readonly sequence: number;
  /** Only entries of these key groups count; both ends belong to it. */
  readonly clip: { readonly first: number; readonly last: number };
  /** Tables whose values lack times of writing in it; absent = none. */
  readonly untimed?: readonly UntimedTable[];
}

/** A table that was given a time to live after a file was written. Plain data. */
export interface UntimedTable {
  readonly table: number;
  /**
   * By list (one, where it has no lists; else the table's number is followed by the list's) when
   * the values count as written, ms since the epoch; null = they are as the table's.
   */
  readonly written: readonly (number | null)[];
}

/** One declared table, as it was. Plain data. */
export interface TableMeta {
  readonly id: number;
  readonly name: string;
  readonly kind: 'table' | 'time' | 'ordered' | 'linked' | 'sorted' | 'value';
  /** Types and order as declared, printed: a restore into other types is refused by name. */
  readonly signature: string;
  /** Live namespaces of a time table. */
  readonly namespaces?: readonly number[];
  /** Sequence numbers of its rows are below this. */
  readonly sequence?: number;
}

/** The state of one operator's task at one checkpoint. Plain data. */
export interface StateHandle {
  readonly keyGroups: KeyGroupRange;
  readonly tables: readonly TableMeta[];
  readonly files: readonly StateFile[];
}

/** Where a snapshot writes. */
export interface SnapshotTarget {
  readonly fileSystem: FileSystem;
  /** Folder of files that later checkpoints may share. */
  readonly shared: string;
  /** Folder of this checkpoint alone. */
  readonly exclusive: string;
  /** All files are to be this checkpoint's own: savepoints, the first one after NO_CLAIM. */
  readonly isFull: boolean;
}

/** State as it stood at the barrier, until it is written. */
export interface Sealed {
  write(target: SnapshotTarget): Promise<StateHandle>;
  /** The checkpoint is complete (or was given up): what it replaced may go. */
  release(isComplete: boolean): void;
}
