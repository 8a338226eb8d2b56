/** What becomes of time attributes when a value is no longer the time of its row's place. */
import { intervalResult } from '../../operators/expr/types/arithmetic-rules.js';
import type { LogicalType, TimeAttribute, TimestampType } from '../../state/column/logical-type.js';

export function attributeOf(type: LogicalType): TimeAttribute | undefined {
  return isTimestamp(type) ? type.attribute : undefined;
}

/** The same type as an ordinary timestamp. */
export function withoutAttribute(type: LogicalType): LogicalType {
  if (!isTimestamp(type) || type.attribute === undefined) return type;
  return { root: type.root, precision: type.precision, nullable: type.nullable };
}

/** The same for all that a type holds: aggregates make ordinary values of times. */
export function withoutAttributes(type: LogicalType): LogicalType {
  return throughout(type, withoutAttribute);
}

/** A result's type, as Flink tells it: times are plain, intervals are of months or of seconds. */
export function resultType(type: LogicalType): LogicalType {
  return throughout(type, (leaf) =>
    leaf.root === 'INTERVAL_YEAR_MONTH' || leaf.root === 'INTERVAL_DAY_TIME'
      ? intervalResult(leaf)
      : withoutAttribute(leaf),
  );
}

/** Changes the types that hold no others. */
function throughout(type: LogicalType, change: (leaf: LogicalType) => LogicalType): LogicalType {
  const within = (inner: LogicalType): LogicalType => throughout(inner, change);
  switch (type.root) {
    case 'ARRAY':
    case 'MULTISET':
      return { ...type, element: within(type.element) };
    case 'MAP':
      return { ...type, key: within(type.key), value: within(type.value) };
    case 'ROW': {
      const fields = type.fields.map((field) => ({ ...field, type: within(field.type) }));
      return { ...type, fields };
    }
    default:
      return change(type);
  }
}

export function isTimestamp(type: LogicalType): type is TimestampType {
  return (
    type.root === 'TIMESTAMP_WITHOUT_TIME_ZONE' || type.root === 'TIMESTAMP_WITH_LOCAL_TIME_ZONE'
  );
}
