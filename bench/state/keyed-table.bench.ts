/**
 * Look-ups a second in a keyed table, one core: `node dist/bench/state/keyed-table.bench.js`.
 * Keys are looked up in random order, 2,048 a batch, after all were inserted; inserting
 * counts the making of the batches.
 */
import {
  BIGINT,
  INT,
  type LogicalType,
  STRING,
  timestamp,
} from '../../state/column/logical-type.js';
import { vectorOf } from '../../state/column/scalar-access.js';
import type { Vector } from '../../state/column/vector.js';
import { HeapStore } from '../../state/heap/store.js';
import { cpuMs } from '../cpu-ms.js';

const ROWS = 2048;
const LOOKUPS = 20_000_000;

type Make = (keys: Int32Array) => readonly Vector[];

const int: Make = (keys) => [{ lane: 'i32', values: keys, nulls: null }];
const long: Make = (keys) => [{ lane: 'f64', values: Float64Array.from(keys), nulls: null }];
const i64: Make = (keys) => [
  { lane: 'i64', values: BigInt64Array.from(keys, (k) => BigInt(k) << 31n), nulls: null },
];
const time: Make = (keys) => [
  { lane: 'time', values: Float64Array.from(keys), nanos: null, nulls: null },
];
const text: Make = (keys) => [
  vectorOf(
    STRING,
    [...keys].map((k) => `airport-${k}`),
  ),
];
const pair: Make = (keys) => [...int(keys.map((k) => k & 255)), ...long(keys)];

const kinds: readonly (readonly [string, readonly LogicalType[], Make])[] = [
  ['INT', [INT], int],
  ['BIGINT', [BIGINT], long],
  ['BIGINT over 2^53', [BIGINT], i64],
  ['TIMESTAMP(3)', [timestamp(3)], time],
  ['STRING', [STRING], text],
  ['INT, BIGINT', [INT, BIGINT], pair],
];

function run(types: readonly LogicalType[], make: Make, keys: number): number[] {
  const table = new HeapStore({ first: 0, last: 127, of: 128 }).table({
    name: 't',
    key: types,
    values: [],
  });
  const slots = new Int32Array(ROWS);
  const inserted = performance.now();
  for (let first = 0; first < keys; first += ROWS) {
    const count = Math.min(ROWS, keys - first);
    const columns = make(Int32Array.from({ length: count }, (_, i) => first + i));
    table.locate({ columns, selection: null, count }, slots, true);
  }
  const insertSeconds = (performance.now() - inserted) / 1000;
  const batches = Array.from({ length: 64 }, () =>
    make(Int32Array.from({ length: ROWS }, () => Math.floor(Math.random() * keys))),
  );
  let best = 0;
  for (let round = 0; round < 3; round++) {
    const start = cpuMs();
    let rows = 0;
    while (rows < LOOKUPS / 3) {
      for (const columns of batches) {
        table.locate({ columns, selection: null, count: ROWS }, slots, false);
        rows += ROWS;
      }
    }
    best = Math.max(best, rows / (cpuMs() - start) / 1000);
  }
  return [best, keys / insertSeconds / 1e6, table.size];
}

for (const [name, types, make] of kinds) {
  for (const keys of name === 'STRING' ? [1000, 100_000] : [1000, 100_000, 5_000_000]) {
    const [lookups, inserts] = run(types, make, keys) as [number, number];
    const figures = `${lookups.toFixed(1)} M lookups/s, ${inserts.toFixed(1)} M inserts/s`;
    console.log(`${name.padEnd(18)} ${String(keys).padStart(9)} keys: ${figures}`);
  }
}
