/**
 * The rows of one side of a join: a list a join key, in order of arrival.
 *
 * How a row enters and leaves follows what is known of the side's keys, as in Flink's join state
 * views. Where the join key holds a unique key a row replaces the one before it and any retraction
 * takes it out; with a unique key a row replaces the one of its unique key within the join key;
 * else every row stands for itself and a retraction takes out one that equals it. Rows are found
 * through a hash index, which is made when it is first needed. Rows with a NULL in the join key are
 * not kept: they match nothing.
 *
 * Where rows need not be looked at to enter and leave, a list may be near in part (`rowKey`): the
 * old row of a unique key is unlinked where it is near, and given up unseen where it is not.
 *
 * Of an outer side a row's associations, the number of rows that it matches on the other side, are
 * those rows: all that the other side has of its key. Where a further condition, or a time to live,
 * makes them differ each row keeps its own, in a column behind the side's. Both sides have their
 * lists under one slot a key.
 */

import type { LinkedList, LinkedRows } from '../../state/api/row-list.js';
import { hashColumns } from '../../state/column/hash.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import { bindEquality, type RowEquality } from '../../state/column/row-comparison.js';
import type { I32Vector, Vector } from '../../state/column/vector.js';
import { EqualRows } from '../../state/heap/equal-rows.js';
import type { Batch } from '../core/batch.js';
import { isAccumulate } from '../core/row-kind.js';
import type { JoinSide } from './join-spec.js';

/** Rows of a key, where more than one is as good as any number. */
const SEVERAL = 2;

export interface JoinStateOptions {
  readonly types: readonly LogicalType[];
  /** Columns of the join key. */
  readonly key: readonly number[];
  readonly side: JoinSide;
  /** Rows count their matches. */
  readonly counted: boolean;
  /** Rows of the other side ask how many of these they match. */
  readonly asked: boolean;
}

export class JoinState {
  readonly list: LinkedList;
  readonly #keyed: LinkedRows;
  readonly #options: JoinStateOptions;
  /** Columns by which a row is found; equal in all of them means it is the one. */
  readonly #found: readonly number[];
  readonly #rowKey: readonly number[] | null;
  #index: EqualRows | null;
  /** Of the piece now applied, by logical row: slot or −1, row id or −1, hash. */
  #slots: Int32Array = new Int32Array(0);
  #ids: Int32Array = new Int32Array(0);
  #hashes: Int32Array = new Int32Array(0);
  #equalKept: RowEquality = () => false;
  #equalRow: RowEquality = () => false;
  #batch: Batch | null = null;
  #hasLeft = false;
  #keeps = true;
  #keepsFirst = false;

