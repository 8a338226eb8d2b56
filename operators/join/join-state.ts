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
 * Of an outer side each row keeps its associations, the number of rows that it matches on the other
 * side, in a column behind the side's own. Both sides have their lists under one slot a key.
 */

import type { LinkedList, LinkedRows } from '../../state/api/row-list.js';
import { hashColumns } from '../../state/column/hash.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import { bindEquality, type RowEquality } from '../../state/column/row-comparison.js';
import type { I32Vector, Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import { isAccumulate } from '../core/row-kind.js';
import { EqualRows } from './equal-rows.js';
import type { JoinSide } from './join-spec.js';

export interface JoinStateOptions {
  readonly types: readonly LogicalType[];
  /** Columns of the join key. */
  readonly key: readonly number[];
  readonly side: JoinSide;
  /** Rows count their matches. */
  readonly counted: boolean;
}

export class JoinState {
  readonly list: LinkedList;
  readonly #keyed: LinkedRows;
  readonly #options: JoinStateOptions;
  /** Columns by which a row is found; equal in all of them means it is the one. */
  readonly #found: readonly number[];
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

  /** @param keyed the lists of both sides; `list` of them is this one's */
  constructor(options: JoinStateOptions, keyed: LinkedRows, list: LinkedList) {
    const { types, key, side } = options;
    this.#options = options;
    this.#keyed = keyed;
    this.list = list;
    const unique = side.kind === 'unique' ? [...new Set([...side.columns, ...key])] : null;
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

  /** Rows enter without a look at those before them. */
  get onlyAppends(): boolean {
    return onlyAppends(this.#options.side, this.#options.counted);
  }

  /** A row may replace another one. */
  get isUnique(): boolean {
    return this.#options.side.kind !== 'none';
  }

  stopKeeping(): void {
    this.#keeps = false;
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
    if (!this.#keeps) return;
    this.#batch = batch;
    this.#slots = slots;
    this.#ids = this.#copyIn(batch, this.#slots);
    if (this.#index === null && this.#options.side.kind === 'none' && retracts(batch)) {
      this.#index = new EqualRows();
      this.#fillIndex(this.#index);
    }
    if (this.#index !== null) this.#bind(batch);
  }

  /** The new ids by logical row; −1 for rows that retract or have no slot. */
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
      if (adds && (slots[i] as number) >= 0) added++;
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
    this.#remove(slot, isOnly ? this.list.first(slot) : this.#find(i));
    this.#hasLeft = true;
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

/** Rows of such a side are never looked for, written again or taken out one by one. */
export function onlyAppends(side: JoinSide, counted: boolean): boolean {
  return side.kind === 'none' && side.onlyAdds === true && !counted;
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
