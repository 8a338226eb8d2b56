/** What lists and ordered tables held at a barrier, while they go on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../conf/random.js';
import { BIGINT, INT, STRING } from '../column/logical-type.js';
import { scalarAt, vectorOf } from '../column/scalar-access.js';
import type { I32Vector, Vector } from '../column/vector.js';
import type { SealedRows } from '../keyed/sealed-rows.js';
import { HeapLinkedRows } from './linked-rows.js';
import { HeapOrderedTable } from './ordered-table.js';
import { HeapSortedRows } from './sorted-rows.js';
import { StoredLinked, StoredSorted } from './stored-lists.js';
import { StoredOrdered } from './stored-ordered.js';
import type { SealedContent, StoredTable } from './stored-table.js';

const KEYS = 40;
const ROW = [BIGINT, STRING, INT];
/** Changes before a checkpoint's first step, with values as before and with wider ones. */
const EARLY = 400;

/** A row as text. */
type Line = string;

interface Subject {
  readonly stored: StoredTable;
  /** Adds, writes in place and takes out; values are multiples of `most`. */
  change(random: Random, most: bigint): void;
  /** What stands there, a line a row. */
  lines(): Line[];
}

function keyColumn(key: number): { columns: Vector[]; selection: null; count: number } {
  return { columns: [vectorOf(INT, [key])], selection: null, count: 1 };
}

function randomRow(random: Random, most: bigint): [bigint | null, string | null, number] {
  const n = random.nextInt(0, 9);
  const number = BigInt(random.nextInt(0, 1000)) * most;
  return [n === 0 ? null : number, n === 1 ? null : 'x'.repeat(n), random.nextInt(0, 5)];
}

interface KeptRow {
  readonly id: number;
  readonly row: unknown[];
}

/** A model of lists: by key its rows. */
class Kept extends Map<number, KeptRow[]> {
  of(key: number): KeptRow[] {
    const rows = this.get(key) ?? [];
    this.set(key, rows);
    return rows;
  }

  lines(): Line[] {
    return [...this].flatMap(([key, rows]) => rows.map(({ row }) => [key, ...row].join()));
  }
}

/** What may happen to a list of a key. */
interface Changes {
  readonly rows: HeapSortedRows['rows'];
  /** A row is about to be written in place. */
  changing(id: number): void;
  /** Takes the row at a place out. */
  take(place: number): void;
  /** @returns the place of a row that was added */
  put(id: number, weight: number): number;
  /** Puts a row in another's place, where a list can. */
  replace?(place: number, id: number): void;
}

/** Adds, writes in place, takes out or replaces a row, here and in the model. */
function changeList(random: Random, most: bigint, kept: KeptRow[], list: Changes): void {
  const place = random.nextInt(0, kept.length - 1);
  const known = kept[place];
  const what = known === undefined ? 0 : random.nextInt(0, 5);
  if (known !== undefined && what === 1) {
    list.changing(known.id);
    writeCount(list, known, random);
  } else if (known !== undefined && (what === 2 || (what === 3 && list.replace !== undefined))) {
    if (what === 2) {
      list.take(place);
      kept.splice(place, 1);
    } else {
      const row = randomRow(random, most);
      const id = added(list.rows, row);
      list.replace?.(place, id);
      kept[place] = { ...known, id, row };
    }
    // A row that left its list may be written until it is reclaimed.
    writeCount(list, known, random);
    list.rows.release(known.id);
  } else {
    const row = randomRow(random, most);
    const weight = random.nextInt(0, 50);
    const id = added(list.rows, row);
    kept.splice(list.put(id, weight), 0, { id, row });
  }
}

function linked(): Subject {
  const lists = new HeapLinkedRows({ name: 'rows', key: [INT], lists: [ROW] });
  const [list] = lists.lists as readonly [HeapLinkedRows['lists'][number]];
  const kept = new Kept();
  return {
    stored: new StoredLinked(lists),
    lines: () => kept.lines(),
    change(random, most) {
      const key = random.nextInt(0, KEYS);
      const slots = new Int32Array(1);
      lists.locate(keyColumn(key), slots, true);
      const slot = slots[0] as number;
      const own = kept.of(key);
      changeList(random, most, own, {
        rows: list.rows,
        changing: (id) => list.changing(id),
        take: (place) => list.unlink(slot, (own[place] as KeptRow).id),
        put: (id) => {
          list.append(slot, id);
          return own.length;
        },
      });
      lists.prune(slots, 1);
      if (random.nextInt(0, 20) === 0) list.rows.reclaim();
    },
  };
}

