/** Data types as written, to types. Lengths, precisions and scales are checked here. */
import { didYouMean } from '../../conf/nearest.js';
import { type Field, type LogicalType, UNBOUNDED } from '../../state/column/logical-type.js';
import type { RowField, SimpleType, TypeNode } from '../parser/ast/type.js';
import { typeNames } from '../parser/type-parser.js';
import type { BindContext } from './context.js';
import { intervalType } from './interval.js';

/** @throws BIND_TYPE for a length or precision out of range, PLAN_UNSUPPORTED for types not run */
export function bindType(node: TypeNode, context: BindContext): LogicalType {
  const nullable = !node.notNull;
  switch (node.kind) {
    case 'simpleType':
      return bindSimple(node, nullable, context);
    case 'intervalType':
      return { ...intervalType(node.qualifier), nullable };
    case 'collectionType':
      return { root: node.collection, element: bindType(node.element, context), nullable };
    case 'mapType': {
      const [key, value] = [bindType(node.key, context), bindType(node.value, context)];
      return { root: 'MAP', key, value, nullable };
    }
    case 'rowType':
      return { root: 'ROW', fields: bindFields(node.fields, context), nullable };
    case 'structuredType': {
      const fields = bindFields(node.fields, context);
      return { root: 'STRUCTURED_TYPE', className: node.className.value, fields, nullable };
    }
    case 'rawType':
      throw context.unsupported('The type RAW, which needs a Java class,', node);
    case 'namedType': {
      const name = node.name.parts.map((part) => part.name).join('.');
      const hint = didYouMean(name.toUpperCase(), typeNames);
      throw context.error('BIND_TYPE', `There is no type '${name}'`, node, hint);
    }
  }
}

function bindFields(fields: readonly RowField[], context: BindContext): Field[] {
  return fields.map((field) => ({
    name: field.name.name,
    type: bindType(field.type, context),
    ...(field.comment === undefined ? {} : { description: field.comment.value }),
  }));
}

function bindSimple(node: SimpleType, nullable: boolean, context: BindContext): LogicalType {
  const number = (
    what: string,
    given: number | undefined,
    by: number,
    from: number,
    to: number,
  ) => {
    const value = given ?? by;
    if (value >= from && value <= to) return value;
    const range = `between ${from} and ${to} (both inclusive)`;
    throw context.error('BIND_TYPE', `The ${what} of ${node.name} must be ${range}`, node);
  };
  const fraction = (by: number): number => number('precision', node.precision, by, 0, 9);
  const length = (by: number): number => number('length', node.precision, by, 1, UNBOUNDED);
  switch (node.name) {
    case 'BOOLEAN':
    case 'TINYINT':
    case 'SMALLINT':
    case 'BIGINT':
    case 'FLOAT':
    case 'DOUBLE':
    case 'DATE':
    case 'VARIANT':
    case 'BITMAP':
    case 'NULL':
    case 'DESCRIPTOR':
      return { root: node.name, nullable };
    case 'INT':
      return { root: 'INTEGER', nullable };
    case 'DECIMAL': {
      const precision = number('precision', node.precision, 10, 1, 38);
      return { root: 'DECIMAL', precision, scale: scaleOf(node, precision, context), nullable };
    }
    case 'CHAR':
    case 'BINARY':
      return { root: node.name, length: length(1), nullable };
    case 'VARCHAR':
    case 'VARBINARY':
      return { root: node.name, length: length(UNBOUNDED), nullable };
    case 'STRING':
      return { root: 'VARCHAR', length: UNBOUNDED, nullable };
    case 'BYTES':
      return { root: 'VARBINARY', length: UNBOUNDED, nullable };
    case 'TIME':
      return { root: 'TIME_WITHOUT_TIME_ZONE', precision: fraction(0), nullable };
    case 'TIMESTAMP':
      return { root: 'TIMESTAMP_WITHOUT_TIME_ZONE', precision: fraction(6), nullable };
    case 'TIMESTAMP_LTZ':
      return { root: 'TIMESTAMP_WITH_LOCAL_TIME_ZONE', precision: fraction(6), nullable };
    case 'TIMESTAMP_TZ':
      throw context.unsupported('The type TIMESTAMP WITH TIME ZONE', node);
  }
}

function scaleOf(node: SimpleType, precision: number, context: BindContext): number {
  const scale = node.scale ?? 0;
  if (scale >= 0 && scale <= precision) return scale;
  const reason = `The scale of DECIMAL must be between 0 and the precision ${precision}`;
  throw context.error('BIND_TYPE', reason, node);
}
