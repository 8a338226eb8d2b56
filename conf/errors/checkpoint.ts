/** Errors of checkpoints, savepoints and the restoring of jobs. */
import type { ErrorRow } from './table.js';

export const checkpointErrors = {
  /** A checkpoint was declined by a task, took too long, or was given up with its job. */
  CHECKPOINT_FAILED: { kind: 'retry' },
  /** A path holds no complete checkpoint or savepoint, or one of something else. */
  CHECKPOINT_MISSING: { kind: 'user' },
  /** The snapshot holds state that no operator of the job takes. */
  CHECKPOINT_UNCLAIMED: { kind: 'user' },
  /** Another process runs the job now; this one may change nothing any more. */
  FENCED: { kind: 'fenced' },
  /** The store of running jobs is locked, or cannot be read or written. */
  JOB_STORE: { kind: 'user' },
} as const satisfies Record<string, ErrorRow>;
