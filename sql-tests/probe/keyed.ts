/**
 * Expressions that are no scalars of a row: aggregates by group, and unions of two expressions.
 * Many are one query whose rows have keys; its changes are folded to the final table, whose rows,
 * ordered by key, are the cells. Where a query is refused or fails, each half is asked again.
 */
import { KIND_SYMBOLS } from '../../operators/core/row-kind.js';
import type { Answer, Cell } from './answer.js';
import { byKey, keyText, TABLE } from './world.js';

/** How expressions are asked: over rows, by group of `g`, or as `a UNION ALL b` over rows. */
export type Shape = 'rows' | 'groups' | 'unions';
export type KeyedShape = Exclude<Shape, 'rows'>;

export interface Change {
  readonly kind: string;
  readonly cells: readonly (string | null)[];
}

/** What an engine says to a query. */
export type Reply =
  | { readonly refused: string }
  | { readonly failed: string }
  | { readonly types: readonly string[]; readonly changes: readonly Change[] };

export type Ask = (sql: string) => Promise<Reply>;

/** Between the expressions of a union. */
export const UNION = ' UNION ALL ';

/** In the place of a type where the query failed while it ran. */
const FAILED = 'failed';

const KEYS: Readonly<Record<KeyedShape, number>> = { groups: 1, unions: 2 };

/** Expressions that go through together. */
const TOGETHER = 40;

export async function keyedAnswers(
  ask: Ask,
  shape: KeyedShape,
  expressions: readonly string[],
): Promise<readonly Answer[]> {
  const answers = new Map<string, Answer>();
  for (const list of companies(expressions)) {
    for (let i = 0; i < list.length; i += TOGETHER) {
      const some = list.slice(i, i + TOGETHER);
      const found = await halved(ask, shape, some);
      for (const [at, expression] of some.entries()) answers.set(expression, found[at] as Answer);
    }
  }
  return expressions.map((expression) => answers.get(expression) as Answer);
}

function companies(expressions: readonly string[]): Iterable<readonly string[]> {
  const lists = new Map<string, string[]>();
  for (const expression of expressions) {
    const company = companyOf(expression);
    const list = lists.get(company) ?? [];
    lists.set(company, list);
    list.push(expression);
  }
  return lists.values();
}

/** Aggregates share the set of their DISTINCT values, so unlike ones are asked apart. */
function companyOf(expression: string): string {
  return expression.includes('DISTINCT') ? expression.slice(0, expression.indexOf('(')) : '';
}

async function halved(
  ask: Ask,
  shape: KeyedShape,
  expressions: readonly string[],
): Promise<readonly Answer[]> {
  if (expressions.length === 0) return [];
  const reply = await ask(queryOf(shape, expressions));
  if ('types' in reply) {
    const keys = KEYS[shape];
    const rows = finalRows(reply.changes, keys);
    return expressions.map((_, i) => ({
      type: reply.types[keys + i] ?? '',
      cells: rows.map((cells): Cell => cells[keys + i] ?? null),
    }));
  }
  if (expressions.length === 1) {
    return ['refused' in reply ? reply : { type: FAILED, cells: [{ error: reply.failed }] }];
  }
  const half = expressions.length >> 1;
  const first = await halved(ask, shape, expressions.slice(0, half));
  return [...first, ...(await halved(ask, shape, expressions.slice(half)))];
}

export function queryOf(shape: KeyedShape, expressions: readonly string[]): string {
  if (shape === 'groups') return `SELECT g, ${named(expressions)} FROM ${TABLE} GROUP BY g`;
  const sides = [0, 1].map((side) => {
    const items = expressions.map((expression) => expression.split(UNION)[side] ?? 'NULL');
    return `SELECT ${side} AS side, id, ${named(items)} FROM ${TABLE}`;
  });
  return sides.join(UNION);
}

function named(expressions: readonly string[]): string {
  return expressions.map((each, i) => `${each} AS e${i}`).join(',\n');
}

/** Rows left after all changes, by key. */
function finalRows(changes: readonly Change[], keys: number): readonly Change['cells'][] {
  const rows = new Map<string, Change['cells']>();
  for (const { kind, cells } of changes) {
    const key = keyText(cells.slice(0, keys));
    if (kind === KIND_SYMBOLS[0] || kind === KIND_SYMBOLS[2]) rows.set(key, cells);
    else rows.delete(key);
  }
  return [...rows].sort(byKey).map(([, cells]) => cells);
}
