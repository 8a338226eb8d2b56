/** Failures of an expression on a row. */
import { MillraceError } from '../../../conf/errors/error.js';
import { placeOf } from '../cast.js';
import type { Span } from '../expression.js';

/** Where a failing call stands in the SQL text; undefined when the tree does not say. */
export type Site = Span | undefined;

/** Stops the evaluation: DATA_EXPRESSION at the call's place. The row is added by the kernel. */
export function fail(site: Site, reason: string): never {
  throw new MillraceError(
    'DATA_EXPRESSION',
    reason,
    site === undefined ? {} : { place: placeOf(site) },
  );
}

export function failDivision(site: Site): never {
  return fail(site, 'Division by zero');
}
