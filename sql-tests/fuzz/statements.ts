/**
 * Mutates statements, parses and plans them. Whatever the text, the answer must be a tree and a
 * plan, or a user's error: never an exception of another kind, an error of kind `bug`, a stack
 * overflow, or a wait. What parses is printed and must read the same again.
 */
import { isDeepStrictEqual } from 'node:util';
import { describe, MillraceError } from '../../conf/errors/error.js';
import type { ErrorCode } from '../../conf/errors/table.js';
import { Random } from '../../conf/random.js';
import type { Statement } from '../../planner/parser/ast/statement.js';
import { parseStatement } from '../../planner/parser/parse.js';
import { print } from '../../planner/parser/print.js';
import { withoutOffsets } from '../../planner/parser/shape.js';
import { Planning } from './planning.js';
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
  readonly counts: ReadonlyMap<ErrorCode, number>;
  /** Statements that broke a rule, and how. Empty when all is well. */
  readonly failures: readonly string[];
  /** The most CPU time that one statement took. */
  readonly slowestMs: number;
}

/** Of CPU time: on a busy machine the clock says little. */
const LONGEST_MS = 1000;

export function fuzzStatements({ seed, count }: StatementFuzz): StatementFuzzResult {
  const statements = new MutatedStatements(new Random(seed));
  const planning = new Planning();
  const counts = new Map<ErrorCode, number>();
  const failures: string[] = [];
  let parsed = 0;
  let planned = 0;
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
    if (outcome.failure !== undefined) failures.push(`${outcome.failure}: ${sql}`);
    if (outcome.code !== undefined) counts.set(outcome.code, (counts.get(outcome.code) ?? 0) + 1);
    else if (outcome.failure === undefined) planned++;
  }
  return { parsed, planned, counts, failures, slowestMs };
}

interface Outcome {
  readonly parsed: boolean;
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
    planning.plan(statement, sql);
    return { parsed };
  } catch (error) {
    return { parsed, ...judge(error) };
  }
}

function readsAs(printed: string, statement: Statement): boolean {
  const again = parseStatement(printed);
  return isDeepStrictEqual(withoutOffsets(again), withoutOffsets(statement));
}

function judge(error: unknown): Omit<Outcome, 'parsed'> {
  if (!(error instanceof MillraceError)) {
    const at = (error as Error).stack?.split('\n')[1]?.trim();
    return { failure: `threw ${error} ${at}` };
  }
  if (error.kind !== 'user') return { failure: `${error.kind} error ${error.reason}` };
  if (/\n\s+at /.test(describe(error))) return { failure: 'shows a stack trace' };
  return { code: error.code };
}
