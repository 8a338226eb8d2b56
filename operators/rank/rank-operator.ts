/**
 * What the continuous rank operators share: partitions found a batch at a time, candidates entered
 * one by one in order of arrival, changes sent in batches, a long piece applied in several calls.
 */
import type { Reads } from '../../state/api/reads.js';
import type { SortedRows } from '../../state/api/row-list.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import { isCanonical } from '../../state/column/storage.js';
import type { Batch } from '../core/batch.js';
import { keyRows } from '../core/key-rows.js';
import type { Operator, OperatorContext, Output } from '../core/operator.js';
import { UPDATE_BEFORE } from '../core/row-kind.js';
import { RankOutput } from './rank-output.js';
import type { RankSpec } from './rank-spec.js';

/** Rows of a piece that may change something, by number of candidate; they stand in the arena. */
export interface Candidates {
  readonly count: number;
  readonly slots: Int32Array;
  readonly ids: Int32Array;
  /** Physical rows of the piece. */
  readonly rows: Int32Array;
}

/** Output batches of one call of `apply`. */
const BATCHES_A_CALL = 8;

export abstract class RankOperator implements Operator {
  protected readonly spec: RankSpec;
  protected lists!: SortedRows;
  protected changes!: RankOutput;
  #slots = new Int32Array(0);
  /** Of the piece now applied. */
  #candidates: Candidates | null = null;
  #next = 0;

  constructor(spec: RankSpec) {
    this.spec = spec;
  }

  open(context: OperatorContext): void {
    const row = context.inputs[0] ?? [];
    const key = this.spec.partition.map((column) => row[column] as LogicalType);
    const { order, ttlMs = 0 } = this.spec;
    this.lists = context.state.sortedRows({ name: 'rows', key, row, order, ttlMs });
    const exact = this.spec.partition.filter((column) => isCanonical(row[column] as LogicalType));
    this.changes = new RankOutput(this.lists, exact, this.spec, context);
  }

  reads(batch: Batch, _input: number, reads: Reads): void {
    reads.rows(this.lists, keyRows(batch, this.spec.partition));
  }

  apply(batch: Batch, _input: number, output: Output): boolean {
    this.#candidates ??= this.#locate(batch);
    const candidates = this.#candidates;
    let batches = 0;
    for (; this.#next < candidates.count; this.#next++) {
      if (this.changes.full) {
        this.changes.flush(output, batch);
        if (++batches === BATCHES_A_CALL) return false;
      }
      this.enter(candidates, this.#next, batch);
    }
    this.changes.flush(output, batch);
    this.lists.rows.reclaim();
    this.leave(candidates);
    this.#candidates = null;
    this.#next = 0;
    return true;
  }

  /** The rows of the piece that may change something. */
  protected abstract select(batch: Batch, slots: Int32Array): Candidates;

  /** Enters candidate number `index` and adds its changes to `changes`. */
  protected abstract enter(candidates: Candidates, index: number, batch: Batch): void;

  /** All candidates were entered. */
  protected leave(_candidates: Candidates): void {}

  #locate(piece: Batch): Candidates {
    const batch = this.spec.updateKey === undefined ? piece : afterImages(piece);
    if (this.#slots.length < batch.count) this.#slots = new Int32Array(batch.count);
    this.lists.locate(keyRows(batch, this.spec.partition), this.#slots, true);
    return this.select(batch, this.#slots);
  }
}

/** Without the −U, which are there for others. */
function afterImages(batch: Batch): Batch {
  const { kinds, selection, count } = batch;
  if (kinds === null) return batch;
  const kept = new Int32Array(count);
  let length = 0;
  for (let i = 0; i < count; i++) {
    const row = selection === null ? i : (selection[i] as number);
    if (kinds[row] !== UPDATE_BEFORE) kept[length++] = row;
  }
  return length === count ? batch : batch.withSelection(kept.subarray(0, length));
}
