/**
 * Parquet's hybrid of run lengths and bit-packed groups, decoded into an Int32Array. Dictionary
 * indexes, definition levels and booleans come so. (Parquet format, Encodings.md, RLE.)
 */

/** @returns false when the bytes end before `count` values */
export function decodeHybrid(
  bytes: Uint8Array,
  start: number,
  width: number,
  out: Int32Array,
  count: number,
): boolean {
  const bytesWide = (width + 7) >> 3;
  let at = start;
  let done = 0;
  while (done < count) {
    let header = 0;
    for (let shift = 0; ; shift += 7) {
      if (at >= bytes.length) return false;
      const byte = bytes[at++] as number;
      header |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    if ((header & 1) === 0) {
      let value = 0;
      for (let i = 0; i < bytesWide; i++) value |= (bytes[at + i] ?? 0) << (8 * i);
      at += bytesWide;
      const end = Math.min(count, done + (header >>> 1));
      out.fill(value, done, end);
      done = end;
    } else {
      const packed = (header >>> 1) * 8;
      const taken = Math.min(packed, count - done);
      unpack(bytes, at, width, out, done, taken);
      at += (header >>> 1) * width;
      done += taken;
    }
  }
  return true;
}

/** Whether the bytes are `count` times one value of one byte: what levels mostly are. */
export function isOneRun(bytes: Uint8Array, value: number, count: number): boolean {
  let header = 0;
  let at = 0;
  for (let shift = 0; at < bytes.length; shift += 7) {
    const byte = bytes[at++] as number;
    header |= (byte & 127) << shift;
    if (byte < 128) break;
  }
  return (header & 1) === 0 && header >>> 1 >= count && bytes[at] === value;
}

/** Widths up to which a value stands within the four bytes from its first one on. */
const WORD_WIDTH = 25;

function unpack(
  bytes: Uint8Array,
  start: number,
  width: number,
  out: Int32Array,
  offset: number,
  count: number,
): void {
  const mask = width === 32 ? -1 : (1 << width) - 1;
  const safe = Math.floor(((bytes.length - start - 4) * 8) / Math.max(1, width));
  const fast = width <= WORD_WIDTH ? Math.max(0, Math.min(count, safe)) : 0;
  let bit = 0;
  for (let i = 0; i < fast; i++, bit += width) {
    const at = start + (bit >>> 3);
    const word =
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24);
    out[offset + i] = (word >>> (bit & 7)) & mask;
  }
  for (let i = fast; i < count; i++, bit += width) {
    out[offset + i] = slowValue(bytes, start + (bit >>> 3), bit & 7, width) & mask;
  }
}

function slowValue(bytes: Uint8Array, at: number, shift: number, width: number): number {
  let value = 0;
  for (let i = 0; i * 8 < width + shift; i++) value += (bytes[at + i] ?? 0) * 2 ** (8 * i);
  return Math.floor(value / 2 ** shift) | 0;
}
