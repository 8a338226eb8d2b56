/** CAST nodes: the one way in which a bound tree changes a type. */
import { MillraceError } from '../../conf/errors/error.js';
import { type LogicalType, sameType, withNullable } from '../../state/column/logical-type.js';
import { bareText } from '../../state/column/type-text.js';
import type { Expr, Span } from './expression.js';
import { literal } from './literal.js';
import { intervalResult } from './types/arithmetic-rules.js';
import { supportsCast, supportsImplicitCast } from './types/cast-rules.js';
import {
  isBinary,
  isCharacter,
  isDecimal,
  isInteger,
  isInterval,
  isNumeric,
  isTimestamp,
} from './types/family.js';

/** `LEGACY` is CAST as it was before Flink 1.15 (`legacyCast`). */
export type CastMode = 'CAST' | 'TRY_CAST' | 'IMPLICIT' | 'LEGACY';

/** The option of a CAST to text or bytes that cuts nothing and prints as Flink did before 1.15. */
export const LEGACY_TEXT = 'LEGACY';

/**
 * The argument as a value of `target`, whose nullability follows the argument (TRY_CAST: nullable).
 * The argument itself when it has the type already; a NULL literal takes the type.
 *
 * @throws BIND_TYPE when the dialect has no such conversion
 */
export function bindCast(arg: Expr, target: LogicalType, mode: CastMode, span?: Span): Expr {
  const from = arg.type;
  if (mode === 'IMPLICIT') {
    if (arg.kind === 'literal' && arg.value === null) return literal(null, target);
    if (sameType(from, target, true)) return arg;
  }
  const allowed = mode === 'IMPLICIT' ? supportsImplicitCast : supportsCast;
  if (!allowed(from, target)) throw refused(from, target, mode, span);
  if (mode === 'LEGACY') return legacyCast(arg, target, span);
  return castTo(arg, target, mode === 'TRY_CAST' ? 'TRY_CAST' : 'CAST', span);
}

/** What cannot be cast is NULL; text and bytes are padded but never cut. */
function legacyCast(arg: Expr, target: LogicalType, span?: Span): Expr {
  const isText = isCharacter(target) || isBinary(target);
  const cast = castTo(arg, target, isText ? 'CAST' : 'TRY_CAST', span);
  if (!isText || cast === arg || cast.kind !== 'call' || cast.name !== 'CAST') return cast;
  return { ...cast, option: LEGACY_TEXT };
}

/** As `bindCast`, where the rules have already said yes. */
export function castTo(
  arg: Expr,
  target: LogicalType,
  name: 'CAST' | 'TRY_CAST' = 'CAST',
  span?: Span,
): Expr {
  if (sameType(arg.type, target, true)) {
    return name === 'CAST' ? arg : { ...arg, type: withNullable(arg.type, true) };
  }
  // An interval that is computed is one of seconds or months, whatever its unit was.
  const wanted = isInterval(target) ? intervalResult(target) : target;
  if (arg.kind === 'literal' && arg.value === null) return literal(null, wanted);
  if (sameType(arg.type, wanted, true)) return arg;
  const type = withNullable(wanted, name === 'TRY_CAST' || arg.type.nullable);
  const place = span === undefined ? {} : { span };
  if (arg.type.root === 'BITMAP' && isBinary(type)) {
    return { kind: 'call', name: 'BITMAP_TO_BYTES', args: [arg], type, ...place };
  }
  if (isInterval(target) && isInteger(arg.type) && arg.kind === 'literal') {
    // The unit that a literal counts.
    const option = target.resolution;
    return { kind: 'call', name, args: [arg], type, option, ...place };
  }
  return { kind: 'call', name, args: [arg], type, ...place };
}

function refused(from: LogicalType, to: LogicalType, mode: CastMode, span?: Span): MillraceError {
  const how = mode === 'IMPLICIT' ? 'is not made implicitly' : 'is not allowed';
  const reason = `The cast from ${bareText(from)} to ${bareText(to)} ${how}`;
  const hint = castHint(from, to, mode);
  return new MillraceError('BIND_TYPE', reason, {
    ...(span === undefined ? {} : { place: placeOf(span) }),
    ...(hint === undefined ? {} : { hint }),
  });
}

function castHint(from: LogicalType, to: LogicalType, mode: CastMode): string | undefined {
  if (mode === 'IMPLICIT' && supportsCast(from, to)) {
    return `Write CAST(… AS ${bareText(to)})`;
  }
  if (isNumeric(from) && isTimestamp(to)) {
    return 'Use TO_TIMESTAMP(FROM_UNIXTIME(n)), n in seconds, or TO_TIMESTAMP_LTZ(n, precision)';
  }
  if (isTimestamp(from) && (isNumeric(to) || isDecimal(to))) {
    return 'Use UNIX_TIMESTAMP(CAST(t AS STRING)), or EXTRACT for a part of it';
  }
  return undefined;
}

/** A span as the place of an error. */
export function placeOf(span: Span): {
  start: number;
  end: number;
  line?: number;
  column?: number;
} {
  const { start, end, line, column } = span;
  return {
    start,
    end,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  };
}
