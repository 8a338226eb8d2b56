/**
 * Expressions that are no scalars of a row: aggregates by group, and unions of two expressions.
 * Many are one query whose rows have keys; its changes are folded to the final table, whose rows,
 * ordered by key, are the cells.
 */
import { KIND_SYMBOLS } from '../../operators/core/row-kind.js';
import type { Answer, Cell } from './answer.js';
import { type Asking, inHalves } from './halves.js';
import { byKey, keyText, TABLE } from './world.js';

/** How expressions are asked: over rows, by group of `g`, or as `a UNION ALL b` over rows. */
export type Shape = 'rows' | 'groups' | 'unions';
export type KeyedShape = Exclude<Shape, 'rows'>;

export interface Change {
  readonly kind: string;
  readonly cells: readonly (string | null)[];
}

interface Result {
  readonly types: readonly string[];
  readonly changes: readonly Change[];
}

/** What an engine says to a query. */
export type Reply = { readonly refused: string } | { readonly failed: string } | Result;

export type Ask = (sql: string) => Promise<Reply>;

/** Between the expressions of a union. */
export const UNION = ' UNION ALL ';

/** In the place of a type where the query failed while it ran. */
export const FAILED = 'failed';

const KEYS: Readonly<Record<KeyedShape, number>> = { groups: 1, unions: 2 };

/** Expressions that go through together. */
const TOGETHER = 40;

export async function keyedAnswers(
  ask: Ask,
  shape: KeyedShape,
  expressions: readonly string[],
): Promise<readonly Answer[]> {
  const answers = new Map<string, Answer>();
  const asking: Asking = {
    most: TOGETHER,
    together: async (some) => {
      const reply = await ask(queryOf(shape, some));
      return 'types' in reply ? answersOf(reply, shape) : null;
    },
    alone: async (one) => answerOf(await ask(queryOf(shape, [one])), shape),
  };
  for (const list of companies(expressions)) {
    const found = await inHalves(list, asking);
    for (const [at, expression] of list.entries()) answers.set(expression, found[at] as Answer);
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

function answersOf(reply: Result, shape: KeyedShape): readonly Answer[] {
  const keys = KEYS[shape];
  const rows = finalRows(reply.changes, keys);
  return reply.types.slice(keys).map((type, i) => ({
    type,
    cells: rows.map((cells): Cell => cells[keys + i] ?? null),
  }));
}

function answerOf(reply: Reply, shape: KeyedShape): Answer {
  if ('refused' in reply) return reply;
  if ('failed' in reply) return { type: FAILED, cells: [{ error: reply.failed }] };
  return answersOf(reply, shape)[0] as Answer;
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
