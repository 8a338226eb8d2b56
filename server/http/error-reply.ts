/**
 * Errors as HTTP replies, in the one place that knows how: the status by the error's kind, the body
 * in Flink's shape, `{"errors": [...]}`, with the error as people read it and never a stack trace.
 */
import { asMillraceError, describe, MillraceError } from '../../conf/errors/error.js';
import type { ErrorCode, ErrorKind } from '../../conf/errors/table.js';
import { MAX_BODY_SIZE } from '../../conf/options/millrace.js';

const STATUS_OF_KIND: Readonly<Record<ErrorKind, number>> = {
  user: 400,
  retry: 503,
  fenced: 409,
  corrupt: 500,
  bug: 500,
};

/** Codes that say more than their kind. */
const STATUS_OF_CODE: Partial<Record<ErrorCode, number>> = {
  HTTP_NOT_FOUND: 404,
  HTTP_METHOD: 405,
  HTTP_TOO_LARGE: 413,
  SESSION_MISSING: 404,
  OPERATION_MISSING: 404,
  JOB_MISSING: 404,
};

export interface ErrorReply {
  readonly status: number;
  readonly body: { readonly errors: readonly string[] };
}

export function errorReply(error: MillraceError): ErrorReply {
  const status = STATUS_OF_CODE[error.code] ?? STATUS_OF_KIND[error.kind];
  return { status, body: { errors: [describe(error)] } };
}

/**
 * Whatever was thrown while a request was handled.
 * @param maxBodySize in bytes
 */
export function asServerError(error: unknown, maxBodySize?: number): MillraceError {
  if (error instanceof MillraceError) return error;
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && code.startsWith('FST_ERR_CTP')) {
    const large = code === 'FST_ERR_CTP_BODY_TOO_LARGE';
    return new MillraceError(
      large ? 'HTTP_TOO_LARGE' : 'HTTP_BAD_REQUEST',
      large ? `The body of the request is too large${limitText(maxBodySize)}` : String(message),
      { cause: error, ...(large ? { hint: `Raise '${MAX_BODY_SIZE.key}'.` } : {}) },
    );
  }
  return asMillraceError(error);
}

function limitText(maxBodySize: number | undefined): string {
  return maxBodySize === undefined ? '' : `; it may have ${MAX_BODY_SIZE.type.write(maxBodySize)}`;
}
