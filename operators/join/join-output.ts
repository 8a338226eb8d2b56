/**
 * Collects the pairs that a join emits and turns them into batches: both sides gathered by row,
 * NULL where a side is missing. A batch does not end between a −U and a +U that follows it
 * directly.
 */

import { gather, gatherColumns } from '../../state/column/gather.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import { isCanonical } from '../../state/column/storage.js';
import type { Vector } from '../../state/column/vector.js';
import type { VectorPool } from '../../state/column/vector-pool.js';
import { Batch } from '../core/batch.js';
import type { OperatorContext, Output } from '../core/operator.js';
import { INSERT, UPDATE_AFTER, UPDATE_BEFORE } from '../core/row-kind.js';
import type { JoinSpec } from './join-spec.js';
import type { PairPages } from './pair-pages.js';

/** The side that has no row. */
export const MISSING = -1;

/** Which columns go out: left then right, or the left ones alone. */
export interface JoinShape {
  readonly isLeft: boolean;
  readonly leftOnly: boolean;
  /**
   * By column of the other side, the own column that holds the same values in every pair (a key
   * joined to a key), −1 where there is none.
   */
  readonly shared: readonly number[];
}

type Page = Pick<PairPages, 'count' | 'physical' | 'ids'>;

export class JoinOutput {
  readonly #shape: JoinShape;
  readonly #batchRows: number;
  readonly #vectors: VectorPool;
  readonly #kinds: Uint8Array;
  /** Physical row of the piece, or MISSING. */
  readonly #own: Int32Array;
  /** Id of the other side's row, or MISSING. */
  readonly #other: Int32Array;
  readonly #origins: Int32Array;
  #count = 0;
  #changes = 0;
  #ownColumns: readonly Vector[] = [];
  #otherColumns: readonly Vector[] = [];
  #isKept = false;

  /**
   * @param batchRows rows of an output batch
   * @param vectors of the output columns
   */
  constructor(shape: JoinShape, batchRows: number, vectors: VectorPool) {
    this.#shape = shape;
    this.#vectors = vectors;
    this.#batchRows = batchRows;
    // One more than a batch, for the +U that must not be parted from its −U.
    this.#kinds = new Uint8Array(batchRows + 1);
    this.#own = new Int32Array(batchRows + 1);
    this.#other = new Int32Array(batchRows + 1);
    this.#origins = new Int32Array(batchRows + 1);
  }

  /** @param isKept the own rows are kept ones, too, whose columns change */
  start(own: readonly Vector[], other: readonly Vector[], isKept = false): void {
    this.#isKept = isKept;
    this.#ownColumns = own;
    this.#otherColumns = other;
  }

  /** Ids of the other side's rows are of these columns from now on. */
  face(other: readonly Vector[], output: Output): void {
    if (other === this.#otherColumns) return;
    this.flush(output);
    this.#otherColumns = other;
  }

  /** @param origin the physical row of the piece that causes the change */
  add(kind: number, own: number, other: number, origin: number, output: Output): void {
    if (this.#count >= this.#batchRows) this.#makeRoom(kind, output);
    const at = this.#count++;
    this.#kinds[at] = kind;
    this.#changes |= kind;
    this.#own[at] = own;
    this.#other[at] = other;
    this.#origins[at] = origin;
  }

  /** Adds the pairs of a page; each has the kind of the piece's row. */
  addPage(pages: Page, kinds: Uint8Array | null, output: Output): void {
    const { count, physical, ids } = pages;
    let pair = 0;
    while (pair < count) {
      if (this.#count >= this.#batchRows) {
        const kind = kinds === null ? INSERT : (kinds[physical[pair] as number] as number);
        this.#makeRoom(kind, output);
      }
      const room = Math.max(1, this.#batchRows - this.#count);
      const end = Math.min(count, pair + room);
      this.#copyPairs(physical, ids, kinds, pair, end);
      pair = end;
    }
  }

  #copyPairs(
    rows: Int32Array,
    ids: Int32Array,
    kinds: Uint8Array | null,
    from: number,
    to: number,
  ): void {
    let at = this.#count;
    this.#own.set(rows.subarray(from, to), at);
    this.#origins.set(rows.subarray(from, to), at);
    this.#other.set(ids.subarray(from, to), at);
    this.#count += to - from;
    if (kinds === null) {
      this.#kinds.fill(INSERT, at, this.#count);
      return;
    }
    let changes = 0;
    for (let pair = from; pair < to; pair++) {
      const kind = kinds[rows[pair] as number] as number;
      changes |= kind;
      this.#kinds[at++] = kind;
    }
    this.#changes |= changes;
  }

  flush(output: Output): void {
    const count = this.#count;
    if (count === 0) return;
    const kinds = this.#changes === 0 ? null : this.#vectors.u8(count);
    kinds?.set(this.#kinds.subarray(0, count));
    this.#count = 0;
    this.#changes = 0;
    output.push(new Batch(this.#columns(count), count, kinds), this.#origins);
    this.#vectors.reclaim();
  }

  #makeRoom(kind: number, output: Output): void {
    const last = this.#kinds[this.#count - 1];
    const parts = kind === UPDATE_AFTER && last === UPDATE_BEFORE;
    if (!parts || this.#count > this.#batchRows) this.flush(output);
  }

  #columns(count: number): readonly Vector[] {
    const { isLeft, leftOnly } = this.#shape;
    if (leftOnly && !isLeft) return this.#gather(this.#otherColumns, this.#other, count);
    const own = this.#ownGathered(count);
    if (leftOnly) return own;
    const other = this.#otherColumns.map((column, c) => {
      const shared = this.#shape.shared[c] as number;
      return shared >= 0
        ? (own[shared] as Vector)
        : gather(column, this.#other, count, this.#vectors);
    });
    return isLeft ? [...own, ...other] : [...other, ...own];
  }

  /** The piece's columns themselves where its first rows have one pair each, as often. */
  #ownGathered(count: number): readonly Vector[] {
    const rows = this.#own;
    let moved = this.#isKept ? 1 : 0;
    for (let i = 0; i < count; i++) moved |= (rows[i] as number) ^ i;
    return moved === 0 ? this.#ownColumns : this.#gather(this.#ownColumns, rows, count);
  }

  #gather(columns: readonly Vector[], rows: Int32Array, count: number): readonly Vector[] {
    return gatherColumns(columns, rows, count, this.#vectors);
  }
}

/**
 * By column of the other side the own column with the same values, as `JoinShape.shared`: of two
 * keys of one type that are equal one is as good as the other; but −0 equals 0.
 */
export function sharedColumns(
  { type, leftKeys, rightKeys }: Pick<JoinSpec, 'type' | 'leftKeys' | 'rightKeys'>,
  { inputs }: OperatorContext,
  isLeft: boolean,
): readonly number[] {
  const [ownTypes = [], otherTypes = []] = isLeft ? inputs : inputs.toReversed();
  const [ownKeys, otherKeys] = isLeft ? [leftKeys, rightKeys] : [rightKeys, leftKeys];
  return otherTypes.map((other, column) => {
    const own = ownKeys[otherKeys.indexOf(column)];
    if (type !== 'inner' || own === undefined) return -1;
    const isSame = (ownTypes[own] as LogicalType).root === other.root && other.root !== 'DECIMAL';
    return isSame && isCanonical(other) ? own : -1;
  });
}
