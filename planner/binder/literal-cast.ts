/**
 * Casts of literals that lose nothing, done here: VALUES of thousands of rows would each time ask
 * the compiler for a value that is known.
 */
import { castTo } from '../../operators/expr/cast.js';
import type { Expr } from '../../operators/expr/expression.js';
import { foldConstants } from '../../operators/expr/fold.js';
import { isCharacter, isInteger } from '../../operators/expr/types/family.js';
import { type LogicalType, withNullable } from '../../state/column/logical-type.js';
import type { Scalar } from '../../state/column/scalar.js';

/** The expression as a value of the type, folded. */
export function castConstant(expr: Expr, type: LogicalType): Expr {
  const value = expr.kind === 'literal' ? widened(expr.value, expr.type, type) : undefined;
  if (value === undefined) return foldConstants(castTo(expr, type));
  return { kind: 'literal', value, type: withNullable(type, expr.type.nullable) };
}

/** The value in the wider type; undefined where the cast may change it. */
function widened(value: Scalar, from: LogicalType, to: LogicalType): Scalar | undefined {
  if (value === null) return null;
  if (isCharacter(from) && to.root === 'VARCHAR') {
    return from.length <= to.length ? value : undefined;
  }
  if (typeof value !== 'number' && typeof value !== 'bigint') return undefined;
  if (isInteger(from) && to.root === 'BIGINT') return BigInt(value);
  const scale = isInteger(from) ? 0 : from.root === 'DECIMAL' ? from.scale : undefined;
  if (scale === undefined || to.root !== 'DECIMAL' || to.scale < scale) return undefined;
  const unscaled = BigInt(value) * 10n ** BigInt(to.scale - scale);
  const limit = 10n ** BigInt(to.precision);
  return unscaled < limit && unscaled > -limit ? unscaled : undefined;
}
