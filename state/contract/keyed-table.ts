/** What every backend's keyed and time tables do; run by each backend's tests. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { Random } from '../../conf/random.js';
import type { StateStore } from '../api/store.js';
import type { KeyedTable } from '../api/table.js';
import { gather } from '../column/gather.js';
import {
  BIGINT,
  BOOLEAN,
  BYTES,
  DOUBLE,
  decimal,
  INT,
  type LogicalType,
  STRING,
  timestamp,
} from '../column/logical-type.js';
import type { Scalar } from '../column/scalar.js';
import { scalarAt, vectorOf } from '../column/scalar-access.js';
import type { F64Vector, I64Vector, Vector } from '../column/vector.js';

const ARRAY: LogicalType = { root: 'ARRAY', element: BIGINT, nullable: true };
const ROW: LogicalType = {
  root: 'ROW',
  fields: [
    { name: 'a', type: INT },
    { name: 'b', type: STRING },
  ],
  nullable: true,
};

/** A value of each type, by number; equal numbers give equal values. 0 is null. */
const keyed: readonly (readonly [LogicalType, (n: number) => Scalar])[] = [
  [INT, (n) => n * 7919 - 1_000_000],
  [BOOLEAN, (n) => n % 2 === 0],
  [BIGINT, (n) => BigInt(n) * 3n - 5n],
  [BIGINT, (n) => BigInt(n) * (n % 5 === 0 ? 1n << 40n : -7n)],
  [decimal(38, 0), (n) => BigInt(n) ** (n % 7 === 0 ? 7n : 1n)],
  [DOUBLE, (n) => (n === 3 ? Number.NaN : n / 4)],
  [timestamp(9), (n) => BigInt(n) * 1_000_000n + (n % 3 === 0 ? 5n : 0n)],
  [STRING, (n) => (n === 1 ? '' : `key ${n}${'é'.repeat(n % 40)}`)],
  [BYTES, (n) => Uint8Array.of(n & 255, n >> 8)],
  [ARRAY, (n) => Array.from({ length: n % 4 }, (_, i) => BigInt(n + i)).concat(BigInt(n))],
  [ROW, (n) => [n, n % 2 === 0 ? null : `r${n}`]],
];

function column(type: LogicalType, make: (n: number) => Scalar, numbers: readonly number[]) {
  return vectorOf(
    type,
    numbers.map((n) => (n === 0 ? null : make(n))),
  );
}

function scalars(vector: Vector, type: LogicalType, count: number): Scalar[] {
  return Array.from({ length: count }, (_, i) => scalarAt(vector, i, type));
}

function locate(table: KeyedTable, columns: readonly Vector[], count: number, insert: boolean) {
  const slots = new Int32Array(count);
  const added = table.locate({ columns, selection: null, count }, slots, insert);
  return { slots, added };
}

export function keyedTableContract(name: string, open: () => StateStore): void {
  for (const [index, [type, make]] of keyed.entries()) {
    test(`${name}: keys of ${type.root} (${index}) against a Map`, () => {
      againstMap(open(), [[type, make]], index + 1);
    });
  }
  test(`${name}: keys of several columns against a Map`, () => {
    for (let seed = 1; seed < keyed.length; seed++) {
      againstMap(open(), [keyed[seed - 1], keyed[seed]] as typeof keyed, seed);
    }
  });
  test(`${name}: a table without key columns holds one key`, () => {
    const table = open().table({ name: 't', key: [], values: [BIGINT] });
    assert.deepEqual([...locate(table, [], 2, false).slots], [-1, -1]);
    const { slots, added } = locate(table, [], 3, true);
    assert.deepEqual([[...slots], added, table.size], [[0, 0, 0], 1, 1]);
  });
  test(`${name}: rows outside the selection are not looked at`, () => selected(open()));
  test(`${name}: value columns of all types keep what was copied`, () => values(open()));
  test(`${name}: a value column widens with its values`, () => widening(open()));
  test(`${name}: pushed strings stay as they were when state goes on`, () => sharing(open()));
  test(`${name}: namespaces are tables of their own`, () => namespaces(open()));
}

/** Random batches of inserts, look-ups and removals, checked against a Map of the key numbers. */
function againstMap(store: StateStore, types: typeof keyed, seed: number): void {
  const random = new Random(seed);
  const table = store.table({ name: 't', key: types.map(([type]) => type), values: [INT] });
  const expected = new Map<string, number>();
  for (let round = 0; round < 60; round++) {
    const count = 1 + below(random, 50);
    const numbers = types.map(([type]) =>
      Array.from({ length: count }, () => below(random, type.root === 'BOOLEAN' ? 3 : 150)),
    );
    const columns = types.map(([type, make], c) => column(type, make, numbers[c] as number[]));
    const names = Array.from({ length: count }, (_, i) => nameOf(types, numbers, i));
    const insert = below(random, 3) > 0;
    const { slots, added } = locate(table, columns, count, insert);
    assert.equal(table.inserted().length, added);
    const fresh: number[] = [];
    names.forEach((key, i) => {
      if (insert && !expected.has(key)) {
        expected.set(key, slots[i] as number);
        fresh.push(slots[i] as number);
      }
      assert.equal(slots[i], expected.get(key) ?? -1);
    });
    assert.deepEqual([...table.inserted()], fresh);
    checkKeys(table, types, columns, slots);
    if (below(random, 4) === 0) removeSome(table, expected, random);
    assert.equal(table.size, expected.size);
  }
  const live = new Int32Array(1000);
  const found = table.live(0, live);
  assert.deepEqual(
    [...live.subarray(0, found)],
    [...expected.values()].sort((a, b) => a - b),
  );
}

