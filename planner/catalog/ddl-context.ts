/** What the execution of a catalog statement has at hand. */

import type { MillraceError } from '../../conf/errors/error.js';
import type { ErrorCode } from '../../conf/errors/table.js';
import type { BindContext } from '../binder/context.js';
import type { ObjectName, Option, Span } from '../parser/ast/node.js';
import { type ObjectPath, pathText } from './object-path.js';
import type { SessionCatalog } from './session-catalog.js';

export interface DdlContext {
  readonly catalog: SessionCatalog;
  /** For types, expressions and queries in the statement; knows its text. */
  readonly bind: BindContext;
}

export function ddlError(
  context: DdlContext,
  code: ErrorCode,
  reason: string,
  at: Span,
  hint?: string,
): MillraceError {
  return context.bind.error(code, reason, at, hint);
}

export function taken(path: ObjectPath, at: ObjectName, context: DdlContext): MillraceError {
  const reason = `Table (or view) ${pathText(path)} already exists`;
  return ddlError(context, 'CATALOG_EXISTS', reason, at, 'Add IF NOT EXISTS.');
}

/**
 * The full name of a new object. Its catalog and database must exist, unless it is temporary: it is
 * kept beside the catalogs then. @throws CATALOG_MISSING
 */
export function newPath(name: ObjectName, context: DdlContext, temporary = false): ObjectPath {
  const parts = name.parts.map((part) => part.name);
  if (parts.length > 3) {
    const reason = `A name has at most three parts, not '${parts.join('.')}'`;
    throw ddlError(context, 'CATALOG_INVALID', reason, name);
  }
  const path = context.catalog.qualify(parts);
  if (temporary) return path;
  if (context.catalog.catalog(path.catalog) === undefined) {
    const reason = `Catalog ${path.catalog} does not exist.`;
    throw ddlError(context, 'CATALOG_MISSING', reason, name);
  }
  if (context.catalog.database(path) === undefined) {
    const reason = `Database ${path.database} does not exist in Catalog ${path.catalog}.`;
    throw ddlError(context, 'CATALOG_MISSING', reason, name);
  }
  return path;
}

/** A later value of a key wins. */
export function optionRecord(options: readonly Option[]): Record<string, string> {
  return Object.fromEntries(options.map(({ key, value }) => [key, value]));
}
