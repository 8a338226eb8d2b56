import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../conf/random.js';
import { BIGINT, INT, STRING } from '../column/logical-type.js';
import type { Scalar } from '../column/scalar.js';
import { scalarAt, vectorOf } from '../column/scalar-access.js';
import type { Vector } from '../column/vector.js';
import { HeapLinkedRows } from './linked-rows.js';
import { HeapRowArena } from './row-arena.js';
import { RowIds } from './row-ids.js';
import { HeapSortedRows } from './sorted-rows.js';

function ints(values: readonly number[]): Vector[] {
  return [vectorOf(INT, values)];
}

/** The slot of each key. */
function slotsOf(lists: HeapLinkedRows | HeapSortedRows, keys: readonly number[]): Int32Array {
  const slots = new Int32Array(keys.length);
  lists.locate({ columns: ints(keys), selection: null, count: keys.length }, slots, true);
  return slots;
}

function addRow(arena: HeapRowArena, value: number): number {
  const ids = new Int32Array(1);
  arena.add(ints([value]), null, 1, ids);
  return ids[0] as number;
}

test('A released row is readable until reclaim, then its id is given again', () => {
  const types = [STRING, BIGINT];
  const arena = new HeapRowArena(types);
  const columns = [vectorOf(STRING, ['a', null, 'ccc']), vectorOf(BIGINT, [1n, 2n ** 60n, null])];
  const ids = new Int32Array(3);
  arena.add(columns, Int32Array.of(2, 1, 0), 3, ids);
  const row = (id: number): Scalar[] =>
    arena.columns().map((column, c) => scalarAt(column, id, types[c] as typeof STRING));
  assert.deepEqual([...ids].map(row), [
    ['ccc', null],
    [null, 2n ** 60n],
    ['a', 1n],
  ]);
  arena.release(ids[1] as number);
  assert.equal(arena.size, 2);
  assert.deepEqual(row(ids[1] as number), [null, 2n ** 60n]);
  arena.reclaim();
  const again = new Int32Array(1);
  arena.add([vectorOf(STRING, ['d']), vectorOf(BIGINT, [4n])], null, 1, again);
  assert.equal(again[0], ids[1]);
  assert.deepEqual(row(again[0] as number), ['d', 4n]);
  assert.equal(arena.end, 3);
});

test('Linked lists keep the order of arrival under random additions and removals', () => {
  const random = new Random(3);
  const lists = new HeapLinkedRows({ name: 'rows', key: [INT], lists: [[INT], [INT]] });
  const expected = new Map<string, number[]>();
  for (let step = 0; step < 3000; step++) {
    const [key, side] = [random.nextInt(0, 20), random.nextInt(0, 1)];
    const list = lists.lists[side] as (typeof lists.lists)[number];
    const [slot] = slotsOf(lists, [key]) as unknown as [number];
    const ids = expected.get(`${key} ${side}`) ?? [];
    expected.set(`${key} ${side}`, ids);
    if (ids.length > 0 && random.nextBoolean()) {
      const [id] = ids.splice(random.nextInt(0, ids.length - 1), 1) as [number];
      list.unlink(slot, id);
      list.rows.release(id);
      list.rows.reclaim();
      lists.prune(Int32Array.of(slot, slot), 2);
    } else {
      const id = addRow(list.rows, step);
      list.append(slot, id);
      ids.push(id);
    }
    const keys = [...expected].filter(([, kept]) => kept.length > 0).map(([name]) => name);
    assert.equal(lists.keys.size, new Set(keys.map((name) => name.split(' ')[0])).size);
  }
  for (const [name, ids] of expected) {
    const [key, side] = name.split(' ').map(Number) as [number, number];
    const list = lists.lists[side] as (typeof lists.lists)[number];
    const [slot] = slotsOf(lists, [key]) as unknown as [number];
    const found: number[] = [];
    for (let id = list.first(slot); id >= 0; id = list.next(id)) found.push(id);
    assert.deepEqual(found, ids);
  }
});

test('Rows are appended and taken out many at a time', () => {
  const random = new Random(5);
  const lists = new HeapLinkedRows({ name: 'rows', key: [INT], lists: [[INT], [INT]] });
  const [list] = lists.lists as [(typeof lists.lists)[number]];
  const keys = 30_000;
  const model: number[][] = Array.from({ length: keys }, () => []);
  const all = slotsOf(lists, [...model.keys()]);
  for (let round = 0; round < 3; round++) {
    const chosen = Array.from({ length: 2 * keys }, () => random.nextInt(0, keys - 1));
    const ids = new Int32Array(chosen.length);
    list.rows.add(ints(chosen), null, chosen.length, ids);
    list.appendAll(
      Int32Array.from(chosen, (key) => all[key] as number),
      ids,
      ids.length,
    );
    chosen.forEach((key, i) => {
      model[key]?.push(ids[i] as number);
    });
    const half = all.subarray(0, keys / 2);
    const ends = new Int32Array(half.length);
    const taken = list.take(half, half.length, ends);
    assert.deepEqual([...taken], model.slice(0, half.length).flat());
    assert.equal(ends.at(-1), taken.length);
    assert.deepEqual([...taken.subarray(ends[6], ends[7])], model[7]);
    list.rows.reclaim();
    for (let key = 0; key < half.length; key++) model[key] = [];
    assert.equal(list.rows.size, model.flat().length);
    assert.equal(list.first(all[0] as number), -1);
    assert.equal(list.last(all[0] as number), -1);
  }
  const kept: number[] = [];
  for (const slot of all) {
    for (let id = list.first(slot); id >= 0; id = list.next(id)) kept.push(id);
  }
  assert.deepEqual(kept, model.flat());
});

