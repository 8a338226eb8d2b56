/**
 * Holds the library to the text. Whoever turns a part of the library's tree into one of ours takes
 * the tokens that the part stands for, from front to back: this gives the part its place (the tree
 * has none to rely on), and what nobody took in the end was dropped on the way. Words that only
 * hold a statement together (SELECT, FROM, AS …) need not be taken: if the library dropped a
 * clause, it dropped the names in it too.
 */
import type { Span } from '../parser/ast/node.js';
import type { Mask } from './mask.js';
import type { Token } from './scan.js';

const structural: ReadonlySet<string> = new Set(
  (
    'SELECT FROM WHERE GROUP BY HAVING ORDER LIMIT OFFSET AS ON USING JOIN INNER OUTER CASE WHEN ' +
    'THEN ELSE END WITH INSERT INTO VALUES VALUE CAST OVER PARTITION ASC FETCH NEXT FIRST ROW ' +
    'ROWS ONLY TOP WINDOW FILTER WITHIN QUALIFY'
  ).split(' '),
);

/** Symbols whose loss would lose an operand too, or that only separate. */
const separators: ReadonlySet<string> = new Set('( ) [ ] { } , . : < >'.split(' '));

interface Entry extends Span {
  readonly token: Token;
  /** Parentheses around it. */
  readonly depth: number;
  taken: boolean;
}

export interface Taken extends Span {
  readonly depth: number;
  readonly token: Token;
}

export class Ledger {
  readonly #entries: Entry[] = [];
  /** Entries of a text in order, and how many are taken. */
  readonly #byKey = new Map<string, { readonly entries: Entry[]; taken: number }>();
  /** Spans of the parts at work, innermost last. */
  readonly #open: { start: number; end: number }[] = [];
  #last: Span;

  constructor(
    tokens: readonly Token[],
    private readonly mask: Mask,
  ) {
    const marks = new Map([...mask.marked].map(([mark, token]) => [token, mark]));
    let depth = 0;
    for (const token of tokens) {
      if (token.text === '(' && token.kind === 'symbol') depth++;
      if (token.text === ')' && token.kind === 'symbol') depth--;
      const { start, end } = token;
      const entry: Entry = { token, depth, start, end, taken: false };
      this.#entries.push(entry);
      const key = marks.get(token) ?? token.text.toUpperCase();
      const same = this.#byKey.get(key);
      if (same === undefined) this.#byKey.set(key, { entries: [entry], taken: 0 });
      else same.entries.push(entry);
    }
    const start = tokens[0]?.start ?? 0;
    this.#last = { start, end: start };
  }

  /** Takes the first token of this text that nobody took; undefined when there is none. */
  take(text: string): Taken | undefined {
    const key = this.mask.marked.has(text) ? text : text.toUpperCase();
    const same = this.#byKey.get(key);
    const entry = same?.entries[same.taken];
    if (same === undefined || entry === undefined) return undefined;
    same.taken++;
    entry.taken = true;
    this.#last = entry;
    const open = this.#open.at(-1);
    if (open !== undefined) {
      open.start = Math.min(open.start, entry.start);
      open.end = Math.max(open.end, entry.end);
    }
    return entry;
  }

  /** What was taken last: the best guess at a place. */
  get last(): Span {
    return { start: this.#last.start, end: this.#last.end };
  }

  /** Begins a part: `close` gives the span of what was taken in between. */
  open(): void {
    this.#open.push({ start: Number.POSITIVE_INFINITY, end: -1 });
  }

  close(): Span {
    const { start, end } = this.#open.pop() ?? { start: 0, end: -1 };
    if (end < 0) return this.last;
    const outer = this.#open.at(-1);
    if (outer !== undefined) {
      outer.start = Math.min(outer.start, start);
      outer.end = Math.max(outer.end, end);
    }
    return { start, end };
  }

  /** The first token that had to be taken and was not. */
  leftOver(): Token | undefined {
    return this.#entries.find(({ token, taken }) => {
      if (taken) return false;
      if (token.kind === 'word') return !structural.has(token.text.toUpperCase());
      return token.kind !== 'symbol' || !separators.has(token.text);
    })?.token;
  }
}
