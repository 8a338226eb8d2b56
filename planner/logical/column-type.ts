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

/** A result's type, as Flink tells it: times are plain, intervals are of months or of seconds. */
export function resultType(type: LogicalType): LogicalType {
  switch (type.root) {
    case 'INTERVAL_YEAR_MONTH':
    case 'INTERVAL_DAY_TIME':
      return intervalResult(type);
    case 'ARRAY':
    case 'MULTISET':
      return { ...type, element: resultType(type.element) };
    case 'MAP':
      return { ...type, key: resultType(type.key), value: resultType(type.value) };
    case 'ROW':
      return {
        ...type,
        fields: type.fields.map((field) => ({ ...field, type: resultType(field.type) })),
      };
    default:
      return withoutAttribute(type);
  }
}

export function isTimestamp(type: LogicalType): type is TimestampType {
  return (
    type.root === 'TIMESTAMP_WITHOUT_TIME_ZONE' || type.root === 'TIMESTAMP_WITH_LOCAL_TIME_ZONE'
  );
}
