/**
 * The rows that a window join makes of a page of keys: every left row of a key meets every right
 * one. Pairs pass the residual condition a page at a time; of the rows that an outer, semi or anti
 * join asks about it is noted whether they met one, and those come out when all pairs are judged.
 */
import type { LinkedList, LinkedRows } from '../../state/api/row-list.js';
import type { Vector } from '../../state/column/vector.js';
import type { OperatorContext, Output } from '../core/operator.js';
import { INSERT } from '../core/row-kind.js';
import { JoinOutput, MISSING, sharedColumns } from './join-output.js';
import { Residual } from './residual.js';
import type { WindowJoinSpec } from './window-join-spec.js';

export class WindowPairs {
  readonly #spec: WindowJoinSpec;
  readonly #left: LinkedList;
  readonly #right: LinkedList;
  readonly #residual: Residual | null;
  readonly #changes: JoinOutput;
  readonly #leftIds: Int32Array;
  readonly #rightIds: Int32Array;
  #count = 0;
  /** By row id whether the row met one; only where somebody asks. */
  #leftMet = new Uint8Array(0);
  #rightMet = new Uint8Array(0);
  #walk: Generator<void, void, Output> | null = null;

  constructor(spec: WindowJoinSpec, lists: LinkedRows, context: OperatorContext) {
    const { batchRows, vectors } = context;
    const leftOnly = spec.type === 'semi' || spec.type === 'anti';
    const shared = sharedColumns(spec, context, true);
    this.#spec = spec;
    [this.#left, this.#right] = lists.lists as [LinkedList, LinkedList];
    this.#residual = spec.residual === null ? null : new Residual(spec.residual, context);
    this.#changes = new JoinOutput({ isLeft: true, leftOnly, shared }, batchRows, vectors);
    this.#leftIds = new Int32Array(batchRows);
    this.#rightIds = new Int32Array(batchRows);
  }

  /** @param slots lists of the page @param keys columns of their keys, in order of the spec */
  start(slots: Int32Array, keys: readonly Vector[]): void {
    const { type } = this.#spec;
    if (type !== 'inner' && type !== 'right') this.#leftMet = new Uint8Array(this.#left.rows.end);
    if (type === 'right' || type === 'full') this.#rightMet = new Uint8Array(this.#right.rows.end);
    this.#changes.start(this.#left.rows.columns(), this.#right.rows.columns(), true);
    this.#count = 0;
    this.#walk = this.#join(slots, this.#meeting(slots, keys));
    this.#walk.next();
  }

  /** Puts about a batch of rows out. @returns whether the page is done */
  next(output: Output): boolean {
    return this.#walk?.next(output).done !== false;
  }

  /** The lists whose key has no NULL that matches nothing. */
  #meeting(slots: Int32Array, keys: readonly Vector[]): Int32Array {
    const { leftKeys, nullsMeet = [] } = this.#spec;
    const strict = leftKeys.flatMap((_, i) => (nullsMeet[i] ? [] : (keys[i]?.nulls ?? [])));
    return slots.filter((_, i) => !strict.some((nulls) => nulls[i] === 1));
  }

  *#join(slots: Int32Array, meeting: Int32Array): Generator<void, void, Output> {
    let output = yield;
    for (const slot of meeting) {
      const right = idsOf(this.#right, slot);
      for (let left = this.#left.first(slot); left >= 0; left = this.#left.next(left)) {
        for (let from = 0; from < right.length; ) {
          from = this.#fill(left, right, from);
          if (this.#count < this.#leftIds.length) continue;
          this.#emit(output);
          output = yield;
        }
      }
    }
    this.#emit(output);
    yield* this.#rest(slots, output);
    this.#changes.flush(output);
  }

  /** Adds pairs of a left row until the page is full. @returns the next of its right rows */
  #fill(left: number, right: Int32Array, from: number): number {
    const room = Math.min(right.length - from, this.#leftIds.length - this.#count);
    this.#leftIds.fill(left, this.#count, this.#count + room);
    this.#rightIds.set(right.subarray(from, from + room), this.#count);
    this.#count += room;
    return from + room;
  }

  /** Judges the pairs of the page, and puts out those that pass. */
  #emit(output: Output): void {
    const count = this.#count;
    this.#count = 0;
    if (count === 0) return;
    const [leftIds, rightIds] = [this.#leftIds, this.#rightIds];
    const left = { columns: this.#left.rows.columns(), rows: leftIds };
    const right = { columns: this.#right.rows.columns(), rows: rightIds };
    const passing = this.#residual === null ? null : this.#residual.select(left, right, count);
    const { type } = this.#spec;
    const isPaired = type !== 'semi' && type !== 'anti';
    const passed = passing === null ? count : passing.length;
    for (let i = 0; i < passed; i++) {
      const pair = passing === null ? i : (passing[i] as number);
      const [l, r] = [leftIds[pair] as number, rightIds[pair] as number];
      if (this.#leftMet.length > 0) this.#leftMet[l] = 1;
      if (this.#rightMet.length > 0) this.#rightMet[r] = 1;
      if (isPaired) this.#changes.add(INSERT, l, r, 0, output);
    }
  }

  /** The rows that come out alone. */
  *#rest(slots: Int32Array, first: Output): Generator<void, void, Output> {
    const { type } = this.#spec;
    const wanted = type === 'semi' ? 1 : 0;
    let output = first;
    let rows = 0;
    for (const slot of slots) {
      if (type !== 'inner' && type !== 'right') {
        for (let id = this.#left.first(slot); id >= 0; id = this.#left.next(id)) {
          if (this.#leftMet[id] !== wanted) continue;
          this.#changes.add(INSERT, id, MISSING, 0, output);
          rows++;
        }
      }
      if (type === 'right' || type === 'full') {
        for (let id = this.#right.first(slot); id >= 0; id = this.#right.next(id)) {
          if (this.#rightMet[id] === 1) continue;
          this.#changes.add(INSERT, MISSING, id, 0, output);
          rows++;
        }
      }
      if (rows < this.#leftIds.length) continue;
      rows = 0;
      output = yield;
    }
  }
}

function idsOf(list: LinkedList, slot: number): Int32Array {
  const ids: number[] = [];
  for (let id = list.first(slot); id >= 0; id = list.next(id)) ids.push(id);
  return Int32Array.from(ids);
}
