import assert from 'node:assert/strict';
import test from 'node:test';
import { BIGINT, INT, type LogicalType } from '../column/logical-type.js';
import type { Vector } from '../column/vector.js';
import { DenseLookup } from './dense-lookup.js';
import { HeapTable } from './keyed-table.js';

type Key = number | null;

/** A table beside a Map that says what it must find. */
class Checked {
  readonly table: HeapTable;
  readonly #slots = new Map<Key, number>();
  readonly #type: LogicalType;

  constructor(type: LogicalType) {
    this.#type = type;
    this.table = new HeapTable({ name: 't', key: [type], values: [] });
  }

  insert(keys: readonly Key[], selection: Int32Array | null = null): void {
    const slots = this.#locate(keys, selection, true);
    slots.forEach((slot, i) => {
      const key = keys[selection === null ? i : (selection[i] as number)] as Key;
      if (!this.#slots.has(key)) this.#slots.set(key, slot);
      assert.equal(slot, this.#slots.get(key), `key ${key}`);
    });
    assert.equal(new Set(this.#slots.values()).size, this.#slots.size);
    assert.equal(this.table.size, this.#slots.size);
  }

  remove(keys: readonly Key[]): void {
    const slots = keys.map((key) => this.#slots.get(key) as number);
    this.table.remove(Int32Array.from(slots), slots.length);
    for (const key of keys) this.#slots.delete(key);
  }

  holds(keys: readonly Key[]): void {
    const expected = keys.map((key) => this.#slots.get(key) ?? -1);
    assert.deepEqual([...this.#locate(keys, null, false)], expected);
    const live = Int32Array.from(this.#slots.values());
    const [kept] = this.table.keys(live, live.length) as [Vector & { values: Float64Array }];
    assert.deepEqual(
      [...kept.values],
      [...this.#slots.keys()].map((key) => key ?? 0),
    );
  }

  #locate(keys: readonly Key[], selection: Int32Array | null, insert: boolean): Int32Array {
    const numbers = keys.map((key) => key ?? 0);
    const nulls = keys.includes(null)
      ? Uint8Array.from(keys, (key) => (key === null ? 1 : 0))
      : null;
    const column: Vector =
      this.#type === INT
        ? { lane: 'i32', values: Int32Array.from(numbers), nulls }
        : { lane: 'f64', values: Float64Array.from(numbers), nulls };
    const count = selection?.length ?? keys.length;
    const slots = new Int32Array(count);
    this.table.locate({ columns: [column], selection, count }, slots, insert);
    return slots;
  }
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, i) => from + ((i * 7) % (to - from)));

for (const type of [INT, BIGINT]) {
  test(`keys of ${type.root} that lie close together, then far away, then close again`, () => {
    const checked = new Checked(type);
    checked.insert(range(-50, 150));
    checked.insert([7, 7, 151, 152, 151], Int32Array.of(1, 2, 4));
    checked.holds([-50, 149, 150, 151, 152, 2 ** 31 - 1, -(2 ** 31)]);
    checked.insert(range(-200, 0));
    checked.remove([-200, 0, 3, 149]);
    checked.insert([3, 160, 0]);
    checked.holds([-200, -199, 0, 3, 149, 150, 160]);
    checked.insert([2 ** 31 - 1, -(2 ** 31), 5]);
    checked.holds([2 ** 31 - 1, -(2 ** 31), -200, -199, 3, 5, 161]);
    checked.remove([2 ** 31 - 1, 5]);
    checked.insert(range(150, 3000));
    checked.insert([5, 5, 2 ** 31 - 1]);
    checked.holds([...range(-200, 3000), 2 ** 31 - 1, -(2 ** 31)]);
  });
}

test('a null, a wide and a fractional key end it', () => {
  for (const last of [null, 2 ** 40, 0.5]) {
    const checked = new Checked(BIGINT);
    checked.insert(range(0, 500));
    checked.insert([4, last, 4, 501]);
    checked.holds([...range(0, 500), last, 501, 502]);
  }
});

test('the index of close keys is the smaller one, and serves again after a reset', () => {
  const checked = new Checked(BIGINT);
  checked.insert(range(0, 100_000));
  const bytes = checked.table.memoryBytes();
  assert.ok(bytes < 100_000 * (8 + 8), `${bytes} bytes`);
  checked.table.reset();
  const slots = new Int32Array(3);
  const columns: Vector[] = [{ lane: 'f64', values: Float64Array.of(9, 8, 9), nulls: null }];
  assert.equal(checked.table.locate({ columns, selection: null, count: 3 }, slots, true), 2);
  assert.deepEqual([...slots], [0, 1, 0]);
});

test('keys that lie far apart have none', () => {
  assert.equal(DenseLookup.over(0, 4000, 1000), null);
  assert.equal(DenseLookup.over(1, 4000, 1000)?.greatest, 4000);
});
