/** Byte values that the parsers and writers of text formats look for, and text out of bytes. */
export const TAB = 9;
export const NEWLINE = 10;
export const RETURN = 13;
export const SPACE = 32;
export const QUOTE = 34;
export const PLUS = 43;
export const COMMA = 44;
export const MINUS = 45;
export const DOT = 46;
export const ZERO = 48;
export const COLON = 58;
export const BACKSLASH = 92;

const LONGEST_EXCERPT = 60;

/** The bytes of a range as text, one character a byte; for slow paths. */
export function latin1(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
}

/** The bytes of a range as UTF-8 text. */
export function utf8(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
}

/** The text of a range for an error message, cut to a line's length. */
export function excerpt(bytes: Uint8Array, start: number, end: number): string {
  const cut = Math.min(end, start + LONGEST_EXCERPT);
  return `'${utf8(bytes, start, cut)}${cut < end ? '…' : ''}'`;
}

/** First position in the range that is not blank (Java's `trim`: bytes up to a space). */
export function trimStart(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && (bytes[at] as number) <= SPACE) at++;
  return at;
}

/** Position behind the last byte of the range that is not blank. */
export function trimEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = end;
  while (at > start && (bytes[at - 1] as number) <= SPACE) at--;
  return at;
}
