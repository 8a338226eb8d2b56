/**
 * Savepoints: a folder of their own, complete in itself, that belongs to whoever asked for it. One
 * that a job claimed is the job's: it goes once as many checkpoints stand as are retained, as the
 * oldest of them would. The job's metadata names it until then, so that the next server knows of
 * it.
 */
import { randomBytes } from 'node:crypto';
import type { BarrierTarget } from '../../operators/core/message.js';
import type { JobSnapshot } from '../../operators/runtime/snapshot.js';
import type { FileSystem } from '../../state/fs/file-system.js';
import { encodeMetadata, METADATA_FILE, type Metadata } from './metadata.js';

export interface Savepoint {
  readonly snapshot: JobSnapshot;
  /** As a user names it. */
  readonly path: string;
}

/** The folder of a savepoint's state, below its own. */
const STATE = 'state';

/** @param take has the state written below the target, and gives the metadata */
export async function writeSavepoint(
  files: FileSystem,
  take: (target: BarrierTarget) => Promise<Metadata>,
): Promise<Savepoint> {
  const metadata = await take({ root: files.root, folder: STATE, isFull: true });
  await files.write(METADATA_FILE, encodeMetadata(metadata));
  return { snapshot: metadata.snapshot, path: files.root };
}

/** Removes a savepoint, or what is left of one. @param files rooted at it */
export async function removeSavepoint(files: FileSystem): Promise<void> {
  // What has no metadata is none: nobody begins with half of it.
  await files.delete([METADATA_FILE]);
  const paths: string[] = [];
  for await (const { path } of files.list(STATE)) paths.push(path);
  await files.delete(paths);
}

/** `savepoint-<start of the job's id>-<random>` below a folder. */
export function savepointFolder(folder: string, jobId: string): string {
  const name = `savepoint-${jobId.slice(0, 6)}-${randomBytes(6).toString('hex')}`;
  return `${folder.replace(/\/+$/, '')}/${name}`;
}
