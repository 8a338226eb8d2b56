/**
 * The values of each key in order of arrival; of equal values the earliest is taken back, and one
 * that is not there is let go, as in Flink. A batch's values are put into the arena first, so its
 * columns stand still while results are written.
 */
import { assert, MillraceError } from '../../../conf/errors/error.js';
import type { KeyRows, Reads } from '../../../state/api/reads.js';
import { type LinkedList, type LinkedRows, releaseRows } from '../../../state/api/row-list.js';
import type { StateStore } from '../../../state/api/store.js';
import type { LogicalType } from '../../../state/column/logical-type.js';
import { bindEquality, type RowEquality } from '../../../state/column/row-comparison.js';
import type { Vector } from '../../../state/column/vector.js';
import { ADD, ofList, type StateKey, type Updates } from '../functions/function.js';
import type { Kept } from './kept-accumulator.js';
import type { ResultWriter } from './snapshots.js';

/** Makes the results of lists. */
export type ListForm = (list: LinkedList, rows: number) => ResultWriter;

/** What of a key's values is kept; a second one beside the `only` one fails the job. */
export type Room = 'all' | 'first' | 'last' | 'only';

export class ValueList implements Kept {
  readonly #type: LogicalType;
  readonly #room: Room;
  readonly #form: ListForm;
  #lists: LinkedRows | null = null;
  /** Of the batch: the row ids of values to add, and what compares an id with a row. */
  #ids: Int32Array = new Int32Array(0);
  #equal: RowEquality = () => false;
  #rows: Int32Array | null = null;

  constructor(type: LogicalType, form: ListForm, room: Room = 'all') {
    this.#room = room;
    this.#type = type;
    this.#form = form;
  }

  open(store: StateStore, name: string, key: StateKey): void {
    this.#lists = store.linkedRows({
      name: `${name}.values`,
      ...ofList(key),
      lists: [[this.#type]],
    });
  }

  reads(keys: KeyRows, reads: Reads): void {
    reads.rows(this.#open(), keys);
  }

  locate(keys: KeyRows, slots: Int32Array, insert: boolean): void {
    this.#open().locate(keys, slots, insert);
  }

  begin({ args, rows, count, signs }: Updates): void {
    const { rows: arena } = this.#list();
    const taken = new Int32Array(count);
    const positions = new Int32Array(count);
    let adds = 0;
    for (let i = 0; i < count; i++) {
      if (signs !== null && ((signs[i] as number) & ADD) === 0) continue;
      positions[adds] = i;
      taken[adds++] = rows === null ? i : (rows[i] as number);
    }
    const ids = new Int32Array(adds);
    const argument = args[0] as Vector;
    arena.add([argument], taken.subarray(0, adds), adds, ids);
    this.#ids = new Int32Array(count);
    for (let j = 0; j < adds; j++) this.#ids[positions[j] as number] = ids[j] as number;
    this.#rows = rows;
    if (adds < count) this.#equal = bindEquality([arena.column(0)], [argument]);
  }

  add(slot: number, i: number): boolean {
    const list = this.#list();
    const id = this.#ids[i] as number;
    if (this.#room !== 'all' && list.first(slot) >= 0) {
      if (this.#room === 'only') throw moreThanOne();
      if (this.#room === 'first') {
        list.rows.release(id);
        return false;
      }
      this.clear(slot);
    }
    list.append(slot, id);
    return true;
  }

  subtract(slot: number, i: number): boolean {
    const list = this.#list();
    const row = this.#rows === null ? i : (this.#rows[i] as number);
    for (let id = list.first(slot); id >= 0; id = list.next(id)) {
      if (!this.#equal(id, row)) continue;
      list.unlink(slot, id);
      list.rows.release(id);
      return true;
    }
    return false;
  }

  clear(slot: number): void {
    releaseRows(this.#list(), slot);
  }

  prune(slots: Int32Array, count: number): void {
    const lists = this.#open();
    lists.prune(slots, count);
    this.#list().rows.reclaim();
  }

  writer(rows: number): ResultWriter {
    return this.#form(this.#list(), rows);
  }

  #open(): LinkedRows {
    assert(this.#lists !== null, 'An accumulator is opened before it is used');
    return this.#lists;
  }

  #list(): LinkedList {
    return this.#open().lists[0] as LinkedList;
  }
}

function moreThanOne(): MillraceError {
  return new MillraceError('DATA_EXPRESSION', 'SINGLE_VALUE has received more than one row');
}
