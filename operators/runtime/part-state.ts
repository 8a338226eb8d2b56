/**
 * The state of a part's operators: opens their stores, brings what barriers sealed into files, and
 * lets go of it when the checkpoint is decided.
 */
import type { Sealed, SnapshotTarget } from '../../state/api/snapshot.js';
import type { DurableStore, KeyGroupRange, StateBackend } from '../../state/api/store.js';
import type { FileSystem } from '../../state/fs/file-system.js';
import { MemoryFileSystem } from '../../state/fs/memory.js';
import type { Barrier } from '../core/message.js';
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
}

export class PartState {
  readonly #backend: StateBackend;
  readonly #fileSystem: (root: string) => FileSystem;
  readonly #attempt: number;
  /** By node and task. */
  readonly #stores = new Map<string, DurableStore>();
  #sealed: { readonly checkpoint: number; readonly sealed: Sealed }[] = [];

  constructor(backend: StateBackend, fileSystem: (root: string) => FileSystem, attempt: number) {
    this.#backend = backend;
    this.#fileSystem = fileSystem;
    this.#attempt = attempt;
  }

  async open({ node, id, task, keyGroups }: StateOwner, restored: RestoredJob): Promise<void> {
    const store = await this.#backend.open(keyGroups, restored.handles(id, keyGroups));
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
      fileSystem: this.#fileSystem(target.root),
      // Names of two attempts, or of two tasks, never meet.
      shared: `shared/${this.#attempt}-${owner}`,
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

  close(): Promise<void> {
    return this.#backend.close();
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
