/**
 * The rows that a window join makes of a page of keys: every left row of a key meets every right
 * one. Pairs pass the residual condition a page at a time; of the rows that an outer, semi or anti
 * join asks about it is noted whether they met one, and those come out when all pairs are judged.
 *
 * The lists of the keys are laid out one behind the other first. Where a pair stands there says of
 * which rows it is noted that they met.
 */
import type { LinkedList, LinkedRows } from '../../state/api/row-list.js';
import { gather } from '../../state/column/gather.js';
import { isCanonical } from '../../state/column/storage.js';
import type { Vector } from '../../state/column/vector.js';
import { consecutive } from '../core/consecutive.js';
import type { OperatorContext, Output } from '../core/operator.js';
import { JoinOutput, MISSING, sharedColumns } from './join-output.js';
import { Residual } from './residual.js';
import type { WindowJoinSpec } from './window-join-spec.js';

/** Of more rows than these nothing is copied. */
const MOST_COPIED = 1 << 16;

/** The rows of a side, list by list: by place, which row of the columns each is. */
interface Side {
  readonly list: LinkedList;
  /** By column of the side the column of the key that holds its values, −1 where none does. */
  readonly ofKey: readonly number[];
  columns: readonly Vector[];
  ids: Int32Array;
  /** By list where it ends. */
  ends: Int32Array;
  /** By row whether it met one; null where nobody asks. */
  met: Uint8Array | null;
  readonly isAsked: boolean;
  /** Whether rows that met one come out alone, or those that met none. */
  readonly wanted: 0 | 1;
}

export class WindowPairs {
  readonly #spec: WindowJoinSpec;
  readonly #left: Side;
  readonly #right: Side;
  readonly #residual: Residual | null;
  readonly #changes: JoinOutput;
  /** A row needs to meet but one, any one. */
  readonly #oneIsEnough: boolean;
  /** Pairs of the page: places among the rows of the sides, and ids. */
  readonly #leftAt: Int32Array;
  readonly #rightAt: Int32Array;
  readonly #leftIds: Int32Array;
  readonly #rightIds: Int32Array;
  /** Flags of keys that meet nothing, a column each. */
  #nulls: readonly Uint8Array[] = [];
  /** The key whose rows meet now, the left row, and the right one that it meets next. */
  #key = 0;
  #leftNext = 0;
  #rightNext = 0;
  /** Of the rows that come out alone: the next one, left ones before right ones. */
  #alone = 0;

  constructor(spec: WindowJoinSpec, lists: LinkedRows, context: OperatorContext) {
    const { type } = spec;
    const { batchRows, vectors } = context;
    const [left, right] = lists.lists as [LinkedList, LinkedList];
    const leftOnly = type === 'semi' || type === 'anti';
    const shared = sharedColumns(spec, context, true);
    this.#spec = spec;
    const isLeftAsked = type !== 'inner' && type !== 'right';
    const [ofLeft, ofRight] = [columnsOfKey(0, spec, context), columnsOfKey(1, spec, context)];
    this.#left = sideOf(left, ofLeft, isLeftAsked, type === 'semi' ? 1 : 0);
    this.#right = sideOf(right, ofRight, type === 'right' || type === 'full', 0);
    this.#oneIsEnough = leftOnly && spec.residual === null;
    this.#residual = spec.residual === null ? null : new Residual(spec.residual, context);
    this.#changes = new JoinOutput({ isLeft: true, leftOnly, shared }, batchRows, vectors);
    this.#leftAt = new Int32Array(batchRows);
    this.#rightAt = new Int32Array(batchRows);
    this.#leftIds = new Int32Array(batchRows);
    this.#rightIds = new Int32Array(batchRows);
  }

