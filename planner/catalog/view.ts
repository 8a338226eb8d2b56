/**
 * CREATE VIEW and ALTER VIEW. A view's query is bound when it is made, so that it is right then.
 */

import { withoutAttribute } from '../logical/column-type.js';
import { uniqueNames } from '../logical/unique-names.js';
import type { AlterView, CreateView } from '../parser/ast/catalog.js';
import type { Identifier } from '../parser/ast/node.js';
import type { Query } from '../parser/ast/query.js';
import { renameObject, store } from './alter-table.js';
import { type DdlContext, ddlError, newPath } from './ddl-context.js';
import { pathText } from './object-path.js';
import { OK, type StatementResult } from './result.js';
import type { CatalogView } from './table.js';

export function createView(statement: CreateView, context: DdlContext): StatementResult {
  const path = newPath(statement.name, context);
  const { catalog } = context;
  const found = catalog.find(path);
  const taken = statement.temporary ? found?.temporary === true : found !== undefined;
  if (taken) {
    if (statement.ifNotExists) return OK;
    const reason = `Table (or view) ${pathText(path)} already exists`;
    throw ddlError(context, 'CATALOG_EXISTS', reason, statement.name, 'Add IF NOT EXISTS.');
  }
  const comment = statement.comment?.value ?? null;
  const view = viewOf(statement.query, statement.columns, comment, context);
  store({ path, object: view, temporary: statement.temporary }, view, context);
  return OK;
}

export function alterView(statement: AlterView, context: DdlContext): StatementResult {
  const path = context.catalog.qualify(statement.name.parts.map((part) => part.name));
  const found = context.catalog.find(path);
  if (found === undefined) {
    if (statement.ifExists) return OK;
    throw context.catalog.missing(statement.name, context.bind.text);
  }
  if (found.object.kind !== 'view') {
    const reason = `ALTER VIEW for a table is not allowed: ${pathText(path)}`;
    throw ddlError(context, 'CATALOG_INVALID', reason, statement.name, 'Use ALTER TABLE.');
  }
  const { action } = statement;
  if (action.kind === 'rename') return renameObject(found, action.to, context);
  store(found, viewOf(action.query, [], found.object.comment, context), context);
  return OK;
}

function viewOf(
  query: Query,
  names: readonly Identifier[],
  comment: string | null,
  context: DdlContext,
): CatalogView {
  const { catalog, bind } = context;
  const bound = bind.query(query);
  if (names.length > 0 && names.length !== bound.names.length) {
    const given = names.map((name) => name.name).join(', ');
    const reason =
      `VIEW definition and input fields not match:\n\tDef fields: [${given}].` +
      `\n\tInput fields: [${bound.names.join(', ')}].`;
    throw ddlError(context, 'CATALOG_INVALID', reason, names[0] as Identifier);
  }
  const own = names.length > 0 ? names.map((name) => name.name) : uniqueNames(bound.names);
  return {
    kind: 'view',
    columns: bound.node.output.map((column, i) => ({
      name: own[i] as string,
      type: withoutAttribute(column.type),
      comment: null,
    })),
    query: { node: query, text: bind.text },
    catalog: catalog.currentCatalog,
    database: catalog.currentDatabase,
    comment,
  };
}
