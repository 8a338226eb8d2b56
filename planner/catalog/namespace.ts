/** Catalogs and databases: CREATE, ALTER, USE; DROP of everything. */
import { didYouMean } from '../../conf/nearest.js';
import type * as ast from '../parser/ast/catalog.js';
import type { ObjectName, Span } from '../parser/ast/node.js';
import type { UseCatalog, UseDatabase } from '../parser/ast/utility.js';
import { drop } from './alter-table.js';
import { DEFAULT_CATALOG, DURABLE_TYPE } from './catalogs.js';
import { type DdlContext, ddlError, optionRecord } from './ddl-context.js';
import { dropFunction } from './function.js';
import { dropModel } from './model.js';
import { pathText } from './object-path.js';
import { OK, type StatementResult } from './result.js';

export function createCatalog(
  { name, ifNotExists, options, comment }: ast.CreateCatalog,
  context: DdlContext,
): StatementResult {
  const { catalogs } = context.catalog;
  if (catalogs.descriptor(name.name) !== undefined) {
    if (ifNotExists) return OK;
    throw ddlError(context, 'CATALOG_EXISTS', `Catalog ${name.name} already exists.`, name);
  }
  const record = optionRecord(options);
  const { type } = record;
  if (type === undefined || !catalogs.types.includes(type)) {
    const found = type === undefined ? "lacks the option 'type'" : `has the type '${type}'`;
    const reason = `Catalog ${name.name} ${found}; known here: ${catalogs.types.join(', ')}`;
    const hint =
      type === DURABLE_TYPE ? "It needs 'table.catalog-store.kind' to be millrace." : undefined;
    throw ddlError(context, 'CATALOG_INVALID', reason, name, hint);
  }
  const known = ['type', 'default-database', 'property-version'];
  const other = options.find(({ key }) => !known.includes(key));
  if (other !== undefined) {
    const reason = `A catalog of the type ${type} has no option '${other.key}'`;
    throw ddlError(context, 'CATALOG_INVALID', reason, other, `Options: ${known.join(', ')}.`);
  }
  catalogs.set(name.name, { options: record, comment: comment?.value ?? null });
  return OK;
}

export function alterCatalog(
  { name, action }: ast.AlterCatalog,
  context: DdlContext,
): StatementResult {
  const { catalogs } = context.catalog;
  const descriptor = catalogs.descriptor(name.name) ?? noCatalog(name.name, name, context);
  if (name.name === DEFAULT_CATALOG) {
    throw ddlError(context, 'CATALOG_INVALID', `${DEFAULT_CATALOG} cannot be altered`, name);
  }
  let { options, comment } = descriptor;
  if (action.kind === 'comment') comment = action.comment.value;
  else if (action.kind === 'setOptions') options = { ...options, ...optionRecord(action.options) };
  else {
    const gone = new Set(action.keys.map((key) => key.key));
    if (gone.size === 0 || gone.has('type')) {
      const what = gone.size === 0 ? 'empty key' : "changing 'type'";
      const reason = `ALTER CATALOG RESET does not support ${what}`;
      throw ddlError(context, 'CATALOG_INVALID', reason, action);
    }
    options = Object.fromEntries(Object.entries(options).filter(([key]) => !gone.has(key)));
  }
  catalogs.set(name.name, { options, comment });
  return OK;
}

function noCatalog(name: string, at: Span, context: DdlContext): never {
  throw ddlError(context, 'CATALOG_MISSING', `Catalog ${name} does not exist.`, at);
}

/** Catalog and database of a name of one or two parts. */
function databasePath(
  name: ObjectName,
  context: DdlContext,
): { catalog: string; database: string } {
  const parts = name.parts.map((part) => part.name);
  const database = parts.at(-1) as string;
  const catalog = parts.at(-2) ?? context.catalog.currentCatalog;
  if (parts.length > 2) {
    const reason = `The name of a database has at most two parts, not '${parts.join('.')}'`;
    throw ddlError(context, 'CATALOG_INVALID', reason, name);
  }
  if (context.catalog.catalog(catalog) === undefined) noCatalog(catalog, name, context);
  return { catalog, database };
}

export function createDatabase(
  statement: ast.CreateDatabase,
  context: DdlContext,
): StatementResult {
  const path = databasePath(statement.name, context);
  if (context.catalog.database(path) !== undefined) {
    if (statement.ifNotExists) return OK;
    const reason = `Database ${path.database} already exists in Catalog ${path.catalog}.`;
    throw ddlError(context, 'CATALOG_EXISTS', reason, statement.name);
  }
  const comment = statement.comment?.value ?? null;
  const options = optionRecord(statement.options);
  context.catalog.catalog(path.catalog)?.setDatabase(path.database, { comment, options });
  return OK;
}

export function alterDatabase(statement: ast.AlterDatabase, context: DdlContext): StatementResult {
  const path = databasePath(statement.name, context);
  const database = context.catalog.database(path);
  if (database === undefined) throw noDatabase(path, statement.name, context);
  const options = { ...database.options, ...optionRecord(statement.action.options) };
  const { comment } = database;
  context.catalog.catalog(path.catalog)?.setDatabase(path.database, { comment, options });
  return OK;
}

