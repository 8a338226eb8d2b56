/**
 * A script sent to `POST /sql`: its statements run in order in a session of their own, each INSERT
 * is awaited unless the caller detaches. What happens goes to an output, which decides what the
 * client gets of it.
 */
import type { Clock } from '../../../conf/clock.js';
import type { KeyNotice } from '../../../conf/known-keys.js';
import type { Batch } from '../../../operators/core/batch.js';
import type { Column } from '../../../operators/core/spec.js';
import type { JobRun } from '../../../operators/runtime/job-run.js';
import { uniqueNames } from '../../../planner/logical/unique-names.js';
import type { Statement } from '../../../planner/parser/ast/statement.js';
import type { Execution, QueryExecution } from '../../sessions/execution.js';
import { submitted } from '../../sessions/execution.js';
import type { ResultRow } from '../../sessions/result-row.js';
import type { Session } from '../../sessions/session.js';

/** What a statement gives: columns, and whether its rows can be taken back. */
export interface ResultShape {
  readonly columns: readonly Column[];
  readonly changes: boolean;
  readonly jobId?: string;
}

/** Takes what a script gives. Statements are numbered from 1. */
export interface ScriptOutput {
  /** False: the query of this statement is checked, but not run. */
  wants(number: number): boolean;
  statement(number: number, sql: string): Promise<void>;
  /** Something that the user should know about what the statement set. */
  notice(number: number, notice: KeyNotice): Promise<void>;
  columns(number: number, shape: ResultShape): Promise<void>;
  /** Rows of a query, as they come. */
  batch(number: number, shape: ResultShape, batch: Batch): Promise<void>;
  /** Rows of a statement that is no query. */
  rows(number: number, shape: ResultShape, rows: readonly ResultRow[]): Promise<void>;
  progress(number: number, run: JobRun): Promise<void>;
  done(number: number, run?: JobRun): Promise<void>;
}

export interface ScriptOptions {
  readonly detach: boolean;
  readonly clock: Clock;
  /** The client went away. */
  readonly gone: AbortSignal;
}

const PROGRESS_MS = 250;

/** @throws the first error of a statement or its job; what follows is not run */
export async function runScript(
  session: Session,
  statements: readonly Statement[],
  text: string,
  output: ScriptOutput,
  options: ScriptOptions,
): Promise<void> {
  for (const [index, statement] of statements.entries()) {
    if (options.gone.aborted) return;
    const number = index + 1;
    await output.statement(number, text.slice(statement.start, statement.end));
    if (statement.kind === 'query' && !output.wants(number)) {
      session.check(statement, text);
      await output.done(number);
      continue;
    }
    const execution = await session.execute(statement, text);
    for (const notice of session.takeNotices()) await output.notice(number, notice);
    await session.saved();
    if (execution.kind === 'query') await runQuery(number, execution, output, options);
    else await runStatement(number, execution, output, options);
  }
}

async function runQuery(
  number: number,
  { run, rows, columns, insertOnly }: QueryExecution,
  output: ScriptOutput,
  options: ScriptOptions,
): Promise<void> {
  const changes = !insertOnly;
  const shape = { columns: changes ? besideOp(columns) : columns, changes, jobId: run.id };
  const cancel = (): void => run.cancel();
  options.gone.addEventListener('abort', cancel);
  try {
    await output.columns(number, shape);
    const watch = new ProgressWatch(number, run, output, options.clock);
    for (;;) {
      await watch.until(rows.ready());
      const batches = rows.take();
      if (batches === null) break;
      for (const batch of batches) await output.batch(number, shape, batch);
    }
    await output.progress(number, run);
    await output.done(number, run);
  } finally {
    options.gone.removeEventListener('abort', cancel);
    rows.discard();
    run.cancel();
  }
}

/** A column that is called `op` makes way for the kind of the row. */
function besideOp(columns: readonly Column[]): readonly Column[] {
  const names = uniqueNames(['op', ...columns.map(({ name }) => name)]).slice(1);
  return columns.map((column, i) => ({ ...column, name: names[i] as string }));
}

async function runStatement(
  number: number,
  execution: Exclude<Execution, QueryExecution>,
  output: ScriptOutput,
  options: ScriptOptions,
): Promise<void> {
  const run = execution.kind === 'insert' ? execution.run : undefined;
  const result = execution.kind === 'table' ? execution.result : submitted(execution.run);
  const shape = {
    columns: result.columns,
    changes: false,
    ...(run === undefined ? {} : { jobId: run.id }),
  };
  await output.columns(number, shape);
  if (run !== undefined && !options.detach) await awaitJob(number, run, output, options);
  const rows = result.rows.map((values): ResultRow => ({ kind: 0, values }));
  await output.rows(number, shape, rows);
  await output.done(number, run);
}

async function awaitJob(
  number: number,
  run: JobRun,
  output: ScriptOutput,
  options: ScriptOptions,
): Promise<void> {
  const cancel = (): void => run.cancel();
  options.gone.addEventListener('abort', cancel);
  const watch = new ProgressWatch(number, run, output, options.clock);
  await watch.until(run.done);
  options.gone.removeEventListener('abort', cancel);
  if (run.failure !== undefined) throw run.failure;
  await output.progress(number, run);
}

/** Tells of a job's progress now and then, while something is awaited. */
class ProgressWatch {
  readonly #number: number;
  readonly #run: JobRun;
  readonly #output: ScriptOutput;
  readonly #clock: Clock;
  #next: number;

  constructor(number: number, run: JobRun, output: ScriptOutput, clock: Clock) {
    this.#number = number;
    this.#run = run;
    this.#output = output;
    this.#clock = clock;
    this.#next = clock.now() + PROGRESS_MS;
  }

  async until(promise: Promise<void>): Promise<void> {
    let settled = false;
    const awaited = promise.then(() => {
      settled = true;
    });
    do {
      await Promise.race([awaited, this.#due()]);
      if (this.#clock.now() < this.#next) continue;
      this.#next = this.#clock.now() + PROGRESS_MS;
      await this.#output.progress(this.#number, this.#run);
    } while (!settled);
  }

  #due(): Promise<void> {
    const delay = Math.max(1, this.#next - this.#clock.now());
    return new Promise((resolve) => void this.#clock.after(delay, resolve));
  }
}
