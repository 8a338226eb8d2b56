/**
 * Mutates statements and parses them. Whatever the text, the parser must answer with a tree or with
 * a user's error: never an exception of another kind, an error of kind `bug`, a stack overflow, or
 * a wait. What parses is printed and must read the same again.
 *
 * Seeds are the statements of `corpus/*.sql`. A mutation works on tokens: it exchanges a token for
 * another of its class, drops, doubles, swaps or inserts tokens, splices parts of other statements,
 * cuts the end off, or hits single characters.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { describe, MillraceError } from '../../conf/errors/error.js';
import type { ErrorCode } from '../../conf/errors/table.js';
import { Random } from '../../conf/random.js';
import { tokenize, tokenKind } from '../../planner/parser/lexer.js';
import { parseScript, parseStatement } from '../../planner/parser/parse.js';
import { print } from '../../planner/parser/print.js';
import { withoutOffsets } from '../../planner/parser/shape.js';

export interface StatementFuzz {
  readonly seed: number;
  /** Statements to make. */
  readonly count: number;
}

export interface StatementFuzzResult {
  /** Statements that parsed. */
  readonly parsed: number;
  readonly counts: ReadonlyMap<ErrorCode, number>;
  /** Statements that broke a rule, and how. Empty when all is well. */
  readonly failures: readonly string[];
  /** The longest that one statement took. */
  readonly slowestMs: number;
}

const LONGEST_MS = 1000;

export function fuzzStatements({ seed, count }: StatementFuzz): StatementFuzzResult {
  const mutator = new Mutator(new Random(seed), readCorpus());
  const counts = new Map<ErrorCode, number>();
  const failures: string[] = [];
  let parsed = 0;
  let slowestMs = 0;
  for (let i = 0; i < count; i++) {
    const sql = mutator.next();
    const start = performance.now();
    const outcome = tryStatement(sql);
    const elapsedMs = performance.now() - start;
    slowestMs = Math.max(slowestMs, elapsedMs);
    if (elapsedMs > LONGEST_MS) failures.push(`${elapsedMs} ms: ${sql}`);
    if (outcome === 'parsed') parsed++;
    else if (outcome instanceof MillraceError) {
      counts.set(outcome.code, (counts.get(outcome.code) ?? 0) + 1);
    } else failures.push(`${outcome}: ${sql}`);
  }
  return { parsed, counts, failures, slowestMs };
}

/** Parsed, refused with a user's error, or what went wrong. */
function tryStatement(sql: string): 'parsed' | MillraceError | string {
  try {
    const node = parseStatement(sql);
    const printed = print(node);
    const again = parseStatement(printed);
    if (isDeepStrictEqual(withoutOffsets(again), withoutOffsets(node))) return 'parsed';
    return `reads differently when printed (${printed})`;
  } catch (error) {
    if (!(error instanceof MillraceError)) return `threw ${error}`;
    if (error.kind !== 'user') return `${error.kind} error ${error.reason}`;
    if (/\n\s+at /.test(describe(error))) return 'shows a stack trace';
    return error;
  }
}

/** The statements of all corpus files. */
export function readCorpus(): readonly string[] {
  const folder = new URL('../../../sql-tests/fuzz/corpus/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return files.sort().flatMap((name) => {
    const text = readFileSync(fileURLToPath(new URL(name, folder)), 'utf8');
    return parseScript(text, { file: name }).map(({ start, end }) => text.slice(start, end));
  });
}

interface Piece {
  readonly kind: number;
  readonly text: string;
}

/** The tokens of a statement; the parser needs no more than spaces between them. */
function split(sql: string): Piece[] {
  const { kinds, starts, ends } = tokenize(sql);
  return kinds
    .slice(0, -1)
    .map((kind, i) => ({ kind, text: sql.slice(starts[i], ends[i]) }))
    .filter(({ text }) => text !== '');
}

