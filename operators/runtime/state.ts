/** The state of an operator's task: the key groups that it owns, on the job's backend. */
import type { StateStore } from '../../state/api/store.js';
import { keyGroupsOfTask } from '../../state/column/key-group.js';
import { HeapStore } from '../../state/heap/store.js';

export function taskState(task: number, parallelism: number, maxParallelism: number): StateStore {
  return new HeapStore({
    ...keyGroupsOfTask(task, maxParallelism, parallelism),
    of: maxParallelism,
  });
}
