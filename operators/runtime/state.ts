/** The state backend of a job, by its options. */
import type { KeyGroupRange, StateBackend } from '../../state/api/store.js';
import { HeapBackend } from '../../state/heap/backend.js';
import { HeapStore } from '../../state/heap/store.js';
import type { BackendContext } from './environment.js';

export function createBackend({ checkpoints }: BackendContext): StateBackend {
  return new HeapBackend(checkpoints);
}

/** State that is in no checkpoint: of operators that keep none. */
export function volatileStore(keyGroups: KeyGroupRange): HeapStore {
  return new HeapStore(keyGroups);
}
