/** A type as SQL text, in the spelling of Flink's summary strings: `INT NOT NULL`, `ROW<a INT>`. */
import {
  type DayTimeType,
  type Field,
  type LogicalType,
  UNBOUNDED,
  type YearMonthType,
} from './logical-type.js';

export function typeText(type: LogicalType): string {
  const text = bareText(type);
  return type.nullable ? text : `${text} NOT NULL`;
}

/** Without NOT NULL at the top. */
export function bareText(type: LogicalType): string {
  switch (type.root) {
    case 'INTEGER':
      return 'INT';
    case 'DECIMAL':
      return `DECIMAL(${type.precision}, ${type.scale})`;
    case 'CHAR':
    case 'BINARY':
      return `${type.root}(${type.length})`;
    case 'VARCHAR':
      return type.length === UNBOUNDED ? 'STRING' : `VARCHAR(${type.length})`;
    case 'VARBINARY':
      return type.length === UNBOUNDED ? 'BYTES' : `VARBINARY(${type.length})`;
    case 'TIME_WITHOUT_TIME_ZONE':
      return `TIME(${type.precision})`;
    case 'TIMESTAMP_WITHOUT_TIME_ZONE':
      return `TIMESTAMP(${type.precision})${attributeText(type.attribute)}`;
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return `TIMESTAMP_LTZ(${type.precision})${attributeText(type.attribute)}`;
    case 'INTERVAL_YEAR_MONTH':
    case 'INTERVAL_DAY_TIME':
      return intervalText(type);
    default:
      return compositeText(type);
  }
}

function attributeText(attribute: string | undefined): string {
  return attribute === undefined ? '' : ` *${attribute}*`;
}

function compositeText(type: LogicalType): string {
  switch (type.root) {
    case 'ARRAY':
    case 'MULTISET':
      return `${type.root}<${typeText(type.element)}>`;
    case 'MAP':
      return `MAP<${typeText(type.key)}, ${typeText(type.value)}>`;
    case 'ROW':
      return `ROW<${fieldsText(type.fields)}>`;
    case 'STRUCTURED_TYPE':
      return `STRUCTURED<'${type.className}', ${fieldsText(type.fields)}>`;
    case 'RAW':
      return `RAW('${type.className}', '${type.serializer}')`;
    default:
      return type.root;
  }
}

function fieldsText(fields: readonly Field[]): string {
  return fields
    .map((field) => `\`${field.name.replaceAll('`', '``')}\` ${typeText(field.type)}`)
    .join(', ');
}

function intervalText(type: YearMonthType | DayTimeType): string {
  const [from, to] = type.resolution.split('_TO_') as [string, string | undefined];
  const digits = from === 'YEAR' || from === 'DAY' ? `(${type.precision})` : '';
  const fraction =
    type.root === 'INTERVAL_DAY_TIME' && (to ?? from) === 'SECOND'
      ? `(${type.fractionalPrecision})`
      : '';
  if (to === undefined) return `INTERVAL ${from}${from === 'SECOND' ? fraction : digits}`;
  return `INTERVAL ${from}${digits} TO ${to}${fraction}`;
}
