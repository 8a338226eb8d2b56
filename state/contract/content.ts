/**
 * Test support: one table of each kind on a store, changed at random, beside a plain model of what
 * they hold. All keys that are touched are declared before, as an operator does.
 */
import assert from 'node:assert/strict';
import type { Random } from '../../conf/random.js';
import type { OrderedTable } from '../api/ordered.js';
import { ReadList } from '../api/read-list.js';
import type { KeyRows } from '../api/reads.js';
import type { LinkedList, LinkedRows, SortedRows } from '../api/row-list.js';
import type { StateStore } from '../api/store.js';
import type { KeyedTable, TimeTable } from '../api/table.js';
import { BIGINT, INT, STRING } from '../column/logical-type.js';
import { scalarAt, vectorOf } from '../column/scalar-access.js';
import type { I32Vector, Vector } from '../column/vector.js';

const KEYS = 40;
const NAMESPACES = [-3_600_000, 0, 1_700_000_000_000];

/** The key of number n, in two columns; its second alone decides the key group. */
function keyRows(numbers: readonly number[]): KeyRows {
  const columns = [
    vectorOf(
      STRING,
      numbers.map((n) => (n === 0 ? null : `key ${n}`)),
    ),
    vectorOf(
      BIGINT,
      numbers.map((n) => BigInt(n % 13)),
    ),
  ];
  return { columns, selection: null, count: numbers.length };
}

const key = [STRING, BIGINT];
const partition = [1];
const order = [{ type: INT, descending: true, nullsFirst: false }];
const rowOrder = [{ column: 0, descending: false, nullsFirst: true }];

/** A line of each entry, by what it is told apart by. */
type Model = Map<string, string>;

export class Content {
  readonly #store: StateStore;
  readonly #keyed: KeyedTable;
  readonly #time: TimeTable;
  readonly #ordered: OrderedTable;
  readonly #linked: LinkedRows;
  readonly #sorted: SortedRows;
  readonly #model: Model;
  #arrival = 0;

  constructor(store: StateStore, model: Model = new Map()) {
    this.#store = store;
    this.#model = model;
    const values = [INT, STRING];
    this.#keyed = store.table({ name: 'keyed', key, values, partition });
    this.#time = store.timeTable({ name: 'time', key, values, partition });
    this.#ordered = store.orderedTable({ name: 'ordered', key, order, values, partition });
    const row = [INT, STRING];
    this.#linked = store.linkedRows({ name: 'linked', key, lists: [row, [INT]], partition });
    this.#sorted = store.sortedRows({ name: 'sorted', key, row, order: rowOrder, partition });
  }

  /** The same content on a store that was restored from this one's. */
  on(store: StateStore): Content {
    const content = new Content(store, this.#model);
    content.#arrival = this.#arrival;
    return content;
  }

  /** The lines that the model holds. */
  expected(): readonly string[] {
    return [...this.#model.values()].sort();
  }

  async check(): Promise<void> {
    assert.deepEqual([...(await this.lines())].sort(), this.expected());
  }

  /** A batch of changes to a table of each kind. */
  async change(random: Random): Promise<void> {
    await this.begin(random)();
  }

  /**
   * Starts bringing near what a batch needs.
   * @returns applies it; batches are applied in the order in which they were begun
   */
  begin(random: Random): () => Promise<void> {
    const numbers = Array.from({ length: 10 }, () => random.nextInt(0, KEYS - 1));
    const namespace = random.pick(NAMESPACES) ?? 0;
    return this.#near(numbers, () => {
      this.#changeKeyed(this.#keyed, 'keyed', numbers, random);
      this.#changeKeyed(this.#time.open(namespace), `time ${namespace}`, numbers, random);
      if (random.nextInt(0, 9) === 0) this.#drop(namespace);
      this.#changeOrdered(numbers, random);
      this.#changeLists(numbers, random);
      this.#changeSorted(numbers, random);
    });
  }

