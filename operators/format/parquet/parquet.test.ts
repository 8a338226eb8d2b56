import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SchemaElement } from 'hyparquet';
import { Random } from '../../../conf/random.js';
import {
  BIGINT,
  DATE,
  DOUBLE,
  decimal,
  INT,
  type LogicalType,
  SMALLINT,
  STRING,
  timestamp,
} from '../../../state/column/logical-type.js';
import type { Scalar } from '../../../state/column/scalar.js';
import { scalarAt } from '../../../state/column/scalar-access.js';
import { decodeHybrid, isOneRun } from './bits.js';
import { conversionOf } from './convert.js';
import { decodePlain, type Physical } from './plain.js';

/** Values as one bit-packed run, then one run of equal values. */
function encodeHybrid(
  packed: readonly number[],
  value: number,
  run: number,
  width: number,
): Buffer {
  const bytes: number[] = [((packed.length / 8) << 1) | 1];
  let bits = 0n;
  packed.forEach((each, i) => {
    bits |= BigInt(each >>> 0) << BigInt(i * width);
  });
  for (let i = 0; i < (packed.length * width) / 8; i++)
    bytes.push(Number((bits >> BigInt(8 * i)) & 255n));
  let header = run << 1;
  while (header > 127) {
    bytes.push((header & 127) | 128);
    header >>>= 7;
  }
  bytes.push(header);
  for (let i = 0; i < width; i += 8) bytes.push((value >>> i) & 255);
  return Buffer.from(bytes);
}

test('run lengths and bit-packed groups of every width', () => {
  const random = new Random(1);
  for (let width = 1; width <= 31; width++) {
    const most = 2 ** width - 1;
    const packed = Array.from({ length: 24 }, () => random.nextInt(0, most));
    const value = random.nextInt(0, most);
    const bytes = encodeHybrid(packed, value, 300, width);
    const out = new Int32Array(324);
    assert.ok(decodeHybrid(bytes, 0, width, out, 324));
    assert.deepEqual([...out], [...packed, ...new Array(300).fill(value)], `width ${width}`);
  }
  assert.ok(isOneRun(Buffer.of(0x80 | 16, 2, 1), 1, 136));
  assert.ok(!isOneRun(Buffer.of(0x80 | 16, 2, 1), 1, 137));
  assert.ok(!isOneRun(Buffer.of(0x80 | 16, 2, 0), 1, 136));
  assert.ok(!decodeHybrid(Buffer.of(2, 1), 0, 1, new Int32Array(9), 9));
});

function read(
  element: Partial<SchemaElement>,
  bytes: Buffer,
  count: number,
  type: LogicalType,
): Scalar[] | null {
  const full = { name: 'c', ...element } as SchemaElement;
  const convert = conversionOf(full, type);
  if (convert === null) return null;
  const physical = full.type as Physical;
  const vector = convert(decodePlain(physical, bytes, 0, count, full.type_length ?? 0));
  return Array.from({ length: count }, (_, i) => scalarAt(vector, i, type));
}

function longs(...values: bigint[]): Buffer {
  const bytes = Buffer.alloc(values.length * 8);
  values.forEach((value, i) => {
    bytes.writeBigInt64LE(value, i * 8);
  });
  return bytes;
}

function ints(...values: number[]): Buffer {
  return Buffer.from(Int32Array.from(values).buffer);
}

test('plain values as the SQL types that they can be', () => {
  const wide = [1n, -1n, 2n ** 53n + 1n];
  assert.deepEqual(read({ type: 'INT64' }, longs(...wide), 3, BIGINT), wide);
  assert.deepEqual(read({ type: 'INT64' }, longs(-5n, 2n ** 40n), 2, BIGINT), [-5n, 2n ** 40n]);
  assert.deepEqual(read({ type: 'INT32' }, ints(-7), 1, BIGINT), [-7n]);
  assert.deepEqual(read({ type: 'INT32', converted_type: 'DATE' }, ints(-1), 1, DATE), [-1]);
  const micros = {
    type: 'INT64',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
  } as const;
  assert.deepEqual(read(micros, longs(-1n, 1_500_001n), 2, timestamp(6)), [-1000n, 1500001000n]);
  assert.deepEqual(read(micros, longs(-1n, 1_500_001n), 2, timestamp(3)), [-1000000n, 1500000000n]);
  const cents = { type: 'INT32', converted_type: 'DECIMAL', precision: 5, scale: 2 } as const;
  assert.deepEqual(read(cents, ints(-150), 1, decimal(10, 2)), [-150n]);
  const big = { ...cents, type: 'FIXED_LEN_BYTE_ARRAY', type_length: 9, precision: 20 } as const;
  const bytes = Buffer.from('ffffffffffffffff6a010000000000000000', 'hex');
  assert.deepEqual(read(big, bytes, 2, decimal(38, 2)), [-150n, 2n ** 64n]);
  const strings = Buffer.concat([ints(2), Buffer.from('hé').subarray(0, 2), ints(0)]);
  assert.deepEqual(
    read({ type: 'BYTE_ARRAY', converted_type: 'UTF8' }, strings, 2, STRING)?.[1],
    '',
  );
  const int96 = Buffer.concat([longs(1n), ints(2_440_589)]);
  assert.deepEqual(read({ type: 'INT96' }, int96, 1, timestamp(9)), [86_400_000_000_001n]);
  const float = Buffer.from(Float32Array.of(1.5).buffer);
  assert.deepEqual(read({ type: 'FLOAT' }, float, 1, DOUBLE), [1.5]);
});

test('what would lose something is refused', () => {
  assert.equal(read({ type: 'INT64' }, longs(1n), 1, INT), null);
  assert.equal(read({ type: 'INT32' }, ints(1), 1, SMALLINT), null);
  assert.equal(read({ type: 'INT32', converted_type: 'UINT_32' }, ints(1), 1, INT), null);
  assert.equal(read({ type: 'DOUBLE' }, longs(1n), 1, BIGINT), null);
  const cents = { type: 'INT32', converted_type: 'DECIMAL', precision: 9, scale: 2 } as const;
  assert.equal(read(cents, ints(1), 1, decimal(8, 2)), null);
  assert.equal(read(cents, ints(1), 1, decimal(9, 1)), null);
  assert.throws(() => read({ type: 'INT64' }, Buffer.alloc(4), 1, BIGINT), {
    code: 'DATA_MALFORMED',
  });
});
