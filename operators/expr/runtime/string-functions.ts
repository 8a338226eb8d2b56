/** Functions over JavaScript strings, as Flink's `SqlFunctionUtils` defines them. */

/** Padded in UTF-16 units; null for a length below 0 or nothing to pad with. */
export function padLeft(text: string, length: number, pad: string): string | null {
  if (length < 0 || pad === '') return null;
  if (text.length >= length) return text.slice(0, length);
  return text.padStart(length, pad);
}

export function padRight(text: string, length: number, pad: string): string | null {
  if (length < 0 || pad === '') return null;
  if (text.length >= length) return text.slice(0, length);
  return text.padEnd(length, pad);
}

export function repeat(text: string, times: number): string {
  return times <= 0 ? '' : text.repeat(times);
}

export function replace(text: string, search: string, replacement: string): string {
  return text.replaceAll(search, () => replacement);
}

/** Words are runs of ASCII letters and digits; other letters stay and end a word. */
export function initcap(text: string): string {
  return text.replace(/[0-9A-Za-z]+/g, (word) => {
    return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
  });
}

/** Part `index`, from 0, between separators; null where there is none. */
export function splitIndex(text: string, separator: string, index: number): string | null {
  if (index < 0 || text === '') return null;
  const parts = separator === '' ? text.split(/\s/) : text.split(separator);
  return parts[index] ?? null;
}

/** The character with the code `n` modulo 256; nothing for codes below 0. */
export function chr(code: bigint | number): string {
  const n = Number(code);
  return n < 0 ? '' : String.fromCharCode(Number(BigInt.asUintN(8, BigInt(code))));
}

/** `text` with `replacement` in place of `length` code points from `position`. */
export function overlay(
  text: string,
  replacement: string,
  position: number,
  length: number,
): string {
  if (position <= 0 || position > text.length) return text;
  const behind = length <= 0 ? text.length : position - 1 + length;
  return text.slice(0, position - 1) + replacement + text.slice(behind);
}

/** Characters of `from` become those of `to` at the same place; without one they go. */
export function translate(text: string, from: string, to: string): string {
  const targets = [...to];
  const map = new Map<string, string>();
  for (const [i, char] of [...from].entries()) {
    if (!map.has(char)) map.set(char, targets[i] ?? '');
  }
  return [...text].map((char) => map.get(char) ?? char).join('');
}

export function toBase64(data: Uint8Array, start: number, end: number): string {
  return Buffer.from(data.subarray(start, end)).toString('base64');
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** Null where it is none; the signs that fill up its end may be missing. */
export function fromBase64(text: string): Uint8Array | null {
  return BASE64.test(text) ? Buffer.from(text, 'base64') : null;
}

export function urlEncode(text: string): string {
  const percent = (char: string): string =>
    `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  return encodeURIComponent(text)
    .replace(/[!'()~]/g, percent)
    .replaceAll('%20', '+');
}

export function urlDecode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

export function isAlpha(text: string): boolean {
  return /^\p{L}+$/u.test(text);
}

export function isDigit(text: string): boolean {
  return /^\p{Nd}+$/u.test(text);
}

/** What `Double.parseDouble` reads, but for hexadecimal. */
const JAVA_DOUBLE = /^[+-]?(?:NaN|Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[dDfF]?)$/;

export function isDecimal(text: string): boolean {
  return JAVA_DOUBLE.test(text.trim());
}

export function hexOfText(text: string): string {
  return Buffer.from(text).toString('hex').toUpperCase();
}

export function hexOfLong(value: bigint): string {
  return BigInt.asUintN(64, value).toString(16).toUpperCase();
}

export function binOfLong(value: bigint): string {
  return BigInt.asUintN(64, value).toString(2);
}

/** Of an odd number of digits the first gives a byte 0, as in Flink. */
export function unhex(text: string): Uint8Array | null {
  if (!/^[0-9a-fA-F]*$/.test(text)) return null;
  return new Uint8Array(Buffer.from(text.length % 2 === 0 ? text : `00${text.slice(1)}`, 'hex'));
}
