/** How a job is checkpointed, by its options; what Flink bends is bent here, with a word on it. */
import type { Configuration } from '../../conf/configuration.js';
import { MillraceError } from '../../conf/errors/error.js';
import * as options from '../../conf/options/checkpointing.js';
import { STATE_BACKEND_TYPE } from '../../conf/options/state-backend.js';

export interface CheckpointSettings {
  /** null: no periodic checkpoints. */
  readonly intervalMs: number | null;
  readonly alignment: 'aligned' | 'unaligned' | 'none';
  /** After so long an aligned barrier overtakes; null: never. */
  readonly overtakeAfterMs: number | null;
  readonly timeoutMs: number;
  readonly minPauseMs: number;
  readonly tolerableFailures: number;
  readonly maxConcurrent: number;
  readonly retention: 'none' | 'on-failure' | 'on-cancellation';
  readonly numRetained: number;
  /** State in files shares files between checkpoints; else each has a copy of all. */
  readonly isIncremental: boolean;
  readonly afterTasksFinish: boolean;
  /** The folder of all jobs; null: checkpoints are in memory. */
  readonly folder: string | null;
  readonly savepointFolder: string | null;
  readonly recovery: {
    readonly path: string | null;
    readonly claim: boolean;
    readonly ignoreUnclaimed: boolean;
  };
  /** What was bent, a sentence each. */
  readonly warnings: readonly string[];
}

const RETENTION = {
  NO_EXTERNALIZED_CHECKPOINTS: 'none',
  DELETE_ON_CANCELLATION: 'on-failure',
  RETAIN_ON_CANCELLATION: 'on-cancellation',
} as const;

/** @throws CONFIG_VALUE for options that exclude each other */
export function checkpointSettings(settings: Configuration): CheckpointSettings {
  const warnings: string[] = [];
  const minPauseMs = settings.get(options.CHECKPOINT_MIN_PAUSE);
  const maxConcurrent = concurrency(settings, minPauseMs, warnings);
  const { alignment, overtakeAfterMs } = alignmentOf(settings, maxConcurrent, warnings);
  return {
    intervalMs: settings.get(options.CHECKPOINT_INTERVAL) ?? null,
    alignment,
    overtakeAfterMs,
    timeoutMs: settings.get(options.CHECKPOINT_TIMEOUT),
    minPauseMs,
    tolerableFailures: settings.get(options.CHECKPOINT_TOLERABLE_FAILURES),
    maxConcurrent,
    retention: RETENTION[settings.get(options.CHECKPOINT_RETENTION)],
    numRetained: settings.get(options.CHECKPOINT_NUM_RETAINED),
    isIncremental: settings.get(options.CHECKPOINT_INCREMENTAL) ?? true,
    afterTasksFinish: settings.get(options.CHECKPOINT_AFTER_FINISH),
    folder: folderOf(settings),
    savepointFolder: settings.get(options.SAVEPOINT_DIR) ?? null,
    recovery: {
      path: settings.get(options.RECOVERY_PATH) ?? null,
      claim: settings.get(options.RECOVERY_CLAIM_MODE) === 'CLAIM',
      ignoreUnclaimed: settings.get(options.RECOVERY_IGNORE_UNCLAIMED),
    },
    warnings,
  };
}

function concurrency(settings: Configuration, minPauseMs: number, warnings: string[]): number {
  const wanted = settings.get(options.CHECKPOINT_MAX_CONCURRENT);
  if (minPauseMs === 0 || wanted === 1) return wanted;
  warnings.push(
    `'${options.CHECKPOINT_MIN_PAUSE.key}' is set, so one checkpoint is under way at a time; ` +
      `'${options.CHECKPOINT_MAX_CONCURRENT.key}' = ${wanted} does not count`,
  );
  return 1;
}

function alignmentOf(
  settings: Configuration,
  maxConcurrent: number,
  warnings: string[],
): Pick<CheckpointSettings, 'alignment' | 'overtakeAfterMs'> {
  const unaligned = settings.get(options.CHECKPOINT_UNALIGNED);
  if (settings.get(options.CHECKPOINT_MODE) === 'AT_LEAST_ONCE') {
    if (unaligned) {
      warnings.push(
        `'${options.CHECKPOINT_UNALIGNED.key}' is switched off: it has a meaning with ` +
          `'${options.CHECKPOINT_MODE.key}' = EXACTLY_ONCE only`,
      );
    }
    return { alignment: 'none', overtakeAfterMs: null };
  }
  if (!unaligned) return { alignment: 'aligned', overtakeAfterMs: null };
  if (maxConcurrent > 1) {
    throw new MillraceError(
      'CONFIG_VALUE',
      `'${options.CHECKPOINT_UNALIGNED.key}' allows one checkpoint at a time, and ` +
        `'${options.CHECKPOINT_MAX_CONCURRENT.key}' is ${maxConcurrent}`,
      { hint: `Set '${options.CHECKPOINT_MAX_CONCURRENT.key}' to 1.` },
    );
  }
  const timeoutMs = settings.get(options.CHECKPOINT_ALIGNED_TIMEOUT);
  if (timeoutMs === 0) return { alignment: 'unaligned', overtakeAfterMs: null };
  return { alignment: 'aligned', overtakeAfterMs: timeoutMs };
}

function folderOf(settings: Configuration): string | null {
  const folder = wantedFolder(settings);
  if (folder !== null || settings.get(STATE_BACKEND_TYPE) !== 'forst') return folder;
  throw new MillraceError(
    'CONFIG_VALUE',
    `'${STATE_BACKEND_TYPE.key}' is forst, which keeps state where the checkpoints are, and ` +
      'these are in no durable folder',
    { hint: `Set '${options.CHECKPOINT_DIR.key}' to a folder, file: or s3:.` },
  );
}

function wantedFolder(settings: Configuration): string | null {
  const folder = settings.get(options.CHECKPOINT_DIR) ?? null;
  const storage = settings.get(options.CHECKPOINT_STORAGE);
  if (storage === 'jobmanager') return null;
  if (storage === 'filesystem' && folder === null) {
    throw new MillraceError(
      'CONFIG_VALUE',
      `'${options.CHECKPOINT_STORAGE.key}' is filesystem, and '${options.CHECKPOINT_DIR.key}' ` +
        'is not set',
    );
  }
  return folder;
}
