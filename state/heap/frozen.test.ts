/** What a table held at a barrier, while everything that may happen to a table happens. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../conf/random.js';
import { BIGINT, INT, type LogicalType, STRING } from '../column/logical-type.js';
import { scalarAt, vectorOf } from '../column/scalar-access.js';
import type { Vector } from '../column/vector.js';
import { HeapTable, type TableCopy } from './keyed-table.js';

const ITEMS: LogicalType = { root: 'ARRAY', nullable: true, element: INT };
const VALUES = [BIGINT, BIGINT, STRING, ITEMS];
const KEYS = 3000;
const ROWS = 200;

type Row = readonly [bigint | null, bigint | null, string | null, readonly number[] | null];

function randomRow(random: Random, most: bigint, hasNulls: boolean): Row {
  const n = (): bigint => BigInt(random.nextInt(0, 1000)) * most;
  const orNull = <T>(value: T): T | null => (hasNulls && random.nextInt(0, 3) === 0 ? null : value);
  const items = Array.from({ length: random.nextInt(0, 3) }, () => random.nextInt(0, 9));
  return [orNull(n()), orNull(n()), orNull('x'.repeat(random.nextInt(0, 30))), orNull(items)];
}

class Model {
  readonly table = new HeapTable(
    { name: 't', key: [BIGINT], values: VALUES, together: [0, 1] },
    true,
  );
  readonly rows = new Map<number, Row>();
  readonly #slots = new Int32Array(ROWS);

  put(random: Random, most: bigint, hasNulls: boolean): void {
    const numbers = [...new Set(Array.from({ length: ROWS }, () => random.nextInt(0, KEYS)))];
    const rows = numbers.map(() => randomRow(random, most, hasNulls));
    this.#locate(numbers, true);
    VALUES.forEach((type, c) => {
      const column = vectorOf(
        type,
        rows.map((row) => row[c] as never),
      );
      this.table.column(c).copy(this.#slots, numbers.length, column, null);
    });
    for (const [i, key] of numbers.entries()) this.rows.set(key, rows[i] as Row);
  }

  remove(random: Random): void {
    const going = [...this.rows.keys()].filter(() => random.nextInt(0, 20) === 0).slice(0, ROWS);
    this.#locate(going, false);
    this.table.remove(this.#slots, going.length);
    for (const key of going) this.rows.delete(key);
  }

  #locate(keys: readonly number[], insert: boolean): void {
    const column = vectorOf(BIGINT, keys.map(BigInt));
    const rows = { columns: [column], selection: null, count: keys.length };
    this.table.locate(rows, this.#slots.subarray(0, keys.length), insert);
  }
}

function contentOf({ keys, values, slots }: TableCopy): [number, Row][] {
  const rows = [...slots].map((slot): [number, Row] => [
    Number(scalarAt(keys[0] as Vector, slot, BIGINT)),
    VALUES.map((type, c) => scalarAt(values[c] as Vector, slot, type)) as unknown as Row,
  ]);
  return rows.sort(([a], [b]) => a - b);
}

const sorted = (rows: ReadonlyMap<number, Row>): [number, Row][] =>
  [...rows].sort(([a], [b]) => a - b);

test('a table goes on while what it held is copied a page at a time', () => {
  for (let seed = 1; seed <= 6; seed++) {
    const random = new Random(seed);
    const model = new Model();
    for (let i = 0; i < 20; i++) model.put(random, 1n, false);
    for (const [most, hasNulls] of [
      [1n, false],
      [1n, true],
      [10n ** 16n, true],
      [10n ** 24n, true],
    ] as const) {
      const expected = sorted(model.rows);
      const frozen = model.table.frozen();
      let isDone = false;
      for (let i = 0; i < 8 && !isDone; i++) {
        // Wider values and nulls come once some pages are copied.
        model.put(random, i < 2 ? 1n : most, i >= 2 && hasNulls);
        model.remove(random);
        isDone = frozen.advance(256);
      }
      assert.deepEqual(contentOf(frozen.copy()), expected);
    }
    assert.deepEqual(contentOf(model.table.frozen().copy()), sorted(model.rows));
  }
});
