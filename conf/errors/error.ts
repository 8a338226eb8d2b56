/**
 * The one error of Millrace. Every failure a user can meet is a `MillraceError`; its code stands in
 * the table beside this file (`table.ts`); its kind says what a caller may do about it:
 *
 * - `user`: the input is wrong; repeating it gives the same error.
 * - `retry`: something outside failed; the same call may succeed later.
 * - `fenced`: another process owns the job now; this one must stop.
 * - `corrupt`: stored bytes are not what was written.
 * - `bug`: an invariant of the engine broke; never the user's fault.
 */
import { type ErrorCode, type ErrorKind, errorTable } from './table.js';
import { isTooLarge } from './too-large.js';

/** Where an error was found. Lines and columns count from 1, offsets and bytes from 0. */
export interface Place {
  /** File or stream the input came from; absent for SQL sent over HTTP. */
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** Offset in UTF-16 units of the SQL text where the finding starts, and where it ends. */
  readonly start?: number;
  readonly end?: number;
  /** Byte offset in a data file. */
  readonly byte?: number;
  /** The source line, for the caret picture. */
  readonly sourceLine?: string;
}

/** What an error says beyond its message. */
export interface ErrorDetail {
  readonly place?: Place;
  /** What to do about it; replaces the table's hint. */
  readonly hint?: string;
  readonly cause?: unknown;
}

export class MillraceError extends Error {
  override readonly name = 'MillraceError';
  readonly code: ErrorCode;
  readonly kind: ErrorKind;
  readonly place: Place | undefined;
  readonly hint: string | undefined;
  /** The message without code, place and hint; the middle of a very long one is left out. */
  readonly reason: string;

  /**
   * @param code a row of the error table
   * @param reason one sentence: what was found, and what is allowed
   */
  constructor(code: ErrorCode, reason: string, detail: ErrorDetail = {}) {
    const short = shortened(reason);
    super(short, detail.cause === undefined ? undefined : { cause: detail.cause });
    const row = errorTable[code];
    this.code = code;
    this.kind = row.kind;
    this.reason = short;
    this.place = detail.place;
    this.hint = detail.hint ?? row.hint;
  }

  /** The same error with a place, for callers that know where when the thrower did not. */
  at(place: Place): MillraceError {
    if (this.place !== undefined) return this;
    const hint = this.hint === undefined ? {} : { hint: this.hint };
    return new MillraceError(this.code, this.reason, { place, cause: this.cause, ...hint });
  }
}

/** Guards an invariant of the engine; stays on in production. The sentence says what must hold. */
export function assert(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new MillraceError('BUG_INVARIANT', sentence);
}

/** In characters. A text of the user's that is quoted in a message may have megabytes. */
const LONGEST_REASON = 4000;

/** In characters; a name or value that is quoted in a message. */
const LONGEST_QUOTE = 200;

function shortened(given: string): string {
  const reason = given.replace(/'[^'\n]+'/g, (quote) => {
    if (quote.length <= LONGEST_QUOTE + 2) return quote;
    return `${quote.slice(0, LONGEST_QUOTE / 2)} … ${quote.slice(-LONGEST_QUOTE / 2)}`;
  });
  if (reason.length <= LONGEST_REASON) return reason;
  const kept = LONGEST_REASON / 2;
  return `${reason.slice(0, kept)} … ${reason.slice(-kept)}`;
}

/** Marks a branch that the types rule out. */
export function unreachable(value: never): never {
  throw new MillraceError('BUG_INVARIANT', `Unexpected value ${String(value)}`);
}

/**
 * The whole error as people read it: code, place, message, the source line with a caret below the
 * finding, hint. No stack trace.
 */
export function describe(error: MillraceError): string {
  const { place } = error;
  const lines = [`[${error.code}]${placeText(place)} ${error.reason}`];
  if (place?.sourceLine !== undefined && place.column !== undefined) {
    lines.push(...caret(place, place.sourceLine, place.column));
  }
  if (error.hint !== undefined) lines.push(`Hint: ${error.hint}`);
  return lines.join('\n');
}

function placeText(place: Place | undefined): string {
  if (place === undefined) return '';
  const parts: string[] = [];
  if (place.file !== undefined) parts.push(place.file);
  if (place.line !== undefined) parts.push(`line ${place.line}`);
  if (place.column !== undefined) parts.push(`column ${place.column}`);
  if (place.byte !== undefined) parts.push(`byte ${place.byte}`);
  return parts.length === 0 ? '' : ` ${parts.join(', ')}:`;
}

const WIDEST_LINE = 160;

/** The source line, cut around the finding when it is long, and a line with carets below it. */
function caret(place: Place, sourceLine: string, column: number): string[] {
  const from = column - 1 > WIDEST_LINE ? column - 1 - WIDEST_LINE / 2 : 0;
  const shown = sourceLine.slice(from, from + WIDEST_LINE);
  const length = Math.max(1, (place.end ?? 0) - (place.start ?? 0));
  const room = Math.max(1, shown.length - (column - 1 - from));
  const pad = shown.slice(0, column - 1 - from).replace(/[^\t]/g, ' ');
  return [`  ${shown}`, `  ${pad}${'^'.repeat(Math.min(length, room))}`];
}

/** Any thrown value as an error of ours: OUT_OF_MEMORY what JavaScript cannot hold, else a bug. */
export function asMillraceError(error: unknown): MillraceError {
  if (error instanceof MillraceError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  if (isTooLarge(error)) return new MillraceError('OUT_OF_MEMORY', reason, { cause: error });
  return new MillraceError('BUG_INVARIANT', `Unexpected failure: ${reason}`, { cause: error });
}
