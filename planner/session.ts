/**
 * The planner as its callers see it: one session of catalog and settings, which takes statements
 * one by one. What needs no job is done at once and answered; a SELECT or INSERT becomes a job to
 * run.
 */
import type { Configuration } from '../conf/configuration.js';
import { PIPELINE_NAME } from '../conf/options/execution.js';
import type { Column, JobSpec } from '../operators/core/spec.js';
import { bindCollect, bindContext } from './binder/bind.js';
import type { BindContext } from './binder/context.js';
import type { Findings } from './binder/findings.js';
import { bindInsert } from './binder/insert.js';
import type { Catalogs } from './catalog/catalogs.js';
import { bindTableAs } from './catalog/create-table-as.js';
import { executeCatalogStatement } from './catalog/execute.js';
import { type StatementResult, tableResult } from './catalog/result.js';
import { SessionCatalog } from './catalog/session-catalog.js';
import { executeSetting } from './catalog/setting.js';
import { explainText } from './explain/explain.js';
import type { Sink } from './logical/sink.js';
import type { Explain, Insert, StatementSet } from './parser/ast/change.js';
import type { Query } from './parser/ast/query.js';
import type { Statement } from './parser/ast/statement.js';
import type { CreateTable } from './parser/ast/table.js';
import { shortest } from './physical/keys.js';
import { hasUpdates } from './physical/node.js';
import { type Plan, plan } from './plan.js';

export type Prepared =
  | { readonly kind: 'result'; readonly result: StatementResult }
  | PreparedQuery
  | PreparedInsert;

export interface PreparedQuery {
  readonly kind: 'query';
  /** Its one sink has the connector `collect`. */
  readonly job: JobSpec;
  readonly columns: readonly Column[];
  /** The job ends by itself. */
  readonly bounded: boolean;
  /** No row is ever updated or deleted. */
  readonly insertOnly: boolean;
  /** Columns that tell the rows apart that stand at a time; null when none do. */
  readonly upsertKey: readonly number[] | null;
}

export interface PreparedInsert {
  readonly kind: 'insert';
  readonly job: JobSpec;
  readonly bounded: boolean;
  /** Full names of the tables written to, in the order of the statements. */
  readonly tables: readonly string[];
}

/** What may stand between BEGIN STATEMENT SET and END; a second BEGIN has an error of its own. */
const IN_SET: ReadonlySet<Statement['kind']> = new Set([
  'insert',
  'beginStatementSet',
  'endStatementSet',
]);

export class PlannerSession {
  readonly catalog: SessionCatalog;
  readonly configuration: Configuration;
  /** The inserts since BEGIN STATEMENT SET; null outside of one. */
  #statementSet: Sink[] | null = null;
  readonly #findings: Findings | null;

  /**
   * @param configuration the session's own, which SET and RESET change
   * @param findings takes the errors of a statement behind the one that `prepare` throws
   */
  constructor(catalogs: Catalogs, configuration: Configuration, findings: Findings | null = null) {
    this.catalog = new SessionCatalog(catalogs);
    this.configuration = configuration;
    this.#findings = findings;
  }

