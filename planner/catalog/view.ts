/**
 * CREATE VIEW and ALTER VIEW. A view's query is bound when it is made, so that it is right then.
 */

import { uniqueNames } from '../logical/unique-names.js';
import type { AlterView, CreateView } from '../parser/ast/catalog.js';
import type { Identifier } from '../parser/ast/node.js';
import type { Query } from '../parser/ast/query.js';
import { parseQuery } from '../parser/parse.js';
import { fullQuery } from '../parser/print/full-printer.js';
import { alterable, renameObject, store } from './alter-table.js';
import { type DdlContext, ddlError, newPath, taken } from './ddl-context.js';
import { pathText } from './object-path.js';
import { OK, type StatementResult } from './result.js';
import type { CatalogView } from './table.js';

export function createView(statement: CreateView, context: DdlContext): StatementResult {
  const path = newPath(statement.name, context, statement.temporary);
  const { catalog } = context;
  if (catalog.has(path, statement.temporary)) {
    if (statement.ifNotExists) return OK;
    throw taken(path, statement.name, context);
  }
  const comment = statement.comment?.value ?? null;
  const view = viewOf(statement.query, statement.columns, comment, context);
  store({ path, object: view, temporary: statement.temporary }, view, context);
  return OK;
}

export function alterView(statement: AlterView, context: DdlContext): StatementResult {
  const path = context.catalog.qualify(statement.name.parts.map((part) => part.name));
  const found = alterable(path, statement, context);
  if (found === undefined) return OK;
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
  const text = fullQuery(query, bind.shared.names);
  return {
    kind: 'view',
    columns: bound.node.output.map((column, i) => ({
      name: own[i] as string,
      type: column.type,
      comment: null,
    })),
    query: { node: parseQuery(text), text },
    catalog: catalog.currentCatalog,
    database: catalog.currentDatabase,
    comment,
  };
}
