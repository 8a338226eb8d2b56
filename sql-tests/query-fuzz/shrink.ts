/**
 * Makes a case that differs smaller as long as it still differs in the same way: fewer and plainer
 * choices of the query, then columns that nothing names, then rows. Smaller ones are tried many at
 * a time, since a real Flink runs many as cheaply as one.
 */
import { type Case, caseOf } from './case.js';
import { Choices } from './choices.js';
import { isConsistent } from './consistent.js';
import { hasKey, KEY, type Table, TIME } from './tables.js';

/** Which of the cases differ as the first did. */
export type Differ = (cases: readonly Case[]) => Promise<readonly boolean[]>;

/** Cases tried at a time. */
const TOGETHER = 24;
const MOST_ROUNDS = 10;

export async function shrink(made: Case, differ: Differ): Promise<Case> {
  let least = await shrunk(made, smallerQueries, differ);
  least = await shrunk(least, withoutUnused, differ);
  return shrunk(least, fewerRows, differ);
}

/** The first smaller one that differs is taken, and made smaller again. */
async function shrunk(
  made: Case,
  smaller: (made: Case) => Iterable<Case>,
  differ: Differ,
): Promise<Case> {
  let least = made;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const found = await firstOf(smaller(least), differ);
    if (found === null) return least;
    least = found;
  }
  return least;
}

async function firstOf(cases: Iterable<Case>, differ: Differ): Promise<Case | null> {
  const all = [...cases];
  for (let at = 0; at < all.length; at += TOGETHER) {
    const some = all.slice(at, at + TOGETHER);
    const differs = await differ(some);
    const found = some.find((_, i) => differs[i]);
    if (found !== undefined) return found;
  }
  return null;
}

function sizeOf({ sql, views }: Case): number {
  return views.reduce((sum, view) => sum + view.length, sql.length);
}

/** Queries of fewer or smaller choices, the shortest first. */
function smallerQueries(made: Case): readonly Case[] {
  const { choices, tables } = made;
  const found = new Map<string, Case>();
  const add = (list: readonly number[]): void => {
    const one = caseOf(tables, Choices.replay(list));
    if (sizeOf(one) < sizeOf(made)) found.set(one.sql, one);
  };
  for (let size = Math.ceil(choices.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < choices.length; at += size) {
      add([...choices.slice(0, at), ...choices.slice(at + size)]);
      add([
        ...choices.slice(0, at),
        ...choices.slice(at, at + size).map(() => 0),
        ...choices.slice(at + size),
      ]);
    }
  }
  for (const [at, choice] of choices.entries()) {
    for (let less = 1; less < Math.min(choice, 40); less++) add(choices.with(at, less));
  }
  return [...found.values()].sort((a, b) => sizeOf(a) - sizeOf(b)).slice(0, 3 * TOGETHER);
}

/** Without tables and columns that the query does not name. */
function* withoutUnused(made: Case): Iterable<Case> {
  const text = [made.sql, ...made.views].join('\n');
  const names = (word: string): boolean => new RegExp(`\\b${word}\\b`).test(text);
  const tables = made.tables
    .filter(({ name }) => names(name))
    .map((table) => narrowed(table, names));
  const columns = (list: readonly Table[]): number =>
    list.reduce((sum, each) => sum + each.columns.length, 0);
  if (columns(tables) < columns(made.tables)) yield { ...made, tables };
}

function narrowed(table: Table, names: (word: string) => boolean): Table {
  const keyed = hasKey(table);
  const kept = table.columns.map(
    ({ name }) => names(name) || name === TIME || (keyed && name === KEY),
  );
  const by = <T>(items: readonly T[]): readonly T[] => items.filter((_, i) => kept[i]);
  return {
    ...table,
    columns: by(table.columns),
    rows: table.rows.map(({ change, cells }) => ({ change, cells: by(cells) })),
  };
}

/** Without some rows of one table. */
function* fewerRows(made: Case): Iterable<Case> {
  for (const [t, table] of made.tables.entries()) {
    const { rows } = table;
    for (let size = Math.ceil(rows.length / 2); size >= 1; size = Math.floor(size / 2)) {
      for (let at = 0; at < rows.length; at += size) {
        const less = { ...table, rows: [...rows.slice(0, at), ...rows.slice(at + size)] };
        if (isConsistent(less)) yield { ...made, tables: made.tables.with(t, less) };
      }
    }
  }
}
