/**
 * The folder of one job's checkpoints: its log, a folder `chk-<number>-<epoch>` with the metadata
 * of each checkpoint, files that several share. What is complete is decided by the log alone.
 *
 * Deletion: a checkpoint that is no longer retained goes by name: its log entry, then the files
 * that no retained one names. Nothing is found by listing while a job runs, so a process that lost
 * its job can only remove what its successor does not need either. An attempt begins by removing
 * what earlier ones were writing when they died.
 */
import { randomUUID } from 'node:crypto';
import { failpoint } from '../../conf/failpoint.js';
import type { JobSnapshot } from '../../operators/runtime/snapshot.js';
import type { FileSystem } from '../../state/fs/file-system.js';
import { type Completed, JobLog } from './job-log.js';
import { encodeMetadata, METADATA_FILE, type Metadata, readMetadata } from './metadata.js';
import { checkWhole } from './restore.js';

export class CheckpointStore {
  readonly files: FileSystem;
  readonly #numRetained: number;
  readonly #nonce = randomUUID();
  #log: JobLog;
  /** The epoch of the attempt before; 0 = there was none. */
  #held = 0;
  /** Files of state by metadata file, of checkpoints that this object completed or looked into. */
  readonly #named = new Map<string, readonly string[]>();

  /** @param files rooted at the job's folder */
  constructor(files: FileSystem, numRetained: number) {
    this.files = files;
    this.#numRetained = numRetained;
    this.#log = new JobLog(files);
  }

  /** Ascends over all attempts of the job; 0 for the first. */
  get attempt(): number {
    return this.#log.epoch - 1;
  }

  /** How many complete checkpoints the log names. */
  get completed(): number {
    return this.#log.completed.length;
  }

  /**
   * Takes the job over.
   * @param stands the job has a complete checkpoint, as is known from elsewhere
   * @returns the last complete checkpoint, if there is one; all its files are there
   * @throws FENCED where this store had the job before, and another one has it now,
   *   CHECKPOINT_MISSING and STATE_CORRUPT by the name of what is gone or damaged
   */
  async begin(stands = false): Promise<Metadata | null> {
    const since = Date.now();
    this.#log = new JobLog(this.files, this.#nonce);
    await this.#log.begin(this.#held, stands);
    this.#held = this.#log.epoch;
    await this.#removeUnfinished(since);
    const last = this.#log.completed.at(-1);
    if (last === undefined) return null;
    const metadata = await readMetadata(this.files, last.metadata);
    await checkWhole(`${this.files.root}/${last.metadata}`, this.files, metadata.snapshot);
    return metadata;
  }

  /** The folder of a checkpoint, below the job's. */
  folder(checkpoint: number): string {
    return `chk-${checkpoint}-${this.#log.epoch}`;
  }

  /** Complete when this resolves. @throws FENCED */
  async complete(metadata: Metadata): Promise<string> {
    const { checkpoint } = metadata.snapshot;
    const path = `${this.folder(checkpoint)}/${METADATA_FILE}`;
    await this.files.write(path, encodeMetadata(metadata));
    failpoint('before-completion');
    await this.#log.complete(checkpoint, path);
    this.#named.set(path, stateFiles(metadata.snapshot));
    return `${this.files.root}/${this.folder(checkpoint)}`;
  }

  /** Removes the checkpoints that are retained no longer. */
  async retain(): Promise<void> {
    const { completed } = this.#log;
    const dropped = completed.slice(0, Math.max(0, completed.length - this.#numRetained));
    if (dropped.length === 0) return;
    const live = new Set<string>();
    for (const one of completed.slice(dropped.length)) {
      for (const path of await this.#filesOf(one)) live.add(path);
    }
    for (const one of dropped) {
      const paths = (await this.#filesOf(one)).filter((path) => !live.has(path));
      await this.#log.forget(one);
      this.#named.delete(one.metadata);
      failpoint('inside-deletion');
      await this.files.delete([...paths, one.metadata]);
    }
  }

  /** Removes all that the job has. */
  async clear(): Promise<void> {
    const paths: string[] = [];
    for await (const { path } of this.files.list('')) paths.push(path);
    await this.files.delete(paths);
  }

  /** What is younger than this attempt may be another's that took the job over meanwhile. */
  async #removeUnfinished(since: number): Promise<void> {
    const paths: string[] = [];
    for await (const { path, modifiedAt } of this.files.unfinished?.('') ?? []) {
      if (modifiedAt < since) paths.push(path);
    }
    await this.files.delete(paths);
  }

  /** Files of state that a checkpoint names. */
  async #filesOf({ metadata }: Completed): Promise<readonly string[]> {
    const known = this.#named.get(metadata);
    if (known !== undefined) return known;
    const found = stateFiles((await readMetadata(this.files, metadata)).snapshot);
    this.#named.set(metadata, found);
    return found;
  }
}

export function stateFiles({ nodes }: JobSnapshot): string[] {
  return nodes.flatMap(({ operator }) => operator?.state?.files.map(({ path }) => path) ?? []);
}
