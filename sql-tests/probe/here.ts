/**
 * Evaluates expressions over the rows of the world in this engine. Many are one SELECT; one that
 * fails alone is asked row by row.
 */
import { systemClock } from '../../conf/clock.js';
import { MillraceError } from '../../conf/errors/error.js';
import { KIND_SYMBOLS } from '../../operators/core/row-kind.js';
import { connectors } from '../../operators/runtime/connectors.js';
import type { FeedRow } from '../../operators/runtime/feed.js';
import { LocalExecutor } from '../../operators/runtime/local-executor.js';
import { parseStatement } from '../../planner/parser/parse.js';
import type { PlannerSession, PreparedQuery } from '../../planner/session.js';
import { resultRows } from '../../server/sessions/result-row.js';
import { cellTexts } from '../../server/test/cell-text.js';
import { typeText } from '../../state/column/type-text.js';
import type { Answer, Cell } from './answer.js';
import { inHalves } from './halves.js';
import { type Change, keyedAnswers, type Reply, type Shape } from './keyed.js';
import { plannerSession, TABLE, TIME_ZONE, type World } from './world.js';

const JOB_ID = '0'.repeat(32);
const FULL_NAME = `default_catalog.default_database.${TABLE}`;
/** Errors of a row. */
const ROW_ERRORS: ReadonlySet<string> = new Set(['DATA_EXPRESSION']);

/** Expressions that go through together. */
const TOGETHER = 40;

export class Here {
  readonly #session: PlannerSession;
  readonly #rows: readonly FeedRow[];
  readonly #all: LocalExecutor;

  constructor(world: World, rows: readonly FeedRow[] = world.rows) {
    this.#session = plannerSession();
    this.#session.prepare(parseStatement(world.ddl), world.ddl);
    this.#rows = rows;
    this.#all = executorOf(rows);
  }

  async evaluate(
    expressions: readonly string[],
    shape: Shape = 'rows',
  ): Promise<readonly Answer[]> {
    if (shape !== 'rows') return keyedAnswers((sql) => this.#ask(sql), shape, expressions);
    return inHalves(expressions, {
      most: TOGETHER,
      together: (some) => this.#together(some),
      alone: (one) => this.#alone(one),
    });
  }

  async #together(expressions: readonly string[]): Promise<readonly Answer[] | null> {
    try {
      const query = this.#prepare(expressions);
      return answersOf(query, await run(this.#all, query));
    } catch (error) {
      if (error instanceof MillraceError) return null;
      throw error;
    }
  }

  async #alone(expression: string): Promise<Answer> {
    let query: PreparedQuery;
    try {
      query = this.#prepare([expression]);
    } catch (error) {
      return { refused: refusal(error) };
    }
    try {
      return answersOf(query, await run(this.#all, query))[0] as Answer;
    } catch {
      // Asked again below, row by row.
    }
    const cells: Cell[] = [];
    for (const row of this.#rows) {
      try {
        const [only] = await run(executorOf([row]), query);
        cells.push(only?.cells[0] ?? null);
      } catch (error) {
        cells.push(rowError(error));
      }
    }
    return { type: typeText(query.columns[0]?.type as never), cells };
  }

  async #ask(sql: string): Promise<Reply> {
    let query: PreparedQuery;
    try {
      query = this.#query(sql);
    } catch (error) {
      return { refused: refusal(error) };
    }
    try {
      const changes = await run(this.#all, query);
      return { types: query.columns.map(({ type }) => typeText(type)), changes };
    } catch (error) {
      const cell = rowError(error);
      return { failed: typeof cell === 'string' ? cell : cell.error };
    }
  }

  #prepare(expressions: readonly string[]): PreparedQuery {
    const items = expressions.map((each, i) => `${each} AS e${i}`).join(',\n');
    return this.#query(`SELECT ${items} FROM ${TABLE}`);
  }

  #query(sql: string): PreparedQuery {
    const prepared = this.#session.prepare(parseStatement(sql), sql);
    if (prepared.kind !== 'query') throw new Error('A SELECT is a query');
    return prepared;
  }
}

function executorOf(rows: readonly FeedRow[]): LocalExecutor {
  const executor = new LocalExecutor(systemClock, connectors);
  executor.feed(FULL_NAME, rows);
  executor.endFeed(FULL_NAME);
  return executor;
}

async function run(executor: LocalExecutor, query: PreparedQuery): Promise<readonly Change[]> {
  const rows: Change[] = [];
  const job = executor.start(JOB_ID, query.job, {
    rows: (batch, taken) => {
      for (const { kind, values } of resultRows(batch, query.columns)) {
        const cells = cellTexts(values, query.columns, TIME_ZONE);
        rows.push({ kind: KIND_SYMBOLS[kind], cells });
      }
      taken(batch.count);
    },
  });
  await job.done;
  if (job.error !== undefined) throw job.error;
  return rows;
}

function answersOf(query: PreparedQuery, rows: readonly Change[]): readonly Answer[] {
  return query.columns.map(({ type }, c) => ({
    type: typeText(type),
    cells: rows.map(({ cells }) => cells[c] ?? null),
  }));
}

function refusal(error: unknown): string {
  if (error instanceof MillraceError) return `${error.code} ${error.reason}`;
  throw error;
}

/** A fault of this engine is a text that no other engine gives. */
function rowError(error: unknown): Exclude<Cell, null> {
  if (!(error instanceof MillraceError)) throw error;
  if (ROW_ERRORS.has(error.code)) return { error: error.reason };
  return `*** ${error.code} ${error.reason} ***`;
}
