/**
 * What a job begins with when it is told a checkpoint or savepoint: a folder with a metadata file,
 * or that file. Operators are matched by their stable ids.
 */
import { MillraceError } from '../../conf/errors/error.js';
import type { JobSpec } from '../../operators/core/spec.js';
import type { JobSnapshot, NodeSnapshot } from '../../operators/runtime/snapshot.js';
import type { FileSystem } from '../../state/fs/file-system.js';
import { METADATA_FILE, type Metadata, readMetadata, stateFiles } from './metadata.js';

/** What became of the operators of the job that a checkpoint was taken of. Ids. */
export interface Matched {
  /** They took over state. */
  readonly kept: readonly string[];
  /** That job did not have them. */
  readonly added: readonly string[];
  /** Their state is not taken. */
  readonly dropped: readonly string[];
}

export interface RestoredFrom {
  readonly snapshot: JobSnapshot;
  /** The folder that paths of the snapshot are relative to. */
  readonly root: string;
  /** What was named is a savepoint, in a folder of its own. */
  readonly isSavepoint: boolean;
  readonly matched: Matched;
}

/** The folder of a checkpoint's metadata: of a path that names the file or the folder. */
export function checkpointFolder(path: string): string {
  const plain = path.replace(/\/+$/, '');
  return plain.endsWith(`/${METADATA_FILE}`) ? plain.slice(0, -METADATA_FILE.length - 1) : plain;
}

/** The job's folder when the path is one of its checkpoints; null for a savepoint. */
export function jobFolderOf(path: string): string | null {
  return /^(.+)\/chk-[^/]+$/.exec(checkpointFolder(path))?.[1] ?? null;
}

/**
 * @throws CHECKPOINT_MISSING, CHECKPOINT_UNCLAIMED, STATE_CORRUPT, CONFIG_VALUE when the job's
 *   parallelism does not fit
 */
export async function restoreFrom(
  path: string,
  spec: JobSpec,
  ignoreUnclaimed: boolean,
  open: (url: string) => FileSystem,
): Promise<RestoredFrom> {
  const folder = checkpointFolder(path);
  const files = open(folder);
  const metadata = await readMetadata(files, METADATA_FILE).finally(() => files.close());
  const matched = match(metadata, spec);
  if (matched.dropped.length > 0 && !ignoreUnclaimed) refuseUnclaimed(path, metadata, matched);
  const { snapshot } = metadata;
  if (spec.parallelism > snapshot.maxParallelism) {
    const reason =
      `The parallelism is ${spec.parallelism}; '${path}' was taken with ` +
      `'pipeline.max-parallelism' ${snapshot.maxParallelism}, which bounds it`;
    throw new MillraceError('CONFIG_VALUE', reason);
  }
  const ids = new Set(spec.nodes.map(({ id }) => id));
  const nodes = snapshot.nodes.filter(({ id }) => ids.has(id));
  const job = metadata.isSavepoint ? null : jobFolderOf(path);
  const state = open(job ?? folder);
  await checkWhole(path, state, snapshot).finally(() => state.close());
  const { root } = state;
  return { snapshot: { ...snapshot, nodes }, root, isSavepoint: job === null, matched };
}

/**
 * A list of folders tells what is missing at once, not when a key is asked for.
 * @param path of the checkpoint, for messages
 * @throws CHECKPOINT_MISSING, STATE_CORRUPT
 */
export async function checkWhole(
  path: string,
  files: FileSystem,
  snapshot: JobSnapshot,
): Promise<void> {
  const named = new Map(stateFiles(snapshot).map((file) => [file.path, file.sizeBytes]));
  const missing = new Set(named.keys());
  const check = async (folder: string): Promise<void> => {
    for await (const { path: file, sizeBytes } of files.list(folder)) {
      const expected = named.get(file);
      if (expected === undefined) continue;
      missing.delete(file);
      if (expected === sizeBytes) continue;
      const reason = `The file has ${sizeBytes} bytes; ${expected} are expected`;
      throw new MillraceError('STATE_CORRUPT', reason, {
        place: { file: `${files.root}/${file}` },
      });
    }
  };
  const folders = new Set([...missing].map((file) => file.replace(/\/.*/, '')));
  await Promise.all([...folders].map(check));
  const [first] = missing;
  if (first === undefined) return;
  throw new MillraceError(
    'CHECKPOINT_MISSING',
    `'${path}' is not whole: of ${named.size} files of state ${missing.size} are missing`,
    { place: { file: `${files.root}/${first}` } },
  );
}

function match({ snapshot, operators }: Metadata, spec: JobSpec): Matched {
  const stored = new Set(snapshot.nodes.filter(holds).map(({ id }) => id));
  const ids = spec.nodes.map(({ id }) => id);
  return {
    kept: ids.filter((id) => stored.has(id)),
    added: ids.filter((id) => operators[id] === undefined),
    dropped: [...stored].filter((id) => !ids.includes(id)),
  };
}

/** The node holds something that a job could not go on without. */
function holds({ splits, operator, committables }: NodeSnapshot): boolean {
  const state = operator?.state ?? null;
  const hasState = state !== null && state.files.length > 0;
  const inFlight = (operator?.inFlight.length ?? 0) > 0;
  return hasState || inFlight || (splits?.length ?? 0) > 0 || (committables?.length ?? 0) > 0;
}

function refuseUnclaimed(path: string, { operators }: Metadata, { dropped }: Matched): never {
  const names = dropped.map((id) => operators[id] ?? id).join('; ');
  throw new MillraceError(
    'CHECKPOINT_UNCLAIMED',
    `'${path}' holds state that no operator of the job takes: ${names}`,
    { hint: "Set 'execution.state-recovery.ignore-unclaimed-state' to true to leave it out." },
  );
}