  /** @param keyed the lists of both sides; `list` of them is this one's */
  constructor(options: JoinStateOptions, keyed: LinkedRows, list: LinkedList) {
    const { types, key, side } = options;
    this.#options = options;
    this.#keyed = keyed;
    this.list = list;
    const unique = side.kind === 'unique' ? [...new Set([...side.columns, ...key])] : null;
    this.#rowKey = rowKey(options);
    this.#found = unique ?? types.map((_, column) => column);
    this.#index = side.kind === 'unique' ? new EqualRows() : null;
    if (this.#index !== null) this.#fillIndex(this.#index);
    keyed.follow({
      arrived: (slots) => {
        if (this.#index !== null) this.#enterListed(this.#index, slots);
      },
      leaving: (slots) => {
        const index = this.#index;
        if (index !== null) for (const id of this.#listed(slots)) index.drop(id);
      },
    });
  }

  /** False once nothing can ask for this side's rows any more: they come and go unkept. */
  get keeps(): boolean {
    return this.#keeps;
  }

  /** Rows know how many rows of the other side they match. */
  get counts(): boolean {
    return this.#options.counted;
  }

  /** Rows are never looked for, written again or taken out one by one. */
  get onlyAppends(): boolean {
    return onlyAppends(this.#options);
  }

  /** Rows enter and leave without a look at those before them. */
  get isUnread(): boolean {
    return this.onlyAppends || this.#rowKey !== null;
  }

  /** Rows of the other side ask how many of these they match. */
  get isAsked(): boolean {
    return this.#options.asked;
  }

  /** A row may replace another one. */
  get isUnique(): boolean {
    return this.#options.side.kind !== 'none';
  }

  stopKeeping(): void {
    this.#keeps = false;
  }

  /** Of a key one row is kept from now on: nobody asks for more than whether there is one. */
  keepFirst(): void {
    this.#keepsFirst = true;
  }

  /** Rows kept under a key: none, one, or several. @param slot −1 = of no key */
  keptIn(slot: number): number {
    const { list } = this;
    if (slot < 0) return 0;
    // What is not near as a whole is long, and none of its rows was taken out.
    if (list.parts !== null && list.parts[slot] !== 0) return SEVERAL;
    const first = list.first(slot);
    if (first < 0) return 0;
    return list.next(first) < 0 ? 1 : SEVERAL;
  }

  /** The slot of logical row `i`'s key, or −1. */
  slotOf(i: number): number {
    return this.#slots[i] as number;
  }

  /** Columns of the kept rows, by row id. */
  columns(): readonly Vector[] {
    return this.list.rows.columns().slice(0, this.#options.types.length);
  }

  /** The associations, by row id. Valid until the next `begin`. */
  associations(): Int32Array {
    return (this.list.rows.column(this.#options.types.length) as I32Vector).values;
  }

  /** Sets the associations of a listed row. */
  associate(id: number, associations: number): void {
    this.list.changing(id);
    this.associations()[id] = associations;
  }

  /**
   * Takes up a piece of this side's input: its adding rows are copied in, not yet listed.
   * @param slots by logical row; −1 where the key holds a NULL
   */
  begin(batch: Batch, slots: Int32Array): void {
    this.#slots = slots;
    if (!this.#keeps) return;
    this.#batch = batch;
    this.#ids = this.#copyIn(batch, this.#slots);
    if (this.#index === null && this.#options.side.kind === 'none' && retracts(batch)) {
      this.#index = new EqualRows();
      this.#fillIndex(this.#index);
    }
    if (this.#index !== null) this.#bind(batch);
  }

  /**
   * The new ids by logical row; −1 for rows that have no slot, and for those that retract, unless
   * they may have to be taken out where they are not near.
   */
  #copyIn(batch: Batch, slots: Int32Array): Int32Array {
    const { kinds, selection, count } = batch;
    if (kinds === null && !slots.includes(-1)) {
      const all = new Int32Array(count);
      this.list.rows.add(this.#source(batch), selection, count, all);
      return all;
    }
    const adding = new Int32Array(count);
    const rows = new Int32Array(count);
    let added = 0;
    for (let i = 0; i < count; i++) {
      const row = selection === null ? i : (selection[i] as number);
      adding[added] = i;
      rows[added] = row;
      const adds = kinds === null || isAccumulate(kinds[row] as number);
      if ((adds || this.#rowKey !== null) && (slots[i] as number) >= 0) added++;
    }
    const ids = new Int32Array(added);
    this.list.rows.add(this.#source(batch), rows, added, ids);
    const byRow = new Int32Array(count).fill(-1);
    for (let i = 0; i < added; i++) byRow[adding[i] as number] = ids[i] as number;
    return byRow;
  }

  /** Whether a row with the unique key of logical row `i` is kept already. */
  holds(i: number): boolean {
    if ((this.#slots[i] as number) < 0) return false;
    if (this.#options.side.kind === 'join-key-unique') {
      return this.list.first(this.#slots[i] as number) >= 0;
    }
    return this.#index !== null && this.#find(i) >= 0;
  }

  /** Lists logical row `i`, an adding one. */
  enter(i: number, associations: number): void {
    if (!this.#keeps) return;
    const slot = this.#slots[i] as number;
    if (slot < 0) return;
    const { kind } = this.#options.side;
    if (kind === 'join-key-unique') this.#remove(slot, this.list.first(slot));
    else if (kind === 'unique') this.#remove(slot, this.#find(i));
    const id = this.#ids[i] as number;
    if (this.#keepsFirst && this.keptIn(slot) > 0) {
      this.list.rows.release(id);
      return;
    }
    this.list.append(slot, id);
    this.#index?.add(id, this.#hashes[i] as number, this.#equalKept);
    if (this.#options.counted) this.associations()[id] = associations;
  }

  /** Takes out what logical row `i`, a retracting one, retracts. */
  leave(i: number): void {
    if (!this.#keeps) return;
    const slot = this.#slots[i] as number;
    if (slot < 0) return;
    const isOnly = this.#options.side.kind === 'join-key-unique';
    const id = isOnly ? this.list.first(slot) : this.#find(i);
    this.#remove(slot, id);
    if (this.#rowKey !== null) this.#leaveFar(i, slot, id >= 0);
    this.#hasLeft = true;
  }

  /** The retracting row takes the place of what it retracts, which goes with it. */
  #leaveFar(i: number, slot: number, wasNear: boolean): void {
    const { list } = this;
    const id = this.#ids[i] as number;
    if (!wasNear && list.parts !== null && list.parts[slot] !== 0) {
      list.append(slot, id);
      list.unlink(slot, id);
    }
    list.rows.release(id);
  }

  /** Lists the first rows of a piece that only adds, where nothing is to be replaced or counted. */
  enterAll(rows: number): void {
    const { list } = this;
    const [slots, ids] = [this.#slots, this.#ids];
    for (let i = 0; i < rows; i++) {
      if ((slots[i] as number) >= 0) list.append(slots[i] as number, ids[i] as number);
    }
  }

  /** Whether `enterAll` does for the piece what `enter` does for each of its rows. */
  get appends(): boolean {
    const { side, counted } = this.#options;
    return side.kind === 'none' && !counted && this.#index === null && this.#batch?.kinds === null;
  }

  /** The piece ends behind so many rows: those behind them were copied in for nothing. */
  stop(rows: number): void {
    if (!this.#keeps) return;
    for (let i = rows; i < this.#ids.length; i++) {
      const id = this.#ids[i] as number;
      if (id >= 0) this.list.rows.release(id);
    }
    this.finish();
  }

  /** The piece is done: frees what left. */
  finish(): void {
    if (this.#hasLeft) this.#keyed.prune(this.#slots, this.#slots.length);
    this.list.rows.reclaim();
    this.#hasLeft = false;
    this.#batch = null;
  }

  #remove(slot: number, id: number): void {
    if (id < 0) return;
    this.#index?.remove(id);
    this.list.unlink(slot, id);
    this.list.rows.release(id);
  }

  #find(i: number): number {
    const selection = this.#batch?.selection ?? null;
    const row = selection === null ? i : (selection[i] as number);
    return this.#index?.find(this.#hashes[i] as number, row, this.#equalRow) ?? -1;
  }

  #source(batch: Batch): readonly Vector[] {
    if (!this.#options.counted) return batch.columns;
    return [...batch.columns, { lane: 'i32', values: new Int32Array(batch.rows), nulls: null }];
  }

  #bind(batch: Batch): void {
    const given = this.#found.map((column) => batch.columns[column] as Vector);
    const kept = this.#keptColumns();
    this.#hashes = new Int32Array(batch.count);
    hashColumns(given, batch.selection, batch.count, this.#hashes);
    this.#equalRow = bindEquality(given, kept);
    this.#equalKept = bindEquality(kept, kept);
  }

  #keptColumns(): readonly Vector[] {
    const columns = this.list.rows.columns();
    return this.#found.map((column) => columns[column] as Vector);
  }

  /** Enters all listed rows. */
  #fillIndex(index: EqualRows): void {
    const { keys } = this.#keyed;
    const slots = new Int32Array(keys.size);
    keys.live(0, slots);
    this.#enterListed(index, slots);
  }

  #listed(slots: Int32Array): number[] {
    const { list } = this;
    const ids: number[] = [];
    for (const slot of slots) {
      for (let id = list.first(slot); id >= 0; id = list.next(id)) ids.push(id);
    }
    return ids;
  }

  #enterListed(index: EqualRows, slots: Int32Array): void {
    const ids = this.#listed(slots);
    const kept = this.#keptColumns();
    const hashes = new Int32Array(ids.length);
    hashColumns(kept, Int32Array.from(ids), ids.length, hashes);
    const equal = bindEquality(kept, kept);
    ids.forEach((id, i) => {
      index.add(id, hashes[i] as number, equal);
    });
  }
}

type KnownOfRows = Pick<JoinStateOptions, 'key' | 'side' | 'counted' | 'asked'>;

/** Rows of such a side are never looked for, written again or taken out one by one. */
export function onlyAppends({ side, counted }: KnownOfRows): boolean {
  return side.kind === 'none' && side.onlyAdds === true && !counted;
}

/**
 * The columns that tell rows of a join key apart, of a side whose rows can be replaced and taken
 * out by them alone; null = of this one they cannot.
 */
export function rowKey({ key, side, counted, asked }: KnownOfRows): readonly number[] | null {
  if (side.kind !== 'unique' || counted || asked) return null;
  return side.columns.filter((column) => !key.includes(column));
}

function retracts(batch: Batch): boolean {
  const { kinds, selection, count } = batch;
  if (kinds === null) return false;
  for (let i = 0; i < count; i++) {
    if (!isAccumulate(kinds[selection === null ? i : (selection[i] as number)] as number)) {
      return true;
    }
  }
  return false;
}
