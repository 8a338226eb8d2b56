/** Errors of the HTTP surface, sessions, operations and the command line. */
import type { ErrorRow } from './table.js';

export const serverErrors = {
  HTTP_BAD_REQUEST: { kind: 'user' },
  /** No such path. */
  HTTP_NOT_FOUND: { kind: 'user' },
  /** The path exists, but not with this method. */
  HTTP_METHOD: { kind: 'user' },
  /** The body is larger than `millrace.http.max-body-size`. */
  HTTP_TOO_LARGE: { kind: 'user' },
  SESSION_MISSING: { kind: 'user' },
  /** As many sessions are open as `sql-gateway.session.max-num` allows. */
  SESSION_LIMIT: { kind: 'retry' },
  OPERATION_MISSING: { kind: 'user' },
  OPERATION_STATE: { kind: 'user' },
  JOB_MISSING: { kind: 'user' },
  /** Somebody cancelled the job whose end or rows are awaited. */
  JOB_CANCELED: { kind: 'user' },
  /** The address to listen on is taken or not this machine's. */
  SERVER_ADDRESS: { kind: 'user' },
  CLI_USAGE: { kind: 'user' },
  /** A golden test file that is none, or a directive that cannot run here. */
  TEST_FILE: { kind: 'user' },
} as const satisfies Record<string, ErrorRow>;
