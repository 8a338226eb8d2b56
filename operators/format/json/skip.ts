/**
 * Walking over JSON text in a buffer whose records end with a newline: that byte stops every loop,
 * so no position is compared with an end. Functions return the position behind what they passed.
 */
import { RecordError } from '../scanner.js';
import { BACKSLASH, excerpt, MINUS, NEWLINE, QUOTE, SPACE, ZERO } from '../text/bytes.js';

/** As Jackson: deeper nesting is an error. */
export const DEEPEST = 1000;

const COMMA = 44;
const COLON = 58;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const LOWER_E = 101;
const LOWER_U = 117;

/** 1 where a string's plain run stops: quote, backslash, newline. */
const STRING_STOP = new Uint8Array(256);
for (const byte of [QUOTE, BACKSLASH, NEWLINE]) STRING_STOP[byte] = 1;

/** Passes blanks, but not the record's newline. */
export function skipBlanks(b: Uint8Array, start: number): number {
  let p = start;
  while ((b[p] as number) <= SPACE && isBlank(b[p] as number)) p++;
  return p;
}

function isBlank(byte: number): boolean {
  return byte === 32 || byte === 9 || byte === 13;
}

/** From a string's first byte to its closing quote. */
export function stringEnd(b: Uint8Array, start: number): number {
  let p = start;
  for (;;) {
    while (STRING_STOP[b[p] as number] === 0) p++;
    if (b[p] === QUOTE) return p;
    if (b[p] === NEWLINE) throw new RecordError('a string is not closed', start - 1);
    p = escapeEnd(b, p);
  }
}

/** From a backslash to behind its escape. */
function escapeEnd(b: Uint8Array, start: number): number {
  const kind = b[start + 1] as number;
  if (kind === LOWER_U) {
    for (let i = 2; i < 6; i++) {
      if (hexDigit(b[start + i] as number) < 0) throw escapeError(b, start);
    }
    return start + 6;
  }
  if (ESCAPES[kind] === 0) throw escapeError(b, start);
  return start + 2;
}

function escapeError(b: Uint8Array, start: number): RecordError {
  return new RecordError(`${excerpt(b, start, start + 2).trim()} is no escape of a string`, start);
}

/** The byte that stands behind a backslash → the byte it means; 0 where none. */
export const ESCAPES = new Uint8Array(256);
for (const [letter, byte] of Object.entries({ b: 8, t: 9, n: 10, f: 12, r: 13, '"': 34 })) {
  ESCAPES[letter.charCodeAt(0)] = byte;
}
ESCAPES[47] = 47;
ESCAPES[BACKSLASH] = BACKSLASH;

export function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const lower = byte | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/** From a number's first byte to behind its last, by JSON's grammar. */
export function numberEnd(b: Uint8Array, start: number): number {
  let p = b[start] === MINUS ? start + 1 : start;
  const first = p;
  p = digitsEnd(b, p);
  const leadingZero = b[first] === ZERO && p > first + 1;
  if (p === first || leadingZero) throw new RecordError('a number is malformed', start);
  if (b[p] === 46) {
    const point = p++;
    p = digitsEnd(b, p);
    if (p === point + 1) throw new RecordError('a number is malformed', start);
  }
  if (((b[p] as number) | 32) === LOWER_E) {
    p++;
    if (b[p] === 43 || b[p] === MINUS) p++;
    const digits = p;
    p = digitsEnd(b, p);
    if (p === digits) throw new RecordError('a number is malformed', start);
  }
  return p;
}

function digitsEnd(b: Uint8Array, start: number): number {
  let p = start;
  while ((b[p] as number) >= 48 && (b[p] as number) <= 57) p++;
  return p;
}

const WORDS = ['true', 'false', 'null'].map((word) => Buffer.from(word));

/** Behind `true`, `false` or `null`. */
export function wordEnd(b: Uint8Array, start: number): number {
  const word = WORDS.find((each) => each[0] === b[start]);
  if (word?.every((byte, i) => b[start + i] === byte) === true) return start + word.length;
  if (b[start] === NEWLINE) throw new RecordError('the record ends inside of a value', start);
  throw new RecordError(`${excerpt(b, start, wordLength(b, start))} is no JSON value`, start);
}

function wordLength(b: Uint8Array, start: number): number {
  let p = start + 1;
  while (/[A-Za-z0-9_]/.test(String.fromCharCode(b[p] as number))) p++;
  return p;
}

/** Behind a value of any kind. */
export function skipValue(b: Uint8Array, start: number): number {
  switch (b[start]) {
    case QUOTE:
      return stringEnd(b, start + 1) + 1;
    case OPEN_BRACE:
    case OPEN_BRACKET:
      return skipNested(b, start);
    default:
      return isNumberStart(b[start] as number) ? numberEnd(b, start) : wordEnd(b, start);
  }
}

export function isNumberStart(byte: number): boolean {
  return byte === MINUS || (byte >= 48 && byte <= 57);
}

/** By depth, whether the value around is an object; used by one call at a time. */
const objects = new Uint8Array(DEEPEST + 1);

/** Behind an object or array; without recursion. */
function skipNested(b: Uint8Array, start: number): number {
  let depth = 0;
  let p = start;
  for (;;) {
    // Here a value begins.
    const byte = b[p];
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (depth === DEEPEST) throw tooDeep(p);
      objects[++depth] = byte === OPEN_BRACE ? 1 : 0;
      p = skipBlanks(b, p + 1);
      if (b[p] === (byte === OPEN_BRACE ? CLOSE_BRACE : CLOSE_BRACKET)) {
        p++;
        depth--;
      } else {
        if (byte === OPEN_BRACE) p = keyEnd(b, p);
        continue;
      }
    } else p = skipValue(b, p);
    // Here a value has ended.
    for (;;) {
      if (depth === 0) return p;
      p = skipBlanks(b, p);
      if (b[p] === COMMA) break;
      if (b[p] !== (objects[depth] === 1 ? CLOSE_BRACE : CLOSE_BRACKET)) throw misplaced(b, p);
      p++;
      depth--;
    }
    p = skipBlanks(b, p + 1);
    if (objects[depth] === 1) p = keyEnd(b, p);
  }
}

/** From a key's quote to the first byte of its value. */
export function keyEnd(b: Uint8Array, start: number): number {
  if (b[start] !== QUOTE) throw misplaced(b, start);
  return afterColon(b, stringEnd(b, start + 1) + 1);
}

/** From behind a key to the first byte of its value. */
export function afterColon(b: Uint8Array, start: number): number {
  const p = skipBlanks(b, start);
  if (b[p] !== COLON) throw misplaced(b, p);
  return skipBlanks(b, p + 1);
}

export function tooDeep(at: number): RecordError {
  return new RecordError(`values nest deeper than ${DEEPEST} levels`, at);
}

/** An error for a byte that may not stand where it does. */
export function misplaced(b: Uint8Array, at: number): RecordError {
  if (b[at] === NEWLINE) return new RecordError('the record ends too early', at);
  return new RecordError(`${excerpt(b, at, at + 1)} may not stand here`, at);
}
