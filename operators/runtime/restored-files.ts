/**
 * What a job's tasks are restored from: snapshot and files, in the folder of the job's checkpoints,
 * in another one, or in memory. Files of another folder are found below the job's own, where no
 * task ever writes them.
 */
import type { FileSystem } from '../../state/fs/file-system.js';
import { MemoryFileSystem } from '../../state/fs/memory.js';
import { OverlayFileSystem } from '../../state/fs/overlay.js';
import { restoredPath } from '../../state/fs/restored-path.js';
import type { JobFolders } from './durability.js';
import type { JobSnapshot } from './snapshot.js';

export interface RestoredFiles {
  readonly snapshot: JobSnapshot | null;
  /** By the paths of the snapshot. */
  readonly files: FileSystem;
}

export function restoredFiles(
  snapshot: JobSnapshot | null,
  folders: JobFolders | undefined,
  open: (root: string) => FileSystem,
): RestoredFiles {
  const own = folders?.own === undefined ? memoryOf(snapshot) : open(folders.own);
  if (folders?.restored === undefined || snapshot === null) return { snapshot, files: own };
  return {
    snapshot: below(snapshot),
    files: new OverlayFileSystem(own, open(folders.restored)),
  };
}

function memoryOf(snapshot: JobSnapshot | null): FileSystem {
  const memory = new MemoryFileSystem();
  for (const { path, bytes } of snapshot?.files ?? []) memory.put(path, bytes);
  return memory;
}

function below(snapshot: JobSnapshot): JobSnapshot {
  const nodes = snapshot.nodes.map((node) => {
    const { operator } = node;
    if (operator === undefined || operator.state === null) return node;
    const { state } = operator;
    const files = state.files.map((file) => ({ ...file, path: restoredPath(file.path) }));
    return { ...node, operator: { ...operator, state: { ...state, files } } };
  });
  return { ...snapshot, nodes };
}
