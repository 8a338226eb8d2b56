/**
 * The jobs that the next server is to go on with: what each one runs, in a folder of `level`. The
 * compiled job is stored, with its options and the version of the engine, never its SQL: what runs
 * is what was started. Secrets among the options are not stored: the next server has its own. The
 * folder is made with the first job; one process at a time has it.
 *
 * `level` takes records that it cannot read any more for such as were never written. So a file
 * beside its own names the jobs that must be there: it is written behind a job's record, and before
 * a record goes. Where one of them is missing nothing is resumed, and the error names it.
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
import type { FileSystem } from '../../state/fs/file-system.js';
import { LocalFileSystem } from '../../state/fs/local.js';
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

/** A list of ids. Absent: an earlier version has the store. */
const INDEX = 'index.json';

/** Of what an earlier version stored. */
const NOTHING: Reached = { stands: false };

export class StoredJobs {
  readonly #folder: string;
  readonly #secrets: Readonly<Record<string, string>>;
  readonly #files: FileSystem;
  #level: Promise<Level<string, Uint8Array>> | null = null;
  /** Of the jobs in the store. */
  #ids = new Set<string>();
  /** The writes so far, one behind the other. */
  #written: Promise<void> = Promise.resolve();
  #failure: unknown;

  /** @param server the server's own configuration: its secrets serve the jobs that are read */
  constructor(folder: string, server: Configuration) {
    this.#folder = resolve(folder);
    this.#files = new LocalFileSystem(this.#folder);
    this.#secrets = pick(server.toRecord(), isSecret);
  }

  /** @throws JOB_STORE */
  async list(): Promise<StoredJob[]> {
    if (!existsSync(this.#folder)) return [];
    const level = await this.#open();
    const jobs: StoredJob[] = [];
    for await (const [id, value] of level.iterator()) {
      const job = this.#read(id, value);
      jobs.push(withSecrets({ ...job, reached: job.reached ?? NOTHING }, this.#secrets));
    }
    return jobs.sort((a, b) => a.startedAt - b.startedAt);
  }

  put(job: StoredJob): void {
    const options = pick(job.spec.options, (key) => !isSecret(key));
    const bytes = serialize({ ...job, spec: { ...job.spec, options } });
    this.#write(async (level) => {
      await level.put(job.id, bytes, { sync: true });
      if (this.#ids.has(job.id)) return;
      this.#ids.add(job.id);
      await this.#writeIndex();
    });
  }

  delete(id: string): void {
    this.#write(async (level) => {
      this.#ids.delete(id);
      await this.#writeIndex();
      await level.del(id, { sync: true });
    });
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
    try {
      this.#ids = new Set(await level.keys().all());
      await this.#expectAll();
    } catch (error) {
      await level.close();
      throw error;
    }
    return level;
  }

  async #expectAll(): Promise<void> {
    const text = await this.#files.readAll(INDEX).catch((error: MillraceError) => {
      if (error.code === 'FILE_MISSING') return null;
      throw error;
    });
    if (text === null) return;
    const lost = parsed(text)?.filter((id) => !this.#ids.has(id));
    if (lost === undefined) throw this.#broken(`Its file ${INDEX} is no list of jobs`);
    if (lost.length > 0) throw this.#broken(`It has lost ${lost.join(', ')}`);
  }

  async #writeIndex(): Promise<void> {
    await this.#files.write(INDEX, Buffer.from(`${JSON.stringify([...this.#ids])}\n`));
  }

  #read(id: string, value: Uint8Array): StoredJob {
    try {
      return revive(deserialize(value) as StoredJob);
    } catch (cause) {
      throw this.#broken(`The record of ${id} cannot be read`, cause);
    }
  }

  #broken(what: string, cause?: unknown): MillraceError {
    const reason = `The store of jobs is damaged, and no job is resumed: ${what}`;
    const hint =
      'Put a copy of the folder back. Or move it away: the server begins without jobs then, and ' +
      "each goes on from its last checkpoint by 'execution.state-recovery.path'.";
    return new MillraceError('JOB_STORE', reason, { place: { file: this.#folder }, hint, cause });
  }

  #asError(cause: unknown): MillraceError {
    if (cause instanceof MillraceError) return cause;
    // What `level` says itself is that it did not open.
    const { code, message } = ((cause as Error).cause ?? cause) as Error & { code?: string };
    if (code === 'LEVEL_CORRUPTION') return this.#broken(message, cause);
    const reason =
      code === 'LEVEL_LOCKED'
        ? 'Another process has the store of jobs'
        : `The store of jobs cannot be used: ${message}`;
    return new MillraceError('JOB_STORE', reason, { place: { file: this.#folder }, cause });
  }
}

function parsed(text: Uint8Array): string[] | undefined {
  try {
    const ids: unknown = JSON.parse(Buffer.from(text).toString());
    return Array.isArray(ids) ? ids : undefined;
  } catch {
    return undefined;
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