test('Ids that were freed in any order are given again as neighbours', () => {
  const ids = new RowIds();
  const all = new Int32Array(100);
  ids.take(100, all);
  assert.deepEqual([...all], [...all.keys()]);
  ids.give(Int32Array.of(71, 3, 64, 2, 99, 70, 5), 7);
  assert.equal(ids.free, 7);
  const again = new Int32Array(8);
  ids.take(8, again);
  assert.deepEqual([...again], [99, 2, 3, 5, 64, 70, 71, 100]);
  assert.equal(ids.free, 0);
  assert.equal(ids.end, 101);
});

test('Sorted lists keep positions and weights under random insertions and removals', () => {
  const random = new Random(4);
  const lists = new HeapSortedRows({ name: 'rows', key: [INT], row: [INT] });
  const expected = new Map<number, { id: number; weight: number }[]>();
  for (let step = 0; step < 5000; step++) {
    const key = random.nextInt(0, 6);
    const [slot] = slotsOf(lists, [key]) as unknown as [number];
    const list = expected.get(key) ?? [];
    expected.set(key, list);
    if (list.length > 0 && random.nextInt(0, 9) < 4) {
      const position = random.nextInt(0, list.length - 1);
      list.splice(position, 1);
      lists.remove(slot, position);
    } else {
      const weight = random.nextInt(0, 50);
      const position = lists.upperBound(slot, weight);
      const above = list.findIndex((entry) => entry.weight > weight);
      assert.equal(position, above < 0 ? list.length : above);
      const atLeast = list.findIndex((entry) => entry.weight >= weight);
      assert.equal(lists.lowerBound(slot, weight), atLeast < 0 ? list.length : atLeast);
      const id = addRow(lists.rows, step);
      lists.insert(slot, position, id, weight);
      list.splice(position, 0, { id, weight });
    }
    lists.touch(Int32Array.of(slot), 1);
    assert.equal(lists.count(slot), list.length);
    lists.prune(Int32Array.of(slot, slot), 2);
  }
  for (const [key, list] of expected) {
    const [slot] = slotsOf(lists, [key]) as unknown as [number];
    const found = list.map((_, at) => ({
      id: lists.at(slot, at),
      weight: lists.weightAt(slot, at),
    }));
    assert.deepEqual(found, list);
  }
});

test('Sorted rows that come behind and go in front, of lists that grow beside each other', () => {
  const random = new Random(9);
  const lists = new HeapSortedRows({ name: 'rows', key: [INT], row: [INT] });
  const [first = 0, second = 0] = slotsOf(lists, [1, 2]);
  const model = new Map<number, number[]>([
    [first, []],
    [second, []],
  ]);
  for (let step = 0; step < 4000; step++) {
    const slot = random.nextBoolean() ? first : second;
    const own = model.get(slot) as number[];
    if (own.length > 0 && random.nextInt(0, 99) < 48) {
      const position = random.nextInt(0, 9) === 0 ? random.nextInt(0, own.length - 1) : 0;
      lists.rows.release(lists.at(slot, position));
      lists.remove(slot, position);
      own.splice(position, 1);
      continue;
    }
    const weight = step - random.nextInt(0, 5);
    const position = lists.upperBound(slot, weight);
    lists.insert(slot, position, addRow(lists.rows, weight), weight);
    own.splice(position, 0, weight);
  }
  for (const [slot, own] of model) {
    const kept = Array.from({ length: lists.count(slot) }, (_, at) => lists.weightAt(slot, at));
    assert.deepEqual(kept, own);
    const rows = kept.map((_, at) => scalarAt(lists.rows.column(0), lists.at(slot, at), INT));
    assert.deepEqual(rows, own);
  }
});

test('A sorted row goes behind those of its weight, and rows are copied by position', () => {
  const random = new Random(4);
  const lists = new HeapSortedRows({ name: 'rows', key: [INT], row: [INT] });
  const [slot] = slotsOf(lists, [7]) as unknown as [number];
  lists.touch(Int32Array.of(slot, -1), 2);
  const expected: { readonly id: number; readonly weight: number }[] = [];
  for (let row = 0; row < 100; row++) {
    const weight = random.nextInt(0, 20);
    const id = addRow(lists.rows, row);
    const behind = expected.findIndex((other) => other.weight > weight);
    const position = behind < 0 ? expected.length : behind;
    expected.splice(position, 0, { id, weight });
    assert.equal(lists.add(slot, id, weight), position);
  }
  const ids = new Int32Array(12).fill(-1);
  lists.copy(slot, 40, 50, ids, 1);
  assert.deepEqual([...ids], [-1, ...expected.slice(40, 50).map(({ id }) => id), -1]);
});
