/** SHOW … in the shapes of Flink. LIKE has SQL's wildcards; ILIKE ignores case. */
import { functionNames } from '../../operators/expr/bind.js';
import type { ObjectName } from '../parser/ast/node.js';
import type { Show, ShowCurrent, ShowLike } from '../parser/ast/utility.js';
import { type DdlContext, ddlError } from './ddl-context.js';
import { schemaRows } from './describe.js';
import { showPartitions } from './partition.js';
import { listResult, type StatementResult, tableResult } from './result.js';

export function showCurrent({ object }: ShowCurrent, { catalog }: DdlContext): StatementResult {
  return object === 'CATALOG'
    ? listResult('current catalog name', [catalog.currentCatalog])
    : listResult('current database name', [catalog.currentDatabase]);
}

export function show(statement: Show, context: DdlContext): StatementResult {
  const { catalog } = context;
  const matches = (name: string): boolean => isLike(name, statement.like);
  const list = (column: string, names: Iterable<string>): StatementResult =>
    listResult(column, [...names].sort().filter(matches));
  switch (statement.objects) {
    case 'CATALOGS':
      return list('catalog name', catalog.catalogs.names());
    case 'DATABASES':
      return list('database name', databases(statement.from, context));
    case 'TABLES':
      return list('table name', objects(statement.from, null, context));
    case 'VIEWS':
      return list('view name', objects(statement.from, 'view', context));
    case 'COLUMNS':
      return showColumns(statement, matches, context);
    case 'FUNCTIONS':
      return list('function name', [...builtIn(context), ...functions(statement.from, context)]);
    case 'PARTITIONS':
      return showPartitions(statement, context);
    case 'MODULES':
      return listResult('module name', catalog.usedModules);
    case 'FULL MODULES': {
      const unused = catalog.loadedModules.filter((name) => !catalog.usedModules.includes(name));
      const rows = [
        ...catalog.usedModules.map((name) => [name, true]),
        ...unused.map((name) => [name, false]),
      ];
      return tableResult(['module name', 'used'], rows, ['used']);
    }
    case 'USER FUNCTIONS':
      return list('function name', functions(statement.from, context));
    // Kinds of objects that can exist nowhere yet.
    case 'MATERIALIZED TABLES':
      return listResult('materialized table', []);
    case 'MODELS':
      return list('model name', models(statement.from, context));
    case 'JARS':
      return listResult('jars', []);
    default:
      throw context.bind.unsupported(`SHOW ${statement.objects}`, statement);
  }
}

function builtIn({ catalog }: DdlContext): string[] {
  if (!catalog.usedModules.includes('core')) return [];
  return functionNames().map((name) => name.toLowerCase());
}

function databases(from: ObjectName | undefined, context: DdlContext): Iterable<string> {
  const name = from?.parts[0]?.name ?? context.catalog.currentCatalog;
  const catalog = context.catalog.catalog(name);
  if (catalog !== undefined) return catalog.databases.keys();
  const at = from as ObjectName;
  throw ddlError(context, 'CATALOG_MISSING', `Catalog ${name} does not exist.`, at);
}

function functions(from: ObjectName | undefined, context: DdlContext): string[] {
  return context.catalog.functionNames(databaseOf(from, context));
}

function models(from: ObjectName | undefined, context: DdlContext): string[] {
  const { catalog } = context;
  const path = databaseOf(from, context);
  const prefix = `${path.catalog}.${path.database}.`;
  const temporary = [...catalog.temporaryModels.keys()].filter((key) => key.startsWith(prefix));
  const names = temporary.map((key) => key.slice(prefix.length));
  return [...new Set([...(catalog.database(path)?.models.keys() ?? []), ...names])];
}

function objects(from: ObjectName | undefined, kind: 'view' | null, context: DdlContext): string[] {
  const path = databaseOf(from, context);
  return context.catalog
    .objects(path.catalog, path.database)
    .filter(({ object }) => kind === null || object.kind === kind)
    .map((found) => found.path.name);
}

/** The database of FROM, else the current one. @throws CATALOG_MISSING */
function databaseOf(
  from: ObjectName | undefined,
  { catalog, bind }: DdlContext,
): { readonly catalog: string; readonly database: string } {
  const parts = from?.parts.map((part) => part.name) ?? [];
  const database = parts.at(-1) ?? catalog.currentDatabase;
  const path = { catalog: parts.at(-2) ?? catalog.currentCatalog, database };
  if (catalog.database(path) === undefined) {
    const reason = `Database ${path.database} does not exist in Catalog ${path.catalog}.`;
    throw bind.error('CATALOG_MISSING', reason, from as ObjectName);
  }
  return path;
}

function showColumns(
  statement: Show,
  matches: (name: string) => boolean,
  context: DdlContext,
): StatementResult {
  const name = statement.from as ObjectName;
  const { object } = context.catalog.resolve(name, context.bind.text);
  const result = schemaRows(object);
  return { ...result, rows: result.rows.filter(([column]) => matches(String(column))) };
}

function isLike(name: string, like: ShowLike | undefined): boolean {
  if (like === undefined) return true;
  const pattern = like.pattern.value
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('%', '.*')
    .replaceAll('_', '.');
  const found = new RegExp(`^${pattern}$`, like.operator === 'ILIKE' ? 'is' : 's').test(name);
  return found !== like.negated;
}
