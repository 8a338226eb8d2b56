/**
 * What an error of S3 means to a user: missing, refused, or to be tried again. The errors of the
 * SDK are not kept as causes: they hold requests with their headers, and those hold credentials.
 */
import { MillraceError } from '../../conf/errors/error.js';

/** An answer of the server that is not a success. */
export class S3Failure extends Error {
  readonly status: number;
  /** S3's word, such as `NoSuchKey`; empty where the answer had none. */
  readonly word: string;

  constructor(status: number, word: string) {
    super(`${word} (HTTP ${status})`);
    this.status = status;
    this.word = word;
  }
}

/** Words of a refusal, beyond those that name themselves. */
const HINTS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'Create the bucket, or correct its name.',
  AccessDenied: 'Grant the credentials read, write, list and delete on this folder.',
  InvalidAccessKeyId: "The server does not know the access key; check 's3.access-key'.",
  SignatureDoesNotMatch: "The secret does not fit the access key; check 's3.secret-key'.",
  ExpiredToken: 'The credentials have expired; renew them.',
  RequestTimeTooSkewed: "Set this machine's clock.",
  PermanentRedirect: "The bucket is in another region; set 's3.region'.",
  CredentialsProviderError:
    "Set 's3.access-key' and 's3.secret-key', or credentials as for any AWS tool.",
};

/** Answers with status 400 that are no verdict on the request. */
const PASSING = new Set(['RequestTimeout', 'IncompleteBody', 'InternalError', 'SlowDown']);

export function failureOf(cause: unknown): S3Failure | undefined {
  if (cause instanceof S3Failure) return cause;
  const { name, $metadata } = cause as { name?: string; $metadata?: { httpStatusCode?: number } };
  if (name === 'CredentialsProviderError') return new S3Failure(401, name);
  const status = $metadata?.httpStatusCode;
  return status === undefined ? undefined : new S3Failure(status, name ?? '');
}

/** @param place the object as a user knows it, `s3://bucket/key` */
export function s3Error(place: string, cause: unknown): MillraceError {
  if (cause instanceof MillraceError) return cause;
  const failure = failureOf(cause);
  if (failure === undefined) {
    const { code, message } = cause as { code?: unknown; message?: unknown };
    return new MillraceError('FILE_UNREACHABLE', `${place}: ${code ?? message}`);
  }
  const { status, word } = failure;
  if (status === 404 && word !== 'NoSuchBucket') {
    return new MillraceError('FILE_MISSING', `There is no file ${place}`);
  }
  const isRefused = status >= 300 && status < 500 && ![408, 409, 429].includes(status);
  if (isRefused && !PASSING.has(word)) {
    const hint = HINTS[word];
    return new MillraceError(
      'FILE_REFUSED',
      `${place}: ${failure.message}`,
      hint === undefined ? {} : { hint },
    );
  }
  return new MillraceError('FILE_UNREACHABLE', `${place}: ${failure.message}`);
}
