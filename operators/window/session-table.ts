/** The windowing table function SESSION alone, as Flink's UnalignedWindowTableFunctionOperator. */
import type { Operator } from '../core/operator.js';
import { EndedRows } from './ended-rows.js';
import { KeptSessions } from './kept-sessions.js';
import type { SessionTableSpec } from './session-table-spec.js';

export function createSessionTable(spec: SessionTableSpec): Operator {
  return new KeptSessions(spec, (kept) => new EndedRows(kept));
}
