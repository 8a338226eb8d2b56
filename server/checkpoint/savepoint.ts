/** Savepoints: a folder of their own, complete in itself, that belongs to whoever asked for it. */
import { randomBytes } from 'node:crypto';
import type { BarrierTarget } from '../../operators/core/message.js';
import type { FileSystem } from '../../state/fs/file-system.js';
import { encodeMetadata, METADATA_FILE, type Metadata } from './metadata.js';

export interface Savepoint {
  readonly checkpoint: number;
  /** As a user names it. */
  readonly path: string;
}

/** The folder of a savepoint's state, below its own. */
export const SAVEPOINT_STATE = 'state';

/** @param take has the state written below the target, and gives the metadata */
export async function writeSavepoint(
  files: FileSystem,
  take: (target: BarrierTarget) => Promise<Metadata>,
): Promise<Savepoint> {
  const metadata = await take({ root: files.root, folder: SAVEPOINT_STATE, isFull: true });
  await files.write(METADATA_FILE, encodeMetadata(metadata));
  return { checkpoint: metadata.snapshot.checkpoint, path: files.root };
}

/** `savepoint-<start of the job's id>-<random>` below a folder. */
export function savepointFolder(folder: string, jobId: string): string {
  const name = `savepoint-${jobId.slice(0, 6)}-${randomBytes(6).toString('hex')}`;
  return `${folder.replace(/\/+$/, '')}/${name}`;
}
