/** CREATE TABLE, with LIKE; the one that takes a query is in `create-table-as.ts`. */
import type { CreateTable } from '../parser/ast/table.js';
import { store } from './alter-table.js';
import { type DdlContext, ddlError, newPath, taken } from './ddl-context.js';
import { type ObjectPath, pathText } from './object-path.js';
import { placedOptions } from './option-places.js';
import { OK, type StatementResult } from './result.js';
import { TableDraft } from './table-draft.js';
import { copyLike } from './table-like.js';

export function createTable(statement: CreateTable, context: DdlContext): StatementResult {
  const path = newTablePath(statement, context);
  if (path === null) return OK;
  const { temporary } = statement;
  const draft = new TableDraft(context, statement.name);
  if (statement.like !== undefined) copyLike(statement, statement.like, draft);
  draft.add(statement.elements);
  if (statement.distribution !== undefined) draft.setDistribution(statement.distribution);
  if (statement.partitionedBy.length > 0) draft.setPartitionKeys(statement.partitionedBy);
  draft.options = placedOptions(draft.options, statement.options, context);
  draft.comment = statement.comment?.value ?? draft.comment;
  const object = draft.finish();
  store({ path, object, temporary }, object, context);
  return OK;
}

/**
 * Where the table will be; null when it is there already and IF NOT EXISTS was written.
 * @throws CATALOG_EXISTS, CATALOG_MISSING
 */
export function newTablePath(statement: CreateTable, context: DdlContext): ObjectPath | null {
  const { name, temporary, form } = statement;
  const path = newPath(name, context, temporary);
  const exists = context.catalog.has(path, temporary);
  if (exists && form === 'CREATE') {
    if (statement.ifNotExists) return null;
    throw taken(path, name, context);
  }
  if (form !== 'REPLACE' || exists) return path;
  const reason = `The table ${pathText(path)} to be replaced doesn't exist.`;
  throw ddlError(context, 'CATALOG_MISSING', reason, name, 'Write CREATE OR REPLACE TABLE.');
}
