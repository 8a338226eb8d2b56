/**
 * A session: its settings, its view of the catalogs (in the planner's session), and the operations
 * that were submitted in it.
 */
import { randomUUID } from 'node:crypto';
import { MillraceError } from '../../conf/errors/error.js';
import type { KeyNotice } from '../../conf/known-keys.js';
import { DML_SYNC } from '../../conf/options/table.js';
import { type Zoned, zoneOf } from '../../conf/time-zone.js';
import { readScript, readStatement } from '../../planner/dialect/read.js';
import type { Statement } from '../../planner/parser/ast/statement.js';
import type { PlannerSession } from '../../planner/session.js';
import type { Engine } from './engine.js';
import type { Execution } from './execution.js';
import { runJobStatement } from './job-statement.js';
import { Operation } from './operation.js';

export class Session {
  readonly id = randomUUID();
  readonly name: string | undefined;
  readonly planner: PlannerSession;
  readonly #engine: Engine;
  readonly #operations = new Map<string, Operation>();
  /** When a request last named the session, ms since the epoch. */
  touchedAt: number;

  constructor(engine: Engine, planner: PlannerSession, name?: string) {
    this.#engine = engine;
    this.planner = planner;
    this.name = name;
    this.touchedAt = engine.clock.now();
  }

  /** An operation still runs: such a session is not idle. */
  get busy(): boolean {
    return [...this.#operations.values()].some(({ status }) => status === 'RUNNING');
  }

  /** Zone of TIMESTAMP_LTZ as text. */
  get zone(): Zoned {
    return zoneOf(this.planner.configuration);
  }

  properties(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.planner.configuration.shown());
  }

  /** Runs one statement in the background. @param settings for this statement alone */
  submit(text: string, settings: Readonly<Record<string, string>> = {}): Operation {
    const operation = new Operation(async (signal, notices) => {
      const statement = this.#under(settings, () => this.read(text));
      const execution = await this.execute(statement, text, settings);
      notices.push(...this.logNotices());
      await this.saved();
      const sync = execution.kind === 'insert' && this.planner.configuration.get(DML_SYNC);
      return sync ? finished(execution, signal) : execution;
    }, this.#engine.clock);
    this.#operations.set(operation.id, operation);
    return operation;
  }

  /** The one statement of a text, in the session's dialect. */
  read(text: string): Statement {
    return readStatement(text, this.planner.configuration);
  }

  /** All statements of a text. A SET of the dialect in it holds for those behind it. */
  readScript(text: string): readonly Statement[] {
    return readScript(text, this.planner.configuration);
  }

  /**
   * Plans a statement and starts its job, if it has one. A promise where something is awaited.
   * @param text what the statement was parsed from
   */
  execute(
    statement: Statement,
    text: string,
    settings: Readonly<Record<string, string>> = {},
  ): Execution | Promise<Execution> {
    const known = runJobStatement(statement, this.#engine.jobs);
    if (known instanceof Promise) return known.then((result) => ({ kind: 'table', result }));
    if (known !== null) return { kind: 'table', result: known };
    const prepared = this.#under(settings, () => this.planner.prepare(statement, text));
    switch (prepared.kind) {
      case 'result':
        return { kind: 'table', result: prepared.result };
      case 'insert':
        return { kind: 'insert', run: this.#engine.jobs.start(prepared.job) };
      case 'query': {
        const { job, columns, insertOnly } = prepared;
        return { kind: 'query', columns, insertOnly, ...this.#engine.jobs.startQuery(job) };
      }
    }
  }

  /**
   * What statements changed in catalogs, and the jobs they started, will outlive the process. Asked
   * right behind `execute`.
   * @throws CATALOG_STORE_LOCKED, CATALOG_STORE_BROKEN, JOB_STORE
   */
  async saved(): Promise<void> {
    await this.planner.catalog.catalogs.settled();
    await this.#engine.jobs.settled();
  }

  /** What the user should know about the keys set since the last call. */
  takeNotices(): readonly KeyNotice[] {
    return this.planner.configuration.takeNotices();
  }

  /** For clients of the Gateway, which look for no notice: the log has them too. */
  logNotices(): string[] {
    const notices = this.takeNotices();
    for (const notice of notices) this.#engine.log(notice);
    return notices.map(({ text }) => text);
  }

  /** Plans a query without running it. */
  check(query: Statement, text: string): void {
    this.planner.prepare(query, text);
  }

  /** @throws OPERATION_MISSING */
  operation(id: string): Operation {
    const operation = this.#operations.get(id);
    if (operation !== undefined) return operation;
    throw new MillraceError(
      'OPERATION_MISSING',
      `Can not find the submitted operation in the OperationManager with the ${id}.`,
    );
  }

  closeOperation(id: string): Operation {
    const operation = this.operation(id);
    operation.close();
    this.#operations.delete(id);
    return operation;
  }

  /** Reads or plans under settings that last for this statement. */
  #under<T>(settings: Readonly<Record<string, string>>, step: () => T): T {
    const { configuration } = this.planner;
    const before = Object.keys(settings).map((key) => [key, configuration.text(key)] as const);
    try {
      for (const [key, value] of Object.entries(settings)) configuration.set(key, value);
      return step();
    } finally {
      for (const [key, value] of before) {
        if (value === undefined) configuration.reset(key);
        else configuration.set(key, value);
      }
    }
  }

  close(): void {
    for (const operation of this.#operations.values()) operation.close();
    this.#operations.clear();
  }
}

/** The job has ended. @throws its error */
async function finished(
  execution: Execution & { readonly kind: 'insert' },
  signal: AbortSignal,
): Promise<Execution> {
  const { run } = execution;
  signal.addEventListener('abort', () => run.cancel());
  await run.done;
  if (run.failure !== undefined) throw run.failure;
  return execution;
}
