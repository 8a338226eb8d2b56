/** Test support: columns of every type by seed, extremes and nulls among them. */
import type { Random } from '../../conf/random.js';
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
} from '../column/logical-type.js';
import { type Scalar, ScalarMap } from '../column/scalar.js';

const ARRAY: LogicalType = { root: 'ARRAY', element: STRING, nullable: true };
const MAP: LogicalType = { root: 'MAP', key: INT, value: ARRAY, nullable: true };
const MULTISET: LogicalType = { root: 'MULTISET', element: BIGINT, nullable: true };
const ROW: LogicalType = {
  root: 'ROW',
  fields: [
    { name: 'a', type: DOUBLE },
    { name: 'b', type: ARRAY },
    { name: 'c', type: BIGINT },
  ],
  nullable: true,
};

export const sampleTypes: readonly LogicalType[] = [
  BOOLEAN,
  INT,
  DATE,
  BIGINT,
  decimal(38, 4),
  FLOAT,
  DOUBLE,
  timestamp(3),
  timestamp(9),
  timestampLtz(6),
  STRING,
  BYTES,
  ARRAY,
  MAP,
  MULTISET,
  ROW,
];

export function sampleOf(type: LogicalType, random: Random): Scalar {
  if (random.nextInt(0, 9) === 0) return null;
  switch (type.root) {
    case 'BOOLEAN':
      return random.nextBoolean();
    case 'INTEGER':
    case 'DATE':
      return random.pick([0, -1, 1, 255, 256, -256, 2147483647, -2147483648, small(random)]) ?? 0;
    case 'BIGINT':
      return wide(random, 63);
    case 'DECIMAL':
      return wide(random, 126);
    case 'FLOAT':
      return Math.fround(float(random));
    case 'DOUBLE':
      return float(random);
    case 'TIMESTAMP_WITHOUT_TIME_ZONE':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return time(random, type.precision);
    case 'VARCHAR':
      return text(random);
    case 'VARBINARY':
      return Uint8Array.from({ length: random.nextInt(0, 5) }, () => random.nextInt(0, 2) * 127);
    default:
      return nested(type, random);
  }
}

function nested(type: LogicalType, random: Random): Scalar {
  const items = Array.from({ length: random.nextInt(0, 3) }, (_, i) => i);
  switch (type.root) {
    case 'ARRAY':
      return items.map(() => sampleOf(type.element, random));
    case 'MAP':
      return new ScalarMap(items.map((i) => [small(random) * 4 + i, sampleOf(type.value, random)]));
    case 'MULTISET':
      return new ScalarMap(items.map((i) => [BigInt(small(random) * 4 + i), 1 + i]));
    default:
      return 'fields' in type ? type.fields.map((field) => sampleOf(field.type, random)) : null;
  }
}

function small(random: Random): number {
  return random.nextInt(-20, 20);
}

function wide(random: Random, bits: number): bigint {
  const value = (1n << BigInt(random.nextInt(0, bits))) + BigInt(random.nextInt(-2, 2));
  return random.nextBoolean() ? value : -value;
}

function float(random: Random): number {
  const special = [0, -0, 1, -1, Number.NaN, Infinity, -Infinity, Number.MAX_VALUE, 5e-324];
  return random.nextBoolean() ? (random.pick(special) ?? 0) : random.nextGaussian() * 1000;
}

function time(random: Random, precision: number): bigint {
  const milliseconds = wide(random, 47) % 250_000_000_000_000n;
  const step = 10n ** BigInt(9 - precision);
  const nanos = precision > 3 ? (BigInt(random.nextInt(0, 999_999)) / step) * step : 0n;
  return milliseconds * 1_000_000n + nanos;
}

const pieces = ['', '\0', '\0\u0001', 'a', 'ab', 'é', '\uffff', '😀', 'z'.repeat(40)];

function text(random: Random): string {
  const count = random.nextInt(0, 3);
  return Array.from({ length: count }, () => random.pick(pieces) ?? '').join('');
}
