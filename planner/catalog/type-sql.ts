/**
 * A type as SHOW CREATE writes it: Flink's serializable form, which spells out lengths and zones
 * (`VARCHAR(2147483647)`, `TIMESTAMP(3) WITH LOCAL TIME ZONE`).
 */

import type { Field, LogicalType } from '../../state/column/logical-type.js';
import { bareText } from '../../state/column/type-text.js';
import { quoteName } from './object-path.js';

export function typeSql(type: LogicalType): string {
  return type.nullable ? bareSql(type) : `${bareSql(type)} NOT NULL`;
}

function bareSql(type: LogicalType): string {
  switch (type.root) {
    case 'VARCHAR':
      return `VARCHAR(${type.length})`;
    case 'VARBINARY':
      return `VARBINARY(${type.length})`;
    case 'TIMESTAMP_WITHOUT_TIME_ZONE':
      return `TIMESTAMP(${type.precision})`;
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return `TIMESTAMP(${type.precision}) WITH LOCAL TIME ZONE`;
    case 'ARRAY':
    case 'MULTISET':
      return `${type.root}<${typeSql(type.element)}>`;
    case 'MAP':
      return `MAP<${typeSql(type.key)}, ${typeSql(type.value)}>`;
    case 'ROW':
      return `ROW<${fieldsSql(type.fields)}>`;
    case 'STRUCTURED_TYPE':
      return `STRUCTURED<'${type.className}', ${fieldsSql(type.fields)}>`;
    default:
      return bareText(type);
  }
}

function fieldsSql(fields: readonly Field[]): string {
  return fields
    .map(({ name, type, description }) => {
      const comment = description === undefined ? '' : ` '${description.replaceAll("'", "''")}'`;
      return `${quoteName(name)} ${typeSql(type)}${comment}`;
    })
    .join(', ');
}
