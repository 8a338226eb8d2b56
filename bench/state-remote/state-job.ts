/** A job in a process of its own, from outside. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { NODE_FLAGS } from '../node-flags.js';
import type { FromJob, JobPlan, Look, Taken, ToJob } from './job-messages.js';
import type { Order } from './rows-on-demand.js';
import type { TableName } from './tables.js';

const PROGRAM = fileURLToPath(new URL('./job-process.js', import.meta.url));

export interface FirstRow {
  readonly values: readonly (number | null)[];
  /** From the start of the process. */
  readonly ms: number;
  readonly cpuSeconds: number;
}

export class StateJob {
  readonly #child: ChildProcess;
  readonly #startedAt = performance.now();
  #failure: Error | undefined;
  readonly #waiting: { kind: FromJob['kind']; resolve: (message: FromJob) => void }[] = [];
  #rowAtMs: number | undefined;
  #row: Omit<FirstRow, 'ms'> = { values: [], cpuSeconds: 0 };
  #reject: (error: Error) => void = () => undefined;
  readonly #failed: Promise<never>;

  private constructor() {
    this.#child = fork(PROGRAM, { execArgv: [...NODE_FLAGS] });
    this.#failed = new Promise((_resolve, reject) => {
      this.#reject = reject;
    });
    this.#failed.catch(() => undefined);
    this.#child.on('message', (message: FromJob) => this.#heard(message));
    this.#child.once('exit', () => this.#fail('The process of a job ended'));
  }

  /** Resolves when its tasks run. */
  static async start(plan: JobPlan): Promise<StateJob> {
    const job = new StateJob();
    await job.#ask({ kind: 'start', plan }, 'running');
    return job;
  }

  give(table: TableName, order: Order): void {
    this.#child.send({ kind: 'give', table, order } satisfies ToJob);
  }

  /** Gives rows and waits until all have gone through. */
  async run(table: TableName, order: Order): Promise<Look> {
    this.give(table, order);
    return this.rest();
  }

  /** Once all rows have gone through. */
  rest(): Promise<Look> {
    return this.#look('rest');
  }

  async checkpoint(): Promise<Taken> {
    return (await this.#ask({ kind: 'checkpoint' }, 'checkpointed')) as Taken & FromJob;
  }

  look(): Promise<Look> {
    return this.#look('look');
  }

  async firstRow(): Promise<FirstRow> {
    if (this.#rowAtMs === undefined) await this.#hear('row');
    return { ...this.#row, ms: (this.#rowAtMs as number) - this.#startedAt };
  }

  /** As a failing machine would. */
  async kill(): Promise<void> {
    this.#child.removeAllListeners('exit');
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exited;
  }

  async #look(kind: 'look' | 'rest'): Promise<Look> {
    const answer = await this.#ask({ kind }, 'looked');
    return (answer as Extract<FromJob, { kind: 'looked' }>).look;
  }

  #ask(message: ToJob, kind: FromJob['kind']): Promise<FromJob> {
    const answer = this.#hear(kind);
    this.#child.send(message);
    return answer;
  }

  #hear(kind: FromJob['kind']): Promise<FromJob> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const heard = new Promise<FromJob>((resolve) => this.#waiting.push({ kind, resolve }));
    return Promise.race([heard, this.#failed]);
  }

  #heard(message: FromJob): void {
    if (message.kind === 'failed') this.#fail(message.text);
    if (message.kind === 'row') {
      this.#rowAtMs = performance.now();
      this.#row = message;
    }
    const at = this.#waiting.findIndex(({ kind }) => kind === message.kind);
    if (at >= 0) this.#waiting.splice(at, 1)[0]?.resolve(message);
  }

  #fail(text: string): void {
    this.#failure ??= new Error(text);
    this.#reject(this.#failure);
  }
}
