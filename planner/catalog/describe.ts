/** DESCRIBE of tables, views, catalogs, databases, functions and models. */
import type { LogicalType } from '../../state/column/logical-type.js';
import type { Scalar } from '../../state/column/scalar.js';
import { bareText } from '../../state/column/type-text.js';
import type { Describe } from '../parser/ast/utility.js';
import { fullExpression } from '../parser/print/full-printer.js';
import { type DdlContext, ddlError } from './ddl-context.js';
import { describeFunction } from './describe-function.js';
import { describeModel } from './model.js';
import { type StatementResult, tableResult } from './result.js';
import type { CatalogObject, TableColumn } from './table.js';

export function describeObject(statement: Describe, context: DdlContext): StatementResult {
  switch (statement.object) {
    case 'TABLE':
      return schemaRows(context.catalog.resolve(statement.name, context.bind.text).object);
    case 'CATALOG':
      return describeCatalog(statement, context);
    case 'DATABASE':
      return describeDatabase(statement, context);
    case 'MODEL':
      return describeModel(statement.name, context);
    case 'FUNCTION':
      return describeFunction(statement, context);
    default:
      throw context.bind.unsupported(`DESCRIBE ${statement.object}`, statement);
  }
}

/** A row a column, with a comment column where there is a comment. */
export function schemaRows(object: CatalogObject): StatementResult {
  const commented = object.columns.some((column) => column.comment !== null);
  const rows = object.columns.map((column): Scalar[] => {
    const { name, type, comment } = column;
    const table = object.kind === 'table' ? object : null;
    const key = table?.primaryKey?.columns ?? [];
    const watermark = table?.watermark?.column === name ? table.watermark : null;
    return [
      name,
      shownType(type, watermark !== null),
      type.nullable,
      key.includes(name) ? `PRI(${key.join(', ')})` : null,
      'kind' in column ? extras(column) : null,
      watermark === null ? null : fullExpression(watermark.expression.node),
      ...(commented ? [comment] : []),
    ];
  });
  const names = ['name', 'type', 'null', 'key', 'extras', 'watermark'];
  return tableResult([...names, ...(commented ? ['comment'] : [])], rows, ['null']);
}

function shownType(type: LogicalType, rowtime: boolean): string {
  return rowtime ? `${bareText(type)} *ROWTIME*` : bareText(type);
}

function extras(column: TableColumn): string | null {
  switch (column.kind) {
    case 'physical':
      return null;
    case 'computed':
      return `AS ${fullExpression(column.expression.node)}`;
    case 'metadata': {
      const from = column.key === null ? '' : ` FROM '${column.key}'`;
      return `METADATA${from}${column.virtual ? ' VIRTUAL' : ''}`;
    }
  }
}

function describeCatalog(statement: Describe, context: DdlContext): StatementResult {
  const name = statement.name.parts[0]?.name ?? '';
  const catalog = context.catalog.catalogs.descriptor(name);
  if (catalog === undefined) {
    throw ddlError(context, 'CATALOG_MISSING', `Catalog ${name} does not exist.`, statement.name);
  }
  const { type, ...options } = catalog.options;
  const rows: Scalar[][] = [
    ['name', name],
    ['type', type ?? null],
    ['comment', catalog.comment],
  ];
  if (statement.extended) {
    for (const key of Object.keys(options).sort()) {
      rows.push([`option:${key}`, options[key] ?? null]);
    }
  }
  return tableResult(['info name', 'info value'], rows);
}

function describeDatabase(statement: Describe, context: DdlContext): StatementResult {
  const parts = statement.name.parts.map((part) => part.name);
  const database = parts.at(-1) ?? '';
  const catalog = parts.at(-2) ?? context.catalog.currentCatalog;
  const found = context.catalog.database({ catalog, database });
  if (found === undefined) {
    const reason = `Database ${database} does not exist in Catalog ${catalog}.`;
    throw ddlError(context, 'CATALOG_MISSING', reason, statement.name);
  }
  const rows: Scalar[][] = [
    ['catalog', catalog],
    ['name', database],
    ['comment', found.comment],
  ];
  return tableResult(['info name', 'info value'], rows);
}