  /**
   * Takes the rows of a page out; they are not reclaimed before it is done.
   * @param slots lists of the page
   * @param keys columns of their keys: those of the spec, then the edges of the window
   */
  start(slots: Int32Array, keys: readonly Vector[]): void {
    const { leftKeys, nullsMeet = [] } = this.#spec;
    for (const side of [this.#left, this.#right]) takeOut(side, slots, keys);
    this.#nulls = leftKeys.flatMap((_, i) => (nullsMeet[i] ? [] : (keys[i]?.nulls ?? [])));
    this.#changes.start(this.#left.columns, this.#right.columns, true);
    this.#key = 0;
    this.#leftNext = 0;
    this.#rightNext = 0;
    this.#alone = 0;
  }

  /** Puts about a batch of rows out. @returns whether the page is done */
  next(output: Output): boolean {
    const pairs = this.#fill();
    if (pairs > 0) this.#judge(pairs, output);
    if (pairs === this.#leftAt.length) return false;
    const alone = this.#fillAlone();
    if (alone > 0) this.#put(alone, output);
    if (alone === this.#leftAt.length) return false;
    this.#changes.flush(output);
    return true;
  }

  /** Fills the page with the next pairs. @returns how many; below a page when there are no more */
  #fill(): number {
    const { ids: lefts, ends: leftEnds } = this.#left;
    const { ids: rights, ends: rightEnds } = this.#right;
    const [leftAt, rightAt] = [this.#leftAt, this.#rightAt];
    const [leftIds, rightIds] = [this.#leftIds, this.#rightIds];
    const room = leftAt.length;
    let [key, left, right, count] = [this.#key, this.#leftNext, this.#rightNext, 0];
    for (; key < leftEnds.length; key++) {
      const leftEnd = leftEnds[key] as number;
      const first = key === 0 ? 0 : (rightEnds[key - 1] as number);
      const last = this.#lastMet(key, first);
      for (; left < leftEnd && first < last; left++) {
        const end = Math.min(last, right + room - count);
        const id = lefts[left] as number;
        for (; right < end; right++) {
          leftAt[count] = left;
          rightAt[count] = right;
          leftIds[count] = id;
          rightIds[count++] = rights[right] as number;
        }
        if (right < last) {
          [this.#key, this.#leftNext, this.#rightNext] = [key, left, right];
          return count;
        }
        right = first;
      }
      left = leftEnd;
      right = rightEnds[key] as number;
    }
    [this.#key, this.#leftNext, this.#rightNext] = [key, left, right];
    return count;
  }

  /** Where the right rows end that a left row of a key meets. @param first where they begin */
  #lastMet(key: number, first: number): number {
    for (const nulls of this.#nulls) if (nulls[key] === 1) return first;
    const end = this.#right.ends[key] as number;
    return this.#oneIsEnough ? Math.min(end, first + 1) : end;
  }

  /** Judges the pairs of the page, and puts out those that pass. */
  #judge(pairs: number, output: Output): void {
    const left = { columns: this.#left.columns, rows: this.#leftIds };
    const right = { columns: this.#right.columns, rows: this.#rightIds };
    const passing = this.#residual?.select(left, right, pairs) ?? null;
    const count = passing === null ? pairs : passing.length;
    if (passing !== null) this.#keep(passing);
    mark(this.#left.met, this.#leftAt, count);
    mark(this.#right.met, this.#rightAt, count);
    const { type } = this.#spec;
    if (type !== 'semi' && type !== 'anti') this.#put(count, output);
  }

  #keep(passing: Int32Array): void {
    for (const page of [this.#leftAt, this.#rightAt, this.#leftIds, this.#rightIds]) {
      for (let i = 0; i < passing.length; i++) page[i] = page[passing[i] as number] as number;
    }
  }

  /** Fills the page with the next rows that come out alone. @returns how many, as `#fill` */
  #fillAlone(): number {
    const { ids: lefts } = this.#left;
    const { ids: rights } = this.#right;
    let count = 0;
    for (; this.#alone < lefts.length && count < this.#leftAt.length; this.#alone++) {
      if (!comesAlone(this.#left, this.#alone)) continue;
      this.#leftIds[count] = lefts[this.#alone] as number;
      this.#rightIds[count++] = MISSING;
    }
    const end = lefts.length + rights.length;
    for (; this.#alone < end && count < this.#leftAt.length; this.#alone++) {
      const at = this.#alone - lefts.length;
      if (!comesAlone(this.#right, at)) continue;
      this.#leftIds[count] = MISSING;
      this.#rightIds[count++] = rights[at] as number;
    }
    return count;
  }

  #put(count: number, output: Output): void {
    const page = { count, physical: this.#leftIds, ids: this.#rightIds };
    this.#changes.addPage(page, null, output);
  }
}

function sideOf(list: LinkedList, ofKey: readonly number[], isAsked: boolean, wanted: 0 | 1): Side {
  const none = { columns: [], ids: new Int32Array(0), ends: new Int32Array(0), met: null };
  return { list, ofKey, ...none, isAsked, wanted };
}

/** As `Side.ofKey`: of keys that are equal to the bit, and the edges of the window. */
function columnsOfKey(
  side: 0 | 1,
  { leftKeys, rightKeys, left, right }: WindowJoinSpec,
  { inputs }: OperatorContext,
): readonly number[] {
  const [keys, edges] = side === 0 ? [leftKeys, left] : [rightKeys, right];
  const key = leftKeys.map((column) => inputs[0]?.[column]);
  const behind = edges.start === null ? [edges.end] : [edges.start, edges.end];
  return (inputs[side] ?? []).map((type, column) => {
    const edge = behind.indexOf(column);
    if (edge >= 0) return keys.length + edge;
    const own = keys.indexOf(column);
    const isSame = own >= 0 && key[own]?.root === type.root && type.root !== 'DECIMAL';
    return isSame && isCanonical(type) ? own : -1;
  });
}

/** Rows that lie apart are read once, not for each pair, and what the key holds not at all. */
function takeOut(side: Side, slots: Int32Array, keys: readonly Vector[]): void {
  side.ends = new Int32Array(slots.length);
  side.ids = side.list.take(slots, slots.length, side.ends);
  side.columns = side.list.rows.columns();
  const { length } = side.ids;
  side.met = side.isAsked ? new Uint8Array(length) : null;
  if (length > MOST_COPIED) return;
  const owners = ownersOf(side.ends, length);
  side.columns = side.columns.map((column, c) => {
    const key = keys[side.ofKey[c] as number];
    return key === undefined ? gather(column, side.ids, length) : gather(key, owners, length);
  });
  side.ids = consecutive(0, length);
}

/** By place the list that it is in. */
function ownersOf(ends: Int32Array, places: number): Int32Array {
  const owners = new Int32Array(places);
  for (let list = 0, at = 0; list < ends.length; list++) {
    for (; at < (ends[list] as number); at++) owners[at] = list;
  }
  return owners;
}

function mark(met: Uint8Array | null, places: Int32Array, count: number): void {
  if (met === null) return;
  for (let i = 0; i < count; i++) met[places[i] as number] = 1;
}

function comesAlone({ met, wanted }: Side, at: number): boolean {
  return met !== null && met[at] === wanted;
}
