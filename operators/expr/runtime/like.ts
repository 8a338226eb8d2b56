/**
 * LIKE over bytes. `%` is any text, `_` one character. A pattern is cut at its `%` into pieces;
 * each piece is looked for behind the one before, which is right because `%` takes anything
 * between.
 */
import { equalBytes } from '../../../state/column/compare.js';
import { fail, type Site } from './failure.js';
import { contains, endsWith, startsWith } from './text.js';

/** Literal bytes, and −1 for one character. */
type Piece = readonly number[];

export type Matcher = (data: Uint8Array, start: number, end: number) => boolean;

const ANY = -1;
const encoder = new TextEncoder();

export function likeMatcher(pattern: string, escapeChar: string | undefined, site: Site): Matcher {
  const pieces = parse(pattern, escapeChar, site);
  const plain = pieces.every((piece) => !piece.includes(ANY));
  return (plain ? quick(pieces.map((piece) => Uint8Array.from(piece))) : undefined) ?? slow(pieces);
}

function parse(pattern: string, escapeChar: string | undefined, site: Site): Piece[] {
  if (escapeChar !== undefined && [...escapeChar].length !== 1) {
    fail(site, `The escape of LIKE must be one character, found '${escapeChar}'`);
  }
  const pieces: number[][] = [[]];
  const put = (char: string): void => {
    pieces[pieces.length - 1]?.push(...encoder.encode(char));
  };
  const chars = [...pattern];
  for (let i = 0; i < chars.length; i++) {
    const char = chars[i] as string;
    if (char === escapeChar) {
      const next = chars[++i];
      if (next !== '%' && next !== '_' && next !== escapeChar) {
        fail(site, `Invalid escape sequence '${char}${next ?? ''}' in the pattern '${pattern}'`);
      }
      put(next);
    } else if (char === '%') pieces.push([]);
    else if (char === '_') pieces[pieces.length - 1]?.push(ANY);
    else put(char);
  }
  return pieces;
}

/** Exact, prefix, suffix and contained text; undefined for other forms. */
function quick(pieces: readonly Uint8Array[]): Matcher | undefined {
  const [first, second, third] = pieces as [Uint8Array, Uint8Array?, Uint8Array?];
  const [a, b] = [first.length, second?.length ?? 0];
  if (second === undefined) {
    return (data, start, end) => equalBytes(data, start, end, first, 0, a);
  }
  if (third === undefined) {
    if (b === 0) return (data, start, end) => startsWith(data, start, end, first, 0, a);
    if (a === 0) return (data, start, end) => endsWith(data, start, end, second, 0, b);
    return (data, start, end) =>
      end - start >= a + b &&
      startsWith(data, start, end, first, 0, a) &&
      endsWith(data, start, end, second, 0, b);
  }
  const contained = pieces.length === 3 && a === 0 && third.length === 0;
  return contained ? (data, start, end) => contains(data, start, end, second, 0, b) : undefined;
}

function slow(pieces: readonly Piece[]): Matcher {
  const last = pieces.length - 1;
  return (data, start, end) => {
    let at = matchPiece(pieces[0] as Piece, data, start, end);
    if (at < 0) return false;
    if (last === 0) return at === end;
    for (let i = 1; i < last; i++) {
      at = findPiece(pieces[i] as Piece, data, at, end);
      if (at < 0) return false;
    }
    return endsWithPiece(pieces[last] as Piece, data, at, end);
  };
}

/** The position behind the piece that begins at `at`, or −1. */
function matchPiece(piece: Piece, data: Uint8Array, at: number, end: number): number {
  let i = at;
  for (const byte of piece) {
    if (i >= end) return -1;
    if (byte === ANY) {
      i++;
      while (i < end && ((data[i] as number) & 0xc0) === 0x80) i++;
    } else if (data[i++] !== byte) return -1;
  }
  return i;
}

function findPiece(piece: Piece, data: Uint8Array, from: number, end: number): number {
  for (let at = from; at <= end; at++) {
    if (at < end && ((data[at] as number) & 0xc0) === 0x80) continue;
    const behind = matchPiece(piece, data, at, end);
    if (behind >= 0) return behind;
  }
  return -1;
}

function endsWithPiece(piece: Piece, data: Uint8Array, from: number, end: number): boolean {
  for (let at = from; at <= end; at++) {
    if (at < end && ((data[at] as number) & 0xc0) === 0x80) continue;
    if (matchPiece(piece, data, at, end) === end) return true;
  }
  return false;
}

/** Matchers of patterns that come with the rows. */
export class LikeCache {
  readonly #known = new Map<string, Matcher>();

  matches(
    data: Uint8Array,
    start: number,
    end: number,
    pattern: string,
    escapeChar: string | undefined,
    site: Site,
  ): boolean {
    const key = `${escapeChar ?? ''}:${pattern}`;
    let matcher = this.#known.get(key);
    if (matcher === undefined) {
      if (this.#known.size >= 256) this.#known.clear();
      matcher = likeMatcher(pattern, escapeChar, site);
      this.#known.set(key, matcher);
    }
    return matcher(data, start, end);
  }
}
