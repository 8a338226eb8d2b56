/**
 * Models: CREATE, ALTER, DROP and what SHOW and DESCRIBE tell of them. A model names its inputs,
 * its outputs and the options of whoever serves it; running one is the business of ML_PREDICT.
 */
import { bareText } from '../../state/column/type-text.js';
import { bindType } from '../binder/type.js';
import type { AlterModel, CreateModel, Drop } from '../parser/ast/catalog.js';
import type { PhysicalColumn } from '../parser/ast/column.js';
import type { ObjectName } from '../parser/ast/node.js';
import { type DdlContext, ddlError, newPath, optionRecord } from './ddl-context.js';
import { type ObjectPath, pathText } from './object-path.js';
import { OK, type StatementResult, tableResult } from './result.js';
import type { CatalogModel, ModelColumn } from './table.js';

export function createModel(statement: CreateModel, context: DdlContext): StatementResult {
  const { name, temporary, ifNotExists, query } = statement;
  if (query !== undefined) throw context.bind.unsupported('CREATE MODEL … AS', query);
  const path = newPath(name, context, temporary);
  if (existing(path, temporary, context) !== undefined) {
    if (ifNotExists) return OK;
    const reason = `Model ${pathText(path)} already exists`;
    throw ddlError(context, 'CATALOG_EXISTS', reason, name, 'Add IF NOT EXISTS.');
  }
  keep(path, temporary, context, {
    input: statement.input.map((column) => modelColumn(column, context)),
    output: statement.output.map((column) => modelColumn(column, context)),
    comment: statement.comment?.value ?? null,
    options: optionRecord(statement.options),
  });
  return OK;
}

function modelColumn({ name, type, comment }: PhysicalColumn, context: DdlContext): ModelColumn {
  return {
    name: name.name,
    type: bindType(type, context.bind),
    comment: comment?.value ?? null,
  };
}

export function alterModel(statement: AlterModel, context: DdlContext): StatementResult {
  const { name, action, ifExists } = statement;
  const path = newPath(name, context);
  const model = existing(path, false, context);
  if (model === undefined) {
    if (ifExists) return OK;
    throw missing(path, name, context);
  }
  if (action.kind === 'rename') {
    const to = { ...path, name: action.to.parts.at(-1)?.name ?? '' };
    if (existing(to, false, context) !== undefined) {
      const reason = `Model ${pathText(to)} already exists`;
      throw ddlError(context, 'CATALOG_EXISTS', reason, action.to);
    }
    keep(path, false, context, null);
    keep(to, false, context, model);
    return OK;
  }
  const options = { ...model.options };
  if (action.kind === 'setOptions') Object.assign(options, optionRecord(action.options));
  else for (const { key } of action.keys) delete options[key];
  keep(path, false, context, { ...model, options });
  return OK;
}

export function dropModel(statement: Drop, context: DdlContext): StatementResult {
  const { name, temporary, ifExists } = statement;
  const path = context.catalog.qualify(name.parts.map((part) => part.name));
  if (existing(path, temporary, context) !== undefined) keep(path, temporary, context, null);
  else if (!ifExists) throw missing(path, name, context);
  return OK;
}

/** A temporary model hides a permanent one. @throws CATALOG_MISSING */
export function findModel(
  name: ObjectName,
  context: DdlContext,
): { readonly path: ObjectPath; readonly model: CatalogModel; readonly temporary: boolean } {
  const path = context.catalog.qualify(name.parts.map((part) => part.name));
  const hiding = existing(path, true, context);
  const model = hiding ?? existing(path, false, context);
  if (model === undefined) throw missing(path, name, context);
  return { path, model, temporary: hiding !== undefined };
}

export function describeModel(name: ObjectName, context: DdlContext): StatementResult {
  const { model } = findModel(name, context);
  const columns = [
    ...model.input.map((column) => ({ ...column, isInput: true })),
    ...model.output.map((column) => ({ ...column, isInput: false })),
  ];
  const commented = columns.some(({ comment }) => comment !== null);
  const rows = columns.map(({ name: own, type, comment, isInput }) => {
    const cells = [own, bareText(type), type.nullable, isInput];
    return commented ? [...cells, comment] : cells;
  });
  const names = ['name', 'type', 'null', 'is input', ...(commented ? ['comment'] : [])];
  return tableResult(names, rows, ['null', 'is input']);
}

function existing(
  path: ObjectPath,
  temporary: boolean,
  { catalog }: DdlContext,
): CatalogModel | undefined {
  if (temporary) return catalog.temporaryModels.get(pathText(path));
  return catalog.database(path)?.models.get(path.name);
}

function keep(
  path: ObjectPath,
  temporary: boolean,
  { catalog }: DdlContext,
  to: CatalogModel | null,
): void {
  if (!temporary) catalog.catalog(path.catalog)?.setModel(path.database, path.name, to);
  else if (to === null) catalog.temporaryModels.delete(pathText(path));
  else catalog.temporaryModels.set(pathText(path), to);
}

function missing(path: ObjectPath, name: ObjectName, context: DdlContext): Error {
  const reason = `Model with identifier '${pathText(path)}' does not exist.`;
  return ddlError(context, 'CATALOG_MISSING', reason, name);
}
