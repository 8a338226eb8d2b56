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

/** A model of lists: by key its rows, each with its id. */
class Kept extends Map<number, { id: number; weight: number; row: unknown[] }[]> {
  of(key: number): { id: number; weight: number; row: unknown[] }[] {
    const rows = this.get(key) ?? [];
    this.set(key, rows);
    return rows;
  }

  lines(): Line[] {
    return [...this].flatMap(([key, rows]) => rows.map(({ row }) => [key, ...row].join()));
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
      const rows = kept.of(key);
      const place = random.nextInt(0, rows.length - 1);
      const known = rows[place];
      switch (rows.length === 0 ? 0 : random.nextInt(0, 3)) {
        case 1:
          list.changing(known?.id as number);
          writeCount(list.rows.column(2), known, random);
          break;
        case 2:
          list.unlink(slot, known?.id as number);
          // A row that left its list may be written until it is reclaimed.
          writeCount(list.rows.column(2), known, random);
          list.rows.release(known?.id as number);
          rows.splice(place, 1);
          break;
        default: {
          const row = randomRow(random, most);
          const id = added(list.rows, row);
          list.append(slot, id);
          rows.push({ id, weight: 0, row });
        }
      }
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
      const rows = kept.of(key);
      const place = random.nextInt(0, rows.length - 1);
      const known = rows[place];
      switch (rows.length === 0 ? 0 : random.nextInt(0, 5)) {
        case 1:
          lists.changing(known?.id as number);
          writeCount(lists.rows.column(2), known, random);
          break;
        case 2:
          lists.remove(slot, place);
          writeCount(lists.rows.column(2), known, random);
          lists.rows.release(known?.id as number);
          rows.splice(place, 1);
          break;
        case 3: {
          const row = randomRow(random, most);
          const id = added(lists.rows, row);
          lists.replace(slot, place, id);
          writeCount(lists.rows.column(2), known, random);
          lists.rows.release(known?.id as number);
          rows[place] = { id, weight: known?.weight as number, row };
          break;
        }
        default: {
          const row = randomRow(random, most);
          const weight = random.nextInt(0, 50);
          const position = lists.upperBound(slot, weight);
          const id = added(lists.rows, row);
          lists.insert(slot, position, id, weight);
          rows.splice(position, 0, { id, weight, row });
        }
      }
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

function writeCount(
  column: Vector,
  known: { readonly id: number; readonly row: unknown[] } | undefined,
  random: Random,
): void {
  const count = random.nextInt(6, 99);
  (column as I32Vector).values[known?.id as number] = count;
  if (known !== undefined) known.row[2] = count;
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
