/**
 * What a folder holds, without running anything: the completed checkpoints of a job's folder, or
 * one checkpoint or savepoint; their operators, and the files that nothing names.
 */
import type { StateHandle } from '../../state/api/snapshot.js';
import { findOrphans } from '../../state/forst/inspect.js';
import type { FileEntry, FileSystem } from '../../state/fs/file-system.js';
import { JobLog } from './job-log.js';
import { METADATA_FILE, type Metadata, readMetadata, stateFiles } from './metadata.js';
import { checkpointFolder, jobFolderOf } from './restore.js';

export interface StoredCheckpoint {
  /** The metadata file, relative to the root. */
  readonly path: string;
  readonly metadata: Metadata;
}

export interface StoredState {
  /** Rooted where the paths of the checkpoints begin. */
  readonly files: FileSystem;
  /** The oldest first. */
  readonly checkpoints: readonly StoredCheckpoint[];
  /** Whether they are all that the job's log names. */
  readonly isWholeJob: boolean;
}

/** One operator's state: a handle a task. */
export interface StoredOperator {
  readonly id: string;
  readonly description: string;
  readonly handles: readonly StateHandle[];
}

/**
 * @param path a job's folder, a checkpoint, a savepoint, or a metadata file
 * @returns undefined for a folder that is none of these
 * @throws STATE_CORRUPT, errors of the file system
 */
export async function findStoredState(
  path: string,
  open: (url: string) => FileSystem,
): Promise<StoredState | undefined> {
  const folder = checkpointFolder(path);
  const files = open(folder);
  if (await holds(files, METADATA_FILE)) {
    const metadata = await readMetadata(files, METADATA_FILE);
    const job = metadata.isSavepoint ? null : jobFolderOf(folder);
    if (job === null) {
      return { files, checkpoints: [{ path: METADATA_FILE, metadata }], isWholeJob: false };
    }
    await files.close();
    const name = `${folder.slice(job.length + 1)}/${METADATA_FILE}`;
    return { files: open(job), checkpoints: [{ path: name, metadata }], isWholeJob: false };
  }
  const completed = await new JobLog(files).look();
  if (completed.length === 0) {
    await files.close();
    return undefined;
  }
  const checkpoints: StoredCheckpoint[] = [];
  for (const { metadata } of completed) {
    checkpoints.push({ path: metadata, metadata: await readMetadata(files, metadata) });
  }
  return { files, checkpoints, isWholeJob: true };
}

/** Operators with keyed state, in the order of the snapshot. */
export function operatorsOf({ snapshot, operators }: Metadata): StoredOperator[] {
  const byId = new Map<string, StateHandle[]>();
  for (const { id, operator } of snapshot.nodes) {
    const state = operator?.state ?? null;
    if (state !== null) byId.set(id, [...(byId.get(id) ?? []), state]);
  }
  return [...byId].map(([id, handles]) => ({ id, description: operators[id] ?? id, handles }));
}

/** Files below a job's folder that neither its log nor a checkpoint it names refers to. */
export async function unreferenced({ files, checkpoints }: StoredState): Promise<FileEntry[]> {
  const live = new Set(checkpoints.map(({ path }) => path));
  for (const { metadata } of checkpoints) {
    for (const file of stateFiles(metadata.snapshot)) live.add(file.path);
  }
  const orphans = await findOrphans(files, '', live);
  for await (const entry of files.unfinished?.('') ?? []) orphans.push(entry);
  return orphans.filter(({ path }) => !path.startsWith('log/'));
}

async function holds(files: FileSystem, path: string): Promise<boolean> {
  return files.size(path).then(
    () => true,
    (error: { code?: unknown }) => {
      if (error.code !== 'FILE_MISSING') throw error;
      return false;
    },
  );
}