  /** What the store holds of all keys. */
  async lines(): Promise<readonly string[]> {
    const numbers = Array.from({ length: KEYS }, (_, n) => n);
    const lines: string[] = [];
    const print = this.#near(numbers, () => {
      this.#printKeyed(this.#keyed, 'keyed', numbers, lines);
      for (let at = this.#time.next(-Infinity); at !== Infinity; at = this.#time.next(at + 1)) {
        this.#printKeyed(this.#time.open(at), `time ${at}`, numbers, lines);
      }
      this.#printOrdered(numbers, lines);
      this.#printLists(numbers, lines);
    });
    await print();
    return lines;
  }

  /** @returns runs `apply` once all that it may touch is near */
  #near(numbers: readonly number[], apply: () => void): () => Promise<void> {
    const rows = keyRows(numbers);
    const reads = new ReadList();
    reads.keys(this.#keyed, rows);
    reads.keysAt(this.#time, () => NAMESPACES.map((namespace) => ({ namespace, rows })));
    reads.first(this.#ordered, rows, Infinity);
    reads.rows(this.#linked, rows);
    reads.rows(this.#sorted, rows);
    const ticket = this.#store.prefetch(reads);
    return async () => {
      if (!ticket.ready) await ticket.wait();
      apply();
      ticket.release();
    };
  }

  #changeKeyed(table: KeyedTable, name: string, numbers: readonly number[], random: Random): void {
    const slots = new Int32Array(numbers.length);
    table.locate(keyRows(numbers), slots, true);
    numbers.forEach((n, i) => {
      const value = random.nextInt(-1000, 1000);
      const text = value % 7 === 0 ? null : `text ${value}`;
      const slot = Int32Array.of(slots[i] as number);
      table.column(0).copy(slot, 1, vectorOf(INT, [value]), null);
      table.column(1).copy(slot, 1, vectorOf(STRING, [text]), null);
      this.#model.set(`${name} ${n}`, `${name} ${n}: ${value} ${text}`);
    });
    if (random.nextInt(0, 2) > 0) return;
    table.remove(slots.subarray(0, 1), 1);
    this.#model.delete(`${name} ${numbers[0]}`);
  }

  #drop(namespace: number): void {
    this.#time.drop(namespace);
    for (const name of this.#model.keys()) {
      if (name.startsWith(`time ${namespace} `)) this.#model.delete(name);
    }
  }

  #changeOrdered(numbers: readonly number[], random: Random): void {
    const table = this.#ordered;
    const groups = new Int32Array(numbers.length);
    table.groups(keyRows(numbers), groups, true);
    numbers.forEach((n, i) => {
      const group = groups[i] as number;
      const at = random.nextInt(-3, 3);
      const place = at === -3 ? null : at;
      table.bind([vectorOf(INT, [place])]);
      const name = `ordered ${n} ${place}`;
      if (random.nextInt(0, 2) === 0) {
        const entry = table.find(group, 0);
        assert.equal(entry >= 0, this.#model.has(name), name);
        if (entry >= 0) table.remove(group, entry);
        this.#model.delete(name);
        return;
      }
      const entry = table.put(group, 0);
      assert.equal(table.added, !this.#model.has(name), name);
      const value = random.nextInt(0, 9);
      table.column(0).copy(Int32Array.of(entry), 1, vectorOf(INT, [value]), null);
      table.column(1).copy(Int32Array.of(entry), 1, vectorOf(STRING, [`${value}`]), null);
      this.#model.set(name, `${name}: ${value}`);
    });
    table.prune(groups, groups.length);
  }

  /** Rows carry the number of their arrival, so that a list's lines tell its order. */
  #changeLists(numbers: readonly number[], random: Random): void {
    const slots = new Int32Array(numbers.length);
    this.#linked.locate(keyRows(numbers), slots, true);
    numbers.forEach((n, i) => {
      const slot = slots[i] as number;
      const side = random.nextInt(0, 1);
      const list = this.#linked.lists[side] as LinkedList;
      const first = list.first(slot);
      if (first >= 0 && random.nextInt(0, 9) === 0) {
        this.#clearList(side, n, slot);
        return;
      }
      if (first >= 0 && random.nextInt(0, 2) === 0) {
        const number = (list.rows.column(0) as I32Vector).values[first];
        list.unlink(slot, first);
        list.rows.release(first);
        this.#model.delete(`linked ${side} ${n} ${number}`);
        return;
      }
      const arrival = this.#arrival++;
      const row = [vectorOf(INT, [arrival]), vectorOf(STRING, [`row ${arrival}`])];
      const ids = new Int32Array(1);
      list.rows.add(side === 0 ? row : row.slice(0, 1), null, 1, ids);
      list.appendAll(Int32Array.of(slot), ids, 1);
      this.#model.set(`linked ${side} ${n} ${arrival}`, `linked ${side} ${n}: ${arrival}`);
    });
    this.#linked.prune(slots, slots.length);
    for (const list of this.#linked.lists) list.rows.reclaim();
  }

  #clearList(side: number, n: number, slot: number): void {
    const list = this.#linked.lists[side] as LinkedList;
    const numbers = (list.rows.column(0) as I32Vector).values;
    for (const id of list.take(Int32Array.of(slot), 1, new Int32Array(1))) {
      this.#model.delete(`linked ${side} ${n} ${numbers[id]}`);
    }
  }

  #changeSorted(numbers: readonly number[], random: Random): void {
    const rows = this.#sorted;
    const slots = new Int32Array(numbers.length);
    rows.locate(keyRows(numbers), slots, true);
    numbers.forEach((n, i) => {
      const slot = slots[i] as number;
      if (rows.count(slot) > 2) {
        const id = rows.at(slot, 1);
        this.#model.delete(`sorted ${n} ${scalarAt(rows.rows.column(1), id, STRING)}`);
        rows.remove(slot, 1);
        rows.rows.release(id);
        return;
      }
      const value = random.nextInt(0, 5);
      const arrival = this.#arrival++;
      const ids = new Int32Array(1);
      const row = [vectorOf(INT, [value]), vectorOf(STRING, [`${arrival}`])];
      rows.rows.add(row, null, 1, ids);
      const weight = value >> 1;
      let position = rows.upperBound(slot, weight);
      const values = (rows.rows.column(0) as I32Vector).values;
      while (
        position > rows.lowerBound(slot, weight) &&
        (values[rows.at(slot, position - 1)] as number) > value
      ) {
        position--;
      }
      rows.insert(slot, position, ids[0] as number, weight);
      this.#model.set(`sorted ${n} ${arrival}`, `sorted ${n}: ${value} ${arrival}`);
    });
    rows.prune(slots, slots.length);
    rows.rows.reclaim();
  }

  #printKeyed(table: KeyedTable, name: string, numbers: readonly number[], lines: string[]): void {
    const slots = new Int32Array(numbers.length);
    table.locate(keyRows(numbers), slots, false);
    numbers.forEach((n, i) => {
      const slot = slots[i] as number;
      if (slot < 0) return;
      const value = scalarAt(table.column(0).vector, slot, INT);
      lines.push(`${name} ${n}: ${value} ${scalarAt(table.column(1).vector, slot, STRING)}`);
    });
  }

  #printOrdered(numbers: readonly number[], lines: string[]): void {
    const table = this.#ordered;
    const groups = new Int32Array(numbers.length);
    table.groups(keyRows(numbers), groups, false);
    numbers.forEach((n, i) => {
      const group = groups[i] as number;
      let before = Infinity;
      for (let e = group < 0 ? -1 : table.first(group); e >= 0; e = table.next(e)) {
        const place = scalarAt(table.orderColumn(0).vector, e, INT);
        const rank = place === null ? -Infinity : Number(place);
        assert.ok(rank < before, 'entries descend, null last');
        before = rank;
        lines.push(`ordered ${n} ${place}: ${scalarAt(table.column(1).vector, e, STRING)}`);
      }
    });
  }

  #printLists(numbers: readonly number[], lines: string[]): void {
    const slots = new Int32Array(numbers.length);
    this.#linked.locate(keyRows(numbers), slots, false);
    this.#linked.lists.forEach((list, side) => {
      numbers.forEach((n, i) => {
        const slot = slots[i] as number;
        let before = -1;
        for (let id = slot < 0 ? -1 : list.first(slot); id >= 0; id = list.next(id)) {
          const arrival = scalarAt(list.rows.column(0), id, INT) as number;
          assert.ok(arrival > before, 'a list keeps the order of arrival');
          before = arrival;
          if (side === 0) assert.equal(textAt(list.rows.column(1), id), `row ${arrival}`);
          lines.push(`linked ${side} ${n}: ${arrival}`);
        }
      });
    });
    this.#sorted.locate(keyRows(numbers), slots, false);
    numbers.forEach((n, i) => {
      this.#printSorted(n, slots[i] as number, lines);
    });
  }

  #printSorted(n: number, slot: number, lines: string[]): void {
    const rows = this.#sorted;
    let before = [-1, -1];
    for (let position = 0; slot >= 0 && position < rows.count(slot); position++) {
      const id = rows.at(slot, position);
      const value = scalarAt(rows.rows.column(0), id, INT) as number;
      const arrival = textAt(rows.rows.column(1), id);
      assert.equal(rows.weightAt(slot, position), value >> 1);
      const [last, earlier] = before as [number, number];
      assert.ok(value > last || (value === last && Number(arrival) > earlier), 'in their order');
      before = [value, Number(arrival)];
      lines.push(`sorted ${n}: ${value} ${arrival}`);
    }
  }
}

function textAt(column: Vector, row: number): string {
  return String(scalarAt(column, row, STRING));
}
