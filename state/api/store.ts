/**
 * State V2 as operators use it: typed tables, addressed a batch at a time.
 *
 * An operator declares its tables in `open`. For each batch it first names what it will touch
 * (`reads`), the runtime lets the backend bring that near (`prefetch`), then the operator works on
 * typed arrays without awaiting anything (`apply`). On the heap backend everything is near already;
 * on a disaggregated one the very same arrays are the cache of what was fetched and the memory of
 * what was written since the last barrier.
 *
 * A key has at most one slot in a table, a small integer. Value columns are arrays indexed by slot,
 * so that an operator finds the slots of a whole batch first and then runs one loop for each
 * column. Arrays may be replaced when a table grows: take them from the table after `locate`, in
 * each `apply`. Keys belong to key groups (`state/column/key-group.ts`), by which state is split
 * and rescaled.
 */
import type { LogicalType } from '../column/logical-type.js';
import type { BlockReads, StateCounts } from './counts.js';
import type { OrderedDescriptor, OrderedTable } from './ordered.js';
import type { ReadList } from './read-list.js';
import type {
  LinkedRows,
  LinkedRowsDescriptor,
  SortedRows,
  SortedRowsDescriptor,
} from './row-list.js';
import type { Sealed, StateHandle } from './snapshot.js';
import type { KeyedTable, TableDescriptor, TimeTable } from './table.js';

/** Which key groups this task owns; both ends belong to it. */
export interface KeyGroupRange {
  readonly first: number;
  readonly last: number;
  /** `pipeline.max-parallelism`: how many key groups the job has. */
  readonly of: number;
}

/** A prefetch under way. It pins places, never values; release it after the batch was applied. */
export interface Ticket {
  /** True when everything named is near; then `apply` may run at once. */
  readonly ready: boolean;
  wait(): Promise<void>;
  release(): void;
}

export interface StateStore {
  readonly keyGroups: KeyGroupRange;
  /**
   * Declares (or, after a restore, finds) a table. Names are unique within the operator, whatever
   * the kind of the table.
   */
  table(descriptor: TableDescriptor): KeyedTable;
  timeTable(descriptor: TableDescriptor): TimeTable;
  orderedTable(descriptor: OrderedDescriptor): OrderedTable;
  linkedRows(descriptor: LinkedRowsDescriptor): LinkedRows;
  sortedRows(descriptor: SortedRowsDescriptor): SortedRows;
  /** @param isRepeated the same was read ahead: only what is missing again counts as read */
  prefetch(reads: ReadList, isRepeated?: boolean): Ticket;
  /**
   * The time of what is applied from now on, ms since the epoch: what has expired by then is gone.
   * Not while anything that was located is in use.
   */
  begin(now: number): void;
  /** Bytes held in memory by this operator's tables. */
  memoryBytes(): number;
}

/** What reads of keys found, ever since the store was opened. */
export interface StateReads extends BlockReads {
  /** Keys whose state was near when a batch named them, or known to be absent. */
  readonly hits: number;
  /** Keys that were looked up beyond tables in memory; a namespace read whole counts as one. */
  readonly misses: number;
}

/** A store whose content goes into checkpoints. */
export interface DurableStore extends StateStore {
  /** All that was applied so far belongs to the checkpoint; costs what sealing costs, no I/O. */
  seal(checkpoint: number): Sealed;
  reads(): StateReads;
}

/** What makes the stores of a job's tasks, by `state.backend.type`. */
export interface StateBackend {
  readonly name: string;
  /**
   * The store of one operator's task. `restored` = the handles of a checkpoint that hold some of
   * its key groups; their entries outside `keyGroups` are left out. The store is ready when the
   * promise resolves: on the heap all was read, elsewhere nothing needs to be.
   */
  open(keyGroups: KeyGroupRange, restored: readonly StateHandle[]): Promise<DurableStore>;
  /** Sums over its stores. */
  counts?(): StateCounts;
  close(): Promise<void>;
}

/** Types of a key or a value row, by column. */
export type RowTypes = readonly LogicalType[];
