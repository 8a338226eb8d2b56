/** `state.backend.type: hashmap`: state in memory, each checkpoint a whole copy. */
import type { StateHandle } from '../api/snapshot.js';
import type { DurableStore, KeyGroupRange, StateBackend } from '../api/store.js';
import { readHandle } from '../forst/read-handle.js';
import type { FileSystem } from '../fs/file-system.js';
import { Restored } from './restored.js';
import { HeapStore } from './store.js';

export class HeapBackend implements StateBackend {
  readonly name = 'hashmap';
  readonly #fileSystem: FileSystem;

  /** @param fileSystem where the files of restored handles are */
  constructor(fileSystem: FileSystem) {
    this.#fileSystem = fileSystem;
  }

  async open(keyGroups: KeyGroupRange, handles: readonly StateHandle[]): Promise<DurableStore> {
    const restored = new Restored();
    for (const handle of handles) {
      await restored.add(handle, readHandle(this.#fileSystem, handle), keyGroups);
    }
    return new HeapStore(keyGroups, restored);
  }

  async close(): Promise<void> {}
}
