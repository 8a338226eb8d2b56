/** A statement taken apart for mutation: its tokens, and where expressions stand among them. */
import { tokenize, tokenKind } from '../../planner/parser/lexer.js';
import { parseExpression, parseStatement } from '../../planner/parser/parse.js';
import { shape } from '../../planner/parser/shape.js';

/** A name before a parenthesis: a function, more often than not. */
export const CALL = 100;

export interface Piece {
  /** A token's kind, or `CALL`. */
  readonly kind: number;
  readonly text: string;
}

/** Pieces `[from, to)`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface StatementSeed {
  readonly pieces: readonly Piece[];
  readonly expressions: readonly Range[];
}

export function statementSeed(sql: string): StatementSeed {
  const { kinds, starts, ends } = tokenize(sql);
  const pieces: Piece[] = [];
  const pieceAt = new Map<number, number>();
  const pieceTo = new Map<number, number>();
  kinds.slice(0, -1).forEach((kind, i) => {
    const text = sql.slice(starts[i], ends[i]);
    if (text === '') return;
    pieceAt.set(starts[i] as number, pieces.length);
    const call = kind === tokenKind.name && sql[ends[i] as number] === '(';
    pieces.push({ kind: call ? CALL : kind, text });
    pieceTo.set(ends[i] as number, pieces.length);
  });
  const expressions: Range[] = [];
  for (const { start, end } of expressionsOf(parseStatement(sql), sql)) {
    const from = pieceAt.get(start);
    const to = pieceTo.get(end);
    if (from !== undefined && to !== undefined) expressions.push({ from, to });
  }
  return { pieces, expressions };
}

interface Node {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/** Nodes whose text alone reads as the same node. */
function expressionsOf(value: unknown, sql: string): Node[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap((each) => expressionsOf(each, sql));
  return isNode(value) && readsAlone(value, sql) ? [value, ...inner] : inner;
}

function isNode(value: object): value is Node {
  return 'kind' in value && 'start' in value && 'end' in value;
}

function readsAlone(node: Node, sql: string): boolean {
  try {
    return shape(parseExpression(sql.slice(node.start, node.end))) === shape(node);
  } catch {
    return false;
  }
}
