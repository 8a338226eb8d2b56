/**
 * Watches a server while it is fuzzed. A ping, `SELECT 1` over HTTP, goes through every part of it,
 * one after the other without an end; a request that is not answered for a second, while pings that
 * were sent after it came back five times, has hung, however slow the machine is. Jobs that do not
 * end by themselves are cancelled after a second.
 */
import { exchange, type Reply } from './exchange.js';
import { bytesOf, type Request, request } from './request.js';

const PATIENCE_MS = 1000;
const PINGS = 5;
const JOB_MS = 1000;
/** A ping may take this long, on the busiest machine. */
const LONGEST_PING_MS = 60_000;
const PING_PAUSE_MS = 50;

export class ServerWatch {
  readonly #port: number;
  #answered = 0;
  #ended = false;
  #slowestPingMs = 0;
  readonly #failures: string[] = [];
  readonly #running: Promise<void>;

  constructor(port: number) {
    this.#port = port;
    this.#running = this.#run();
  }

  get slowestPingMs(): number {
    return this.#slowestPingMs;
  }

  get failures(): readonly string[] {
    return this.#failures;
  }

  /**
   * A question to be asked now and then: has what starts now waited too long?
   * @param seconds more than one for what waits for a job
   */
  patience(seconds = 1): () => boolean {
    const start = performance.now();
    const enough = this.#answered + 1 + seconds * PINGS;
    return () => performance.now() - start > seconds * PATIENCE_MS && this.#answered >= enough;
  }

  /** A job has not ended. */
  async runs(): Promise<boolean> {
    return (await this.#jobs()).length > 0;
  }

  async close(): Promise<void> {
    this.#ended = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#ended) {
      const start = performance.now();
      const reply = await this.#send(request('POST', '/sql', 'SELECT 1 AS n'));
      this.#slowestPingMs = Math.max(this.#slowestPingMs, performance.now() - start);
      if (reply.status !== 200 || reply.body !== '{"n":1}\n') {
        const what = reply.status === 0 ? reply.end : `${reply.status} ${reply.body}`;
        this.#failures.push(`SELECT 1 was answered with: ${what}`);
        if (reply.status === 0) return;
      }
      this.#answered++;
      await this.#cancelOld();
      await new Promise((resolve) => setTimeout(resolve, PING_PAUSE_MS));
    }
  }

  async #cancelOld(): Promise<void> {
    for (const { id, duration } of await this.#jobs()) {
      if (duration > JOB_MS) await this.#send(request('PATCH', `/jobs/${id}`));
    }
  }

  async #jobs(): Promise<{ id: string; duration: number }[]> {
    const { body } = await this.#send(request('GET', '/jobs'));
    if (body === '') return [];
    const { jobs } = JSON.parse(body) as {
      jobs: { id: string; duration: number; status: string }[];
    };
    return jobs.filter(({ status }) => status === 'RUNNING' || status === 'CREATED');
  }

  #send(what: Request): Promise<Reply> {
    const start = performance.now();
    return exchange({
      port: this.#port,
      bytes: bytesOf(what),
      incomplete: false,
      headOnly: false,
      enough: () => performance.now() - start > LONGEST_PING_MS,
    });
  }
}
