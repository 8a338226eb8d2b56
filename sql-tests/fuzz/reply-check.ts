/** What a reply must be like, whatever the request was. */
import { type ErrorCode, errorTable } from '../../conf/errors/table.js';
import type { Reply } from './exchange.js';
import { mayBeIncomplete, type Request } from './request.js';

const STATUSES: ReadonlySet<number> = new Set([200, 202, 400, 404, 405, 409, 413, 431, 500, 503]);

export interface Verdict {
  /** Of the errors that the reply tells. */
  readonly codes: readonly ErrorCode[];
  /** The rule that the reply breaks; absent when it is in order. */
  readonly failure?: string;
}

export function checkReply(request: Request, reply: Reply): Verdict {
  const codes = [...reply.body.matchAll(/"errors":\["\[([A-Z_]+)\]/g)].map(
    ([, code]) => code ?? '',
  );
  const known = codes.filter((code): code is ErrorCode => Object.hasOwn(errorTable, code));
  const failure = failureOf(request, reply, codes);
  return failure === undefined ? { codes: known } : { codes: known, failure };
}

function failureOf(request: Request, reply: Reply, codes: readonly string[]): string | undefined {
  const { status, body } = reply;
  if (status === 0) return mayBeDropped(request, reply) ? undefined : `no reply (${reply.end})`;
  if (!STATUSES.has(status)) return `status ${status}`;
  if (/\n\s+at |\\n\s+at |\.js:\d/.test(body)) return 'a stack trace';
  const unknown = codes.find((code) => !Object.hasOwn(errorTable, code));
  if (unknown !== undefined) return `the unknown code ${unknown}`;
  const fatal = codes.find((code) => errorTable[code as ErrorCode].kind === 'bug');
  if (fatal !== undefined) return `an error of kind bug: ${fatal}`;
  if (codes.includes('WORKER_LOST')) return 'a worker died';
  if (status < 400) return undefined;
  if (request.method === 'HEAD') return undefined;
  if (!isErrorShape(body)) return `status ${status} without an error in Flink's shape`;
  if (status === 500 && codes.length === 0) return 'status 500 without a code';
  return undefined;
}

/** CONNECT has no reply where nobody listens for it. */
function mayBeDropped(request: Request, { end }: Reply): boolean {
  return end === 'cut' && (mayBeIncomplete(request) || request.method === 'CONNECT');
}

function isErrorShape(body: string): boolean {
  try {
    const { errors } = JSON.parse(body) as { errors?: unknown };
    return (
      Array.isArray(errors) &&
      errors.length > 0 &&
      errors.every((it) => typeof it === 'string' && it !== '')
    );
  } catch {
    return false;
  }
}
