/**
 * Continuous Top-N over rows that are replaced, by a unique key, by better ones alone: counts and
 * maxima from the largest. The changes are those of Flink's `UpdatableTopNFunction`.
 *
 * Promise: N rows a partition are kept. A row that fell out comes back by itself once it is better
 * than the last one, so none of the others need to be known.
 *
 * - Without rank and from rank 1: a row that replaces one of the list gives −U and +U; one that
 *   enters +I, then −D of the row that it drives out of a full list.
 * - With the rank, or from a later rank: each place from the new row's down to the one that it
 *   left, or to the last, gives −U of what stood there and +U of what stands there now. What the
 *   new row replaces is taken back directly before it comes: the changes of a key are in order.
 *
 * The rows of a partition are searched for the key one after the other.
 */
import { bindEquality, type RowEquality } from '../../state/column/row-comparison.js';
import type { Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import type { OperatorContext } from '../core/operator.js';
import { DELETE, INSERT, UPDATE_AFTER, UPDATE_BEFORE } from '../core/row-kind.js';
import { type Candidates, RankOperator } from './rank-operator.js';
import { addShifted } from './rank-shift.js';
import type { RankSpec } from './rank-spec.js';
import { TopNRows } from './top-n-rows.js';

export class UpdatingTopN extends RankOperator {
  readonly #key: readonly number[];
  #top!: TopNRows;
  #sameKey: RowEquality = () => false;

  constructor(spec: RankSpec, key: readonly number[]) {
    super(spec);
    this.#key = key;
  }

  override open(context: OperatorContext): void {
    super.open(context);
    this.#top = new TopNRows(this.lists, this.spec.order, this.spec.to);
  }

  protected override select(batch: Batch, slots: Int32Array): Candidates {
    const candidates = this.#top.select(batch, slots, true);
    const columns = this.lists.rows.columns();
    const keys = this.#key.map((column) => columns[column] as Vector);
    this.#sameKey = bindEquality(keys, keys);
    return candidates;
  }

  protected override enter(candidates: Candidates, index: number): void {
    const slot = candidates.slots[index] as number;
    const id = candidates.ids[index] as number;
    const origin = candidates.rows[index] as number;
    const before = this.#find(slot, id);
    if (before < 0) this.#insert(candidates, index, slot, origin);
    else this.#replace(candidates, index, slot, before, origin);
  }

  #find(slot: number, id: number): number {
    const { lists } = this;
    const count = lists.count(slot);
    for (let at = 0; at < count; at++) if (this.#sameKey(id, lists.at(slot, at))) return at;
    return -1;
  }

  #insert(candidates: Candidates, index: number, slot: number, origin: number): void {
    const { lists, spec, changes } = this;
    const position = this.#top.enter(candidates, index);
    if (position < 0) return;
    const overflows = lists.count(slot) > spec.to;
    if (spec.outputRank || spec.from > 1) {
      addShifted(changes, lists.count(slot), slot, position, origin, spec);
    } else {
      changes.add(INSERT, slot, position, 0, origin);
      if (overflows) changes.add(DELETE, slot, spec.to, 0, origin);
    }
    if (overflows) this.#top.trim(slot);
  }

  /** Among rows that are level the one that came last stands last, as when they are restored. */
  #replace(
    candidates: Candidates,
    index: number,
    slot: number,
    before: number,
    origin: number,
  ): void {
    const { spec, changes } = this;
    const position = this.#top.position(candidates, index);
    this.#top.put(candidates, index, position);
    const rises = position <= before;
    const left = rises ? before + 1 : before;
    if (spec.outputRank || spec.from > 1) {
      if (rises) this.#rise(slot, position, before, origin);
      else this.#fall(slot, before, position, origin);
    } else {
      if (spec.updateBefore) changes.add(UPDATE_BEFORE, slot, left, 0, origin);
      changes.add(UPDATE_AFTER, slot, position, 0, origin);
    }
    this.#top.drop(slot, left);
  }

  /** The row at place `to` stood at `from`, where what it replaces is, one position behind. */
  #rise(slot: number, to: number, from: number, origin: number): void {
    if (to < from) this.#change(UPDATE_BEFORE, slot, to + 1, to, origin);
    this.#change(UPDATE_BEFORE, slot, from + 1, from, origin);
    this.#change(UPDATE_AFTER, slot, to, to, origin);
    for (let place = to + 1; place <= from; place++) {
      if (place < from) this.#change(UPDATE_BEFORE, slot, place + 1, place, origin);
      this.#change(UPDATE_AFTER, slot, place, place, origin);
    }
  }

  /** The row at position `to` stood at `from`, where what it replaces still is. */
  #fall(slot: number, from: number, to: number, origin: number): void {
    this.#change(UPDATE_BEFORE, slot, from, from, origin);
    for (let place = from; place < to; place++) {
      if (place < to - 1) this.#change(UPDATE_BEFORE, slot, place + 1, place + 1, origin);
      this.#change(UPDATE_AFTER, slot, place + 1, place, origin);
    }
  }

  /** Where the place counts, and −U only where it is wanted. */
  #change(kind: number, slot: number, position: number, place: number, origin: number): void {
    const { from, to, updateBefore } = this.spec;
    if (place < from - 1 || place >= to) return;
    if (kind === UPDATE_BEFORE && !updateBefore) return;
    this.changes.add(kind, slot, position, place + 1, origin);
  }
}