function sorted(): Subject {
  const lists = new HeapSortedRows({ name: 'rows', key: [INT], row: ROW });
  const kept = new Kept();
  return {
    stored: new StoredSorted(lists),
    lines: () => kept.lines(),
    change(random, most) {
      const key = random.nextInt(0, KEYS);
      const slots = new Int32Array(1);
      lists.locate(keyColumn(key), slots, true);
      const slot = slots[0] as number;
      changeList(random, most, kept.of(key), {
        rows: lists.rows,
        changing: (id) => lists.changing(id),
        take: (place) => lists.remove(slot, place),
        put: (id, weight) => {
          const place = lists.upperBound(slot, weight);
          lists.insert(slot, place, id, weight);
          return place;
        },
        replace: (place, id) => lists.replace(slot, place, id),
      });
      lists.prune(slots, 1);
      if (random.nextInt(0, 20) === 0) lists.rows.reclaim();
    },
  };
}

function ordered(): Subject {
  const types = { order: [{ type: BIGINT, descending: false, nullsFirst: true }], values: [INT] };
  const table = new HeapOrderedTable({ name: 'rows', key: [INT], ...types });
  const kept = new Map<string, number>();
  return {
    stored: new StoredOrdered(table),
    lines: () => [...kept].map(([name, count]) => `${name},${count}`),
    change(random, most) {
      const key = random.nextInt(0, KEYS);
      const groups = new Int32Array(1);
      table.groups(keyColumn(key), groups, true);
      const value = BigInt(random.nextInt(0, 200)) * most;
      const name = `${key},${value}`;
      table.bind([vectorOf(BIGINT, [value])]);
      const entry = table.put(groups[0] as number, 0);
      assert.equal(table.added, !kept.has(name));
      if (!table.added && random.nextBoolean()) {
        table.remove(groups[0] as number, entry);
        kept.delete(name);
      } else {
        const count = random.nextInt(0, 9);
        (table.column(0).vector as I32Vector).values[entry] = count;
        kept.set(name, count);
      }
      table.prune(groups, 1);
    },
  };
}

function added(rows: HeapSortedRows['rows'], row: readonly unknown[]): number {
  const ids = new Int32Array(1);
  rows.add(
    ROW.map((type, c) => vectorOf(type, [row[c] as never])),
    null,
    1,
    ids,
  );
  return ids[0] as number;
}

function writeCount({ rows }: Changes, { id, row }: KeptRow, random: Random): void {
  const count = random.nextInt(6, 99);
  (rows.column(2) as I32Vector).values[id] = count;
  row[2] = count;
}

/** The rows in the order of the content, as `lines` has them. */
function linesOf(sections: readonly SealedRows[]): Line[] {
  return sections.flatMap(({ keys, keyRows, orders, values, rows, layout }) =>
    [...rows].map((row, i) => {
      const key = scalarAt(keys[0] as Vector, keyRows[i] as number, INT);
      const columns = [...orders, ...values].slice(layout === null ? 0 : -ROW.length);
      const types = orders.length > 0 ? [BIGINT, INT] : ROW;
      return [key, ...types.map((type, c) => scalarAt(columns[c] as Vector, row, type))].join();
    }),
  );
}

function finished(content: SealedContent): readonly SealedRows[] {
  let step = content.next();
  while (step.done !== true) step = content.next();
  return step.value;
}

for (const [name, make] of Object.entries({ linked, sorted, ordered })) {
  test(`${name} rows go on while what they held is copied before it is written`, () => {
    for (let seed = 1; seed <= 2; seed++) {
      const random = new Random(seed);
      const subject = make();
      for (let i = 0; i < 9000; i++) subject.change(random, 1n);
      for (const most of [1n, 10n ** 16n]) {
        const expected = subject.lines().sort();
        const content = subject.stored.seal(1);
        for (let i = 0; i < EARLY; i++) subject.change(random, 1n);
        for (let i = 0; i < EARLY; i++) subject.change(random, most);
        assert.deepEqual(linesOf(finished(content)).sort(), expected);
      }
      assert.deepEqual(linesOf(finished(subject.stored.seal(2))).sort(), subject.lines().sort());
    }
  });
}
