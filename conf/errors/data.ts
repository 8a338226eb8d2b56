/** Errors of the data itself: records that do not parse, values out of range at run time. */
import type { ErrorRow } from './table.js';

export const dataErrors = {
  /** A record of a source is malformed. */
  DATA_MALFORMED: { kind: 'user' },
  /** A file or folder of a source or sink cannot be read or written. */
  DATA_FILE: { kind: 'retry' },
  /** A table that rows are looked up in did not answer in time. */
  LOOKUP_TIMEOUT: {
    kind: 'retry',
    hint: "The time is 'table.exec.async-lookup.timeout', or the hint LOOKUP's 'timeout'.",
  },
  /** An expression failed on a row: cast, division by zero, overflow of a decimal, … */
  DATA_EXPRESSION: { kind: 'user' },
  /** NULL arrived in a NOT NULL column of a sink. */
  DATA_NULL: { kind: 'user' },
  /** Two rows stand for one primary key of a table (`ON CONFLICT DO ERROR`). */
  DATA_CONFLICT: { kind: 'user' },
} as const satisfies Record<string, ErrorRow>;
