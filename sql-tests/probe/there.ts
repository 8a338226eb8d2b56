/** Evaluates expressions over the rows of the world in a real Flink (`oracle/java/Probe.java`). */
import { Flink } from '../oracle/flink.js';
import { type Answer, isError } from './answer.js';
import { keyedAnswers, type Reply, type Shape } from './keyed.js';
import { TABLE, TIME_ZONE, type World } from './world.js';

/** Expressions that go through together. */
const TOGETHER = 60;

/** What a failure of a job is wrapped in. */
const WHILE_RUNNING = /JobExecutionException|Failed to fetch next result/;

export class There {
  readonly #flink: Flink;

  private constructor(flink: Flink) {
    this.#flink = flink;
  }

  static async open(world: World): Promise<There> {
    const there = new There(new Flink());
    await there.#ask({ op: 'open', options: { 'table.local-time-zone': TIME_ZONE } });
    await there.#ask({ op: 'execute', sql: world.ddl });
    await there.#ask({ op: 'feed', table: TABLE, rows: world.json });
    await there.#ask({ op: 'end', table: TABLE });
    return there;
  }

  async version(): Promise<string> {
    const { version = '' } = await this.#ask({ op: 'version' });
    return version;
  }

  /** @param guess what this engine says: those that fail in a row there go through alone */
  async evaluate(
    expressions: readonly string[],
    guess: readonly Answer[],
    shape: Shape = 'rows',
  ): Promise<readonly Answer[]> {
    const fails = expressions.map((_, i) => {
      const answer = guess[i];
      return answer !== undefined && 'cells' in answer && answer.cells.some(isError);
    });
    const calm = expressions.filter((_, i) => !fails[i]);
    const answers = new Map<string, Answer>();
    for (let i = 0; i < calm.length; i += TOGETHER) {
      await this.#answer(calm.slice(i, i + TOGETHER), shape, answers);
    }
    for (const [i, expression] of expressions.entries()) {
      if (fails[i]) await this.#answer([expression], shape, answers);
    }
    return expressions.map((expression) => answers.get(expression) as Answer);
  }

  async #answer(
    expressions: readonly string[],
    shape: Shape,
    answers: Map<string, Answer>,
  ): Promise<void> {
    const found =
      shape === 'rows'
        ? (await this.#ask({ op: 'probe', table: TABLE, expressions })).answers
        : await keyedAnswers((sql) => this.#query(sql), shape, expressions);
    for (const [i, each] of (found ?? []).entries()) answers.set(expressions[i] as string, each);
  }

  async #query(sql: string): Promise<Reply> {
    const {
      ok,
      causes = [],
      columns = [],
      rows = [],
    } = await this.#flink.ask({
      op: 'execute',
      sql,
    });
    if (!ok) {
      const why = causes.at(-1) ?? '';
      return causes.some((cause) => WHILE_RUNNING.test(cause)) ? { failed: why } : { refused: why };
    }
    return {
      types: columns.map(({ type }) => type),
      changes: rows.map(([kind, ...cells]) => ({ kind: kind ?? '', cells })),
    };
  }

  close(): Promise<void> {
    return this.#flink.close();
  }

  async #ask(question: Readonly<Record<string, unknown>>) {
    const answer = await this.#flink.ask(question);
    if (!answer.ok) throw new Error(`The oracle fails: ${answer.causes?.join('\n')}`);
    return answer;
  }
}
