/** Errors of the HTTP surface, sessions, operations and the command line. */
import type { ErrorRow } from './table.js';

export const serverErrors = {
  HTTP_BAD_REQUEST: { kind: 'user' },
  HTTP_NOT_FOUND: { kind: 'user' },
  SESSION_MISSING: { kind: 'user' },
  OPERATION_MISSING: { kind: 'user' },
  OPERATION_STATE: { kind: 'user' },
  JOB_MISSING: { kind: 'user' },
  /** The address to listen on is taken or not this machine's. */
  SERVER_ADDRESS: { kind: 'user' },
  CLI_USAGE: { kind: 'user' },
  /** A golden test file that is none, or a directive that cannot run here. */
  TEST_FILE: { kind: 'user' },
} as const satisfies Record<string, ErrorRow>;
