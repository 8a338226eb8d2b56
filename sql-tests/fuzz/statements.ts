/**
 * Mutates statements, parses and plans them, and runs the jobs that end by themselves. Whatever
 * the text, the answer must be a tree, a plan and a result, or a user's error: never an exception
 * of another kind, an error of kind `bug`, a stack overflow, or a wait. What parses is printed and
 * must read the same again.
 */
import { isDeepStrictEqual } from 'node:util';
import { describe, MillraceError } from '../../conf/errors/error.js';
import type { ErrorCode } from '../../conf/errors/table.js';
import { Random } from '../../conf/random.js';
import type { Statement } from '../../planner/parser/ast/statement.js';
import { parseStatement } from '../../planner/parser/parse.js';
import { print } from '../../planner/parser/print.js';
import { withoutOffsets } from '../../planner/parser/shape.js';
import type { Prepared } from '../../planner/session.js';
import { Planning } from './planning.js';
import { runJob } from './running.js';
import { MutatedStatements } from './statement-mutator.js';

export interface StatementFuzz {
  readonly seed: number;
  /** Statements to make. */
  readonly count: number;
}

export interface StatementFuzzResult {
  /** Statements that parsed. */
  readonly parsed: number;
  /** Of those, statements that were planned, or done at once. */
  readonly planned: number;
  /** Of those, jobs that were run. */
  readonly ran: number;
  readonly counts: ReadonlyMap<ErrorCode, number>;
  /** Statements that broke a rule, and how. Empty when all is well. */
  readonly failures: readonly string[];
  /** The most CPU time that one statement took until it was planned. */
  readonly slowestMs: number;
}

/** Of CPU time: on a busy machine the clock says little. */
const LONGEST_MS = 1000;

export async function fuzzStatements(fuzz: StatementFuzz): Promise<StatementFuzzResult> {
  const { seed, count } = fuzz;
  const statements = new MutatedStatements(new Random(seed));
  const planning = new Planning();
  const counts = new Map<ErrorCode, number>();
  const failures: string[] = [];
  let parsed = 0;
  let planned = 0;
  let ran = 0;
  let slowestMs = 0;
  for (let i = 0; i < count; i++) {
    const sql = statements.next();
    const before = process.cpuUsage();
    const outcome = tryStatement(sql, planning);
    const { user, system } = process.cpuUsage(before);
    const elapsedMs = (user + system) / 1000;
    slowestMs = Math.max(slowestMs, elapsedMs);
    if (elapsedMs > LONGEST_MS) failures.push(`${elapsedMs} ms: ${sql}`);
    if (outcome.parsed) parsed++;
    const { prepared } = outcome;
    if (prepared !== undefined) planned++;
    const job = prepared !== undefined && prepared.kind !== 'result' && prepared.bounded;
    if (job) ran++;
    const { code, failure } = job
      ? judge(await runJob(prepared.job).catch((error: unknown) => error))
      : outcome;
    if (failure !== undefined) failures.push(`${failure}: ${sql}`);
    if (code !== undefined) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return { parsed, planned, ran, counts, failures, slowestMs };
}

interface Outcome extends Judgement {
  readonly parsed: boolean;
  readonly prepared?: Prepared;
}

interface Judgement {
  /** Of the user's error that refused it. */
  readonly code?: ErrorCode;
  /** The rule that was broken. */
  readonly failure?: string;
}

function tryStatement(sql: string, planning: Planning): Outcome {
  let parsed = false;
  try {
    const statement = parseStatement(sql);
    parsed = true;
    const printed = print(statement);
    if (!readsAs(printed, statement)) {
      return { parsed, failure: `reads differently when printed (${printed})` };
    }
    return { parsed, prepared: planning.plan(statement, sql) };
  } catch (error) {
    return { parsed, ...judge(error) };
  }
}

function readsAs(printed: string, statement: Statement): boolean {
  const again = parseStatement(printed);
  return isDeepStrictEqual(withoutOffsets(again), withoutOffsets(statement));
}

function judge(error: unknown): Judgement {
  if (error === undefined) return {};
  if (!(error instanceof MillraceError)) {
    const at = (error as Error).stack?.split('\n')[1]?.trim();
    return { failure: `threw ${error} ${at}` };
  }
  // A hint may name a file that is none.
  if (error.kind !== 'user' && error.code !== 'DATA_FILE')
    return { failure: `${error.kind} error ${error.reason}` };
  if (/\n\s+at /.test(describe(error))) return { failure: 'shows a stack trace' };
  return { code: error.code };
}
