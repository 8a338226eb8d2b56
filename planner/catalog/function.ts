/**
 * CREATE, ALTER and DROP FUNCTION. A function is an export of a JavaScript module below one of the
 * folders of `millrace.functions.allowed-paths`; its name has no case. The folders are asked each
 * time that it is used: it may be older than they are.
 */
import { realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MillraceError } from '../../conf/errors/error.js';
import { FUNCTION_PATHS, FUNCTION_TIMEOUT } from '../../conf/options/millrace.js';
import { isRow } from '../../operators/correlate/made-rows.js';
import type { JavascriptTarget } from '../../operators/expr/functions/javascript.js';
import { RESULTS } from '../../operators/expr/runtime/javascript.js';
import { loadJavascript } from '../../operators/expr/runtime/javascript-module.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import { bareText } from '../../state/column/type-text.js';
import type { BindContext } from '../binder/context.js';
import { bindType } from '../binder/type.js';
import type { AlterFunction, CreateFunction, Drop } from '../parser/ast/catalog.js';
import { parseType } from '../parser/parse.js';
import { type DdlContext, ddlError, newPath } from './ddl-context.js';
import { pathText } from './object-path.js';
import { OK, type StatementResult } from './result.js';
import type { CatalogFunction } from './table.js';

type Named = Pick<CreateFunction, 'name' | 'temporary' | 'system'>;

export function createFunction(statement: CreateFunction, context: DdlContext): StatementResult {
  const place = placeOf(statement, context);
  if (place.get() !== undefined) {
    if (statement.ifNotExists) return OK;
    const reason = `Function ${place.text} already exists`;
    throw ddlError(context, 'CATALOG_EXISTS', reason, statement.name, 'Add IF NOT EXISTS.');
  }
  refuseLanguage(statement, context);
  const [resource, ...more] = statement.resources;
  if (resource === undefined || more.length > 0 || resource.type !== 'FILE') {
    const reason = "A function in JAVASCRIPT is of one module: USING FILE 'path'";
    throw ddlError(context, 'CATALOG_INVALID', reason, statement.name);
  }
  const made = { file: fileOf(resource.path.value), export: statement.className.value };
  context.bind.locate(statement, () => functionTarget(made, context.bind));
  place.set(made);
  return OK;
}

export function alterFunction(statement: AlterFunction, context: DdlContext): StatementResult {
  const place = placeOf(statement, context);
  const found = place.get();
  if (found === undefined) {
    if (statement.ifExists) return OK;
    throw missing(place.text, statement, context);
  }
  refuseLanguage(statement, context);
  const altered = { ...found, export: statement.className.value };
  context.bind.locate(statement, () => functionTarget(altered, context.bind));
  place.set(altered);
  return OK;
}

export function dropFunction(statement: Drop, context: DdlContext): StatementResult {
  const place = placeOf(statement, context);
  if (place.get() !== undefined) place.set(null);
  else if (!statement.ifExists) throw missing(place.text, statement, context);
  return OK;
}

/**
 * The function's module and types. @throws FUNCTION_FORBIDDEN, FUNCTION_INVALID
 */
export function functionTarget(
  { file, export: name }: CatalogFunction,
  context: BindContext,
): JavascriptTarget {
  refuseForbidden(file, context.catalog.catalogs.functionPaths);
  const loaded = loadJavascript(file, name);
  const result = loaded.kind === 'table' ? loaded.rows : loaded.returns;
  const returns = typeOf(result, context);
  const fields = loaded.kind === 'table' && isRow(returns) ? returns.fields : [{ type: returns }];
  const args = loaded.arguments.map((text) => typeOf(text, context));
  for (const type of [...args, ...fields.map((field) => field.type)]) refuseType(type, name);
  return {
    kind: loaded.kind,
    file,
    export: name,
    arguments: args,
    returns,
    timeoutMs: context.shared.configuration.get(FUNCTION_TIMEOUT),
    retracts: loaded.kind === 'aggregate' && loaded.retract !== undefined,
  };
}

function typeOf(text: string, context: BindContext): LogicalType {
  return bindType(parseType(text), context.forText(text));
}

function refuseType(type: LogicalType, name: string): void {
  if (RESULTS[type.root] !== undefined) return;
  const known = Object.keys(RESULTS).join(', ');
  const reason = `Function '${name}' has the type ${bareText(type)}; functions take ${known}`;
  throw new MillraceError('FUNCTION_INVALID', reason);
}

function refuseForbidden(file: string, allowed: readonly string[]): void {
  const real = realPath(file);
  const inside = allowed.some((folder) => {
    const way = relative(realPath(resolve(folder)), real);
    return way !== '' && way !== '..' && !way.startsWith(`..${sep}`);
  });
  if (inside) return;
  const reason = `The file ${file} is in no folder that functions may come from`;
  const hint = `The server's option '${FUNCTION_PATHS.key}' names these folders.`;
  throw new MillraceError('FUNCTION_FORBIDDEN', reason, { hint });
}

/** Links followed, so that one in an allowed folder leads nowhere else. */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

function fileOf(path: string): string {
  return path.startsWith('file:') ? fileURLToPath(path) : resolve(path);
}

function refuseLanguage(
  { language = 'JAVA', name }: Pick<CreateFunction, 'language' | 'name'>,
  context: DdlContext,
): void {
  if (language === 'JAVASCRIPT') return;
  const reason = `Functions in ${language} are not run`;
  const hint = "Write it in JavaScript: AS 'export' LANGUAGE JAVASCRIPT USING FILE 'path'.";
  throw ddlError(context, 'PLAN_UNSUPPORTED', reason, name, hint);
}

function missing(text: string, at: Pick<Named, 'name'>, context: DdlContext): MillraceError {
  return ddlError(context, 'CATALOG_MISSING', `Function ${text} does not exist`, at.name);
}

/** Where a function of the name is kept: with the session, or in a database. */
interface Place {
  readonly text: string;
  get(): CatalogFunction | undefined;
  set(to: CatalogFunction | null): void;
}

function placeOf({ name, temporary, system }: Named, context: DdlContext): Place {
  const { catalog } = context;
  const key = (name.parts.at(-1)?.name ?? '').toLowerCase();
  if (system) {
    const text = name.parts.map((part) => part.name).join('.');
    return {
      text,
      get: () => catalog.systemFunctions.get(key),
      set: (to) => change(catalog.systemFunctions, key, to),
    };
  }
  const path = { ...newPath(name, context, temporary), name: key };
  if (temporary) {
    const full = catalog.functionKey(path);
    return {
      text: pathText(path),
      get: () => catalog.temporaryFunctions.get(full),
      set: (to) => change(catalog.temporaryFunctions, full, to),
    };
  }
  return {
    text: pathText(path),
    get: () => catalog.database(path)?.functions.get(key),
    set: (to) => catalog.catalog(path.catalog)?.setFunction(path.database, key, to),
  };
}

function change(map: Map<string, CatalogFunction>, key: string, to: CatalogFunction | null): void {
  if (to === null) map.delete(key);
  else map.set(key, to);
}
