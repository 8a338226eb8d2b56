/** ALTER TABLE. The table is replaced as a whole: whoever reads it has the old or the new one. */
import { unreachable } from '../../conf/errors/error.js';
import type { ObjectName } from '../parser/ast/node.js';
import type { AlterTable, AlterTableAction } from '../parser/ast/table.js';
import { type DdlContext, ddlError, newPath, taken } from './ddl-context.js';
import { type ObjectPath, pathText } from './object-path.js';
import { placedOptions } from './option-places.js';
import { addPartitions, dropPartitions } from './partition.js';
import { OK, type StatementResult } from './result.js';
import type { Found } from './session-catalog.js';
import type { CatalogObject, CatalogTable } from './table.js';
import { TableDraft } from './table-draft.js';

export function alterTable(statement: AlterTable, context: DdlContext): StatementResult {
  const path = context.catalog.qualify(statement.name.parts.map((part) => part.name));
  const found = alterable(path, statement, context);
  if (found === undefined) return OK;
  const { object } = found;
  if (object.kind !== 'table') {
    const reason = `ALTER TABLE for a view is not allowed: ${pathText(path)}`;
    throw ddlError(context, 'CATALOG_INVALID', reason, statement.name, 'Use ALTER VIEW.');
  }
  const { action } = statement;
  if (action.kind === 'rename') return renameObject(found, action.to, context);
  store(found, changed(object, action, statement, context), context);
  return OK;
}

/**
 * The table or view to alter; undefined where IF EXISTS makes it none. Temporary objects are not
 * altered, and hide the permanent ones. @throws BIND_UNKNOWN_TABLE, CATALOG_MISSING
 */
export function alterable(
  path: ObjectPath,
  { name, ifExists }: { readonly name: ObjectName; readonly ifExists: boolean },
  context: DdlContext,
): Found | undefined {
  const found = context.catalog.find(path);
  if (found?.temporary === false) return found;
  if (ifExists) return undefined;
  if (found === undefined) throw context.catalog.missing(name, context.bind.text);
  const reason = `'${pathText(path)}' is temporary; ALTER needs a permanent ${found.object.kind}`;
  const hint = `DROP TEMPORARY ${found.object.kind.toUpperCase()} and create it anew.`;
  throw ddlError(context, 'CATALOG_MISSING', reason, name, hint);
}

/** Gives a table or view another name in its database. */
export function renameObject(found: Found, to: ObjectName, context: DdlContext): StatementResult {
  const parts = to.parts.map((part) => part.name);
  const { catalog, database } = found.path;
  const target =
    parts.length === 1 ? { catalog, database, name: parts[0] as string } : newPath(to, context);
  if (target.catalog !== catalog || target.database !== database) {
    const reason = 'RENAME cannot move an object to another catalog or database';
    throw ddlError(context, 'CATALOG_INVALID', reason, to);
  }
  if (context.catalog.has(target, false)) throw taken(target, to, context);
  drop(found, context);
  store({ ...found, path: target }, found.object, context);
  return OK;
}

export function store(found: Found, object: CatalogObject, context: DdlContext): void {
  const { catalog } = context;
  if (found.temporary) catalog.setTemporary(found.path, object);
  else catalog.catalog(found.path.catalog)?.setObject(found.path.database, found.path.name, object);
}

export function drop(found: Found, context: DdlContext): void {
  const { catalog } = context;
  if (found.temporary) catalog.dropTemporary(found.path);
  else catalog.catalog(found.path.catalog)?.dropObject(found.path.database, found.path.name);
}

function changed(
  table: CatalogTable,
  action: Exclude<AlterTableAction, { kind: 'rename' }>,
  statement: AlterTable,
  context: DdlContext,
): CatalogTable {
  const draft = TableDraft.of(table, context, statement.name);
  switch (action.kind) {
    case 'setOptions':
      draft.options = placedOptions(table.options, action.options, context);
      return draft.finish();
    case 'resetOptions':
      draft.options = withoutOptions(table, action, context);
      return draft.finish();
    case 'changeSchema':
      draft.add(action.elements, action.change === 'MODIFY');
      return draft.finish();
    case 'changeDistribution':
      draft.setDistribution(action.distribution);
      return draft.finish();
    case 'dropColumns':
      dropColumns(draft, action.columns);
      return draft.finish();
    case 'renameColumn':
      renameColumn(draft, action.from, action.to.name);
      return draft.finish();
    case 'dropConstraint':
      if (table.primaryKey?.name !== action.name.name) {
        const reason = `The table has no constraint '${action.name.name}'`;
        throw ddlError(context, 'CATALOG_INVALID', reason, action.name);
      }
      draft.primaryKey = null;
      return draft.finish();
    case 'dropPart':
      dropPart(draft, action.part);
      return draft.finish();
    case 'addPartitions':
      return addPartitions(table, action, context);
    case 'dropPartitions':
      return dropPartitions(table, action, context);
    default:
      return unreachable(action);
  }
}

