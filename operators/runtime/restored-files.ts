/** The files that restored handles name: in the folder of the job's checkpoints, or in memory. */
import type { FileSystem } from '../../state/fs/file-system.js';
import { MemoryFileSystem } from '../../state/fs/memory.js';
import type { PartSpec } from './part-messages.js';

export function restoredFiles(
  { checkpoints, restored }: PartSpec,
  open: (root: string) => FileSystem,
): FileSystem {
  if (checkpoints !== undefined) return open(checkpoints);
  const memory = new MemoryFileSystem();
  for (const { path, bytes } of restored?.files ?? []) memory.put(path, bytes);
  return memory;
}
