/**
 * The operator contract. An operator turns batches into batches; it holds no checkpoint code,
 * starts no I/O and awaits nothing in `apply`: what it may read it names beforehand.
 *
 * `runtime/drive.ts` drives one operator so, for each message in arrival order:
 *
 * - batch: `reads` names what it may touch and the state fetches that, then `readsBehind` names
 *   what only that could tell; what lies outside of state the operator brings itself (`fetch`), and
 *   no batch is applied before. Then it is cut where
 *   a mark is at or above `nextTimer()`, timers of the rows before the mark (`rowTimer`) included,
 *   and each piece is applied. `context.watermark` is the watermark before the piece's first row;
 *   marks inside a piece fire nothing, but rows are judged late against the mark before them
 *   (`MarkCursor` in `marks.ts`).
 * - watermark W (a mark that fires, or a message): `fire(W, output)` until it returns true, then W
 *   is forwarded. Before each call `fireReads` names what it may touch. An operator without timers
 *   has none of these methods.
 * - barrier: rows that wait for their mini-batch are applied, then the state is sealed and the
 *   barrier forwarded; the operator is not asked.
 * - end of an input: `endInput(i)`; when all have ended the loop has already sent `END_OF_TIME`
 *   through `fire`.
 *
 * A batch is the operator's to read until `apply` has returned true; what it keeps it copies. Rows
 * of one `apply` go out before it returns, or it returns false to be called again with the same
 * piece once credit is there (a large key is paged): it keeps its own cursor between such calls.
 * Between two of them a barrier that waits for nobody may ask it to `stop`.
 */
import type { Clock } from '../../conf/clock.js';
import type { Reads } from '../../state/api/reads.js';
import type { StateStore, Ticket } from '../../state/api/store.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import type { VectorPool } from '../../state/column/vector-pool.js';
import type { Batch } from './batch.js';

/** Where an operator's batches go. Passing a batch on gives up the right to change it. */
export interface Output {
  /**
   * The batch may be read until `push` returns, and after that by whoever retained it (`hold.ts`):
   * then the operator may reclaim the arrays that it took from `OperatorContext.vectors`.
   *
   * From `apply`, a batch either keeps the physical rows and the marks of the piece (a filter, a
   * projection), or it has no marks and says where its rows come from, so that the piece's marks
   * can be put between them (`docs/design/watermarks.md`).
   * @param origins for each physical row of the batch the physical row of the piece that caused
   *   it, weakly ascending within and across the batches of one piece; may be longer than the
   *   batch. Read before `push` returns.
   */
  push(batch: Batch, origins?: Int32Array): void;
}

/** What the runtime gives an operator. */
export interface OperatorContext {
  /** Keyed state of this operator's task, on the job's backend. */
  readonly state: StateStore;
  /**
   * Processing time, ms since the epoch: the clock is read once, before the reads of what is
   * applied or fired are named, and stands until that is done. Serves TTL and PROCTIME alike.
   */
  readonly now: number;
  /** For what is asked of the outside (`fetch`) alone: whatever is applied goes by `now`. */
  readonly clock: Clock;
  /** Column types of each input. */
  readonly inputs: readonly (readonly LogicalType[])[];
  /** The watermark before the rows now applied, ms since the epoch. */
  readonly watermark: number;
  /** Rows of an output batch, about. */
  readonly batchRows: number;
  /** Arrays of output batches; reclaimed by the operator when their `push` has returned. */
  readonly vectors: VectorPool;
  /** Session time zone (`table.local-time-zone`), an IANA name or UTC offset. */
  readonly timeZone: string;
  /** Which of how many parallel tasks this is. */
  readonly task: number;
  readonly parallelism: number;
  readonly maxParallelism: number;
  /** Counters shown in `/jobs/:id`; `lateRows` is Flink's numLateRecordsDropped. */
  readonly metrics: OperatorMetrics;
}

export interface OperatorMetrics {
  lateRows: number;
}

/** How long rows may wait to be applied together, of one task. */
export interface MiniBatch {
  readonly rows: number;
  /** Of processing time. */
  readonly latencyMs: number;
}

export interface Operator {
  /**
   * How far its output's watermark stays behind its own, ms: for rows that come out later than
   * their time attributes say. Absent = 0.
   */
  readonly watermarkDelayMs?: number;
  /**
   * Its timers are due by processing time: `nextTimer`, `fireReads` and `fire` are about that, and
   * no watermark fires them. A time has come once its millisecond is over, as with Flink's timers.
   * What is pending when the inputs have ended never fires, in Flink neither.
   */
  readonly firesByClock?: boolean;
  /**
   * Its rows are collected, and applied as one batch once there are so many, so much time has
   * passed, a barrier comes or its input ends. Watermarks go on ahead of rows that wait: for an
   * operator of one input without timers, whose output has no time attribute.
   */
  readonly miniBatch?: MiniBatch;
  /** Once, before any other call: declares state and keeps the context. */
  open(context: OperatorContext): void;
  /** Pure: names a superset of the keys and ranges that `apply` will touch. Absent = none. */
  reads?(batch: Batch, input: number, reads: Reads): void;
  /**
   * Pure: names what `apply` will touch beyond that, which cannot be told before it is near. Asked
   * when it is the turn of the batch: all that came before it has been applied. Absent = nothing.
   */
  readsBehind?(batch: Batch, input: number, reads: Reads): void;
  /**
   * Begins to bring what `apply` needs from outside of state, beside what `reads` names. Asked
   * again for a batch whose ticket is out it brings the same, or begins what `fetchesAgainAt` says.
   * Until its last ticket is released `apply` finds what was brought, by the batch.
   */
  fetch?(batch: Batch): Ticket;
  /** Of a batch that was fetched: when to fetch again before it is applied, ms; null = not. */
  fetchesAgainAt?(batch: Batch): number | null;
  /** Batches may be fetched while those before them wait. */
  readonly fetchesAhead?: boolean;
  /** Synchronous, in arrival order, no I/O. True = done, false = call again with the same piece. */
  apply(batch: Batch, input: number, output: Output): boolean;
  /**
   * Asked between two calls of `apply` for a piece: what the next call can do nothing before, where
   * it reads pages that nobody could name beforehand; null = nothing. The operator releases it.
   */
  awaits?(): Ticket | null;
  /**
   * Asked between two calls of `apply` for a piece: ends the piece behind the last row that is
   * whole, with all that this row has done in state and output. The rows behind it come again as a
   * piece of their own, perhaps in another life of the operator. Absent = never between rows.
   * @returns how many rows of the piece were applied; null where the operator is inside of one
   */
  stop?(output: Output): number | null;
  /** The least time at which something is due; `Infinity` when nothing is. */
  nextTimer?(): number;
  /**
   * Pure: a lower bound of the timers that these rows can set when applied, rows left out that are
   * late at `context.watermark`; `Infinity` when none. Asked only where marks lie between rows. An
   * operator whose rows set no timer, or whose `fire` emits nothing, needs none.
   */
  rowTimer?(batch: Batch, input: number): number;
  /**
   * Pure but for what it has named: names what the next call of `fire` may touch beyond what was
   * named since firing began, all of which stays near until it ends.
   * @returns true when more is to be named once that is near: ask again before firing
   */
  fireReads?(time: number, reads: Reads): boolean;
  /** Emits what is due at a watermark, or at a processing time; false = more is due, call again. */
  fire?(time: number, output: Output): boolean;
  endInput?(input: number, output: Output): void;
  close?(): void;
}
