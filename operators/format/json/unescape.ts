/** Undoing escapes in place, and the compact text of a nested value. Neither makes text longer. */
import { BACKSLASH, NEWLINE, QUOTE, SPACE } from '../text/bytes.js';
import { ESCAPES, hexDigit, stringEnd } from './skip.js';

/**
 * Undoes the escapes of a string that was checked to be whole. A surrogate without its other half
 * becomes U+FFFD.
 * @returns the new end
 */
export function unescapeInPlace(b: Uint8Array, start: number, end: number): number {
  let p = b.indexOf(BACKSLASH, start);
  if (p < 0 || p >= end) return end;
  let out = p;
  while (p < end) {
    const byte = b[p] as number;
    if (byte !== BACKSLASH) {
      b[out++] = byte;
      p++;
    } else if (b[p + 1] !== 0x75) {
      b[out++] = ESCAPES[b[p + 1] as number] as number;
      p += 2;
    } else {
      const unit = hexUnit(b, p + 2);
      p += 6;
      const low = lowSurrogate(b, p, end);
      if (unit >= 0xd800 && unit < 0xdc00 && low >= 0) {
        out = putCodePoint(b, out, 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00));
        p += 6;
      } else out = putCodePoint(b, out, unit >= 0xd800 && unit < 0xe000 ? 0xfffd : unit);
    }
  }
  return out;
}

function hexUnit(b: Uint8Array, at: number): number {
  let unit = 0;
  for (let i = 0; i < 4; i++) unit = unit * 16 + hexDigit(b[at + i] as number);
  return unit;
}

/** The second half of a pair that stands escaped at `at`; −1 when there is none. */
function lowSurrogate(b: Uint8Array, at: number, end: number): number {
  if (at + 6 > end || b[at] !== BACKSLASH || b[at + 1] !== 0x75) return -1;
  const unit = hexUnit(b, at + 2);
  return unit >= 0xdc00 && unit < 0xe000 ? unit : -1;
}

function putCodePoint(b: Uint8Array, at: number, point: number): number {
  if (point < 0x80) {
    b[at] = point;
    return at + 1;
  }
  if (point < 0x800) {
    b[at] = 0xc0 | (point >> 6);
    b[at + 1] = 0x80 | (point & 63);
    return at + 2;
  }
  if (point < 0x10000) {
    b[at] = 0xe0 | (point >> 12);
    b[at + 1] = 0x80 | ((point >> 6) & 63);
    b[at + 2] = 0x80 | (point & 63);
    return at + 3;
  }
  b[at] = 0xf0 | (point >> 18);
  b[at + 1] = 0x80 | ((point >> 12) & 63);
  b[at + 2] = 0x80 | ((point >> 6) & 63);
  b[at + 3] = 0x80 | (point & 63);
  return at + 4;
}

const SHORT = new Map([
  [8, 0x62],
  [9, 0x74],
  [12, 0x66],
  [13, 0x72],
  [NEWLINE, 0x6e],
  [QUOTE, QUOTE],
  [BACKSLASH, BACKSLASH],
]);

/**
 * Rewrites an object or array that was checked to be whole without blanks between tokens and with
 * no escapes but those that a string needs: the text of a nested value in a STRING column.
 * @returns the new end
 */
export function compactInPlace(b: Uint8Array, start: number, end: number): number {
  let out = start;
  for (let p = start; p < end; ) {
    const byte = b[p] as number;
    if (byte === QUOTE) {
      const close = stringEnd(b, p + 1);
      out = rewriteString(b, p + 1, close, out);
      p = close + 1;
    } else {
      if (byte > SPACE) b[out++] = byte;
      p++;
    }
  }
  return out;
}

/** Moves a string's bytes to `out`; escapes that are not needed are undone. */
function rewriteString(b: Uint8Array, start: number, end: number, to: number): number {
  let out = to;
  b[out++] = QUOTE;
  for (let p = start; p < end; ) {
    if (b[p] !== BACKSLASH) {
      b[out++] = b[p++] as number;
      continue;
    }
    const from = p;
    p += escapeLength(b, p, end);
    out = rewriteEscape(b, from, p, out);
  }
  b[out++] = QUOTE;
  return out;
}

/** Bytes of an escape; a surrogate pair is one. */
function escapeLength(b: Uint8Array, at: number, end: number): number {
  if (b[at + 1] !== 0x75) return 2;
  const unit = hexUnit(b, at + 2);
  return unit >= 0xd800 && unit < 0xdc00 && lowSurrogate(b, at + 6, end) >= 0 ? 12 : 6;
}

function rewriteEscape(b: Uint8Array, from: number, to: number, out: number): number {
  const raw = Uint8Array.from(b.subarray(from, to));
  const written = Uint8Array.from(raw);
  const length = unescapeInPlace(raw, 0, raw.length);
  const byte = raw[0] as number;
  const short = length === 1 ? SHORT.get(byte) : undefined;
  if (short !== undefined) {
    b[out] = BACKSLASH;
    b[out + 1] = short;
    return out + 2;
  }
  const kept = length === 1 && byte < SPACE ? written : raw.subarray(0, length);
  b.set(kept, out);
  return out + kept.length;
}
