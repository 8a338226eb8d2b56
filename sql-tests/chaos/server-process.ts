/** A server in a process of its own, to be killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Failpoint } from '../../conf/failpoint.js';
import type { DiskSettings } from './disk/settings.js';

const MAIN = fileURLToPath(new URL('../../bin/main.js', import.meta.url));
const PRELOAD = new URL('./disk/preload.js', import.meta.url).href;

interface Vertex {
  readonly metrics: { readonly numLateRecordsDropped: number };
}

export interface JobInfo {
  readonly lateRows: number;
  readonly state: string;
  readonly error?: string;
}

export interface CheckpointInfo {
  readonly completed: number;
  /** Path of the last complete one. */
  readonly path: string | undefined;
  /** Why the last one that failed did. */
  readonly failure: string | undefined;
}

export interface ServerParts {
  readonly settings: Readonly<Record<string, string>>;
  /** `name:n,…`, where it is to die. */
  readonly failpoints?: string;
  readonly disk: DiskSettings | null;
}

/** Those that run; none outlives the test. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
process.once('SIGTERM', () => process.exit(143));
process.once('SIGINT', () => process.exit(130));

export class ServerProcess {
  readonly url: string;
  readonly exited: Promise<unknown>;
  readonly #child: ChildProcess;
  readonly #said: readonly string[];
  #killed = false;

  private constructor(
    child: ChildProcess,
    url: string,
    said: readonly string[],
    exited: Promise<unknown>,
  ) {
    this.#child = child;
    this.#said = said;
    this.url = url;
    this.exited = exited;
  }

  /** @throws when it does not start, unless it died at a failpoint */
  static async start({ settings, failpoints, disk }: ServerParts): Promise<ServerProcess> {
    const defines = Object.entries(settings).flatMap(([key, text]) => ['-D', `${key}=${text}`]);
    const preload = disk === null ? [] : ['--import', PRELOAD];
    const child = spawn(process.execPath, [...preload, MAIN, 'start', ...defines], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...(disk === null ? {} : { MILLRACE_CHAOS_DISK: JSON.stringify(disk) }),
        ...(failpoints === undefined ? {} : { MILLRACE_FAILPOINT: failpoints }),
      },
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    const said: string[] = [];
    child.stderr.on('data', (text: Buffer) => said.push(text.toString()));
    const exited = once(child, 'close');
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /listens on (\S+)$/.exec(line)?.[1];
      if (url === undefined) continue;
      child.stdout.resume();
      return new ServerProcess(child, url, said, exited);
    }
    await exited;
    const server = new ServerProcess(child, '', said, exited);
    if (server.failpoint !== undefined) return server;
    throw new Error(`The server does not start: ${said.join('')}`);
  }

  get alive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Where it died. */
  get failpoint(): Failpoint | undefined {
    return /^failpoint (\S+)$/m.exec(this.#said.join(''))?.[1] as Failpoint | undefined;
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child.kill(signal);
  }

  /** @throws when it died of something else before */
  async kill(): Promise<void> {
    const wasAlive = this.alive;
    this.#child.kill('SIGKILL');
    await this.exited;
    if (wasAlive || this.#killed || this.failpoint !== undefined) this.#killed = true;
    else throw new Error(`The server died by itself: ${this.#said.join('')}`);
  }

  /** The answer's JSON; undefined when the server is gone, or has no such thing. */
  async ask(method: string, path: string, body?: string): Promise<unknown> {
    if (this.url === '') return undefined;
    try {
      const response = await fetch(`${this.url}${path}`, {
        method,
        ...(body === undefined ? {} : { body }),
      });
      const text = await response.text();
      if (response.status === 404) return undefined;
      if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
      return text === '' ? null : JSON.parse(text.trim().split('\n').at(-1) as string);
    } catch (error) {
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  }

  /** Ids of all jobs. */
  async jobs(): Promise<string[]> {
    const list = (await this.ask('GET', '/jobs')) as { jobs: { id: string }[] } | undefined;
    return (list?.jobs ?? []).map(({ id }) => id);
  }

  async job(id: string): Promise<JobInfo | undefined> {
    const job = (await this.ask('GET', `/jobs/${id}`)) as
      | { state: string; error?: string; vertices: Vertex[] }
      | undefined;
    if (job === undefined) return undefined;
    const { state, error, vertices } = job;
    const lateRows = vertices.reduce(
      (most, { metrics }) => most + metrics.numLateRecordsDropped,
      0,
    );
    return { state, lateRows, ...(error === undefined ? {} : { error }) };
  }

  /** The checkpoints that this server took. */
  async checkpoints(job: string): Promise<CheckpointInfo> {
    const found = (await this.ask('GET', `/jobs/${job}/checkpoints`)) as
      | {
          counts: { completed: number };
          history: { status: string; external_path?: string; failure_message?: string }[];
        }
      | undefined;
    const last = (wanted: string) => found?.history.find(({ status }) => status === wanted);
    return {
      completed: found?.counts.completed ?? 0,
      path: last('COMPLETED')?.external_path,
      failure: last('FAILED')?.failure_message,
    };
  }
}
