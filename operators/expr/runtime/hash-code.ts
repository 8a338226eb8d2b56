/** Java's hash codes. */

export function ofInt(value: number): number {
  return value;
}

export function ofBoolean(value: boolean): number {
  return value ? 1231 : 1237;
}

/** Of a string Flink gives the absolute value; that of the least integer is itself. */
export function ofText(text: string): number {
  return Math.abs(textHash(text)) | 0;
}

/** `String.hashCode()`. */
export function textHash(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}

export function ofLong(value: bigint): number {
  return Number(BigInt.asIntN(32, (value >> 32n) ^ value));
}

const bits = new DataView(new ArrayBuffer(8));

export function ofFloat(value: number): number {
  bits.setFloat32(0, value);
  return bits.getInt32(0);
}

export function ofDouble(value: number): number {
  bits.setFloat64(0, value);
  return bits.getInt32(0) ^ bits.getInt32(4);
}

/** BigDecimal: the hash of the unscaled number's 32-bit digits, and the scale. */
export function ofDecimal(unscaled: bigint, scale: number): number {
  let hash = 0;
  const hex = (unscaled < 0n ? -unscaled : unscaled).toString(16);
  const padded = hex.padStart(Math.ceil(hex.length / 8) * 8, '0');
  for (let i = 0; i < padded.length; i += 8) {
    hash = (Math.imul(hash, 31) + Number.parseInt(padded.slice(i, i + 8), 16)) | 0;
  }
  return (Math.imul(31, unscaled < 0n ? -hash : hash) + scale) | 0;
}

/** Flink's TimestampData: milliseconds and nanoseconds within them. */
export function ofTimestamp(ms: number, nanos: number): number {
  return (Math.imul(31, ofLong(BigInt(ms))) + nanos) | 0;
}

/**
 * Of a text in Flink's binary form: Murmur3 with seed 42 over words of four bytes, then over each
 * byte that is left.
 */
export function ofBytes(data: Uint8Array, start: number, end: number): number {
  const size = end - start;
  let hash = 42;
  let at = start;
  for (; at + 4 <= end; at += 4) {
    const high = ((data[at + 2] as number) << 16) | ((data[at + 3] as number) << 24);
    hash = mixed(hash, (data[at] as number) | ((data[at + 1] as number) << 8) | high);
  }
  for (; at < end; at++) hash = mixed(hash, ((data[at] as number) << 24) >> 24);
  hash ^= size;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

function mixed(hash: number, word: number): number {
  let k = Math.imul(word, 0xcc9e2d51);
  k = Math.imul((k << 15) | (k >>> 17), 0x1b873593);
  const h = hash ^ k;
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0;
}

/** The size of a HashMap's table with so many keys. */
export function tableSize(keys: number): number {
  let size = 16;
  while (keys > size * 0.75) size *= 2;
  return size;
}

/** The place of a hash code in such a table. */
export function bucket(hash: number, size: number): number {
  return (hash ^ (hash >>> 16)) & (size - 1);
}
