/** A query over tables of its own: what both engines are asked, and the golden file of it. */
import type { Random } from '../../conf/random.js';
import { Choices } from './choices.js';
import { makeQuery } from './generator.js';
import { ddlOf, fedLines, makeTable, sharedKinds, type Table } from './tables.js';

export interface Case {
  readonly tables: readonly Table[];
  /** CREATE VIEW, in order. */
  readonly views: readonly string[];
  readonly sql: string;
  readonly operators: readonly string[];
  /** What made the query of the tables. */
  readonly choices: readonly number[];
}

const MOST_TABLES = 3;

export function makeCase(random: Random): Case {
  const choices = Choices.random(random);
  const shared = sharedKinds(choices);
  const count = 1 + choices.below(MOST_TABLES);
  const tables: Table[] = [];
  for (let i = 0; i < count; i++) tables.push(makeTable(`t${i}`, shared, choices));
  const readable = tables.some((table) => table.kind !== 'versioned');
  if (!readable) return makeCase(random);
  return caseOf(tables, Choices.random(random));
}

/** The query that the choices make over the tables. */
export function caseOf(tables: readonly Table[], choices: Choices): Case {
  return { tables, ...makeQuery(tables, choices) };
}

/** Statements that make its tables and views. */
export function statementsOf({ tables, views }: Case): readonly string[] {
  return [...tables.map(ddlOf), ...views];
}

/** The names of its tables and views, made those of one case among many. */
export function renamed(text: string, number: number): string {
  return text.replace(/\b([tw]\d)\b/g, `$1_${number}`);
}

/** @param outcome what is expected: rows, or an error code */
export function goldenText(
  made: Case,
  outcome: { readonly rows: readonly string[] } | { readonly code: string },
): string {
  const records = statementsOf(made).map((sql) => `statement ok\n${sql}`);
  for (const table of made.tables) {
    if (table.rows.length > 0) {
      records.push(`feed ${table.name}\n${fedLines(table).join('\n')}`);
    }
    records.push(`end ${table.name}`);
  }
  if ('code' in outcome) records.push(`statement error ${outcome.code}\n${made.sql}`);
  else records.push(`query rowsort\n${made.sql}\n----\n${outcome.rows.join('\n')}`);
  return `${records.join('\n\n')}\n`;
}
