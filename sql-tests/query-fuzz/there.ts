/** Runs cases in a real Flink, many as one job (`oracle/java/Batch.java`). */
import { Flink, type QueryAnswer } from '../oracle/flink.js';
import { Answers } from './answers.js';
import { type Case, renamed, statementsOf } from './case.js';
import type { Ran } from './here.js';
import { folded, type Outcome } from './outcome.js';
import { type PlanNode, planNodes } from './plan.js';

/** A query over tables that are made and fed for it. */
interface Question {
  readonly statements: readonly string[];
  readonly feeds: readonly { readonly table: string; readonly rows: readonly unknown[] }[];
  readonly sql: string;
}

/**
 * The longest class that the planner does not take apart: parsing each class for that is an eighth
 * of its time, and of queries as small as these none grows too large for the virtual machine.
 */
const OPTIONS = { 'table.generated-code.max-length': '60000' };

export class There {
  /** Started by the first question that has no answer yet. */
  #flink: Flink | null = null;
  readonly #answers: Answers<QueryAnswer | string>;

  /** @param file of answers that are kept for a further run; null for none */
  constructor(file: string | null) {
    this.#answers = new Answers(file);
  }

  /** @param ran what this engine gave for each, which knows how text is quoted */
  async run(cases: readonly Case[], ran: readonly Ran[]): Promise<readonly Outcome[]> {
    const questions = cases.map((each, i) => questionOf(each, ran[i] as Ran));
    const news = questions.filter((each) => this.#answers.get(each) === undefined);
    if (news.length > 0) await this.#batch(news);
    return questions.map((each) => outcomeOf(this.#answers.get(each) as QueryAnswer));
  }

  async #batch(questions: readonly Question[]): Promise<void> {
    const flink = await this.#opened();
    const queries = questions.map(({ statements, feeds, sql }, i) => ({
      statements: statements.map((each) => renamed(each, i)),
      feeds: feeds.map(({ table, rows }) => ({ table: renamed(table, i), rows })),
      sql: renamed(sql, i),
    }));
    const answer = await flink.ask({ op: 'batch', queries });
    const { ok, causes = [], queries: found = [] } = answer;
    if (!ok) throw new Error(`The oracle fails: ${causes.join('\n')}`);
    for (const [i, each] of questions.entries()) this.#answers.add(each, found[i] as QueryAnswer);
  }

  /** Of a query that it takes. */
  async plan(made: Case): Promise<readonly PlanNode[]> {
    const statements = statementsOf(made);
    const question = { op: 'explain', sql: made.sql, details: ['CHANGELOG_MODE'] };
    const known = this.#answers.get({ statements, question });
    if (known !== undefined) return planNodes(known as string);
    const flink = await this.#opened();
    for (const sql of statements) await flink.ask({ op: 'execute', sql });
    const { text = '' } = await flink.ask(question);
    this.#answers.add({ statements, question }, text);
    return planNodes(text);
  }

  /** A session without tables. */
  async #opened(): Promise<Flink> {
    this.#flink ??= new Flink('queries', 4);
    await this.#flink.ask({ op: 'open', options: OPTIONS });
    return this.#flink;
  }

  async close(): Promise<void> {
    await this.#flink?.close();
  }
}

function questionOf(made: Case, { fed }: Ran): Question {
  return {
    statements: statementsOf(made),
    feeds: made.tables.map(({ name }, t) => ({ table: name, rows: fed[t]?.json ?? [] })),
    sql: made.sql,
  };
}

function outcomeOf(answer: QueryAnswer): Outcome {
  if ('refused' in answer || 'failed' in answer) return answer;
  const types = answer.columns.map(({ type }) => type.replaceAll(' *ROWTIME*', ''));
  const changes = answer.rows.map(([kind, ...cells]) => ({ kind: kind ?? '', cells }));
  return folded(
    types,
    changes,
    types.map((type) => /^(?:STRING|(?:VAR)?CHAR)/.test(type)),
  );
}