const characters = [
  '(',
  ')',
  "'",
  '`',
  '"',
  ',',
  ';',
  '-',
  '/',
  '*',
  '\\',
  '\u0000',
  'é',
  '😀',
  ' ',
];

class Mutator {
  private readonly seeds: readonly (readonly Piece[])[];
  /** The tokens of all seeds, by kind. */
  private readonly pool = new Map<number, Piece[]>();
  private readonly all: readonly Piece[];

  constructor(
    private readonly random: Random,
    corpus: readonly string[],
  ) {
    this.seeds = corpus.map(split);
    this.all = this.seeds.flat();
    for (const piece of this.all) {
      const same = this.pool.get(piece.kind);
      if (same === undefined) this.pool.set(piece.kind, [piece]);
      else same.push(piece);
    }
  }

  next(): string {
    let pieces = [...this.pick(this.seeds)];
    const rounds = this.random.nextInt(1, 3);
    for (let round = 0; round < rounds && pieces.length > 0; round++) {
      pieces = this.random.nextInt(1, 100) <= 75 ? this.exchange(pieces) : this.disturb(pieces);
    }
    const text = pieces.map((piece) => piece.text).join(' ');
    return this.random.nextInt(1, 100) <= 8 ? this.hit(text) : text;
  }

  private pick<T>(items: readonly T[]): T {
    return items[this.random.nextInt(0, items.length - 1)] as T;
  }

  private position(pieces: readonly Piece[]): number {
    return this.random.nextInt(0, pieces.length - 1);
  }

  /** A name for a name, a number for a number, an operator for an operator. */
  private exchange(pieces: readonly Piece[]): Piece[] {
    const values = pieces.flatMap(({ kind }, i) => (isValue(kind) ? [i] : []));
    const at = values.length > 0 ? this.pick(values) : this.position(pieces);
    const { kind } = pieces[at] as Piece;
    return pieces.toSpliced(at, 1, this.pick(this.pool.get(kind) ?? this.all));
  }

  private disturb(pieces: readonly Piece[]): Piece[] {
    const at = this.position(pieces);
    const piece = pieces[at] as Piece;
    switch (this.random.nextInt(0, 8)) {
      case 0:
        return pieces.toSpliced(at, 1);
      case 1:
        return pieces.toSpliced(at, 0, piece);
      case 2:
        return pieces.toSpliced(at, 1, this.pick(this.pool.get(piece.kind) ?? this.all));
      case 3:
        return pieces.toSpliced(at, 0, this.pick(this.all));
      case 4: {
        const other = this.position(pieces);
        return pieces.with(at, pieces[other] as Piece).with(other, piece);
      }
      case 5:
        return pieces.slice(0, at + 1);
      case 6: {
        const donor = this.pick(this.seeds);
        const from = this.position(donor);
        return pieces.toSpliced(at, 1, ...donor.slice(from, from + this.random.nextInt(1, 6)));
      }
      case 7:
        return this.nest(pieces, at);
      default:
        return [...pieces, ...pieces.slice(at)];
    }
  }

  /** Puts a token into parentheses, many times over. */
  private nest(pieces: readonly Piece[], at: number): Piece[] {
    const depth = this.pick([1, 2, 10, 250]);
    const open: Piece[] = Array(depth).fill({ kind: tokenKind.operator, text: '(' });
    const close: Piece[] = Array(depth).fill({ kind: tokenKind.operator, text: ')' });
    return pieces.toSpliced(at, 1, ...open, pieces[at] as Piece, ...close);
  }

  private hit(text: string): string {
    const at = this.random.nextInt(0, text.length);
    const removed = this.random.nextInt(0, 2);
    return text.slice(0, at) + this.pick(characters) + text.slice(at + removed);
  }
}

function isValue(kind: number): boolean {
  return kind === tokenKind.name || (kind >= tokenKind.quotedName && kind <= tokenKind.binary);
}
