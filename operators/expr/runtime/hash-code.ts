/** Java's hash codes. */

export function ofInt(value: number): number {
  return value;
}

export function ofBoolean(value: boolean): number {
  return value ? 1231 : 1237;
}

/** Of a string Flink gives the absolute value; that of the least integer is itself. */
export function ofText(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return Math.abs(hash) | 0;
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
