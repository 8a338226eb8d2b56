/** A server in a process of its own, to be killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../bin/main.js', import.meta.url));

export interface JobInfo {
  readonly id: string;
  readonly state: string;
  readonly error?: string;
  readonly rows: number;
}

export class ServerProcess {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly exited: Promise<unknown>;

  private constructor(child: ChildProcess, url: string, exited: Promise<unknown>) {
    this.#child = child;
    this.url = url;
    this.exited = exited;
  }

  /** @param failpoint `name:n`, where it is to die */
  static async start(
    settings: Readonly<Record<string, string>>,
    failpoint?: string,
  ): Promise<ServerProcess> {
    const defines = Object.entries(settings).flatMap(([key, text]) => ['-D', `${key}=${text}`]);
    const child = spawn(process.execPath, [MAIN, 'start', ...defines], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...(failpoint === undefined ? {} : { MILLRACE_FAILPOINT: failpoint }),
      },
    });
    const said: string[] = [];
    child.stderr.on('data', (text: Buffer) => said.push(text.toString()));
    const exited = once(child, 'exit');
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /listens on (\S+)$/.exec(line)?.[1];
      if (url !== undefined) return new ServerProcess(child, url, exited);
    }
    // It may have died on purpose before it could listen.
    if (failpoint !== undefined) return new ServerProcess(child, '', exited);
    throw new Error(`The server does not start: ${said.join('')}`);
  }

  get alive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
    this.#child.kill(signal);
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.exited;
  }

  /** The answer's JSON; undefined when the server is gone. */
  async ask(method: string, path: string, body?: string): Promise<unknown> {
    if (this.url === '') return undefined;
    try {
      const response = await fetch(`${this.url}${path}`, {
        method,
        ...(body === undefined ? {} : { body }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
      return text === '' ? null : JSON.parse(text.trim().split('\n').at(-1) as string);
    } catch (error) {
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  }

  /** The one job. */
  async job(): Promise<JobInfo | undefined> {
    const list = (await this.ask('GET', '/jobs')) as { jobs: { id: string }[] } | undefined;
    const id = list?.jobs[0]?.id;
    if (id === undefined) return undefined;
    const job = (await this.ask('GET', `/jobs/${id}`)) as
      | { state: string; error?: string; progress: { rows: number } }
      | undefined;
    if (job === undefined) return undefined;
    const { state, error, progress } = job;
    return { id, state, rows: progress.rows, ...(error === undefined ? {} : { error }) };
  }

  /** Complete checkpoints that this server took. */
  async completed(job: string): Promise<number> {
    const found = (await this.ask('GET', `/jobs/${job}/checkpoints`)) as
      | { counts: { completed: number } }
      | undefined;
    return found?.counts.completed ?? 0;
  }
}
