/**
 * Test support: tables of each kind whose content expires, written at random while time goes on,
 * beside a plain model of what was written and when.
 */
import assert from 'node:assert/strict';
import type { Random } from '../../conf/random.js';
import type { OrderedTable } from '../api/ordered.js';
import { ReadList } from '../api/read-list.js';
import type { KeyRows } from '../api/reads.js';
import type { LinkedList, LinkedRows, SortedRows } from '../api/row-list.js';
import type { DurableStore } from '../api/store.js';
import type { KeyedTable } from '../api/table.js';
import { INT } from '../column/logical-type.js';
import { vectorOf } from '../column/scalar-access.js';
import type { I32Vector } from '../column/vector.js';

const KEYS = 30;
export const TTL_MS = 100;

/** What is there of a name, and since when it counts. */
interface Lived {
  readonly line: string;
  readonly written: number;
  readonly ttlMs: number;
}

/** Keyed tables by when a key that is there is written anew. */
const RENEWALS = { each: 0, late: TTL_MS / 2, never: Infinity };
type Renewal = keyof typeof RENEWALS;

function keyRows(numbers: readonly number[]): KeyRows {
  return { columns: [vectorOf(INT, numbers)], selection: null, count: numbers.length };
}

export class MortalContent {
  readonly #store: DurableStore;
  readonly #keyed: ReadonlyMap<Renewal, KeyedTable>;
  readonly #ordered: OrderedTable;
  readonly #linked: LinkedRows;
  readonly #sorted: SortedRows;
  readonly #model: Map<string, Lived>;
  readonly #lasts: boolean;
  /** Rows whose slots came and went, told by the store. */
  readonly followed = { arrived: 0, leaving: 0 };
  now: number;
  #arrival = 0;

