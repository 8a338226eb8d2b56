/** Evaluates expressions over the rows of the world in a real Flink (`oracle/java/Probe.java`). */
import { Flink, type Answer as FlinkAnswer } from '../oracle/flink.js';
import { type Answer, isError } from './answer.js';
import { keyedAnswers, type Reply, type Shape } from './keyed.js';
import { TABLE, TIME_ZONE, type World } from './world.js';

/** Expressions that go through together. */
const TOGETHER = 60;

/**
 * The cluster itself has failed: on a machine without time or memory to spare, or since Flink read
 * a length from the wrong place and asked for gigabytes. The oracle then begins it anew.
 */
const SICK =
  /NoResourceAvailable|Timeout|OutOfMemory|Heartbeat|Disconnect|no longer|TaskExecutor|JobMaster/;

const COMPILED = /InvalidProgramException/;

/** Said of a query that ended the cluster twice. */
const DEAD = 'The cluster died';

/** What a failure of a job is wrapped in. */
const WHILE_RUNNING = /JobExecutionException|Failed to fetch next result/;

export class There {
  readonly #world: World;
  readonly #flink = new Flink();

  private constructor(world: World) {
    this.#world = world;
  }

  static async open(world: World): Promise<There> {
    const there = new There(world);
    await there.#begin();
    return there;
  }

  async #begin(): Promise<void> {
    await this.#ask({ op: 'open', options: { 'table.local-time-zone': TIME_ZONE } });
    await this.#ask({ op: 'execute', sql: this.#world.ddl });
    await this.#ask({ op: 'feed', table: TABLE, rows: this.#world.json });
    await this.#ask({ op: 'end', table: TABLE });
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
    const fails = guess.map(mayFail);
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
    let reply = await this.#flink.ask({ op: 'execute', sql });
    if (isSick(reply)) reply = await this.#flink.ask({ op: 'execute', sql });
    if (isSick(reply)) return { failed: DEAD };
    const { ok, causes = [], columns = [], rows = [] } = reply;
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

/** A program that does not compile ends a job in much the same words. */
function isSick({ causes = [] }: FlinkAnswer): boolean {
  return causes.some((cause) => SICK.test(cause)) && !causes.some((it) => COMPILED.test(it));
}

/** An error in a row, or a NULL of a type that has none, ends a query. */
function mayFail(answer: Answer): boolean {
  if ('refused' in answer) return false;
  return answer.cells.some((cell) => {
    return isError(cell) || (cell === null && answer.type.endsWith(' NOT NULL'));
  });
}
