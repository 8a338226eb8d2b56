/** Unsigned integers below 2^53 in groups of seven bits, the least significant first. */

/** Most bytes that one integer takes. */
export const LONGEST_VARINT = 8;

/** @returns where the integer ends */
export function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  while (value >= 0x80) {
    bytes[at++] = (value % 0x80) | 0x80;
    value = value < 2 ** 31 ? value >>> 7 : Math.floor(value / 0x80);
  }
  bytes[at++] = value;
  return at;
}

/** Reads integers one after the other. */
export class VarintReader {
  readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  next(): number {
    let byte = this.bytes[this.at++] as number;
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    for (let scale = 0x80; ; scale *= 0x80) {
      byte = this.bytes[this.at++] as number;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80 || byte === undefined) return value;
    }
  }

  /** The next bytes, not copied. */
  take(length: number): Uint8Array {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
}