function nameOf(types: typeof keyed, numbers: readonly number[][], row: number): string {
  return types
    .map(([type], c) => {
      const n = (numbers[c] as number[])[row] as number;
      return type.root === 'BOOLEAN' && n > 0 ? 1 + (n % 2) : n;
    })
    .join();
}

function checkKeys(
  table: KeyedTable,
  types: typeof keyed,
  columns: readonly Vector[],
  slots: Int32Array,
): void {
  const rows = Int32Array.from(slots.keys()).filter((i) => (slots[i] as number) >= 0);
  const found = slots.filter((slot) => slot >= 0);
  const keys = table.keys(found, found.length);
  types.forEach(([type], c) => {
    const wanted = gather(columns[c] as Vector, rows, rows.length);
    const kept = scalars(keys[c] as Vector, type, rows.length);
    assert.deepEqual(kept, scalars(wanted, type, rows.length));
  });
}

function removeSome(table: KeyedTable, expected: Map<string, number>, random: Random): void {
  const gone = [...expected].filter(() => below(random, 3) === 0);
  for (const [key] of gone) expected.delete(key);
  const slots = Int32Array.from(gone, ([, slot]) => slot);
  table.remove(slots, slots.length);
}

function selected(store: StateStore): void {
  const table = store.table({ name: 't', key: [STRING], values: [] });
  const columns = [vectorOf(STRING, ['a', 'b', 'c', 'a'])];
  const slots = new Int32Array(2);
  const selection = Int32Array.of(1, 3);
  assert.equal(table.locate({ columns, selection, count: 2 }, slots, true), 2);
  assert.deepEqual([...locate(table, columns, 4, false).slots], [1, 0, -1, 1]);
}

function values(store: StateStore): void {
  const types = keyed.map(([type]) => type);
  const table = store.table({ name: 't', key: [INT], values: types });
  const numbers = Array.from({ length: 500 }, (_, i) => i % 97);
  const { slots } = locate(table, [vectorOf(INT, numbers)], 500, true);
  for (let round = 0; round < 30; round++) {
    keyed.forEach(([type, make], c) => {
      const shifted = numbers.map((n) => (n + round) % 97);
      table.column(c).copy(slots, 500, column(type, make, shifted), null);
      const kept = gather(table.column(c).vector, slots, 500);
      const wanted = column(type, make, shifted);
      assert.deepEqual(scalars(kept, type, 500), scalars(wanted, type, 500), type.root);
    });
  }
}

function widening(store: StateStore): void {
  const table = store.table({ name: 't', key: [INT], values: [decimal(38, 0)] });
  const { slots } = locate(table, [vectorOf(INT, [1, 2, 3])], 3, true);
  const amounts = table.column(0);
  amounts.copy(slots, 3, vectorOf(decimal(38, 0), [1n, null, 3n]), null);
  assert.equal(amounts.vector.lane, 'f64');
  (amounts.vector as F64Vector).values[0] = 11;
  amounts.copyOne(2, vectorOf(decimal(38, 0), [1n << 60n]), 0);
  assert.equal(amounts.vector.lane, 'i64');
  (amounts.vector as I64Vector).values[0] = 12n;
  amounts.widen('big');
  assert.deepEqual(scalars(amounts.vector, decimal(38, 0), 3), [12n, null, 1n << 60n]);
}

function sharing(store: StateStore): void {
  const table = store.table({ name: 't', key: [INT], values: [STRING] });
  const { slots } = locate(table, [vectorOf(INT, [1, 2])], 2, true);
  const text = table.column(0);
  text.copy(slots, 2, vectorOf(STRING, ['first', 'second']), null);
  const pushed = gather(text.vector, slots, 2);
  for (let i = 0; i < 1000; i++) text.copyOne(0, vectorOf(STRING, [`text number ${i}`]), 0);
  assert.deepEqual(scalars(pushed, STRING, 2), ['first', 'second']);
  const kept = gather(text.vector, slots, 2);
  assert.deepEqual(scalars(kept, STRING, 2), ['text number 999', 'second']);
}

function namespaces(store: StateStore): void {
  const windows = store.timeTable({ name: 't', key: [STRING], values: [] });
  assert.equal(windows.next(-Infinity), Infinity);
  for (const [end, keys] of [
    [3000, ['a', 'b']],
    [1000, ['b']],
    [2000, ['c']],
  ] as const) {
    locate(windows.open(end), [vectorOf(STRING, keys)], keys.length, true);
  }
  assert.deepEqual(
    [windows.next(-Infinity), windows.next(1001), windows.next(3001)],
    [1000, 2000, Infinity],
  );
  assert.equal(windows.find(3000)?.size, 2);
  const early = windows.open(1000);
  const emitted = early.keys(Int32Array.of(0), 1);
  windows.drop(1000);
  assert.equal(windows.find(1000), undefined);
  const next = windows.open(4000);
  assert.equal(next.size, 0);
  assert.deepEqual([...locate(next, [vectorOf(STRING, ['b', 'd'])], 2, false).slots], [-1, -1]);
  assert.deepEqual([...locate(next, [vectorOf(STRING, ['d'])], 1, true).slots], [0]);
  assert.equal(scalarAt(emitted[0] as Vector, 0, STRING), 'b');
  assert.equal(windows.size, 3);
}

function below(random: Random, limit: number): number {
  return random.nextInt(0, limit - 1);
}
