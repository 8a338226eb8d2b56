/**
 * The one table of error codes: kind and what to do about it. A code is spelled AREA_FINDING; the
 * HTTP status is derived from the kind in `server/http/`. Every code is produced by a test.
 * The rows stand by area in the files beside this one.
 */
import { checkpointErrors } from './checkpoint.js';
import { configErrors } from './config.js';
import { dataErrors } from './data.js';
import { engineErrors } from './engine.js';
import { serverErrors } from './server.js';
import { sqlErrors } from './sql.js';
import { stateErrors } from './state.js';

export type ErrorKind = 'user' | 'retry' | 'fenced' | 'corrupt' | 'bug';

export interface ErrorRow {
  readonly kind: ErrorKind;
  /** What the user can do, where one sentence fits every occurrence. */
  readonly hint?: string;
}

const rows = {
  ...sqlErrors,
  ...configErrors,
  ...dataErrors,
  ...serverErrors,
  ...stateErrors,
  ...checkpointErrors,
  ...engineErrors,
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof rows;

export const errorTable: Readonly<Record<ErrorCode, ErrorRow>> = rows;
