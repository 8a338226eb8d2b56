/**
 * The last n values of each key, in order of arrival; a key begins with n nulls, so that the first
 * of its list is always the one n − 1 rows before the last. Nothing is taken back.
 */
import { assert } from '../../../conf/errors/error.js';
import type { KeyRows, Reads } from '../../../state/api/reads.js';
import { type LinkedList, type LinkedRows, releaseRows } from '../../../state/api/row-list.js';
import type { StateStore } from '../../../state/api/store.js';
import { gather } from '../../../state/column/gather.js';
import type { LogicalType } from '../../../state/column/logical-type.js';
import type { Vector } from '../../../state/column/vector.js';
import { ofList, type StateKey, type Updates } from '../functions/function.js';
import type { Kept } from './kept-accumulator.js';
import { firstOf } from './list-forms.js';
import type { ResultWriter } from './snapshots.js';

export class LastValues implements Kept {
  readonly #type: LogicalType;
  readonly #count: number;
  #lists: LinkedRows | null = null;
  /** Of the batch: the row ids of its values. */
  #ids: Int32Array = new Int32Array(0);

  constructor(type: LogicalType, count: number) {
    this.#type = type;
    this.#count = count;
  }

  open(store: StateStore, name: string, key: StateKey): void {
    const lists = [[this.#type]];
    this.#lists = store.linkedRows({ name: `${name}.values`, ...ofList(key), lists });
  }

  reads(keys: KeyRows, reads: Reads): void {
    reads.rows(this.#open(), keys);
  }

  locate(keys: KeyRows, slots: Int32Array, insert: boolean): void {
    this.#open().locate(keys, slots, insert);
  }

  begin({ args, rows, count }: Updates): void {
    const { rows: arena } = this.#list();
    const argument = args[0] as Vector;
    this.#begin(this.#open().keys.inserted(), argument);
    this.#ids = new Int32Array(count);
    arena.add([argument], rows, count, this.#ids);
  }

  add(slot: number, i: number): boolean {
    const list = this.#list();
    const first = list.first(slot);
    list.unlink(slot, first);
    list.rows.release(first);
    list.append(slot, this.#ids[i] as number);
    return true;
  }

  subtract(): boolean {
    assert(false, 'LAG has no frame that rows leave');
  }

  clear(slot: number): void {
    releaseRows(this.#list(), slot);
  }

  prune(slots: Int32Array, count: number): void {
    this.#open().prune(slots, count);
    this.#list().rows.reclaim();
  }

  writer(rows: number): ResultWriter {
    return firstOf(this.#list(), rows);
  }

  /** Nulls into new lists. */
  #begin(slots: Int32Array, like: Vector): void {
    const total = slots.length * this.#count;
    if (total === 0) return;
    const nulls = gather(like, new Int32Array(total).fill(-1), total);
    const ids = new Int32Array(total);
    const list = this.#list();
    list.rows.add([nulls], null, total, ids);
    ids.forEach((id, i) => {
      list.append(slots[Math.floor(i / this.#count)] as number, id);
    });
  }

  #open(): LinkedRows {
    assert(this.#lists !== null, 'An accumulator is opened before it is used');
    return this.#lists;
  }

  #list(): LinkedList {
    return this.#open().lists[0] as LinkedList;
  }
}
