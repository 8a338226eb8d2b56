/**
 * Test support: two lists a key that rows are only appended to, as a join has them, beside a plain
 * model. A batch appends to one list, which it does not read, and reads the other from its first
 * row to its last, however it comes.
 */
import assert from 'node:assert/strict';
import type { Random } from '../../conf/random.js';
import { ReadList } from '../api/read-list.js';
import type { KeyRows } from '../api/reads.js';
import type { LinkedList, LinkedRows, RowPage } from '../api/row-list.js';
import type { StateStore } from '../api/store.js';
import { INT, STRING } from '../column/logical-type.js';
import { scalarAt, vectorOf } from '../column/scalar-access.js';
import type { Vector } from '../column/vector.js';

const KEYS = 5;

function keyRows(numbers: readonly number[]): KeyRows {
  return { columns: [vectorOf(INT, numbers)], selection: null, count: numbers.length };
}

export class Appended {
  /** Lists that were read by pages. */
  paged = 0;
  readonly #store: StateStore;
  readonly #lists: LinkedRows;
  /** Numbers of the rows, by list and key. */
  readonly #model: readonly (readonly number[][])[];
  #arrival = 0;

  /** @param from the same lists on the store that this one's was restored from */
  constructor(store: StateStore, from: Appended | null = null) {
    this.#store = store;
    const row = [INT, STRING];
    const lists = [row, row];
    this.#lists = store.linkedRows({ name: 'both', key: [INT], lists, appended: [true, true] });
    const empty = lists.map(() => Array.from({ length: KEYS }, (): number[] => []));
    this.#model = from === null ? empty : from.#model;
    this.#arrival = from === null ? 0 : from.#arrival;
  }

  /**
   * Starts bringing near what a batch needs; half of the rows are of key 0.
   * @returns applies it; batches are applied in the order in which they were begun
   */
  begin(random: Random, rows = 12): () => Promise<void> {
    const numbers = Array.from({ length: rows }, () =>
      Math.max(0, random.nextInt(-KEYS, KEYS - 1)),
    );
    return this.#append(numbers, random.nextInt(0, 1));
  }

  /** All rows of all keys are there, each once and in order. */
  async check(): Promise<void> {
    const all = Array.from({ length: KEYS }, (_, key) => key);
    for (const side of [0, 1]) await this.#append([], side, all)();
  }

  #append(keys: readonly number[], side: number, read = keys): () => Promise<void> {
    const reads = new ReadList();
    reads.rows(this.#lists, keyRows(read), side);
    const ticket = this.#store.prefetch(reads);
    return async () => {
      if (!ticket.ready) await ticket.wait();
      for (const key of new Set(read)) await this.#checkList(key, 1 - side);
      this.#enter(keys, side);
      ticket.release();
    };
  }

  #enter(keys: readonly number[], side: number): void {
    const { rows } = this.#lists.lists[side] as LinkedList;
    const slots = new Int32Array(keys.length);
    const ids = new Int32Array(keys.length);
    this.#lists.locate(keyRows(keys), slots, true);
    const arrivals = keys.map(() => this.#arrival++);
    const texts = arrivals.map((number) => `row ${number}`);
    rows.add([vectorOf(INT, arrivals), vectorOf(STRING, texts)], null, keys.length, ids);
    keys.forEach((key, i) => {
      this.#lists.lists[side]?.append(slots[i] as number, ids[i] as number);
      this.#model[side]?.[key]?.push(arrivals[i] as number);
    });
    rows.reclaim();
  }

  async #checkList(key: number, side: number): Promise<void> {
    const list = this.#lists.lists[side] as LinkedList;
    const slots = new Int32Array(1);
    this.#lists.locate(keyRows([key]), slots, false);
    const [slot = -1] = slots;
    const found: number[] = [];
    const take = ({ columns, ids, count }: RowPage): void => {
      for (let i = 0; i < count; i++) {
        const id = ids === null ? i : (ids[i] as number);
        const number = scalarAt(columns[0] as Vector, id, INT) as number;
        assert.equal(scalarAt(columns[1] as Vector, id, STRING), `row ${number}`);
        found.push(number);
      }
    };
    if (slot >= 0 && list.parts !== null && list.parts[slot] !== 0) {
      this.paged++;
      const cursor = list.open(slot);
      for (let page: RowPage | null = null; ; take(page)) {
        if (!cursor.ready) await cursor.wait();
        page = cursor.next();
        if (page === null) break;
      }
      cursor.release();
    } else if (slot >= 0) {
      const columns = list.rows.columns();
      for (let id = list.first(slot); id >= 0; id = list.next(id)) {
        take({ columns, ids: Int32Array.of(id), count: 1 });
      }
    }
    assert.deepEqual(found, this.#model[side]?.[key]);
  }
}
