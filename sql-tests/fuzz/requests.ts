/**
 * Sends mutated requests to a server of its own, several at a time, between well-formed ones that
 * open sessions, run statements and read results. Whatever comes in, every reply must be one that
 * the API has: a status, errors in Flink's shape without a stack trace, none of kind `bug`; and it
 * must come soon (`server-watch.ts` and `server-process.ts` say what that is on a busy machine). In
 * the end the server still answers `SELECT 1`, its jobs have ended, and its heap is as it was.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ErrorCode } from '../../conf/errors/table.js';
import { Random } from '../../conf/random.js';
import { Conversation } from './conversation.js';
import { corpusFile } from './corpus.js';
import { exchange, type Reply } from './exchange.js';
import { FuzzedServer } from './fuzzed-server.js';
import { checkReply } from './reply-check.js';
import { bytesOf, mayBeIncomplete, type Request } from './request.js';
import { mutateRequest } from './request-mutator.js';
import { ServerWatch } from './server-watch.js';

export interface RequestFuzz {
  readonly seed: number;
  /** Mutated requests to send. */
  readonly count: number;
}

export interface RequestFuzzResult {
  readonly counts: ReadonlyMap<ErrorCode, number>;
  readonly statuses: ReadonlyMap<number, number>;
  /** Mutated and well-formed. */
  readonly sent: number;
  readonly failures: readonly string[];
  /** Of all pings, by the clock. */
  readonly slowestPingMs: number;
  /** Of the HTTP thread after a collection, after a fifth of the requests and in the end. */
  readonly heapBytes: readonly [number, number];
}

/** Clients, each with one request in flight. */
const CLIENTS = 8;
/** A script waits for its job, which is cancelled after a second. */
const SCRIPT_SECONDS = 3;
/** How long a client reads a reply that does not end. */
const READING_MS = 300;
/** Of 100 requests that are made, so many are mutated. */
const MUTATED = 60;
const HEAP_GROWTH_BYTES = 64 << 20;

export async function fuzzRequests({ seed, count }: RequestFuzz): Promise<RequestFuzzResult> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-fuzz-'));
  mkdirSync(join(folder, 'tmp'));
  copyFileSync(corpusFile('t.ndjson'), join(folder, 'tmp/t.json'));
  const server = await FuzzedServer.start(folder);
  const fuzz = new Fuzz(server, new ServerWatch(server.port), count);
  try {
    const random = new Random(seed);
    const clients = Array.from({ length: CLIENTS }, () => random.fork());
    await Promise.all(clients.map((own) => fuzz.client(own, folder)));
    return await fuzz.finish();
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

class Fuzz {
  readonly #server: FuzzedServer;
  readonly #watch: ServerWatch;
  readonly #count: number;
  readonly #counts = new Map<ErrorCode, number>();
  readonly #statuses = new Map<number, number>();
  readonly #failures: string[] = [];
  /** What was sent last: when the server stops, the cause is among them. */
  #latest: readonly Request[] = [];
  #mutated = 0;
  #sent = 0;
  #baseline: Promise<number> | null = null;

  constructor(server: FuzzedServer, watch: ServerWatch, count: number) {
    this.#server = server;
    this.#watch = watch;
    this.#count = count;
    server.onTrouble((what) => {
      const requests = this.#latest.map(text).join('\n  ');
      this.#failures.push(`${what}; the last requests were:\n  ${requests}`);
    });
  }

  async client(random: Random, folder: string): Promise<void> {
    const conversation = new Conversation(random.fork(), folder);
    while (this.#mutated < this.#count && this.#server.alive) {
      const due = conversation.due();
      const request = due ?? conversation.next();
      const mutate = due === undefined && random.nextInt(1, 100) <= MUTATED;
      if (mutate) this.#countMutated();
      const { body } = await this.#send(mutate ? mutateRequest(request, random) : request);
      conversation.learn(body);
    }
    if (!this.#server.alive) return;
    for (const request of conversation.goodbye()) await this.#send(request);
  }

  async finish(): Promise<RequestFuzzResult> {
    let running = this.#server.alive;
    // Jobs are cancelled after a second, and get two more to end.
    for (let second = 0; running && second < 3; second++) {
      const patience = this.#watch.patience();
      while (running && !patience()) running = await this.#watch.runs();
    }
    if (running) this.#failures.push('Jobs still run after they were cancelled');
    await this.#watch.close();
    const before = (await this.#baseline) ?? 0;
    const after = await this.#server.heapBytes();
    if (after - before > HEAP_GROWTH_BYTES) {
      this.#failures.push(`The heap grew from ${before} to ${after} bytes`);
    }
    return {
      counts: this.#counts,
      statuses: this.#statuses,
      sent: this.#sent,
      failures: [...this.#failures, ...this.#watch.failures],
      slowestPingMs: this.#watch.slowestPingMs,
      heapBytes: [before, after],
    };
  }

  #countMutated(): void {
    this.#mutated++;
    if (this.#mutated >= this.#count / 5) this.#baseline ??= this.#server.heapBytes();
  }

  async #send(request: Request): Promise<Reply> {
    const script = request.target.includes('/sql');
    const patience = this.#watch.patience(script ? SCRIPT_SECONDS : 1);
    let reading = 0;
    const enough = (started: boolean): boolean => {
      if (!started || !script) return patience();
      reading ||= performance.now();
      return performance.now() - reading > READING_MS;
    };
    this.#sent++;
    this.#latest = [...this.#latest, request].slice(-2 * CLIENTS);
    const reply = await exchange({
      port: this.#server.port,
      bytes: bytesOf(request),
      incomplete: mayBeIncomplete(request),
      headOnly: request.method === 'HEAD',
      enough,
    });
    this.#judge(request, reply, script);
    return reply;
  }

  #judge(request: Request, reply: Reply, script: boolean): void {
    const { codes, failure } = checkReply(request, reply);
    for (const code of codes) this.#counts.set(code, (this.#counts.get(code) ?? 0) + 1);
    this.#statuses.set(reply.status, (this.#statuses.get(reply.status) ?? 0) + 1);
    const endless = reply.end === 'left' && !script && reply.status !== 0;
    const broken = failure ?? (endless ? 'the reply does not end' : undefined);
    if (broken === undefined) return;
    const shown = `${reply.status} ${JSON.stringify(reply.body.slice(0, 500))}`;
    this.#failures.push(`${broken}\n  request: ${text(request)}\n  reply: ${shown}`);
  }
}

/** The bytes of a request, readable. */
function text(request: Request): string {
  return JSON.stringify(bytesOf(request).toString('latin1').slice(0, 8000));
}
