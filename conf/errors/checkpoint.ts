/** Errors of checkpoints, savepoints and the restoring of jobs. */
import type { ErrorRow } from './table.js';

export const checkpointErrors = {
  /** A checkpoint was declined by a task, took too long, or was given up with its job. */
  CHECKPOINT_FAILED: { kind: 'retry' },
} as const satisfies Record<string, ErrorRow>;
