/**
 * Plans statements over the tables of `corpus/world.sql`. Each finds them as they were made, so
 * that a statement that fails, fails alone too.
 */
import { fileURLToPath } from 'node:url';
import { Configuration } from '../../conf/configuration.js';
import { Catalogs } from '../../planner/catalog/catalogs.js';
import type { Statement } from '../../planner/parser/ast/statement.js';
import { parseStatement } from '../../planner/parser/parse.js';
import { PlannerSession, type Prepared } from '../../planner/session.js';
import { corpusFile, readStatements } from './corpus.js';

/** Statements that leave the session as it is. */
const READING: ReadonlySet<Statement['kind']> = new Set<Statement['kind']>([
  'query',
  'insert',
  'statementSet',
  'explain',
  'show',
]);

/** The rows of `t`. */
const ROWS = fileURLToPath(corpusFile('t.ndjson'));

export class Planning {
  readonly #world = readStatements('world.sql').map((sql) => sql.replace('/tmp/t.json', ROWS));
  #session: PlannerSession | null = this.#open();

  /** @throws as `PlannerSession.prepare` */
  plan(statement: Statement, sql: string): Prepared {
    const session = this.#session ?? this.#open();
    this.#session = READING.has(statement.kind) ? session : null;
    return session.prepare(statement, sql);
  }

  #open(): PlannerSession {
    const session = new PlannerSession(
      new Catalogs(),
      Configuration.of({ 'table.local-time-zone': 'Europe/Berlin' }),
    );
    for (const sql of this.#world) session.prepare(parseStatement(sql), sql);
    return session;
  }
}
