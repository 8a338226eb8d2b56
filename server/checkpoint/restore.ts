/**
 * What a job begins with when it is told a checkpoint or savepoint: a folder with a metadata file,
 * or that file. Operators are matched by their stable ids.
 */
import { MillraceError } from '../../conf/errors/error.js';
import type { JobSpec } from '../../operators/core/spec.js';
import type { JobSnapshot, NodeSnapshot } from '../../operators/runtime/snapshot.js';
import type { FileSystem } from '../../state/fs/file-system.js';
import { METADATA_FILE, type Metadata, readMetadata } from './metadata.js';

/** Which operators took over state. Ids. */
export interface Matched {
  readonly kept: readonly string[];
  readonly added: readonly string[];
  readonly dropped: readonly string[];
}

export interface RestoredFrom {
  readonly snapshot: JobSnapshot;
  /** The folder that paths of the snapshot are relative to. */
  readonly root: string;
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
  const root = metadata.isSavepoint ? folder : (jobFolderOf(path) ?? folder);
  return { snapshot: { ...snapshot, nodes }, root, matched };
}

function match({ snapshot }: Metadata, spec: JobSpec): Matched {
  const stored = new Set(snapshot.nodes.filter(holds).map(({ id }) => id));
  const ids = spec.nodes.map(({ id }) => id);
  return {
    kept: ids.filter((id) => stored.has(id)),
    added: ids.filter((id) => !stored.has(id)),
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
