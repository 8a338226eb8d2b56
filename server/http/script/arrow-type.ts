/** Types of columns as Arrow's. What Arrow has no type for travels as the text that CAST gives. */
import * as arrow from 'apache-arrow';
import type { LogicalType } from '../../../state/column/logical-type.js';

export function arrowField(name: string, type: LogicalType): arrow.Field {
  return new arrow.Field(name, arrowType(type), type.nullable);
}

export function arrowType(type: LogicalType): arrow.DataType {
  switch (type.root) {
    case 'BOOLEAN':
      return new arrow.Bool();
    case 'TINYINT':
      return new arrow.Int8();
    case 'SMALLINT':
      return new arrow.Int16();
    case 'INTEGER':
      return new arrow.Int32();
    case 'BIGINT':
      return new arrow.Int64();
    case 'FLOAT':
      return new arrow.Float32();
    case 'DOUBLE':
      return new arrow.Float64();
    case 'DECIMAL':
      return new arrow.Decimal(type.scale, type.precision, 128);
    case 'BINARY':
    case 'VARBINARY':
      return new arrow.Binary();
    case 'DATE':
      return new arrow.DateDay();
    case 'TIME_WITHOUT_TIME_ZONE':
      return new arrow.TimeMillisecond();
    case 'TIMESTAMP_WITHOUT_TIME_ZONE':
      return new arrow.Timestamp(timeUnit(type.precision));
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return new arrow.Timestamp(timeUnit(type.precision), 'UTC');
    case 'INTERVAL_YEAR_MONTH':
      return new arrow.Int32();
    case 'INTERVAL_DAY_TIME':
      return new arrow.Duration(arrow.TimeUnit.MILLISECOND);
    default:
      return nestedType(type);
  }
}

function nestedType(type: LogicalType): arrow.DataType {
  switch (type.root) {
    case 'ARRAY':
      return new arrow.List(arrowField('element', type.element));
    case 'MAP': {
      const entries = [arrowField('key', type.key), arrowField('value', type.value)];
      return new arrow.Map_(new arrow.Field('entries', new arrow.Struct(entries), false) as never);
    }
    case 'ROW':
    case 'STRUCTURED_TYPE':
      return new arrow.Struct(type.fields.map((field) => arrowField(field.name, field.type)));
    default:
      return new arrow.Utf8();
  }
}

/** The coarsest unit that holds the precision. */
function timeUnit(precision: number): arrow.TimeUnit {
  if (precision === 0) return arrow.TimeUnit.SECOND;
  if (precision <= 3) return arrow.TimeUnit.MILLISECOND;
  return precision <= 6 ? arrow.TimeUnit.MICROSECOND : arrow.TimeUnit.NANOSECOND;
}

/** Nanoseconds in a unit. */
export function unitNanos(unit: arrow.TimeUnit): bigint {
  return [1_000_000_000n, 1_000_000n, 1_000n, 1n][unit] as bigint;
}
