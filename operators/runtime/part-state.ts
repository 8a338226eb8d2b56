/**
 * The state of a part's operators: opens their stores, brings what barriers sealed into files, and
 * lets go of it when the checkpoint is decided.
 */
import { NO_COUNTS, plusCounts, type StateCounts } from '../../state/api/counts.js';
import type { Sealed, SnapshotTarget } from '../../state/api/snapshot.js';
import type { DurableStore, KeyGroupRange, StateBackend } from '../../state/api/store.js';
import type { FileSystem } from '../../state/fs/file-system.js';
import { MemoryFileSystem } from '../../state/fs/memory.js';
import type { Barrier } from '../core/message.js';
import type { BackendContext, Environment } from './environment.js';
import type { RestoredJob } from './restored-job.js';
import type { InlineFile } from './snapshot.js';
import type { Stored } from './task.js';

/** An operator's task that keeps state. */
export interface StateOwner {
  readonly node: number;
  /** The operator's stable id. */
  readonly id: string;
  readonly task: number;
  readonly keyGroups: KeyGroupRange;
  readonly isSynchronous: boolean;
}

/** What a part's state stands on. */
export interface PartStateParts {
  readonly environment: Environment;
  readonly context: BackendContext;
  readonly fileSystem: (root: string) => FileSystem;
  readonly attempt: number;
}

export class PartState {
  readonly #parts: PartStateParts;
  readonly #backend: StateBackend;
  /** Made for the first operator whose state is synchronous. */
  #local: StateBackend | null = null;
  /** By node and task. */
  readonly #stores = new Map<string, DurableStore>();
  #sealed: { readonly checkpoint: number; readonly sealed: Sealed }[] = [];

  constructor(parts: PartStateParts) {
    this.#parts = parts;
    this.#backend = parts.environment.backend(parts.context);
  }

  async open(owner: StateOwner, restored: RestoredJob): Promise<void> {
    const { node, id, task, keyGroups } = owner;
    const backend = owner.isSynchronous ? this.#localBackend() : this.#backend;
    const store = await backend.open(keyGroups, restored.handles(id, keyGroups));
    this.#stores.set(key(node, task), store);
  }

  find(node: number, task: number): DurableStore | null {
    return this.#stores.get(key(node, task)) ?? null;
  }

  /** Writes what was sealed; without a target its files go along in the acknowledgement. */
  async store(sealed: Sealed, barrier: Barrier, owner: string): Promise<Stored> {
    const { checkpoint, target } = barrier;
    this.#sealed.push({ checkpoint, sealed });
    if (target === undefined) {
      const folder = `inline/${checkpoint}/${owner}`;
      const files = new MemoryFileSystem(`memory:${folder}`);
      const place = { fileSystem: files, shared: folder, exclusive: folder, isFull: true };
      const handle = await sealed.write(place);
      return { handle, files: await contentOf(files) };
    }
    const place: SnapshotTarget = {
      fileSystem: this.#parts.fileSystem(target.root),
      // Names of two attempts, or of two tasks, never meet.
      shared: `shared/${this.#parts.attempt}-${owner}`,
      exclusive: `${target.folder}/${owner}`,
      isFull: target.isFull,
    };
    return { handle: await sealed.write(place), files: [] };
  }

  /** Checkpoints up to this one are complete, or this one was given up. */
  release(checkpoint: number, isComplete: boolean): void {
    const decided = (one: number): boolean => (isComplete ? one <= checkpoint : one === checkpoint);
    for (const one of this.#sealed) {
      if (decided(one.checkpoint)) one.sealed.release(isComplete && one.checkpoint === checkpoint);
    }
    this.#sealed = this.#sealed.filter((one) => !decided(one.checkpoint));
  }

  counts(): StateCounts {
    const all = [this.#backend, this.#local].map((one) => one?.counts?.() ?? NO_COUNTS);
    return all.reduce(plusCounts);
  }

  async close(): Promise<void> {
    await Promise.all([this.#backend.close(), this.#local?.close()]);
  }

  #localBackend(): StateBackend {
    const { environment, context } = this.#parts;
    this.#local ??= environment.localBackend(context);
    return this.#local;
  }
}

function key(node: number, task: number): string {
  return `${node}/${task}`;
}

async function contentOf(files: FileSystem): Promise<InlineFile[]> {
  const found: InlineFile[] = [];
  for await (const { path } of files.list('')) {
    found.push({ path, bytes: await files.readAll(path) });
  }
  return found;
}