  /** @param lasts nothing expires: declared without a time to live */
  constructor(
    store: DurableStore,
    now: number,
    model: Map<string, Lived> = new Map(),
    lasts = false,
  ) {
    this.#lasts = lasts;
    this.#store = store;
    this.#model = model;
    this.now = now;
    const key = [INT];
    const common = { key, ttlMs: lasts ? 0 : TTL_MS };
    const renewals = Object.entries(RENEWALS) as [Renewal, number][];
    this.#keyed = new Map(
      renewals.map(([name, renewAfterMs]) => [
        name,
        store.table({ ...common, name, values: [INT], renewAfterMs }),
      ]),
    );
    const order = [{ type: INT, descending: false, nullsFirst: true }];
    this.#ordered = store.orderedTable({ ...common, name: 'ordered', order, values: [INT] });
    const ttlMs = lasts ? [] : [TTL_MS, 0, 2 * TTL_MS];
    this.#linked = store.linkedRows({ key, name: 'linked', lists: [[INT], [INT], [INT]], ttlMs });
    this.#sorted = store.sortedRows({ ...common, name: 'sorted', row: [INT] });
    const { followed } = this;
    this.#sorted.follow({
      arrived: (slots) => {
        followed.arrived += slots.length;
      },
      leaving: (slots) => {
        followed.leaving += slots.length;
      },
    });
  }

  /** The same content on a store that was restored from this one's. */
  on(store: DurableStore, lasts = false): MortalContent {
    const content = new MortalContent(store, this.now, this.#model, lasts);
    content.#arrival = this.#arrival;
    return content;
  }

  /** The same on a store that gives all a time to live: what lasted counts as written now. */
  mortalOn(store: DurableStore): MortalContent {
    store.begin(this.now);
    for (const [name, lived] of this.#model) this.#model.set(name, { ...lived, written: this.now });
    return this.on(store);
  }

  /** Keys and rows that were ever written. */
  get written(): number {
    return this.#model.size;
  }

  /** Keys and rows that are kept in memory, expired or not. */
  get sizes(): readonly number[] {
    const lists = [...this.#linked.lists.map(({ rows }) => rows.size), this.#sorted.rows.size];
    return [...[...this.#keyed.values()].map(({ size }) => size), this.#ordered.size, ...lists];
  }

  /** Some time passes, then some keys are written. */
  async change(random: Random): Promise<void> {
    this.now += random.nextInt(0, 40);
    const numbers = Array.from({ length: 5 }, () => random.nextInt(0, KEYS - 1));
    await this.#near(numbers, () => {
      for (const [renewal, table] of this.#keyed) this.#writeKeyed(renewal, table, numbers, random);
      this.#writeOrdered(numbers, random);
      this.#writeLinked(numbers, random);
      this.#writeSorted(numbers);
    });
  }

  /** Looks all keys up and compares. */
  async check(): Promise<void> {
    const expected = [...this.#model.values()]
      .filter((one) => this.#isThere(one))
      .map(({ line }) => line);
    assert.deepEqual([...(await this.#lines())].sort(), expected.sort());
  }

  async #lines(): Promise<readonly string[]> {
    const numbers = Array.from({ length: KEYS }, (_, n) => n);
    const lines: string[] = [];
    await this.#near(numbers, () => {
      const slots = new Int32Array(KEYS);
      for (const [renewal, table] of this.#keyed) {
        table.locate(keyRows(numbers), slots, false);
        this.#print(slots, lines, (slot, n) => [`${renewal} ${n} ${at(table, slot)}`]);
      }
      this.#ordered.groups(keyRows(numbers), slots, false);
      this.#print(slots, lines, (group, n) => this.#entriesOf(group, n));
      this.#linked.locate(keyRows(numbers), slots, false);
      for (const [side, list] of this.#linked.lists.entries()) {
        this.#print(slots, lines, (slot, n) =>
          idsOf(list, slot).map((id) => `linked ${side} ${n} ${rowAt(list, id)}`),
        );
      }
      this.#sorted.locate(keyRows(numbers), slots, false);
      this.#print(slots, lines, (slot, n) =>
        Array.from({ length: this.#sorted.count(slot) }, (_, position) => {
          const id = this.#sorted.at(slot, position);
          return `sorted ${n} ${rowAt(this.#sorted, id)}`;
        }),
      );
    });
    return lines;
  }

  #print(
    slots: Int32Array,
    lines: string[],
    linesOf: (slot: number, n: number) => readonly string[],
  ): void {
    slots.forEach((slot, n) => {
      if (slot >= 0) lines.push(...linesOf(slot, n));
    });
  }

  async #near(numbers: readonly number[], apply: () => void): Promise<void> {
    const rows = keyRows(numbers);
    const reads = new ReadList();
    for (const table of this.#keyed.values()) reads.keys(table, rows);
    reads.first(this.#ordered, rows, Infinity);
    reads.rows(this.#linked, rows);
    reads.rows(this.#sorted, rows);
    const ticket = this.#store.prefetch(reads);
    if (!ticket.ready) await ticket.wait();
    this.#store.begin(this.now);
    apply();
    ticket.release();
  }

  #lives(name: string): boolean {
    const known = this.#model.get(name);
    return known !== undefined && this.#isThere(known);
  }

  #isThere({ written, ttlMs }: Lived): boolean {
    return this.#lasts || ttlMs === 0 || written + ttlMs > this.now;
  }

  #writeKeyed(
    renewal: Renewal,
    table: KeyedTable,
    numbers: readonly number[],
    random: Random,
  ): void {
    const slots = new Int32Array(numbers.length);
    const distinct = [...new Set(numbers)];
    const isNew = distinct.map((n) => !this.#lives(`${renewal} ${n}`));
    const added = table.locate(keyRows(numbers), slots, true);
    assert.equal(added, isNew.filter((each) => each).length);
    for (const [i, n] of distinct.entries()) {
      const name = `${renewal} ${n}`;
      const value = random.nextInt(0, 99);
      const slot = slots[numbers.indexOf(n)] as number;
      table.column(0).copy(Int32Array.of(slot), 1, vectorOf(INT, [value]), null);
      const before = this.#model.get(name)?.written ?? 0;
      const renews = isNew[i] === true || this.now - before >= RENEWALS[renewal];
      const line = `${name} ${value}`;
      this.#model.set(name, { line, written: renews ? this.now : before, ttlMs: TTL_MS });
    }
  }

  #writeOrdered(numbers: readonly number[], random: Random): void {
    const table = this.#ordered;
    const groups = new Int32Array(numbers.length);
    table.groups(keyRows(numbers), groups, true);
    for (const [i, n] of numbers.entries()) {
      const place = random.nextInt(0, 3);
      table.bind([vectorOf(INT, [place])]);
      const name = `ordered ${n} ${place}`;
      const entry = table.put(groups[i] as number, 0);
      assert.equal(table.added, !this.#lives(name), name);
      table.column(0).copy(Int32Array.of(entry), 1, vectorOf(INT, [place]), null);
      this.#model.set(name, { line: name, written: this.now, ttlMs: TTL_MS });
    }
  }

  #writeLinked(numbers: readonly number[], random: Random): void {
    const slots = new Int32Array(numbers.length);
    this.#linked.locate(keyRows(numbers), slots, true);
    for (const [i, n] of numbers.entries()) {
      const slot = slots[i] as number;
      const side = random.nextInt(0, 2);
      const ttlMs = [TTL_MS, 0, 2 * TTL_MS][side] as number;
      const list = this.#linked.lists[side] as LinkedList;
      const write = (number: number): void => {
        const name = `linked ${side} ${n} ${number}`;
        this.#model.set(name, { line: name, written: this.now, ttlMs });
      };
      const first = list.first(slot);
      if (first >= 0 && random.nextInt(0, 2) === 0) {
        list.changing(first);
        write(rowAt(list, first));
        continue;
      }
      const ids = new Int32Array(1);
      list.rows.add([vectorOf(INT, [this.#arrival])], null, 1, ids);
      list.append(slot, ids[0] as number);
      write(this.#arrival++);
    }
    for (const list of this.#linked.lists) list.rows.reclaim();
  }

  #writeSorted(numbers: readonly number[]): void {
    const rows = this.#sorted;
    const slots = new Int32Array(numbers.length);
    rows.locate(keyRows(numbers), slots, true);
    for (const [i, n] of numbers.entries()) {
      const slot = slots[i] as number;
      const ids = new Int32Array(1);
      const arrival = this.#arrival++;
      rows.rows.add([vectorOf(INT, [arrival])], null, 1, ids);
      rows.insert(slot, rows.upperBound(slot, arrival), ids[0] as number, arrival);
      const name = `sorted ${n} ${arrival}`;
      this.#model.set(name, { line: name, written: this.now, ttlMs: TTL_MS });
    }
    rows.rows.reclaim();
  }

  #entriesOf(group: number, n: number): readonly string[] {
    const lines: string[] = [];
    const table = this.#ordered;
    for (let entry = table.first(group); entry >= 0; entry = table.next(entry)) {
      const place = (table.orderColumn(0).vector as I32Vector).values[entry];
      lines.push(`ordered ${n} ${place}`);
    }
    return lines;
  }
}

function at(table: KeyedTable, slot: number): number {
  return (table.column(0).vector as I32Vector).values[slot] as number;
}

function rowAt({ rows }: LinkedList | SortedRows, id: number): number {
  return (rows.column(0) as I32Vector).values[id] as number;
}

function idsOf(list: LinkedList, slot: number): readonly number[] {
  const ids: number[] = [];
  for (let id = list.first(slot); id >= 0; id = list.next(id)) ids.push(id);
  return ids;
}
