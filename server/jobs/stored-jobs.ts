/**
 * The jobs that the next server is to go on with: what each one runs, in a folder of `level`. The
 * compiled job is stored, with its options and the version of the engine, never its SQL: what runs
 * is what was started. Secrets among the options are not stored: the next server has its own. The
 * folder is made with the first job; one process at a time has it.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Level } from 'level';
import type { Configuration } from '../../conf/configuration.js';
import { MillraceError } from '../../conf/errors/error.js';
import { isSecret } from '../../conf/secret.js';
import type { JobSpec } from '../../operators/core/spec.js';
import { revive } from '../../operators/runtime/revive.js';
import { makeFolder } from '../../state/fs/make-folder.js';
import type { Reached } from '../checkpoint/coordinator-parts.js';

/** Plain data. */
export interface StoredJob {
  readonly id: string;
  readonly spec: JobSpec;
  /** Version of Millrace that started it. */
  readonly engine: string;
  /** ms since the epoch */
  readonly startedAt: number;
  readonly reached: Reached;
}

/** Of what an earlier version stored. */
const NOTHING: Reached = { stands: false };

export class StoredJobs {
  readonly #folder: string;
  readonly #secrets: Readonly<Record<string, string>>;
  #level: Promise<Level<string, Uint8Array>> | null = null;
  /** The writes so far, one behind the other. */
  #written: Promise<void> = Promise.resolve();
  #failure: unknown;

  /** @param server the server's own configuration: its secrets serve the jobs that are read */
  constructor(folder: string, server: Configuration) {
    this.#folder = resolve(folder);
    this.#secrets = pick(server.toRecord(), isSecret);
  }

  /** @throws JOB_STORE */
  async list(): Promise<StoredJob[]> {
    if (!existsSync(this.#folder)) return [];
    const level = await this.#open();
    const jobs: StoredJob[] = [];
    for await (const value of level.values()) {
      const job = revive(deserialize(value) as StoredJob);
      jobs.push(withSecrets({ ...job, reached: job.reached ?? NOTHING }, this.#secrets));
    }
    return jobs.sort((a, b) => a.startedAt - b.startedAt);
  }

  put(job: StoredJob): void {
    const options = pick(job.spec.options, (key) => !isSecret(key));
    const bytes = serialize({ ...job, spec: { ...job.spec, options } });
    this.#write((level) => level.put(job.id, bytes, { sync: true }));
  }

  delete(id: string): void {
    this.#write((level) => level.del(id, { sync: true }));
  }

  /** Everything so far is on the disk. @throws JOB_STORE */
  async settled(): Promise<void> {
    await this.#written;
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) throw failure;
  }

  async close(): Promise<void> {
    await this.#written;
    await (await this.#level)?.close();
  }

  #write(work: (level: Level<string, Uint8Array>) => Promise<void>): void {
    this.#written = this.#written
      .then(async () => work(await this.#open()))
      .catch((error: unknown) => {
        this.#failure = this.#asError(error);
      });
  }

  #open(): Promise<Level<string, Uint8Array>> {
    this.#level ??= this.#opened().catch((error: unknown) => {
      this.#level = null;
      throw this.#asError(error);
    });
    return this.#level;
  }

  async #opened(): Promise<Level<string, Uint8Array>> {
    await makeFolder(this.#folder);
    const { Level } = await import('level');
    const level = new Level<string, Uint8Array>(this.#folder, { valueEncoding: 'view' });
    await level.open();
    return level;
  }

  #asError(cause: unknown): MillraceError {
    if (cause instanceof MillraceError) return cause;
    const locked = (cause as { cause?: { code?: string } }).cause?.code === 'LEVEL_LOCKED';
    const reason = locked
      ? 'Another process has the store of jobs'
      : `The store of jobs cannot be used: ${(cause as Error).message}`;
    return new MillraceError('JOB_STORE', reason, { place: { file: this.#folder }, cause });
  }
}

function withSecrets(job: StoredJob, secrets: Readonly<Record<string, string>>): StoredJob {
  return { ...job, spec: { ...job.spec, options: { ...job.spec.options, ...secrets } } };
}

function pick(
  record: Readonly<Record<string, string>>,
  wanted: (key: string) => boolean,
): Record<string, string> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => wanted(key)));
}
