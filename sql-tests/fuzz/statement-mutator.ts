/**
 * Makes statements that are nearly right. A mutation works on tokens: it puts an expression of
 * another statement in an expression's place, exchanges a token for another of its class, drops,
 * doubles, swaps or inserts tokens, splices parts of other statements, cuts the end off, or hits
 * single characters.
 */
import type { Random } from '../../conf/random.js';
import { tokenKind } from '../../planner/parser/lexer.js';
import { readCorpus, readStatements } from './corpus.js';
import { CALL, type Piece, type StatementSeed, statementSeed } from './statement-seed.js';

const characters = ['(', ')', "'", '`', '"', ',', ';', '-', '/', '*', '\\', '\0', 'é', '😀', ' '];

/** Statements of all kinds in turn with such that can be planned but for their mutations. */
export class MutatedStatements {
  readonly #turns: readonly StatementMutator[];
  #made = 0;

  constructor(random: Random) {
    const corpora = [readCorpus(), readStatements('plans.sql')];
    this.#turns = corpora.map((corpus) => new StatementMutator(random.fork(), corpus));
  }

  next(): string {
    return (this.#turns[this.#made++ % this.#turns.length] as StatementMutator).next();
  }
}

const COMMA: Piece = { kind: tokenKind.operator, text: ',' };

/** Statements of a topic stand together, over the same tables. */
const NEAR = 15;

class StatementMutator {
  readonly #random: Random;
  readonly #seeds: readonly StatementSeed[];
  /** The tokens of all seeds, by kind. */
  readonly #pool = new Map<number, Piece[]>();
  readonly #all: readonly Piece[];

  constructor(random: Random, corpus: readonly string[]) {
    this.#random = random;
    this.#seeds = corpus.map(statementSeed);
    this.#all = this.#seeds.flatMap(({ pieces }) => pieces);
    for (const piece of this.#all) {
      const same = this.#pool.get(piece.kind);
      if (same === undefined) this.#pool.set(piece.kind, [piece]);
      else same.push(piece);
    }
  }

  next(): string {
    const at = this.#position(this.#seeds);
    let pieces = this.#chance(60) ? this.#graft(at) : (this.#seeds[at] as StatementSeed).pieces;
    const rounds = this.#random.nextInt(0, 2);
    for (let round = 0; round < rounds && pieces.length > 0; round++) {
      pieces = this.#chance(75) ? this.#exchange(pieces) : this.#disturb(pieces);
    }
    const text = pieces.map((piece) => piece.text).join(' ');
    return this.#chance(6) ? this.#hit(text) : text;
  }

  #chance(percent: number): boolean {
    return this.#random.nextInt(1, 100) <= percent;
  }

  #pick<T>(items: readonly T[]): T {
    return items[this.#random.nextInt(0, items.length - 1)] as T;
  }

  #position(items: readonly unknown[]): number {
    return this.#random.nextInt(0, items.length - 1);
  }

  /** Puts an expression of a statement that stands near in the place of one, or before one. */
  #graft(at: number): readonly Piece[] {
    const { pieces, expressions } = this.#seeds[at] as StatementSeed;
    const last = this.#seeds.length - 1;
    const other = this.#random.nextInt(Math.max(0, at - NEAR), Math.min(at + NEAR, last));
    const donor = this.#seeds[other] as StatementSeed;
    if (expressions.length === 0 || donor.expressions.length === 0) return this.#exchange(pieces);
    const old = this.#pick(expressions);
    const { from, to } = this.#pick(donor.expressions);
    const grafted = donor.pieces.slice(from, to);
    if (this.#chance(30)) return pieces.toSpliced(old.from, 0, ...grafted, COMMA);
    return pieces.toSpliced(old.from, old.to - old.from, ...grafted);
  }

  /** A name for a name, a number for a number, an operator for an operator. */
  #exchange(pieces: readonly Piece[]): Piece[] {
    const values = pieces.flatMap(({ kind }, i) => (isValue(kind) ? [i] : []));
    const at = values.length > 0 ? this.#pick(values) : this.#position(pieces);
    return pieces.toSpliced(at, 1, this.#alike(pieces[at] as Piece));
  }

  #alike({ kind }: Piece): Piece {
    return this.#pick(this.#pool.get(kind) ?? this.#all);
  }

  #disturb(pieces: readonly Piece[]): Piece[] {
    const at = this.#position(pieces);
    const piece = pieces[at] as Piece;
    switch (this.#random.nextInt(0, 8)) {
      case 0:
        return pieces.toSpliced(at, 1);
      case 1:
        return pieces.toSpliced(at, 0, piece);
      case 2:
        return pieces.toSpliced(at, 1, this.#alike(piece));
      case 3:
        return pieces.toSpliced(at, 0, this.#pick(this.#all));
      case 4: {
        const other = this.#position(pieces);
        return pieces.with(at, pieces[other] as Piece).with(other, piece);
      }
      case 5:
        return pieces.slice(0, at + 1);
      case 6: {
        const donor = this.#pick(this.#seeds).pieces;
        const from = this.#position(donor);
        return pieces.toSpliced(at, 1, ...donor.slice(from, from + this.#random.nextInt(1, 6)));
      }
      case 7:
        return this.#nest(pieces, at);
      default:
        return [...pieces, ...pieces.slice(at)];
    }
  }

  /** Puts a token into parentheses, many times over. */
  #nest(pieces: readonly Piece[], at: number): Piece[] {
    const depth = this.#pick([1, 2, 10, 250]);
    const open: Piece[] = Array(depth).fill({ kind: tokenKind.operator, text: '(' });
    const close: Piece[] = Array(depth).fill({ kind: tokenKind.operator, text: ')' });
    return pieces.toSpliced(at, 1, ...open, pieces[at] as Piece, ...close);
  }

  #hit(text: string): string {
    const at = this.#random.nextInt(0, text.length);
    const removed = this.#random.nextInt(0, 2);
    return text.slice(0, at) + this.#pick(characters) + text.slice(at + removed);
  }
}

function isValue(kind: number): boolean {
  return (
    kind === CALL ||
    kind === tokenKind.name ||
    (kind >= tokenKind.quotedName && kind <= tokenKind.binary)
  );
}
