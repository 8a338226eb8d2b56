/**
 * The text as the library gets it: strings, quoted names and numbers that a JavaScript number would
 * change are replaced by marks, comments are gone. So `1.50` keeps its scale, escapes are decoded
 * by the dialect's rules instead of the library's, and a name knows whether it was quoted; and no
 * character that a user quoted can upset the library. A mark of a name or string is a word that
 * stands nowhere in the text; one of a number is a number that stands nowhere.
 */
import type { Dialect } from './dialects.js';
import type { Token } from './scan.js';

export interface Mask {
  readonly text: string;
  /** Tokens by their marks. */
  readonly marked: ReadonlyMap<string, Token>;
  /** The offset in the original text of an offset in the masked one. */
  original(offset: number): number;
}

const PLAIN = /^(?:0|[1-9]\d{0,14})$/;
const FIRST_NUMBER = 700_000_001;

export function mask(text: string, tokens: readonly Token[], dialect: Dialect): Mask {
  const marked = new Map<string, Token>();
  const plain = new Set(tokens.filter(({ kind }) => kind === 'number').map((token) => token.text));
  const prefix = freePrefix(text);
  let nextNumber = FIRST_NUMBER;
  const quote = dialect.nameQuotes[0] as string;
  const mark = (token: Token): string => {
    const name = `${prefix}${marked.size}_`;
    switch (token.kind) {
      case 'string':
        marked.set(name, token);
        return `'${name}'`;
      case 'quotedName':
        marked.set(name, token);
        return `${quote}${name}${quote === '[' ? ']' : quote}`;
      case 'number': {
        if (PLAIN.test(token.text)) return token.text;
        while (plain.has(String(nextNumber))) nextNumber++;
        marked.set(String(nextNumber), token);
        return String(nextNumber++);
      }
      default:
        return token.text;
    }
  };
  let out = '';
  let end = tokens[0]?.start ?? 0;
  const from: number[] = [];
  for (const token of tokens) {
    if (token.start > end) out += ' ';
    from.push(out.length);
    out += mark(token);
    end = token.end;
  }
  const original = (offset: number): number => {
    const index = from.findLastIndex((start) => start <= offset);
    const token = tokens[Math.max(0, index)];
    if (token === undefined) return 0;
    return Math.min(token.start + offset - (from[index] ?? offset), token.end);
  };
  return { text: out, marked, original };
}

function freePrefix(text: string): string {
  let prefix = 'q_';
  while (text.toLowerCase().includes(prefix)) prefix = `q${prefix}`;
  return prefix;
}
