/**
 * One round: a job reads files that come while it runs; its server is killed again and again, at
 * named places and at random moments, and started again; at the end the job is stopped with drain.
 * What it committed must be what the undisturbed query gives, and what a computation of its own
 * gives: no row missing, none twice.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../../conf/random.js';
import { type ChaosQuery, type Event, queries, tables, timeText } from './queries.js';
import { ServerProcess } from './server-process.js';

export const FAILPOINTS = [
  'before-acknowledgement',
  'before-completion',
  'before-commit',
  'inside-commit',
  'inside-deletion',
] as const;

export type KillPlace = (typeof FAILPOINTS)[number] | 'random';

const BACKENDS = ['hashmap', 'forst', 'rocksdb'] as const;

export interface Cell {
  readonly query: ChaosQuery;
  readonly backend: string;
  readonly parallelism: number;
  readonly unaligned: boolean;
  readonly zombie: boolean;
  /** Half way the job goes on from a savepoint, at this parallelism; null: it does not. */
  readonly rescaledTo: number | null;
}

export interface RoundOutcome {
  readonly kills: readonly KillPlace[];
  /** Kills that came after a complete checkpoint. */
  readonly afterCheckpoint: number;
  readonly zombies: number;
  readonly rescales: number;
}

const KILLS = 10;
/** An even one: those are killed at random, so the server lives until then. */
const ZOMBIE_AT = 4;
const FILES = 60;
const ROWS_A_FILE = 40;
/** After so long a failpoint that was not met gives way to a kill at random, ms. */
const PATIENCE_MS = 4000;
const LIMIT_MS = 60_000;

export function drawCell(random: Random, round: number): Cell {
  return {
    query: random.pick(queries) as ChaosQuery,
    backend: random.pick(BACKENDS) as string,
    parallelism: random.pick([1, 2, 4]) as number,
    unaligned: random.nextBoolean(),
    zombie: round % 10 === 9,
    rescaledTo: random.nextInt(0, 2) === 0 ? (random.pick([1, 2, 4]) as number) : null,
  };
}

export class Round {
  readonly #cell: Cell;
  readonly #random: Random;
  readonly #folder: string;
  readonly #events: Event[] = [];
  #given = 0;
  #store = 'jobs';
  #kills: KillPlace[] = [];
  #afterCheckpoint = 0;
  #zombies = 0;
  #rescales = 0;

  constructor(cell: Cell, random: Random, folder: string) {
    this.#cell = cell;
    this.#random = random;
    this.#folder = folder;
    mkdirSync(join(folder, 'in'), { recursive: true });
    mkdirSync(join(folder, 'out'), { recursive: true });
  }

