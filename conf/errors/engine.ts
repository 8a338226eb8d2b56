/** Errors of the engine itself. */
import type { ErrorRow } from './table.js';

export const engineErrors = {
  /** An invariant broke. */
  BUG_INVARIANT: {
    kind: 'bug',
    hint: 'This is a fault of Millrace; please report it with the statement.',
  },
  /** A table of state or a buffer found no memory; the job ends, the process goes on. */
  OUT_OF_MEMORY: {
    kind: 'retry',
    hint: 'Give the process more memory, or let the query keep less.',
  },
  /** A worker thread died (out of memory, crash); its jobs fail over. */
  WORKER_LOST: { kind: 'retry' },
} as const satisfies Record<string, ErrorRow>;
