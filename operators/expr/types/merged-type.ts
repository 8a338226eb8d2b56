/**
 * The common type that Flink's own functions bring their arguments to (its `LogicalTypeMerging`):
 * COALESCE, IFNULL, GREATEST, LEAST. It parts from Calcite's in that a FLOAT behind a DECIMAL wins,
 * a DOUBLE behind a FLOAT, and a local-zone timestamp anywhere. Where there is none by family, one
 * that all the others convert to by themselves serves: DATE for a TIMESTAMP.
 */
import {
  DOUBLE,
  FLOAT,
  type LogicalType,
  withNullable,
} from '../../../state/column/logical-type.js';
import { supportsImplicitCast } from './cast-rules.js';
import { commonType } from './common-type.js';
import * as family from './family.js';

/** Nullable when one of them is; undefined when there is none, or only NULLs. */
export function mergedType(types: readonly LogicalType[]): LogicalType | undefined {
  const [first, ...rest] = types.filter(({ root }) => root !== 'NULL');
  if (first === undefined) return undefined;
  const nullable = types.some((type) => type.nullable || type.root === 'NULL');
  let result = first;
  for (const type of rest) {
    const next = mergedOfTwo(result, type);
    if (next === undefined) return undefined;
    result = next;
  }
  return withNullable(result, nullable);
}

function mergedOfTwo(a: LogicalType, b: LogicalType): LogicalType | undefined {
  if (family.isNumeric(a) && family.isNumeric(b)) {
    if (a.root === 'DOUBLE' || b.root === 'DOUBLE') return DOUBLE;
    if (b.root === 'FLOAT') return FLOAT;
  }
  if (family.isTimestamp(a) && family.isTimestamp(b)) {
    const zoned = a.root === 'TIMESTAMP_WITH_LOCAL_TIME_ZONE' ? a : b;
    return { ...zoned, precision: Math.max(a.precision, b.precision) };
  }
  const common = a.root === 'ROW' && b.root !== 'ROW' ? undefined : commonType([a, b]);
  if (common !== undefined) return common;
  if (supportsImplicitCast(a, b)) return b;
  return supportsImplicitCast(b, a) ? a : undefined;
}