  /** @throws when an output differs */
  async run(): Promise<RoundOutcome> {
    await this.#begin();
    for (let kill = 0; kill < KILLS; kill++) {
      const place = kill % 2 === 0 ? 'random' : (this.#random.pick(FAILPOINTS) as KillPlace);
      await this.#live(place, kill === ZOMBIE_AT && this.#cell.zombie);
      if (kill === KILLS / 2 && this.#cell.rescaledTo !== null) {
        await this.#rescale(this.#cell.rescaledTo);
      }
    }
    await this.#end();
    this.#compare();
    const [kills, afterCheckpoint] = [this.#kills, this.#afterCheckpoint];
    return { kills, afterCheckpoint, zombies: this.#zombies, rescales: this.#rescales };
  }

  #settings(): Record<string, string> {
    const { backend, parallelism, unaligned } = this.#cell;
    return {
      'sql-gateway.endpoint.rest.port': '0',
      'millrace.workers': '2',
      'table.catalog-store.kind': 'generic_in_memory',
      'table.local-time-zone': 'UTC',
      'millrace.job-store.path': join(this.#folder, this.#store),
      'state.backend.type': backend,
      'parallelism.default': String(parallelism),
      'execution.checkpointing.interval': '40 ms',
      'execution.checkpointing.dir': join(this.#folder, 'checkpoints'),
      'execution.checkpointing.savepoint-dir': join(this.#folder, 'savepoints'),
      'execution.checkpointing.unaligned.enabled': String(unaligned),
      'execution.checkpointing.tolerable-failed-checkpoints': '5',
    };
  }

  async #begin(): Promise<void> {
    const server = await ServerProcess.start(this.#settings());
    this.#feed();
    await server.ask('POST', '/sql?detach=true', this.#sql());
    await server.kill();
  }

  #sql(): string {
    const { query } = this.#cell;
    return `${tables(this.#folder, query, true)} INSERT INTO outcome ${query.select}`;
  }

  /** Another job goes on from a savepoint of the first. */
  async #rescale(parallelism: number): Promise<void> {
    const server = await ServerProcess.start(this.#settings());
    const until = Date.now() + LIMIT_MS;
    let job = await server.job();
    while (job?.state !== 'RUNNING') {
      if (Date.now() > until) throw new Error(`The job does not run: ${JSON.stringify(job)}`);
      await pause(10);
      job = await server.job();
    }
    const stopped = await server.ask('POST', '/sql', `STOP JOB '${job.id}' WITH SAVEPOINT`);
    const path = (stopped as { readonly 'savepoint path': string })['savepoint path'];
    const settings = `SET 'execution.state-recovery.path' = '${path}';
      SET 'parallelism.default' = '${parallelism}';`;
    await server.ask('POST', '/sql?detach=true', `${settings} ${this.#sql()}`);
    this.#rescales++;
    await server.kill();
  }

  /** A server from its start to its death. */
  async #live(place: KillPlace, zombie: boolean): Promise<void> {
    const failpoint = place === 'random' ? undefined : `${place}:${this.#random.nextInt(1, 3)}`;
    const server = await ServerProcess.start(this.#settings(), failpoint);
    const wait = place === 'random' ? this.#random.nextInt(0, 400) : PATIENCE_MS;
    let completed = 0;
    const job = await server.job();
    const until = Date.now() + LIMIT_MS;
    for (let end = 0; server.alive && (end === 0 || Date.now() < end); ) {
      if (Date.now() > until) throw new Error('No checkpoint becomes complete');
      this.#feed();
      await pause(this.#random.nextInt(1, 25));
      if (job !== undefined) completed = Math.max(completed, await server.completed(job.id));
      // A random moment is one behind the first complete checkpoint.
      if (end === 0 && (completed > 0 || failpoint !== undefined)) end = Date.now() + wait;
    }
    if (zombie) await this.#raise(server);
    this.#kills.push(server.alive ? 'random' : place);
    if (completed > 0 || place === 'before-commit' || place === 'inside-commit') {
      this.#afterCheckpoint++;
    } else if (await this.#hasCheckpoint()) this.#afterCheckpoint++;
    await server.kill();
  }

  /** The server stands still, another takes over, the first goes on: it must find itself fenced. */
  async #raise(server: ServerProcess): Promise<void> {
    if (!server.alive) return;
    server.signal('SIGSTOP');
    const copy = `${this.#store}-copy`;
    cpSync(join(this.#folder, this.#store), join(this.#folder, copy), { recursive: true });
    this.#store = copy;
    const next = await ServerProcess.start(this.#settings());
    const job = await next.job();
    const until = Date.now() + LIMIT_MS;
    while (job !== undefined && (await next.completed(job.id)) < 2) {
      if (Date.now() > until) throw new Error('The second server completes no checkpoint');
      this.#feed();
      await pause(5);
    }
    server.signal('SIGCONT');
    for (;;) {
      const old = await server.job();
      if (old?.error?.startsWith('[FENCED]') === true && old.state === 'FAILED') break;
      if (Date.now() > until) throw new Error(`The zombie goes on: ${JSON.stringify(old)}`);
      await pause(5);
    }
    this.#zombies++;
    await next.kill();
  }

  /** All files come, everything is read, the job ends. */
  async #end(): Promise<void> {
    while (this.#given < FILES) this.#feed();
    const server = await ServerProcess.start(this.#settings());
    const until = Date.now() + LIMIT_MS;
    for (let rest = -1, quiet = 0; quiet < 20; ) {
      const job = await server.job();
      if (job === undefined) throw new Error('The job is not gone on with');
      if (job.state === 'FAILED') throw new Error(`The job failed: ${job.error}`);
      quiet = job.rows === rest && job.state === 'RUNNING' ? quiet + 1 : 0;
      rest = job.rows;
      if (Date.now() > until) throw new Error('The job does not come to rest');
      await pause(15);
    }
    const job = await server.job();
    await server.ask('POST', '/sql', `STOP JOB '${job?.id}' WITH SAVEPOINT WITH DRAIN`);
    await server.kill();
  }

  /** One more file, whole when it is seen; its times are behind those of all before. */
  #feed(): void {
    if (this.#given === FILES) return;
    const lines: string[] = [];
    for (let row = 0; row < ROWS_A_FILE; row++) {
      const number = this.#events.length;
      const k = `k${this.#random.nextInt(0, 6)}`;
      const event = { k, n: this.#random.nextInt(0, 50), s: Math.floor(number / 20) };
      this.#events.push(event);
      lines.push(`${k},${event.n},${timeText(event.s)}`);
    }
    const name = `${String(this.#given++).padStart(4, '0')}.csv`;
    writeFileSync(join(this.#folder, name), `${lines.join('\n')}\n`);
    renameSync(join(this.#folder, name), join(this.#folder, 'in', name));
  }

  async #hasCheckpoint(): Promise<boolean> {
    const root = join(this.#folder, 'checkpoints');
    try {
      return readdirSync(root, { recursive: true, encoding: 'utf8' }).some((name) =>
        name.endsWith('_metadata'),
      );
    } catch {
      return false;
    }
  }

  #compare(): void {
    const expected = this.#cell.query.expected(this.#events).sort();
    const actual = committedRows(join(this.#folder, 'out'));
    const at = actual.findIndex((line, i) => line !== expected[i]);
    if (at < 0 && actual.length === expected.length) return;
    const where = at < 0 ? Math.min(actual.length, expected.length) : at;
    throw new Error(
      `Output differs: ${actual.length} rows, ${expected.length} expected; sorted line ${where}: ` +
        `found ${actual[where] ?? 'nothing'}, expected ${expected[where] ?? 'nothing'}`,
    );
  }
}

/** The rows of all visible files, sorted. */
export function committedRows(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'));
  const texts = names.map((name) => readFileSync(join(folder, name), 'utf8'));
  return texts.flatMap((text) => text.split('\n').filter((line) => line !== '')).sort();
}
