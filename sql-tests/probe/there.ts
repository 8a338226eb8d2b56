/** Evaluates expressions over the rows of the world in a real Flink (`oracle/java/Probe.java`). */
import { Flink } from '../oracle/flink.js';
import { type Answer, isError } from './answer.js';
import { TABLE, TIME_ZONE, type World } from './world.js';

/** Expressions that go through together. */
const TOGETHER = 60;

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
  ): Promise<readonly Answer[]> {
    const fails = expressions.map((_, i) => {
      const answer = guess[i];
      return answer !== undefined && 'cells' in answer && answer.cells.some(isError);
    });
    const calm = expressions.filter((_, i) => !fails[i]);
    const answers = new Map<string, Answer>();
    for (let i = 0; i < calm.length; i += TOGETHER) {
      await this.#probe(calm.slice(i, i + TOGETHER), answers);
    }
    for (const [i, expression] of expressions.entries()) {
      if (fails[i]) await this.#probe([expression], answers);
    }
    return expressions.map((expression) => answers.get(expression) as Answer);
  }

  async #probe(expressions: readonly string[], answers: Map<string, Answer>): Promise<void> {
    const answer = await this.#ask({ op: 'probe', table: TABLE, expressions });
    for (const [i, each] of (answer.answers ?? []).entries()) {
      answers.set(expressions[i] as string, each);
    }
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
