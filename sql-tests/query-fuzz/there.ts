/** Runs cases in a real Flink, many as one job (`oracle/java/Batch.java`). */
import { Flink, type QueryAnswer } from '../oracle/flink.js';
import { type Case, renamed, statementsOf } from './case.js';
import type { Ran } from './here.js';
import { folded, type Outcome } from './outcome.js';
import { type PlanNode, planNodes } from './plan.js';

export class There {
  readonly #flink = new Flink(true, 4);

  /** @param ran what this engine gave for each, which knows how text is quoted */
  async run(cases: readonly Case[], ran: readonly Ran[]): Promise<readonly Outcome[]> {
    await this.#flink.ask({ op: 'open' });
    const queries = cases.map((each, i) => ({
      statements: statementsOf(each).map((sql) => renamed(sql, i)),
      feeds: each.tables.map(({ name }, t) => ({
        table: renamed(name, i),
        rows: ran[i]?.fed[t]?.json ?? [],
      })),
      sql: renamed(each.sql, i),
    }));
    const {
      ok,
      causes = [],
      queries: found = [],
    } = await this.#flink.ask({ op: 'batch', queries });
    if (!ok) throw new Error(`The oracle fails: ${causes.join('\n')}`);
    return found.map((answer) => outcomeOf(answer));
  }

  /** @param i its place among the cases that ran last */
  async plan({ sql }: Case, i: number): Promise<readonly PlanNode[]> {
    const question = { op: 'explain', sql: renamed(sql, i), details: ['CHANGELOG_MODE'] };
    const { text = '' } = await this.#flink.ask(question);
    return planNodes(text);
  }

  close(): Promise<void> {
    return this.#flink.close();
  }
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
