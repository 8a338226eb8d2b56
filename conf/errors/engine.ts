/** Errors of the engine itself. */
import type { ErrorRow } from './table.js';

export const engineErrors = {
  /** An invariant broke. */
  BUG_INVARIANT: {
    kind: 'bug',
    hint: 'This is a fault of Millrace; please report it with the statement.',
  },
  /** A worker thread died (out of memory, crash); its jobs fail over. */
  WORKER_LOST: { kind: 'retry' },
} as const satisfies Record<string, ErrorRow>;
