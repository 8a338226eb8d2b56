/** Literals with the types that the dialect gives them. */
import { MillraceError } from '../../conf/errors/error.js';
import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  decimal,
  INT,
  type LogicalType,
  NULL,
  withNullable,
} from '../../state/column/logical-type.js';
import type { Scalar } from '../../state/column/scalar.js';
import type { Expr, LiteralExpr } from './expression.js';
import { MAX_PRECISION } from './types/decimal-rules.js';

/** A value of a given type; the type's nullability follows the value. */
export function literal(value: Scalar, type: LogicalType): LiteralExpr {
  return { kind: 'literal', value, type: withNullable(type, value === null) };
}

export function nullLiteral(type: LogicalType = NULL): LiteralExpr {
  return literal(null, type);
}

export function booleanLiteral(value: boolean | null): LiteralExpr {
  return literal(value, BOOLEAN);
}

/** CHAR(n) NOT NULL, n in UTF-16 units; the empty string is CHAR(0). */
export function stringLiteral(value: string): LiteralExpr {
  return literal(value, { root: 'CHAR', length: value.length, nullable: false });
}

/** BINARY(n) NOT NULL of the hexadecimal digits of `X'…'`. */
export function binaryLiteral(hex: string): LiteralExpr {
  const bytes = new Uint8Array(Buffer.from(hex, 'hex'));
  return literal(bytes, { root: 'BINARY', length: bytes.length, nullable: false });
}

export function intLiteral(value: number): LiteralExpr {
  return literal(value, INT);
}

export function bigintLiteral(value: bigint): LiteralExpr {
  return literal(value, BIGINT);
}

/**
 * A number as written: with an exponent DOUBLE, with a fraction DECIMAL of the digits written, else
 * INT or BIGINT, whichever is the first to hold it. A sign before it belongs to it: as in Flink,
 * -2147483648 is an INT.
 *
 * @param text without a sign
 * @throws PARSE_LITERAL when its digits are no BIGINT
 */
export function numberLiteral(text: string, negative = false): LiteralExpr {
  if (/e/i.test(text)) return literal(negative ? 0 - Number(text) : Number(text), DOUBLE);
  const point = text.indexOf('.');
  const scale = point < 0 ? 0 : text.length - 1 - point;
  const digits = text.replace('.', '');
  // Before the digits become a number, which takes the square of their count.
  const needed = Math.max(digits.replace(/^0+(?=\d)/, '').length, scale);
  if (needed > MAX_PRECISION) {
    throw new MillraceError(
      'PARSE_LITERAL',
      `The number ${text} needs ${needed} digits; a DECIMAL holds at most ${MAX_PRECISION}`,
    );
  }
  const size = BigInt(digits);
  const value = negative ? -size : size;
  if (scale === 0 && value === BigInt.asIntN(32, value)) return intLiteral(Number(value));
  if (value !== BigInt.asIntN(64, value)) {
    const limit = 'its digits without the point are a BIGINT';
    throw new MillraceError(
      'PARSE_LITERAL',
      `The number ${text} is out of range: ${limit} at most`,
      {
        hint: `Write it as a text: CAST('${negative ? '-' : ''}${text}' AS DECIMAL(38, ${scale}))`,
      },
    );
  }
  if (scale === 0) return bigintLiteral(value);
  return literal(value, decimal(Math.min(digits.length, MAX_PRECISION), scale));
}

export function isNullLiteral(expr: Expr): boolean {
  return expr.kind === 'literal' && expr.value === null;
}

/** The value of a non-null string literal. */
export function stringValue(expr: Expr): string | undefined {
  return expr.kind === 'literal' && typeof expr.value === 'string' ? expr.value : undefined;
}
