/**
 * The unique keys of some rows near of one list, to tell which rows of the files do not count: they
 * were replaced, or are gone.
 */
import { hashColumns, mix } from '../column/hash.js';
import { bindEquality } from '../column/row-comparison.js';
import type { Vector } from '../column/vector.js';
import { EqualRows } from '../heap/equal-rows.js';

export class HiddenRows {
  readonly #columns: readonly Vector[];
  readonly #rows = new EqualRows();

  /** @param columns of the unique key, by row id, in which these rows stay as they are */
  constructor(columns: readonly Vector[], ids: readonly number[]) {
    this.#columns = columns;
    const hashes = new Int32Array(ids.length);
    hashColumns(columns, Int32Array.from(ids), ids.length, hashes);
    const equal = bindEquality(columns, columns);
    ids.forEach((id, i) => {
      this.#rows.add(id, hashes[i] as number, equal);
    });
  }

  /** Those of the rows that count. @param columns of the unique key */
  without(columns: readonly Vector[], rows: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
    const hashes = new Int32Array(rows.length);
    hashColumns(columns, rows, rows.length, hashes);
    const equal = bindEquality(columns, this.#columns);
    return rows.filter((row, i) => this.#rows.find(hashes[i] as number, row, equal) < 0);
  }
}

/**
 * Of rows that were removed, by position, those that are not there again under their slot and
 * unique key, the same key once.
 * @param columns of the unique key, by row id
 * @param written since the last seal, and there
 */
export function lastOfEach(
  columns: readonly Vector[],
  slotOf: (id: number) => number,
  removed: Int32Array,
  written: Int32Array,
): Int32Array {
  if (removed.length === 0) return removed;
  const isSame = bindEquality(columns, columns);
  const equal = (a: number, b: number): boolean => slotOf(a) === slotOf(b) && isSame(a, b);
  const hashesOf = (rows: Int32Array): Int32Array => {
    const hashes = new Int32Array(rows.length);
    hashColumns(columns, rows, rows.length, hashes);
    return hashes.map((hash, i) => hash ^ mix(slotOf(rows[i] as number)));
  };
  const seen = new EqualRows();
  hashesOf(written).forEach((hash, i) => {
    seen.add(written[i] as number, hash, equal);
  });
  const hashes = hashesOf(removed);
  return Int32Array.from(removed.keys()).filter((i) => {
    const [id, hash] = [removed[i] as number, hashes[i] as number];
    if (seen.find(hash, id, equal) >= 0) return false;
    seen.add(id, hash, equal);
    return true;
  });
}