  /**
   * @param text what the statement's offsets count in
   * @throws BIND_*, CATALOG_*, PLAN_*, TABLE_OPTION, CONFIG_VALUE
   */
  prepare(statement: Statement, text: string): Prepared {
    const context = bindContext(this.catalog, this.configuration, text, this.#findings);
    if (this.#statementSet !== null && !IN_SET.has(statement.kind)) {
      const reason = 'Only INSERT statement is allowed in Statement Set.';
      throw context.error('BIND_INVALID', reason, statement, 'Close the set with END.');
    }
    switch (statement.kind) {
      case 'query':
        return this.#query(statement, context);
      case 'insert':
        return this.#insert(statement, context);
      case 'statementSet':
        return context.locate(statement, () => this.#inserts(bindSet(statement, context)));
      case 'beginStatementSet':
      case 'endStatementSet':
        return this.#delimit(statement, context);
      case 'execute':
        return this.prepare(statement.statement, text);
      case 'createTable':
        if (statement.query === undefined) break;
        return this.#createTableAs(statement, statement.query, context);
      case 'explain':
        return this.#explain(statement, context);
      case 'set':
      case 'reset':
        return { kind: 'result', result: executeSetting(statement, context) };
      default:
        break;
    }
    return { kind: 'result', result: executeCatalogStatement(statement, context) };
  }

  #createTableAs(statement: CreateTable, query: Query, bind: BindContext): PreparedInsert {
    const table = bindTableAs(statement, query, { catalog: bind.catalog, bind });
    const prepared = bind.locate(statement, () => this.#inserts([table.sink]));
    table.store();
    return prepared;
  }

  #query(query: Query, context: BindContext): PreparedQuery {
    const sink = bindCollect(query, context);
    const planned = context.locate(query, () => this.#plan([sink]));
    const input = planned.physical[0]?.inputs[0]?.node;
    return {
      kind: 'query',
      job: planned.job,
      columns: sink.table.columns,
      bounded: planned.bounded,
      insertOnly: input === undefined || !hasUpdates(input.kinds),
      upsertKey: shortest(input?.upsertKeys ?? []),
    };
  }

  #insert(insert: Insert, context: BindContext): Prepared {
    const sink = bindInsert(insert, context);
    if (this.#statementSet === null) {
      return context.locate(insert, () => this.#inserts([sink]));
    }
    this.#statementSet.push(sink);
    return done('Add insert statement to statement set');
  }

  #inserts(sinks: readonly Sink[]): PreparedInsert {
    const { job, bounded } = this.#plan(sinks);
    return { kind: 'insert', job, bounded, tables: sinks.map((sink) => sink.table.path.join('.')) };
  }

  #delimit(
    statement: Extract<Statement, { kind: 'beginStatementSet' | 'endStatementSet' }>,
    context: BindContext,
  ): Prepared {
    const set = this.#statementSet;
    if (statement.kind === 'beginStatementSet') {
      if (set !== null) {
        const reason = 'A statement set is open already';
        throw context.error('BIND_INVALID', reason, statement, 'Close it with END.');
      }
      this.#statementSet = [];
      return done('Begin a statement set');
    }
    if (set === null) {
      throw context.error('BIND_INVALID', 'No statement set is open to END', statement);
    }
    this.#statementSet = null;
    if (set.length === 0) return done('No statement in the statement set');
    return context.locate(statement, () => this.#inserts(set));
  }

  #explain(explain: Explain, context: BindContext): Prepared {
    const { statement, details } = explain;
    const missing = details.find((each) => each === 'ESTIMATED_COST' || each === 'PLAN_ADVICE');
    if (missing !== undefined) throw context.unsupported(`EXPLAIN ${missing}`, explain);
    const sinks = explainedSinks(statement, context);
    const planned = context.locate(statement, () => this.#plan(sinks));
    const text = explainText(planned, details);
    return { kind: 'result', result: tableResult(['result'], [[text]]) };
  }

  #plan(sinks: readonly Sink[]): Plan {
    const name = this.configuration.get(PIPELINE_NAME) ?? jobName(sinks);
    return plan(sinks, name, this.configuration);
  }
}

/** EXPLAIN makes no table. */
function explainedSinks(statement: Explain['statement'], bind: BindContext): Sink[] {
  switch (statement.kind) {
    case 'query':
      return [bindCollect(statement, bind)];
    case 'insert':
      return [bindInsert(statement, bind)];
    case 'statementSet':
      return bindSet(statement, bind);
    case 'createTable': {
      const { query } = statement;
      if (query === undefined) {
        throw bind.error('BIND_INVALID', 'EXPLAIN takes a CREATE TABLE with AS alone', statement);
      }
      return [bindTableAs(statement, query, { catalog: bind.catalog, bind }).sink];
    }
  }
}

function bindSet(set: StatementSet, context: BindContext): Sink[] {
  if (set.inserts.length === 0) {
    throw context.error('BIND_INVALID', 'The statement set holds no INSERT', set);
  }
  return context.each(set.inserts, (insert) => bindInsert(insert, context));
}

/** `insert-into_catalog.database.table,…` as in Flink; `collect` for a SELECT. */
function jobName(sinks: readonly Sink[]): string {
  const tables = sinks.map((sink) => sink.table.path.join('.'));
  return tables.some((table) => table === '') ? 'collect' : `insert-into_${tables.join(',')}`;
}

function done(text: string): Prepared {
  return {
    kind: 'result',
    result: { ...tableResult(['result'], [[text]]), resultKind: 'SUCCESS' },
  };
}
