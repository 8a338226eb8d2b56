/**
 * A savepoint that a job claimed is the job's: it goes once as many checkpoints stand as are
 * retained, as the oldest of them would. The job's metadata names it until then, so that the next
 * server knows of it.
 */
import type { FileSystem } from '../../state/fs/file-system.js';
import { METADATA_FILE } from './metadata.js';
import { SAVEPOINT_STATE } from './savepoint.js';

/** Removes a savepoint, or what is left of one. @param files rooted at it */
export async function removeSavepoint(files: FileSystem): Promise<void> {
  // What has no metadata is none: nobody begins with half of it.
  await files.delete([METADATA_FILE]);
  const paths: string[] = [];
  for await (const { path } of files.list(SAVEPOINT_STATE)) paths.push(path);
  await files.delete(paths);
}
