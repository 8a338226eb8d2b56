import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BIGINT,
  BOOLEAN,
  BYTES,
  DATE,
  DOUBLE,
  decimal,
  FLOAT,
  INT,
  type LogicalType,
  STRING,
  timestamp,
  timestampLtz,
} from '../../state/column/logical-type.js';
import { type Scalar, ScalarMap } from '../../state/column/scalar.js';
import { jsonValue, printValue } from './print-value.js';

const TIME = (precision: number): LogicalType => ({
  root: 'TIME_WITHOUT_TIME_ZONE',
  precision,
  nullable: true,
});
const ROW: LogicalType = {
  root: 'ROW',
  nullable: true,
  fields: [
    { name: 'a', type: INT },
    { name: 'b', type: STRING },
  ],
};

type Case = readonly [value: Scalar, type: LogicalType, plain: string | null, json: string];

const cases: readonly Case[] = [
  [null, INT, null, 'null'],
  [true, BOOLEAN, 'TRUE', 'true'],
  [-5, INT, '-5', '-5'],
  [9223372036854775807n, BIGINT, '9223372036854775807', '9223372036854775807'],
  [1230n, decimal(5, 2), '12.30', '12.3'],
  [-5n, decimal(5, 2), '-0.05', '-0.05'],
  [100n, decimal(3, 0), '100', '1E+2'],
  [0n, decimal(3, 2), '0.00', '0'],
  [1, DOUBLE, '1.0', '1.0'],
  [1e7, DOUBLE, '1.0E7', '1.0E7'],
  [0.001, DOUBLE, '0.001', '0.001'],
  [0.0001, DOUBLE, '1.0E-4', '1.0E-4'],
  [123456.789, DOUBLE, '123456.789', '123456.789'],
  [-0, DOUBLE, '-0.0', '-0.0'],
  [Number.NaN, DOUBLE, 'NaN', '"NaN"'],
  [Math.fround(0.1), FLOAT, '0.1', '0.1'],
  [Math.fround(16777216), FLOAT, '1.6777216E7', '1.6777216E7'],
  ['a"b', STRING, 'a"b', '"a\\"b"'],
  [Uint8Array.of(1, 171), BYTES, "x'01ab'", '"Aas="'],
  [19782, DATE, '2024-02-29', '"2024-02-29"'],
  [-1, DATE, '1969-12-31', '"1969-12-31"'],
  [37230100, TIME(0), '10:20:30', '"10:20:30"'],
  [37230100, TIME(3), '10:20:30.1', '"10:20:30.1"'],
  [1500000000n, timestamp(3), '1970-01-01 00:00:01.500', '"1970-01-01T00:00:01.5"'],
  [-1n, timestamp(9), '1969-12-31 23:59:59.999999999', '"1969-12-31T23:59:59.999999999"'],
  [0n, timestampLtz(0), '1970-01-01 01:00:00', '"1970-01-01T01:00:00Z"'],
  [
    14,
    { root: 'INTERVAL_YEAR_MONTH', resolution: 'YEAR_TO_MONTH', precision: 2, nullable: true },
    '+1-02',
    '14',
  ],
  [
    -90061001n,
    {
      root: 'INTERVAL_DAY_TIME',
      resolution: 'DAY_TO_SECOND',
      precision: 2,
      fractionalPrecision: 3,
      nullable: true,
    },
    '-1 01:01:01.001',
    '-90061001',
  ],
  [[1, null], { root: 'ARRAY', element: INT, nullable: true }, '[1, NULL]', '[1,null]'],
  [[7, 'x'], ROW, '(7, x)', '{"a":7,"b":"x"}'],
  [
    new ScalarMap([
      ['k', 1],
      ['l', null],
    ]),
    { root: 'MAP', key: STRING, value: INT, nullable: true },
    '{k=1, l=NULL}',
    '{"k":1,"l":null}',
  ],
];

test('values in both printed forms', () => {
  const options = { timeZone: 'Europe/Berlin' };
  for (const [value, type, plain, json] of cases) {
    assert.equal(printValue(value, type, options), plain);
    assert.equal(jsonValue(value, type, options), json);
  }
});
