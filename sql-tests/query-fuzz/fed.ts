/** What the tables of a case are fed, as both engines take it. */
import type { Column } from '../../operators/core/spec.js';
import type { FeedRow } from '../../operators/runtime/feed.js';
import { pathText } from '../../planner/catalog/object-path.js';
import type { PlannerSession } from '../../planner/session.js';
import { constantValue } from '../../server/test/constant.js';
import { readFedRows } from '../../server/test/fed-rows.js';
import { fedJson, type Json } from '../oracle/fed-json.js';
import type { Table } from './tables.js';
import { fedLines } from './tables.js';

export const TIME_ZONE = 'UTC';

export interface Fed {
  readonly path: string;
  readonly rows: readonly FeedRow[];
  readonly json: readonly (readonly (Json | number)[])[];
}

/** @param session in which the table stands */
export function fedOf(table: Table, session: PlannerSession): Fed {
  const { catalog } = session;
  const path = catalog.qualify([table.name]);
  const object = catalog.find(path)?.object;
  if (object?.kind !== 'table') throw new Error(`${table.name} is no table`);
  const columns: readonly Column[] = object.columns;
  const rows = readFedRows(
    fedLines(table),
    {
      columns,
      insertOnly: table.kind === 'append',
      timeZone: TIME_ZONE,
      constant: (sql, type) => constantValue(sql, type, TIME_ZONE),
    },
    table.name,
    1,
  );
  const json = rows.map(({ kind, values }) => [
    kind,
    ...columns.map(({ type }, c) => fedJson(values[c] ?? null, type)),
  ]);
  return { path: pathText(path), rows, json };
}
