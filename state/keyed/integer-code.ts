/**
 * Whole numbers as bytes whose order is the numbers' order, whatever lane they come from, up to 127
 * bits: a first byte 0x80 + n for n bytes of magnitude, 0x80 − n for a negative one, then the
 * magnitude, big endian, its bits turned where the number is negative. 0 is the one byte 0x80, most
 * keys take two to five. A first byte of 0 or 0xFF is free for NULL.
 */

const ZERO = 0x80;
const TWO_32 = 4294967296;

/** Bytes of the code of a safe integer. */
export function integerSize(value: number): number {
  const magnitude = value < 0 ? -value : value;
  if (magnitude < 256) return magnitude === 0 ? 1 : 2;
  if (magnitude < 65536) return 3;
  if (magnitude < 16777216) return 4;
  if (magnitude < TWO_32) return 5;
  const high = Math.floor(magnitude / TWO_32);
  return high < 256 ? 6 : high < 65536 ? 7 : 8;
}

/** Writes a safe integer; returns the position behind it. */
export function putInteger(value: number, out: Uint8Array, at: number): number {
  const size = integerSize(value) - 1;
  const isNegative = value < 0;
  out[at++] = isNegative ? ZERO - size : ZERO + size;
  const magnitude = isNegative ? -value : value;
  const turned = isNegative ? 0xff : 0;
  let low = magnitude >>> 0;
  for (let i = size - 1; i >= Math.max(0, size - 4); i--) {
    out[at + i] = (low & 0xff) ^ turned;
    low >>>= 8;
  }
  if (size > 4) {
    let high = Math.floor(magnitude / TWO_32);
    for (let i = size - 5; i >= 0; i--) {
      out[at + i] = (high & 0xff) ^ turned;
      high >>>= 8;
    }
  }
  return at + size;
}

export function bigintSize(value: bigint): number {
  if (isSafe(value)) return integerSize(Number(value));
  let magnitude = (value < 0n ? -value : value) >> 48n;
  let size = 7;
  for (; magnitude !== 0n; magnitude >>= 8n) size++;
  return size;
}

export function putBigint(value: bigint, out: Uint8Array, at: number): number {
  if (isSafe(value)) return putInteger(Number(value), out, at);
  const size = bigintSize(value) - 1;
  const isNegative = value < 0n;
  out[at++] = isNegative ? ZERO - size : ZERO + size;
  let magnitude = isNegative ? -value : value;
  for (let i = size - 1; i >= 0; i--) {
    const byte = Number(magnitude & 0xffn);
    out[at + i] = isNegative ? byte ^ 0xff : byte;
    magnitude >>= 8n;
  }
  return at + size;
}

/** Bytes of the code that begins at `at`. */
export function integerSizeAt(data: Uint8Array, at: number): number {
  const first = data[at] as number;
  return 1 + (first < ZERO ? ZERO - first : first - ZERO);
}

/** The number whose code begins at `at`: a number where it is safe, else a bigint. */
export function integerAt(data: Uint8Array, at: number): number | bigint {
  const size = integerSizeAt(data, at) - 1;
  if (size > 6) return longIntegerAt(data, at, size);
  const isNegative = (data[at] as number) < ZERO;
  const turned = isNegative ? 0xff : 0;
  let magnitude = 0;
  for (let i = at + 1; i <= at + size; i++) {
    magnitude = magnitude * 256 + ((data[i] as number) ^ turned);
  }
  return isNegative ? -magnitude : magnitude;
}

function longIntegerAt(data: Uint8Array, at: number, size: number): number | bigint {
  const isNegative = (data[at] as number) < ZERO;
  const turned = isNegative ? 0xff : 0;
  let magnitude = 0n;
  for (let i = at + 1; i <= at + size; i++) {
    magnitude = (magnitude << 8n) | BigInt((data[i] as number) ^ turned);
  }
  const value = isNegative ? -magnitude : magnitude;
  return isSafe(value) ? Number(value) : value;
}

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

function isSafe(value: bigint): boolean {
  return value <= SAFE && value >= -SAFE;
}
