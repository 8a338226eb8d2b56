/**
 * What goes wrong inside a job: any thrown value becomes a `MillraceError` that names the node it
 * happened in, and can cross to another thread as plain data.
 */
import { asMillraceError, MillraceError, type Place } from '../../conf/errors/error.js';
import type { ErrorCode } from '../../conf/errors/table.js';
import type { NodeSpec } from '../core/spec.js';

/** A failure as plain data. */
export interface Failure {
  readonly code: ErrorCode;
  readonly reason: string;
  readonly place?: Place;
  readonly hint?: string;
  /** The stack where it was thrown; for logs, never for users. */
  readonly stack?: string;
}

const blamed = new WeakSet<MillraceError>();

/** The error with the node's description; the innermost node that was blamed stays. */
export function blame(error: unknown, node: NodeSpec): MillraceError {
  const known = asMillraceError(error);
  if (blamed.has(known)) return known;
  const { place, hint, cause } = known;
  const named = new MillraceError(known.code, `${known.reason} (in ${node.description})`, {
    ...(place === undefined ? {} : { place }),
    ...(hint === undefined ? {} : { hint }),
    cause: cause ?? known,
  });
  blamed.add(named);
  return named;
}

export function toFailure(error: unknown): Failure {
  const { code, reason, place, hint, cause, stack } = asMillraceError(error);
  const thrown = cause instanceof Error ? cause.stack : stack;
  return {
    code,
    reason,
    ...(place === undefined ? {} : { place }),
    ...(hint === undefined ? {} : { hint }),
    ...(thrown === undefined ? {} : { stack: thrown }),
  };
}

export function fromFailure({ code, reason, place, hint }: Failure): MillraceError {
  return new MillraceError(code, reason, {
    ...(place === undefined ? {} : { place }),
    ...(hint === undefined ? {} : { hint }),
  });
}
