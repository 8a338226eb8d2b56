/** Files as Arrow's C++ writer makes them; `testdata/README.md` says how. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BIGINT,
  decimal,
  INT,
  type LogicalType,
  STRING,
  timestamp,
  withNullable,
} from '../../../state/column/logical-type.js';
import { type Scalar, ScalarMap } from '../../../state/column/scalar.js';
import { readRows, sourceSpec } from '../contract/source-contract.js';

/** The values of the file's columns, row by row. */
async function read(
  file: string,
  types: Readonly<Record<string, LogicalType>>,
): Promise<(readonly Scalar[])[]> {
  const path = `operators/source/filesystem/testdata/${file}.parquet`;
  const options = { connector: 'filesystem', format: 'parquet', path };
  const columns = Object.entries(types).map(([name, type]) => ({ name, type }));
  return readRows(sourceSpec(options, columns));
}

const everySeventh = (i: number): Scalar => (i % 7 === 3 ? null : i * i - 5000);
const everyFifth = (i: number): Scalar => {
  return i % 5 === 2 ? null : BigInt(i - 150) * 2n ** 40n + BigInt(i);
};
const word = (i: number): Scalar => (i % 11 === 4 ? null : `prefix-${Math.floor(i / 10)}-${i}`);

const rows = <T>(count: number, row: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => row(i));

for (const [file, what] of [
  ['delta-v1', 'delta encodings'],
  ['delta-v2', 'delta encodings in pages of version 2'],
  ['fallback', 'a dictionary that grew too large, and plain pages behind it'],
] as const) {
  test(what, async () => {
    assert.deepEqual(
      await read(file, { i: INT, l: BIGINT, s: STRING }),
      rows(300, (i) => [everySeventh(i), everyFifth(i), word(i)]),
    );
  });
}

test('lengths as deltas, and a column that the file lacks', async () => {
  assert.deepEqual(
    await read('delta-length', { none: BIGINT, s: STRING }),
    rows(300, (i) => [null, word(i)]),
  );
  await assert.rejects(read('delta-length', { none: withNullable(BIGINT, false) }), {
    code: 'DATA_FILE',
    reason: "The Parquet file has no column 'none', which is NOT NULL",
    hint: 'Its columns are: s.',
  });
});

test('INT96 times', async () => {
  const start = BigInt(Date.UTC(2001, 0, 1)) * 1_000_000n + 123_456_000n;
  const at = (i: number): Scalar => {
    if (i === 8) return -1000n;
    return i === 7 ? null : start + BigInt(i) * (5n * 3_600_000_000_000n + 1000n);
  };
  assert.deepEqual(
    await read('int96', { t: timestamp(6) }),
    rows(40, (i) => [at(i)]),
  );
});

test('decimals as bytes of fixed length, and as integers', async () => {
  const wide = (i: number): Scalar => (i % 9 === 5 ? null : BigInt(i - 20) * 12345678901234567n);
  const small = (i: number): Scalar => (i % 9 === 5 ? null : BigInt(i - 20));
  assert.deepEqual(
    await read('decimal', { wide: decimal(38, 3), small: decimal(9, 2), mid: decimal(18, 2) }),
    rows(40, (i) => [wide(i), small(i), small(i)]),
  );
  assert.deepEqual(
    await read('decimal-integer', { small: decimal(9, 2), mid: decimal(18, 2) }),
    rows(40, (i) => [small(i), small(i)]),
  );
});

const array = (element: LogicalType): LogicalType => ({ root: 'ARRAY', element, nullable: true });
const row = (types: Readonly<Record<string, LogicalType>>): LogicalType => ({
  root: 'ROW',
  fields: Object.entries(types).map(([name, type]) => ({ name, type })),
  nullable: true,
});
const map = (key: LogicalType, value: LogicalType): LogicalType => ({
  root: 'MAP',
  key,
  value,
  nullable: true,
});

test('rows, lists and maps, empty and null ones too', async () => {
  const types = { r: row({ a: INT, b: STRING, none: INT }), l: array(INT), m: map(STRING, BIGINT) };
  const expected = rows(12, (i): Scalar[] => [
    i % 4 === 0 ? null : [i, i % 3 === 0 ? null : `x${i}`, null],
    i % 5 === 0 ? null : rows(i % 4, (j) => (j === 1 ? null : j * i)),
    i % 6 === 0
      ? null
      : new ScalarMap(rows(i % 3, (j) => [`k${j}`, j === 1 ? null : BigInt(j + i)])),
  ]);
  assert.deepEqual(await read('nested', types), expected);
});

test('what stands in a nested column is read as exactly as a flat one', async () => {
  const deep = array(row({ d: decimal(38, 3), t: timestamp(3), l: BIGINT }));
  const day = (i: number): bigint => BigInt(Date.UTC(2001, 0, 1 + i)) * 1_000_000n;
  assert.deepEqual(
    await read('nested', { deep }),
    rows(12, (i) => [[[BigInt(i) * 10n ** 20n + 1n, day(i), BigInt(i) * 2n ** 53n + 1n]]]),
  );
});

test('a nested column of another shape is refused by name', async () => {
  for (const [name, type] of [
    ['l', row({ a: INT })],
    ['r', array(INT)],
    ['m', array(STRING)],
    ['l', array(STRING)],
    ['m', map(STRING, INT)],
    ['r', row({ a: withNullable(STRING, false) })],
    ['l', INT],
  ] as const) {
    await assert.rejects(read('nested', { [name]: type }), {
      code: 'DATA_FILE',
      reason: new RegExp(`^Column '${name}' is a group.* which cannot be read as `),
    });
  }
});