function withoutOptions(
  table: CatalogTable,
  action: Extract<AlterTableAction, { kind: 'resetOptions' }>,
  context: DdlContext,
): Record<string, string> {
  const options: Record<string, string> = placedOptions(table.options, [], context);
  if (action.keys.length === 0) {
    const reason = 'ALTER TABLE RESET does not support empty key';
    throw ddlError(context, 'CATALOG_INVALID', reason, action);
  }
  for (const key of action.keys) {
    if (key.key === 'connector') {
      const reason = "ALTER TABLE RESET does not support changing 'connector'";
      throw ddlError(context, 'CATALOG_INVALID', reason, key);
    }
    delete options[key.key];
  }
  return options;
}

function dropColumns(draft: TableDraft, names: readonly ObjectName[]): void {
  for (const name of names) {
    const column = existing(draft, name);
    const used = userOf(draft, column);
    if (used !== null) {
      const reason = `The column '${column}' is used by ${used}.`;
      throw ddlError(draft.context, 'CATALOG_INVALID', reason, name);
    }
    draft.columns = draft.columns.filter((each) => each.name !== column);
  }
  for (const name of names) refuseReferenced(draft, name);
}

/** The column is gone from the draft; nothing may be computed from it. */
function refuseReferenced(draft: TableDraft, name: ObjectName): void {
  const user = draft.dangling();
  if (user === null) return;
  const reason = `The column '${name.parts[0]?.name}' is referenced by ${user}.`;
  throw ddlError(draft.context, 'CATALOG_INVALID', reason, name);
}

function renameColumn(draft: TableDraft, from: ObjectName, to: string): void {
  const column = existing(draft, from);
  const used = userOf(draft, column);
  if (used !== null) {
    const reason = `The column '${column}' is used by ${used}.`;
    throw ddlError(draft.context, 'CATALOG_INVALID', reason, from);
  }
  if (draft.columns.some((each) => each.name === to)) {
    const reason = `A column named '${to}' already exists in the table.`;
    throw ddlError(draft.context, 'CATALOG_INVALID', reason, from);
  }
  draft.columns = draft.columns.map((each) =>
    each.name === column ? { ...each, name: to } : each,
  );
  refuseReferenced(draft, from);
}

function existing(draft: TableDraft, name: ObjectName): string {
  if (name.parts.length > 1) {
    throw draft.context.bind.unsupported('Changing a part of a ROW column', name);
  }
  const column = name.parts[0]?.name ?? '';
  if (draft.columns.some((each) => each.name === column)) return column;
  const reason = `The table has no column '${column}'`;
  throw ddlError(draft.context, 'CATALOG_INVALID', reason, name);
}

/**
 * What of the table needs the column by name, other than computed columns, which `finish` finds.
 */
function userOf(draft: TableDraft, column: string): string | null {
  if (draft.primaryKey?.columns.includes(column)) return 'the primary key';
  if (draft.watermark?.column === column) return 'the watermark';
  if (draft.partitionKeys.includes(column)) return 'the partition keys';
  return draft.distribution?.columns.includes(column) ? 'the distribution' : null;
}

function dropPart(draft: TableDraft, part: 'PRIMARY KEY' | 'WATERMARK' | 'DISTRIBUTION'): void {
  const names = {
    'PRIMARY KEY': 'primaryKey',
    WATERMARK: 'watermark',
    DISTRIBUTION: 'distribution',
  };
  const key = names[part] as 'primaryKey' | 'watermark' | 'distribution';
  if (draft[key] === null) {
    const reason = `The base table does not define any ${part.toLowerCase()}.`;
    throw ddlError(draft.context, 'CATALOG_INVALID', reason, draft.at);
  }
  draft[key] = null;
}
