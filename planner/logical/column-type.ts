/** What becomes of time attributes when a value is no longer the time of its row's place. */
import type { LogicalType, TimeAttribute, TimestampType } from '../../state/column/logical-type.js';

export function attributeOf(type: LogicalType): TimeAttribute | undefined {
  return isTimestamp(type) ? type.attribute : undefined;
}

/** The same type as an ordinary timestamp. */
export function withoutAttribute(type: LogicalType): LogicalType {
  if (!isTimestamp(type) || type.attribute === undefined) return type;
  return { root: type.root, precision: type.precision, nullable: type.nullable };
}

function isTimestamp(type: LogicalType): type is TimestampType {
  return (
    type.root === 'TIMESTAMP_WITHOUT_TIME_ZONE' || type.root === 'TIMESTAMP_WITH_LOCAL_TIME_ZONE'
  );
}
