/**
 * What the rank operators over any changelog share: every row of a piece counts. One that comes may
 * stay; one that goes stands in the arena only while the row that it takes back is looked for.
 */
import type { Batch } from '../core/batch.js';
import { isAccumulate } from '../core/row-kind.js';
import { type Candidates, RankOperator } from './rank-operator.js';

export abstract class ChangelogRank extends RankOperator {
  protected override select({ columns, selection, count }: Batch, slots: Int32Array): Candidates {
    const ids = new Int32Array(count);
    this.lists.rows.add(columns, selection, count, ids);
    this.lists.touch(slots, count);
    const rows = selection ?? Int32Array.from({ length: count }, (_, row) => row);
    return { count, slots: slots.slice(0, count), ids, rows };
  }

  protected override enter(candidates: Candidates, index: number, batch: Batch): void {
    const slot = candidates.slots[index] as number;
    const id = candidates.ids[index] as number;
    const row = candidates.rows[index] as number;
    if (this.adds(batch, row)) {
      this.add(slot, id, row, index);
    } else {
      this.lists.rows.release(id);
      this.retract(slot, id, row, index);
    }
  }

  protected override leave(candidates: Candidates): void {
    this.lists.prune(candidates.slots, candidates.count);
  }

  /** @param row physical */
  protected adds({ kinds }: Batch, row: number): boolean {
    return kinds === null || isAccumulate(kinds[row] as number);
  }

  /** @param index of the candidate */
  protected abstract add(slot: number, id: number, row: number, index: number): void;

  /** @param id is released, and readable until the piece ends */
  protected abstract retract(slot: number, id: number, row: number, index: number): void;

  /** Takes a row out of its list and releases it. */
  protected drop(slot: number, position: number): void {
    const { lists } = this;
    lists.rows.release(lists.at(slot, position));
    lists.remove(slot, position);
  }
}