function noDatabase(
  path: { catalog: string; database: string },
  at: Span,
  context: DdlContext,
): Error {
  const reason = `Database ${path.database} does not exist in Catalog ${path.catalog}.`;
  return ddlError(context, 'CATALOG_MISSING', reason, at);
}

export function useCatalog({ name }: UseCatalog, context: DdlContext): StatementResult {
  const { catalog } = context;
  if (catalog.catalog(name.name) === undefined) noCatalog(name.name, name, context);
  catalog.currentCatalog = name.name;
  catalog.currentDatabase = catalog.catalogs.defaultDatabase(name.name);
  return OK;
}

export function useDatabase({ name }: UseDatabase, context: DdlContext): StatementResult {
  const path = databasePath(name, context);
  if (context.catalog.database(path) === undefined) throw noDatabase(path, name, context);
  context.catalog.currentCatalog = path.catalog;
  context.catalog.currentDatabase = path.database;
  return OK;
}

export function dropObject(statement: ast.Drop, context: DdlContext): StatementResult {
  switch (statement.object) {
    case 'CATALOG':
      return dropCatalog(statement, context);
    case 'DATABASE':
      return dropDatabase(statement, context);
    case 'TABLE':
    case 'VIEW':
      return dropTable(statement, context);
    case 'MODEL':
      return dropModel(statement, context);
    case 'FUNCTION':
      return dropFunction(statement, context);
    default:
      throw context.bind.unsupported(`DROP ${statement.object}`, statement);
  }
}

function dropCatalog(statement: ast.Drop, context: DdlContext): StatementResult {
  const { name, ifExists } = statement;
  const { catalog } = context;
  const catalogName = name.parts.map((part) => part.name).join('.');
  if (catalog.catalogs.descriptor(catalogName) === undefined) {
    return ifExists ? OK : noCatalog(catalogName, name, context);
  }
  if (catalogName === catalog.currentCatalog) {
    const reason = `Cannot drop a catalog which is currently in use.`;
    throw ddlError(context, 'CATALOG_INVALID', reason, name, 'USE CATALOG another one first.');
  }
  if (catalogName === DEFAULT_CATALOG) {
    throw ddlError(context, 'CATALOG_INVALID', `${DEFAULT_CATALOG} cannot be dropped`, name);
  }
  catalog.catalogs.delete(catalogName);
  return OK;
}

function dropDatabase(statement: ast.Drop, context: DdlContext): StatementResult {
  const { name, ifExists, behavior } = statement;
  const path = databasePath(name, context);
  const { catalog } = context;
  const database = catalog.database(path);
  if (database === undefined) {
    if (ifExists) return OK;
    throw noDatabase(path, name, context);
  }
  if (path.catalog === catalog.currentCatalog && path.database === catalog.currentDatabase) {
    const reason = 'Cannot drop a database which is currently in use.';
    throw ddlError(context, 'CATALOG_INVALID', reason, name, 'USE another database first.');
  }
  if (database.objects.size > 0 && behavior !== 'CASCADE') {
    const reason = `Database ${path.database} in catalog ${path.catalog} is not empty.`;
    throw ddlError(context, 'CATALOG_INVALID', reason, name, 'Add CASCADE.');
  }
  catalog.catalog(path.catalog)?.dropDatabase(path.database);
  return OK;
}

/**
 * A temporary object of the same kind has to go first; one of the other kind is passed over, as in
 * Flink.
 */
function dropTable(statement: ast.Drop, context: DdlContext): StatementResult {
  const { name, ifExists, temporary, object } = statement;
  const { catalog } = context;
  const kind = object === 'VIEW' ? 'view' : 'table';
  const path = catalog.qualify(name.parts.map((part) => part.name));
  const shown = catalog.find(path);
  if (!temporary && shown?.temporary && shown.object.kind === kind) {
    const reason =
      `Temporary ${kind} with identifier '${pathText(path)}' exists. ` +
      `Drop it first before removing the permanent ${kind}.`;
    throw ddlError(context, 'CATALOG_INVALID', reason, name, `Use DROP TEMPORARY ${object}.`);
  }
  const found = temporary ? shown : catalog.permanent(path);
  if (found?.object.kind === kind && found.temporary === temporary) {
    drop(found, context);
    return OK;
  }
  if (ifExists) return OK;
  const what = temporary ? 'Temporary table or view' : kind === 'view' ? 'View' : 'Table';
  const reason = `${what} with identifier '${pathText(path)}' does not exist.`;
  const names = catalog
    .objects(path.catalog, path.database)
    .filter((each) => each.object.kind === kind)
    .map((each) => each.path.name);
  const hint =
    found !== undefined && found.object.kind !== kind
      ? `It is a ${found.object.kind}; use DROP ${found.object.kind.toUpperCase()}.`
      : didYouMean(path.name, names);
  throw ddlError(context, 'CATALOG_MISSING', reason, name, hint);
}
