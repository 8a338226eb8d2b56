/** CREATE TABLE, with LIKE. */
import type { CreateTable } from '../parser/ast/table.js';
import { type DdlContext, ddlError, newPath, optionRecord, taken } from './ddl-context.js';
import { pathText } from './object-path.js';
import { OK, type StatementResult } from './result.js';
import { TableDraft } from './table-draft.js';
import { copyLike } from './table-like.js';

export function createTable(statement: CreateTable, context: DdlContext): StatementResult {
  if (statement.query !== undefined) {
    throw context.bind.unsupported(`${statement.form} TABLE … AS`, statement.query);
  }
  const path = newPath(statement.name, context, statement.temporary);
  const { catalog } = context;
  const exists = catalog.has(path, statement.temporary);
  if (exists && statement.form === 'CREATE') {
    if (statement.ifNotExists) return OK;
    throw taken(path, statement.name, context);
  }
  if (statement.form === 'REPLACE' && !exists) {
    const reason = `The table ${pathText(path)} to be replaced doesn't exist.`;
    throw ddlError(context, 'CATALOG_MISSING', reason, statement.name);
  }
  const draft = new TableDraft(context, statement.name);
  if (statement.like !== undefined) copyLike(statement, statement.like, draft);
  draft.add(statement.elements);
  if (statement.distribution !== undefined) draft.setDistribution(statement.distribution);
  if (statement.partitionedBy.length > 0) draft.setPartitionKeys(statement.partitionedBy);
  draft.options = { ...draft.options, ...optionRecord(statement.options) };
  draft.comment = statement.comment?.value ?? draft.comment;
  const table = draft.finish();
  if (statement.temporary) catalog.setTemporary(path, table);
  else catalog.database(path)?.objects.set(path.name, table);
  return OK;
}
