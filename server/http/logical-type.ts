/** Types as the SQL Gateway's REST API prints them (Flink's `LogicalTypeJsonSerializer`). */
import { MillraceError } from '../../conf/errors/error.js';
import type { LogicalType } from '../../state/column/logical-type.js';

export type JsonType = Readonly<Record<string, unknown>>;

/** @throws PLAN_UNSUPPORTED for a type that has no JSON form in Flink */
export function jsonType(type: LogicalType): JsonType {
  if (type.root === 'NULL') return { type: 'NULL' };
  const head = { type: type.root, nullable: type.nullable };
  switch (type.root) {
    case 'CHAR':
    case 'VARCHAR':
    case 'BINARY':
    case 'VARBINARY':
      return { ...head, length: type.length };
    case 'DECIMAL':
      return { ...head, precision: type.precision, scale: type.scale };
    case 'TIME_WITHOUT_TIME_ZONE':
    case 'TIMESTAMP_WITHOUT_TIME_ZONE':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return { ...head, precision: type.precision };
    case 'INTERVAL_YEAR_MONTH':
      return { ...head, precision: type.precision, resolution: type.resolution };
    case 'INTERVAL_DAY_TIME': {
      const { precision, fractionalPrecision, resolution } = type;
      return { ...head, precision, fractionalPrecision, resolution };
    }
    case 'ARRAY':
    case 'MULTISET':
      return { ...head, elementType: jsonType(type.element) };
    case 'MAP':
      return { ...head, keyType: jsonType(type.key), valueType: jsonType(type.value) };
    case 'ROW':
      return {
        ...head,
        fields: type.fields.map(({ name, type: field, description }) => ({
          name,
          fieldType: jsonType(field),
          ...(description === undefined ? {} : { description }),
        })),
      };
    case 'RAW':
      return { ...head, class: type.className, serializer: type.serializer };
    case 'STRUCTURED_TYPE':
    case 'DESCRIPTOR':
      throw new MillraceError('PLAN_UNSUPPORTED', `A result cannot hold a ${type.root}`);
    default:
      return head;
  }
}
