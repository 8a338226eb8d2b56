/** What every backend's ordered tables do; run by each backend's tests. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { Random } from '../../conf/random.js';
import type { OrderedTable } from '../api/ordered.js';
import type { StateStore } from '../api/store.js';
import { compareAt } from '../column/compare.js';
import { BIGINT, INT, type LogicalType, STRING } from '../column/logical-type.js';
import type { Scalar } from '../column/scalar.js';
import { scalarAt, vectorOf } from '../column/scalar-access.js';
import type { I32Vector } from '../column/vector.js';

const orders: readonly (readonly [LogicalType, (n: number) => Scalar])[] = [
  [INT, (n) => n - 40],
  [BIGINT, (n) => BigInt(n - 40) * (n > 60 ? 1n << 55n : 1n)],
  [STRING, (n) => (n === 0 ? null : `${'z'.repeat(n % 9)}${n}`)],
];

export function orderedTableContract(name: string, open: () => StateStore): void {
  for (const [type, make] of orders) {
    for (const descending of [false, true]) {
      const direction = descending ? 'descending' : 'ascending';
      test(`${name}: groups ordered by ${type.root} ${direction} against a sorted array`, () => {
        againstArray(open(), type, make, descending);
      });
    }
  }
}

function againstArray(
  store: StateStore,
  type: LogicalType,
  make: (n: number) => Scalar,
  descending: boolean,
): void {
  const random = new Random(descending ? 2 : 1);
  const order = [{ type, descending, nullsFirst: !descending }];
  const table = store.orderedTable({ name: 't', key: [INT], order, values: [INT] });
  const all = vectorOf(
    type,
    Array.from({ length: 80 }, (_, n) => make(n)),
  );
  const sign = descending ? -1 : 1;
  const expected = new Map<number, Map<number, number>>();
  for (let round = 0; round < 1500; round++) {
    const key = below(random, 4);
    const group = groupOf(table, key, true);
    const entries = expected.get(key) ?? new Map<number, number>();
    expected.set(key, entries);
    const n = below(random, 80);
    table.bind([all]);
    if (below(random, 5) < 3) {
      const entry = table.put(group, n);
      assert.equal(table.added, !entries.has(n));
      if (table.added) entries.set(n, round);
      if (table.added) valuesOf(table)[entry] = round;
    } else {
      const entry = table.find(group, n);
      assert.equal(entry !== -1, entries.has(n));
      if (entry !== -1) table.remove(group, entry);
      entries.delete(n);
    }
    if (round % 50 !== 0) continue;
    const sorted = [...entries].sort(([a], [b]) => sign * compareAt(all, a, all, b));
    assert.deepEqual(walk(table, group, type), {
      forward: sorted.map(([m, value]) => [make(m), value]),
      backward: sorted.map(([, value]) => value).reverse(),
    });
  }
  assert.equal(
    table.size,
    [...expected.values()].reduce((sum, entries) => sum + entries.size, 0),
  );
  emptied(table, all.lane === 'bytes' ? 1 : 0);
}

function groupOf(table: OrderedTable, key: number, insert: boolean): number {
  const groups = new Int32Array(1);
  table.groups({ columns: [vectorOf(INT, [key])], selection: null, count: 1 }, groups, insert);
  return groups[0] as number;
}

function valuesOf(table: OrderedTable): Int32Array {
  return (table.column(0).vector as I32Vector).values;
}

function walk(table: OrderedTable, group: number, type: LogicalType) {
  const values = valuesOf(table);
  const forward: [Scalar, number][] = [];
  const backward: number[] = [];
  const kept = table.orderColumn(0).vector;
  for (let e = table.first(group); e !== -1; e = table.next(e)) {
    forward.push([scalarAt(kept, e, type), values[e] as number]);
  }
  for (let e = table.last(group); e !== -1; e = table.previous(e)) {
    backward.push(values[e] as number);
  }
  assert.equal(table.count(group), forward.length);
  return { forward, backward };
}

function emptied(table: OrderedTable, key: number): void {
  const group = groupOf(table, key, false);
  while (table.count(group) > 0) table.remove(group, table.first(group));
  assert.equal(table.first(group), -1);
  table.prune(Int32Array.of(group, group), 2);
  assert.equal(groupOf(table, key, false), -1);
}

function below(random: Random, limit: number): number {
  return random.nextInt(0, limit - 1);
}
