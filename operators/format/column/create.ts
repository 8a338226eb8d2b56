/** The column that holds a type's values, by how a format writes them. */
import { MillraceError } from '../../../conf/errors/error.js';
import type { LogicalType } from '../../../state/column/logical-type.js';
import { BinaryColumn, StringColumn } from './bytes.js';
import type { Column } from './column.js';
import { DecimalColumn } from './decimal.js';
import { type ElementText, ListColumn, MapColumn, RowColumn } from './nested.js';
import { BooleanColumn, FloatColumn, IntColumn, LongColumn } from './number.js';
import { DateColumn, TimeOfDayColumn, TimestampColumn } from './time.js';

/** What differs between the text formats. */
export interface TextDialect {
  readonly format: 'csv' | 'json';
  /** Timestamps have a `T`. */
  readonly iso: boolean;
  /** The elements of an array or row in one text; null where the format nests. */
  readonly elements: ElementText | null;
}

/** @throws PLAN_UNSUPPORTED for a type that the format does not have */
export function createColumn(type: LogicalType, dialect: TextDialect): Column {
  const csv = dialect.format === 'csv';
  switch (type.root) {
    case 'BOOLEAN':
      return new BooleanColumn();
    case 'TINYINT':
      return new IntColumn(-128, 127);
    case 'SMALLINT':
      return new IntColumn(-32_768, 32_767);
    case 'INTEGER':
    case 'INTERVAL_YEAR_MONTH':
      return new IntColumn(-(2 ** 31), 2 ** 31 - 1);
    case 'BIGINT':
    case 'INTERVAL_DAY_TIME':
      return new LongColumn();
    case 'FLOAT':
      return new FloatColumn('f32');
    case 'DOUBLE':
      return new FloatColumn('f64');
    case 'DECIMAL':
      return new DecimalColumn(type.precision, type.scale);
    case 'CHAR':
    case 'VARCHAR':
      return new StringColumn();
    case 'BINARY':
    case 'VARBINARY':
      return new BinaryColumn();
    case 'DATE':
      return new DateColumn(csv);
    case 'TIME_WITHOUT_TIME_ZONE':
      return new TimeOfDayColumn(csv ? type.precision : 3, csv ? 'strict' : 'smart', csv);
    case 'TIMESTAMP_WITHOUT_TIME_ZONE':
      return new TimestampColumn(type.precision, { iso: dialect.iso, zoned: false, trim: csv });
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return new TimestampColumn(type.precision, { iso: dialect.iso, zoned: true, trim: csv });
    default:
      return createNested(type, dialect);
  }
}

function createNested(type: LogicalType, dialect: TextDialect): Column {
  const create = (child: LogicalType): Column => createColumn(child, dialect);
  const nests = dialect.elements === null;
  if (type.root === 'ARRAY') return new ListColumn(create(type.element), dialect.elements);
  if (type.root === 'ROW') {
    const children = type.fields.map((field) => create(field.type));
    return new RowColumn(children, dialect.elements);
  }
  if (type.root === 'MAP' && nests && isText(type.key)) {
    return new MapColumn(create(type.key), create(type.value));
  }
  if (type.root === 'MULTISET' && nests && isText(type.element)) {
    return new MapColumn(create(type.element), create({ root: 'INTEGER', nullable: false }));
  }
  const keys = nests && (type.root === 'MAP' || type.root === 'MULTISET');
  throw new MillraceError(
    'PLAN_UNSUPPORTED',
    keys
      ? `Format '${dialect.format}' takes only character strings as the keys of a ${type.root}`
      : `Format '${dialect.format}' has no values of type ${type.root}`,
  );
}

export function isText(type: LogicalType): boolean {
  return type.root === 'CHAR' || type.root === 'VARCHAR';
}
