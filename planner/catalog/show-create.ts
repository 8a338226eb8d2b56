/** SHOW CREATE: the statement that makes the object again. Secrets in options are not shown. */

import { HIDDEN, isSecret } from '../../conf/secret.js';
import type { ShowCreate } from '../parser/ast/utility.js';
import { fullExpression } from '../parser/print/full-printer.js';
import { type DdlContext, ddlError } from './ddl-context.js';
import { findModel } from './model.js';
import { pathSql, quoteName } from './object-path.js';
import { listResult, type StatementResult } from './result.js';
import type { Found } from './session-catalog.js';
import type { CatalogTable, CatalogView, ModelColumn, TableColumn } from './table.js';
import { typeSql } from './type-sql.js';

export function showCreate(statement: ShowCreate, context: DdlContext): StatementResult {
  switch (statement.object) {
    case 'TABLE':
    case 'VIEW': {
      const found = context.catalog.resolve(statement.name, context.bind.text);
      const { object } = found;
      if ((object.kind === 'view') !== (statement.object === 'VIEW')) {
        const reason =
          `SHOW CREATE ${statement.object} is only supported for ` +
          `${statement.object === 'VIEW' ? 'views' : 'tables'}, but this is a ${object.kind}`;
        const hint = `Use SHOW CREATE ${object.kind.toUpperCase()}.`;
        throw ddlError(context, 'CATALOG_INVALID', reason, statement.name, hint);
      }
      const text = object.kind === 'view' ? viewText(found, object) : tableText(found, object);
      return listResult('result', [text]);
    }
    case 'CATALOG':
      return listResult('result', [catalogText(statement, context)]);
    case 'MODEL':
      return listResult('result', [modelText(statement, context)]);
    default:
      throw context.bind.unsupported(`SHOW CREATE ${statement.object}`, statement);
  }
}

function tableText({ path, temporary }: Found, table: CatalogTable): string {
  const elements = table.columns.map((column) => `  ${columnText(column)}`);
  if (table.watermark !== null) {
    const { column, expression } = table.watermark;
    elements.push(`  WATERMARK FOR ${quoteName(column)} AS ${fullExpression(expression.node)}`);
  }
  if (table.primaryKey !== null) {
    const { name, columns } = table.primaryKey;
    const key = `PRIMARY KEY (${columns.map(quoteName).join(', ')}) NOT ENFORCED`;
    elements.push(`  CONSTRAINT ${quoteName(name)} ${key}`);
  }
  const lines = [`CREATE ${temporary ? 'TEMPORARY ' : ''}TABLE ${pathSql(path)} (`];
  lines.push(elements.join(',\n'), ')');
  if (table.comment !== null) lines.push(`COMMENT ${quoted(table.comment)}`);
  if (table.distribution !== null) lines.push(distributionText(table.distribution));
  if (table.partitionKeys.length > 0) {
    lines.push(`PARTITIONED BY (${table.partitionKeys.map(quoteName).join(', ')})`);
  }
  const options = optionsText(table.options);
  if (options !== '') lines.push(options);
  return `${lines.join('\n')}\n`;
}

function columnText(column: TableColumn): string {
  const name = quoteName(column.name);
  const comment = commentText(column.comment);
  switch (column.kind) {
    case 'physical':
      return `${name} ${typeSql(column.type)}${comment}`;
    case 'computed':
      return `${name} AS ${fullExpression(column.expression.node)}${comment}`;
    case 'metadata': {
      const from = column.key === null ? '' : ` FROM ${quoted(column.key)}`;
      const virtual = column.virtual ? ' VIRTUAL' : '';
      return `${name} ${typeSql(column.type)} METADATA${from}${virtual}${comment}`;
    }
  }
}

function distributionText({
  algorithm,
  columns,
  buckets,
}: NonNullable<CatalogTable['distribution']>): string {
  const by =
    columns.length === 0
      ? ''
      : ` BY ${algorithm === null ? '' : algorithm}(${columns.map(quoteName).join(', ')})`;
  return `DISTRIBUTED${by}${buckets === null ? '' : ` INTO ${buckets} BUCKETS`}`;
}

function viewText({ path, temporary }: Found, view: CatalogView): string {
  const names = view.columns.map((column) => `  ${quoteName(column.name)}`).join(',\n');
  const head = `CREATE ${temporary ? 'TEMPORARY ' : ''}VIEW ${pathSql(path)} (\n${names}\n)`;
  const comment = view.comment === null ? '' : `\nCOMMENT ${quoted(view.comment)}`;
  return `${head}${comment}\nAS ${view.query.text}\n`;
}

function catalogText(statement: ShowCreate, context: DdlContext): string {
  const name = statement.name.parts[0]?.name ?? '';
  const catalog = context.catalog.catalogs.descriptor(name);
  if (catalog === undefined) {
    throw ddlError(context, 'CATALOG_MISSING', `Catalog ${name} does not exist.`, statement.name);
  }
  const comment = catalog.comment === null ? '' : `\nCOMMENT ${quoted(catalog.comment)}`;
  return `CREATE CATALOG ${quoteName(name)}${comment}\n${optionsText(catalog.options)}\n`;
}

function modelText({ name }: ShowCreate, context: DdlContext): string {
  const { path, model, temporary } = findModel(name, context);
  const columns = (all: readonly ModelColumn[]): string =>
    all.map((c) => `${quoteName(c.name)} ${typeSql(c.type)}${commentText(c.comment)}`).join(', ');
  const lines = [
    `CREATE ${temporary ? 'TEMPORARY ' : ''}MODEL ${pathSql(path)}`,
    ...(model.input.length === 0 ? [] : [`INPUT (${columns(model.input)})`]),
    ...(model.output.length === 0 ? [] : [`OUTPUT (${columns(model.output)})`]),
    ...(model.comment === null ? [] : [`COMMENT ${quoted(model.comment)}`]),
    optionsText(model.options),
  ];
  return `${lines.filter((line) => line !== '').join('\n')}\n`;
}

function optionsText(options: Readonly<Record<string, string>>): string {
  const keys = Object.keys(options).sort();
  if (keys.length === 0) return '';
  const lines = keys.map((key) => {
    const value = isSecret(key) ? HIDDEN : (options[key] as string);
    return `  ${quoted(key)} = ${quoted(value)}`;
  });
  return `WITH (\n${lines.join(',\n')}\n)`;
}

function commentText(comment: string | null): string {
  return comment === null ? '' : ` COMMENT ${quoted(comment)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
