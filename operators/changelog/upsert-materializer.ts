/**
 * Several rows may stand for one primary key of a sink: the last one to arrive is what the sink
 * holds. With the changes of Flink's `SinkUpsertMaterializer`:
 *
 * - A row that is added, or replaces the one of its own key, goes out: +I where none stood, else
 *   +U. It is the last one then; in Flink it takes the place of the one that it replaces.
 * - One that is taken back (−U, −D) gives −D where no other stands, +U of the one before it where
 *   it was the last, and nothing else. One that is not there is passed over.
 */
import { bindEquality, type RowEquality } from '../../state/column/row-comparison.js';
import type { Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import type { Operator } from '../core/operator.js';
import { DELETE, INSERT, UPDATE_AFTER } from '../core/row-kind.js';
import { ChangelogRank } from '../rank/changelog-rank.js';
import type { Candidates } from '../rank/rank-operator.js';
import { ONE_ROW } from '../rank/rank-spec.js';
import type { UpsertMaterializerSpec } from './upsert-materializer-spec.js';

export function createUpsertMaterializer(spec: UpsertMaterializerSpec): Operator {
  return new UpsertMaterializer(spec);
}

/** A list a primary key, in order of arrival. */
class UpsertMaterializer extends ChangelogRank {
  readonly #upsertKey: readonly number[] | null;
  #same: RowEquality = () => false;

  constructor({ primaryKey, upsertKey, ttlMs = 0 }: UpsertMaterializerSpec) {
    super({ ...ONE_ROW, partition: primaryKey, order: [], updateBefore: false, ttlMs });
    this.#upsertKey = upsertKey;
  }

  protected override select(batch: Batch, slots: Int32Array): Candidates {
    const candidates = super.select(batch, slots);
    const columns = this.lists.rows.columns();
    const keys = this.#upsertKey?.map((column) => columns[column] as Vector) ?? columns;
    this.#same = bindEquality(keys, keys);
    return candidates;
  }

  protected override add(slot: number, id: number, row: number): void {
    const { lists } = this;
    const count = lists.count(slot);
    const before = this.#upsertKey === null ? -1 : this.#find(slot, id);
    lists.insert(slot, count, id, 0);
    this.changes.add(count === 0 ? INSERT : UPDATE_AFTER, slot, count, 0, row);
    if (before >= 0) this.drop(slot, before);
  }

  protected override retract(slot: number, id: number, row: number): void {
    const { lists, changes } = this;
    const position = this.#find(slot, id);
    if (position < 0) return;
    const last = lists.count(slot) - 1;
    if (last === 0) changes.add(DELETE, slot, 0, 0, row);
    else if (position === last) changes.add(UPDATE_AFTER, slot, last - 1, 0, row);
    this.drop(slot, position);
  }

  #find(slot: number, id: number): number {
    const { lists } = this;
    const count = lists.count(slot);
    for (let at = 0; at < count; at++) if (this.#same(id, lists.at(slot, at))) return at;
    return -1;
  }
}
