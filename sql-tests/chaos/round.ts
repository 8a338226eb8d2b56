/**
 * One round: a job reads files that come while it runs; its server is killed again and again, half
 * of the times at named places, else at random moments, and started again; at the end the job is
 * stopped with drain. What it committed must be what the query gives undisturbed, which must be
 * what a computation of its own gives.
 */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../../conf/random.js';
import { type Cell, drawFailpoint, type KillPlace } from './cell.js';
import { losePower } from './disk/power-loss.js';
import { type DiskSettings, usedBytes } from './disk/settings.js';
import { Feed, FILES } from './feed.js';
import { expectEqual, readOutcome } from './outcome.js';
import { hasReadAll } from './progress.js';
import { scriptOf } from './queries/all.js';
import { type JobInfo, ServerProcess } from './server-process.js';

/** What happened in a round. */
export class RoundOutcome {
  readonly kills: KillPlace[] = [];
  /** Kills that came after a complete checkpoint. */
  afterCheckpoint = 0;
  rescales = 0;
  /** Servers that found themselves fenced. */
  fenced = 0;
  /** Changes of the disk that a loss of power took back. */
  lost = 0;
  /** Times the disk was full and the job said so, and went on once it was mended. */
  mended = 0;
}

/** Where an S3 round has its checkpoints. */
export interface RemoteFolder {
  /** `s3://bucket/folder` */
  readonly url: string;
  readonly settings: Readonly<Record<string, string>>;
}

const KILLS = 10;
const ZOMBIE_AT = 4;
const LIMIT_MS = 180_000;
/** Where a place is not met, the server dies at one of so many completions of a checkpoint. */
const FALLBACK = [10, 14] as const;

export class Round {
  readonly #cell: Cell;
  readonly #random: Random;
  readonly #folder: string;
  readonly #remote: RemoteFolder | null;
  readonly #feed: Feed;
  readonly #disk: DiskSettings | null;
  readonly #jobs: string[] = [];
  readonly #outcome = new RoundOutcome();
  #store = 'jobs';
  #share = 0;
  #hasCheckpoint = false;

  /** @param folder an empty one */
  constructor(cell: Cell, random: Random, folder: string, remote: RemoteFolder | null) {
    this.#cell = cell;
    this.#random = random;
    this.#folder = folder;
    this.#remote = remote;
    this.#feed = new Feed(folder, random.fork());
    for (const name of ['disk', 'limbo']) mkdirSync(join(folder, name));
    const { trouble } = cell;
    this.#disk =
      trouble === 'power-loss' || trouble === 'full-disk'
        ? {
            root: join(folder, 'disk'),
            journal: join(folder, 'journal'),
            limbo: join(folder, 'limbo'),
            capacity: join(folder, 'capacity'),
          }
        : null;
  }

  /** @throws when an output differs */
  async run(): Promise<RoundOutcome> {
    const { trouble, rescale } = this.#cell;
    await this.#begin();
    for (let kill = 0; kill < KILLS; kill++) {
      this.#share = (kill + 1) / (KILLS + 1);
      if (kill % 2 === 1) await this.#dieAtPlace();
      else if (kill === ZOMBIE_AT && trouble === 'zombie') await this.#raise();
      else if (trouble === 'full-disk') await this.#fill();
      else await this.#dieAtRandom();
      if (kill === KILLS / 2 && rescale !== null) await this.#rescale(rescale.from, rescale.to);
    }
    this.#share = 1;
    await this.#end();
    return this.#outcome;
  }

  #settings(): Record<string, string> {
    const { backend, parallelism, unaligned } = this.#cell;
    const root = this.#remote?.url ?? join(this.#folder, 'disk');
    return {
      'sql-gateway.endpoint.rest.port': '0',
      'millrace.workers': '2',
      'table.catalog-store.kind': 'generic_in_memory',
      'table.local-time-zone': 'UTC',
      'millrace.job-store.path': join(this.#folder, this.#store),
      'state.backend.type': backend,
      'state.backend.forst.local-dir': join(this.#folder, 'local'),
      'parallelism.default': String(parallelism),
      'restart-strategy.type': 'exponential-delay',
      'restart-strategy.exponential-delay.initial-backoff': '20 ms',
      'restart-strategy.exponential-delay.max-backoff': '200 ms',
      'execution.checkpointing.interval': '40 ms',
      'execution.checkpointing.num-retained': '5',
      'execution.checkpointing.dir': `${root}/checkpoints`,
      'execution.checkpointing.savepoint-dir': `${root}/savepoints`,
      'execution.checkpointing.unaligned.enabled': String(unaligned),
      'execution.checkpointing.tolerable-failed-checkpoints': '5',
      'execution.checkpointing.externalized-checkpoint-retention': 'RETAIN_ON_CANCELLATION',
      ...this.#remote?.settings,
    };
  }

  #start(failpoints?: string): Promise<ServerProcess> {
    return ServerProcess.start({
      settings: this.#settings(),
      ...(failpoints === undefined ? {} : { failpoints }),
      disk: this.#disk,
    });
  }

