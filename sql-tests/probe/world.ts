/** The table `v` of `world.slt`: its statement, columns and rows, for both engines. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Configuration } from '../../conf/configuration.js';
import { LOCAL_TIME_ZONE } from '../../conf/options/table.js';
import type { Column } from '../../operators/core/spec.js';
import type { FeedRow } from '../../operators/runtime/feed.js';
import { Catalogs } from '../../planner/catalog/catalogs.js';
import { parseStatement } from '../../planner/parser/parse.js';
import { PlannerSession } from '../../planner/session.js';
import { parseCaseFile } from '../../server/test/case-file.js';
import { constantValue } from '../../server/test/constant.js';
import { readFedRows } from '../../server/test/fed-rows.js';
import { fedJson, type Json } from '../oracle/fed-json.js';

export const TABLE = 'v';
/** One with daylight saving, and with odd offsets long ago. */
export const TIME_ZONE = 'Europe/Berlin';

const path = fileURLToPath(new URL('../../../sql-tests/probe/world.slt', import.meta.url));

export interface World {
  readonly ddl: string;
  readonly columns: readonly Column[];
  readonly rows: readonly FeedRow[];
  /** The rows as the oracle is fed them. */
  readonly json: readonly (readonly (Json | number)[])[];
  readonly hash: string;
}

/** The rows of each group of `g`, ordered as keyed answers are. */
export function groupsOf({ columns, json }: World): readonly (readonly number[])[] {
  const column = 1 + columns.findIndex(({ name }) => name === 'g');
  const groups = new Map<string, number[]>();
  for (const [row, values] of json.entries()) {
    const value = values[column] ?? null;
    const key = keyText([value === null ? null : String(value)]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups].sort(byKey).map(([, rows]) => rows);
}

export function keyText(cells: readonly (string | null)[]): string {
  return JSON.stringify(cells.map((cell) => cell?.padStart(9) ?? null));
}

export function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

export function plannerSession(): PlannerSession {
  return new PlannerSession(
    new Catalogs(),
    new Configuration(new Map([[LOCAL_TIME_ZONE.key, TIME_ZONE]])),
  );
}

export function readWorld(): World {
  const text = readFileSync(path, 'utf8');
  const [table, feed] = parseCaseFile(text, path);
  if (table === undefined || feed === undefined) throw new Error(`${path} has no two records`);
  const ddl = table.body.join('\n');
  const session = plannerSession();
  session.prepare(parseStatement(ddl), ddl);
  const object = session.catalog.find(session.catalog.qualify([TABLE]))?.object;
  if (object?.kind !== 'table') throw new Error(`${path} makes no table ${TABLE}`);
  const { columns } = object;
  const fed = {
    columns,
    insertOnly: true,
    timeZone: TIME_ZONE,
    constant: (sql: string, type: Column['type']) => constantValue(sql, type, TIME_ZONE),
  };
  const rows = readFedRows(feed.body, fed, path, feed.line + 1);
  const json = rows.map(({ kind, values }) => [
    kind,
    ...columns.map(({ type }, c) => fedJson(values[c] ?? null, type)),
  ]);
  return { ddl, columns, rows, json, hash: createHash('sha256').update(text).digest('hex') };
}
