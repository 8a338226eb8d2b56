/** The failure of a CAST. */
import type { LogicalType } from '../../../state/column/logical-type.js';
import type { Scalar } from '../../../state/column/scalar.js';
import { bareText } from '../../../state/column/type-text.js';
import { literalText } from '../literal-text.js';
import { fail, type Site } from './failure.js';

/** @param target the type wanted, as text */
export function failCast(site: Site, value: Scalar, from: LogicalType, target: string): never {
  const shown = literalText(value, from);
  return fail(site, `Cannot cast ${shown} of type ${bareText(from)} to ${target}`);
}
