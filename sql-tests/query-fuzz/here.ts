/** Runs cases in this engine. */
import { systemClock } from '../../conf/clock.js';
import { Configuration } from '../../conf/configuration.js';
import { MillraceError } from '../../conf/errors/error.js';
import { LOCAL_TIME_ZONE } from '../../conf/options/table.js';
import { KIND_SYMBOLS } from '../../operators/core/row-kind.js';
import { connectors } from '../../operators/runtime/connectors.js';
import { LocalExecutor } from '../../operators/runtime/local-executor.js';
import { Catalogs } from '../../planner/catalog/catalogs.js';
import { parseStatement } from '../../planner/parser/parse.js';
import { PlannerSession, type Prepared } from '../../planner/session.js';
import { resultRows } from '../../server/sessions/result-row.js';
import { cellTexts, quotableColumns } from '../../server/test/cell-text.js';
import { typeText } from '../../state/column/type-text.js';
import { type Case, statementsOf } from './case.js';
import { type Fed, fedOf, TIME_ZONE } from './fed.js';
import { type Change, folded, type Outcome } from './outcome.js';

const JOB_ID = '0'.repeat(32);

export interface Ran {
  readonly outcome: Outcome;
  /** What the tables were fed, in their order. */
  readonly fed: readonly Fed[];
  /** By column: text is quoted where it would be misread. */
  readonly quotable: readonly boolean[];
}

/** @throws what is no refusal or error of a row but a fault */
export async function runHere(made: Case): Promise<Ran> {
  const settings = new Map([[LOCAL_TIME_ZONE.key, TIME_ZONE]]);
  const session = new PlannerSession(new Catalogs(), new Configuration(settings));
  const prepare = (sql: string): Prepared => session.prepare(parseStatement(sql), sql);
  const views = new Set(made.views);
  const tables = statementsOf(made).filter((sql) => !views.has(sql));
  for (const sql of tables) prepare(sql);
  const fed = made.tables.map((table) => fedOf(table, session));
  let prepared: Prepared;
  try {
    for (const sql of made.views) prepare(sql);
    prepared = prepare(made.sql);
  } catch (error) {
    return { outcome: { refused: reasonOf(error) }, fed, quotable: [] };
  }
  if (prepared.kind !== 'query') throw new Error('A SELECT is a query');
  const { columns, job } = prepared;
  const quotable = quotableColumns(columns);
  const executor = new LocalExecutor(systemClock, connectors);
  for (const { path, rows } of fed) {
    executor.feed(path, rows);
    executor.endFeed(path);
  }
  const changes: Change[] = [];
  const run = executor.start(JOB_ID, job, {
    rows: (batch, taken) => {
      for (const { kind, values } of resultRows(batch, columns)) {
        changes.push({ kind: KIND_SYMBOLS[kind], cells: cellTexts(values, columns, TIME_ZONE) });
      }
      taken(batch.count);
    },
  });
  await run.done;
  if (run.error !== undefined) return { outcome: { failed: reasonOf(run.error) }, fed, quotable };
  const types = columns.map(({ type }) => typeText(type));
  return { outcome: folded(types, changes, quotable), fed, quotable };
}

/** A fault of this engine is a text that no other gives. */
function reasonOf(error: unknown): string {
  if (error instanceof MillraceError) return `${error.code} ${error.reason}`;
  return `*** ${error instanceof Error ? error.stack : String(error)} ***`;
}