  get #job(): string {
    return this.#jobs.at(-1) as string;
  }

  async #begin(): Promise<void> {
    const server = await this.#start();
    this.#feed.next(1);
    await this.#launch(server, '');
    await this.#kill(server);
  }

  /** Starts the job that goes on from now. */
  async #launch(server: ServerProcess, settings: string): Promise<void> {
    const { folder: input, side } = this.#feed;
    const folders = { input, side, output: this.#output };
    const script = scriptOf(this.#cell.query, folders, true);
    await server.ask('POST', '/sql?detach=true', `${settings} ${script}`);
    const started = (await server.jobs()).find((id) => !this.#jobs.includes(id));
    if (started === undefined) throw new Error('No job was started');
    this.#jobs.push(started);
  }

  get #output(): string {
    return join(this.#folder, 'disk', 'out');
  }

  async #kill(server: ServerProcess): Promise<void> {
    await server.kill();
    if (this.#cell.trouble !== 'power-loss' || this.#disk === null) return;
    this.#outcome.lost += losePower(this.#disk, this.#random);
  }

  /** Feeds files until `reached`, or until the server is dead. */
  async #until(
    server: ServerProcess,
    what: string,
    reached: (completed: number) => boolean | Promise<boolean>,
  ): Promise<void> {
    const limit = Date.now() + LIMIT_MS;
    while (server.alive) {
      const { completed } = await server.checkpoints(this.#job);
      if (completed > 0) this.#hasCheckpoint = true;
      if (await reached(completed)) return;
      const job = await server.job(this.#job);
      if (job !== undefined && job.lateRows > 0) throw new Error(`${job.lateRows} rows are late`);
      if (Date.now() > limit) {
        const stands = JSON.stringify({ job, checkpoints: await server.checkpoints(this.#job) });
        throw new Error(`${what}: not within ${LIMIT_MS / 1000} s; ${stands}`);
      }
      if (this.#random.nextInt(0, 2) === 0) this.#feed.next(this.#share);
      await pause(this.#random.nextInt(2, 25));
    }
  }

  #killed(place: KillPlace): void {
    this.#outcome.kills.push(place);
    if (this.#hasCheckpoint) this.#outcome.afterCheckpoint++;
  }

  async #dieAtPlace(): Promise<void> {
    const place = drawFailpoint(this.#random, this.#cell);
    const passes = this.#random.nextInt(1, 3);
    const fallback = this.#random.nextInt(...FALLBACK);
    const server = await this.#start(
      place === 'before-completion'
        ? `${place}:${passes}`
        : `${place}:${passes},before-completion:${fallback}`,
    );
    await this.#until(server, 'A failpoint', () => false);
    const met = server.failpoint;
    await this.#kill(server);
    if (met === undefined) throw new Error('The server died, but at no failpoint');
    this.#killed(met);
    if (met === 'before-commit' || met === 'inside-commit') this.#hasCheckpoint = true;
  }

  /** Soon after its start, or behind a complete checkpoint. */
  async #dieAtRandom(): Promise<void> {
    const server = await this.#start();
    const isSoon = this.#hasCheckpoint && this.#random.nextInt(0, 3) === 0;
    if (!isSoon) await this.#until(server, 'A checkpoint', (completed) => completed > 0);
    const end = Date.now() + this.#random.nextInt(0, isSoon ? 200 : 400);
    await this.#until(server, 'A while', () => Date.now() >= end);
    await this.#kill(server);
    this.#killed('random');
  }

  /** The server stands still, another takes over, the first goes on: it must find itself fenced. */
  async #raise(): Promise<void> {
    const server = await this.#start();
    await this.#until(server, 'A checkpoint', (completed) => completed > 0);
    server.signal('SIGSTOP');
    const copy = `${this.#store}-copy`;
    cpSync(join(this.#folder, this.#store), join(this.#folder, copy), { recursive: true });
    this.#store = copy;
    const next = await this.#start();
    await this.#until(next, 'The second server', (completed) => completed > 1);
    server.signal('SIGCONT');
    await this.#until(next, 'The zombie ends', async () => {
      const job = await server.job(this.#job);
      return job?.state === 'FAILED' && job.error?.startsWith('[FENCED]') === true;
    });
    this.#outcome.fenced++;
    await server.kill();
    await this.#kill(next);
    this.#killed('random');
  }

  /** The disk is full; the job says so; it is mended, and the job goes on; or it dies before. */
  async #fill(): Promise<void> {
    const disk = this.#disk as DiskSettings;
    const server = await this.#start();
    await this.#until(server, 'A checkpoint', (completed) => completed > 0);
    let room = this.#random.nextInt(0, 1500);
    let capacity = Infinity;
    await this.#until(server, 'The disk is full', () => {
      // The disk shrinks: old checkpoints that go would make room for new ones again and again.
      capacity = Math.min(capacity, usedBytes(disk.root) + room);
      room >>= 1;
      writeFileSync(disk.capacity, String(capacity));
      return this.#suffers(server);
    });
    if (this.#random.nextInt(0, 2) > 0) {
      rmSync(disk.capacity);
      const { completed: before } = await server.checkpoints(this.#job);
      await this.#until(server, 'The disk is mended', (completed) => completed > before + 1);
      this.#outcome.mended++;
    }
    await this.#kill(server);
    rmSync(disk.capacity, { force: true });
    this.#killed('random');
  }

  /** The job, or one of its checkpoints, failed for want of room. */
  async #suffers(server: ServerProcess): Promise<boolean> {
    const isFull = /disk is full|No room|no room left/;
    const job = await server.job(this.#job);
    if (job?.error !== undefined && isFull.test(job.error)) return true;
    const { failure } = await server.checkpoints(this.#job);
    return failure !== undefined && isFull.test(failure);
  }

  async #running(server: ServerProcess): Promise<void> {
    await this.#until(server, 'The job runs', async () => {
      const job = await server.job(this.#job);
      if (job?.state === 'FAILED') throw new Error(`The job failed: ${job.error}`);
      return job?.state === 'RUNNING';
    });
  }

  /** Another job goes on from a savepoint, or from the last checkpoint of the first. */
  async #rescale(from: 'savepoint' | 'checkpoint', parallelism: number): Promise<void> {
    const server = await this.#start();
    await this.#running(server);
    const path = from === 'savepoint' ? await this.#stop(server, '') : await this.#cancel(server);
    await this.#launch(
      server,
      `SET 'execution.state-recovery.path' = '${path}';
      SET 'execution.state-recovery.claim-mode' = '${this.#random.pick(['CLAIM', 'NO_CLAIM'])}';
      SET 'parallelism.default' = '${parallelism}';`,
    );
    await this.#until(server, 'A checkpoint of the next job', (completed) => completed > 0);
    this.#outcome.rescales++;
    await this.#kill(server);
  }

  /** @returns the savepoint's path */
  async #stop(server: ServerProcess, how: string): Promise<string> {
    const sql = `STOP JOB '${this.#job}' WITH SAVEPOINT ${how}`;
    const answer = (await server.ask('POST', '/sql', sql)) as { 'savepoint path'?: string };
    const path = answer['savepoint path'];
    if (path === undefined) throw new Error(`${sql}: ${JSON.stringify(answer)}`);
    return path;
  }

  /** @returns the path of the last complete checkpoint */
  async #cancel(server: ServerProcess): Promise<string> {
    await this.#until(server, 'A checkpoint', (completed) => completed > 0);
    await server.ask('PATCH', `/jobs/${this.#job}`);
    let job: JobInfo | undefined;
    await this.#until(server, 'The job is cancelled', async () => {
      job = await server.job(this.#job);
      return job?.state === 'CANCELED';
    });
    const { path } = await server.checkpoints(this.#job);
    if (path === undefined) throw new Error('The cancelled job has no checkpoint');
    return path;
  }

  /** All files come, everything is read, the job ends; then the query runs once undisturbed. */
  async #end(): Promise<void> {
    const { query } = this.#cell;
    while (this.#feed.next(1));
    const server = await this.#start();
    await this.#running(server);
    await this.#until(server, 'The job has read all', async () => {
      const { path } = await server.checkpoints(this.#job);
      return path !== undefined && hasReadAll(path, FILES, this.#settings());
    });
    await this.#stop(server, 'WITH DRAIN');
    const jobs = await server.jobs();
    const output = join(this.#folder, 'undisturbed');
    const { folder: input, side } = this.#feed;
    const script = scriptOf(query, { input, side, output }, false);
    const plain = `SET 'state.backend.type' = 'hashmap'; SET 'parallelism.default' = '1';
      SET 'execution.checkpointing.interval' = '1 d';`;
    await server.ask('POST', '/sql', `${plain} ${script}`);
    const undisturbed = (await server.jobs()).filter((id) => !jobs.includes(id));
    await server.kill();
    this.#compare(output, undisturbed);
  }

  #compare(folder: string, undisturbed: readonly string[]): void {
    const { query, parallelism, rescale } = this.#cell;
    const plain = readOutcome(query, folder, undisturbed);
    const expected = query.expected(this.#feed.events).sort();
    expectEqual('The undisturbed run differs from the computation', plain.rows, expected);
    const { rows, written } = readOutcome(query, this.#output, this.#jobs);
    expectEqual('The output differs from that of the undisturbed run', rows, plain.rows);
    // With one task the changes themselves are fixed, not only what they come to.
    const isOne = parallelism === 1 && (rescale?.to ?? 1) === 1;
    if (isOne && query.isBundled !== true)
      expectEqual('The changes differ', written, plain.written);
  }
}
