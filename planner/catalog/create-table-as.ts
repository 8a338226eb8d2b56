/**
 * CREATE TABLE … AS and REPLACE TABLE … AS: the table's columns come from the query, and the query
 * is written into it. The table is stored only when the job could be planned, so that a statement
 * that fails leaves nothing behind.
 *
 * A list of names alone puts the query's columns in another order. Elements of the statement come
 * first, but for columns of the query that they give another type: those keep their place among the
 * query's.
 */

import type { BoundQuery } from '../binder/context.js';
import { bindInsert } from '../binder/insert.js';
import { withoutAttribute } from '../logical/column-type.js';
import type { Sink } from '../logical/sink.js';
import { uniqueNames } from '../logical/unique-names.js';
import type { Insert } from '../parser/ast/change.js';
import type { TableElement } from '../parser/ast/column.js';
import type { Identifier, ObjectName } from '../parser/ast/node.js';
import type { Query } from '../parser/ast/query.js';
import type { CreateTable } from '../parser/ast/table.js';
import { store } from './alter-table.js';
import { newTablePath } from './create-table.js';
import { type DdlContext, ddlError } from './ddl-context.js';
import { placedOptions } from './option-places.js';
import type { Found } from './session-catalog.js';
import type { PhysicalColumn } from './table.js';
import { TableDraft } from './table-draft.js';

export interface TableAs {
  readonly sink: Sink;
  /** Puts the table into the catalog. */
  readonly store: () => void;
}

/** @throws CATALOG_*, BIND_*, TABLE_OPTION */
export function bindTableAs(statement: CreateTable, query: Query, context: DdlContext): TableAs {
  const { bind } = context;
  if (statement.temporary) {
    const reason = `${statement.form} TABLE … AS makes no temporary table`;
    throw ddlError(context, 'CATALOG_INVALID', reason, statement.name);
  }
  const path = newTablePath(statement, context);
  if (path === null) {
    return { sink: bindInsert(insertOf(statement, query, []), bind), store: () => undefined };
  }
  const bound = bind.query(query);
  const columns = queryColumns(bound);
  const draft = new TableDraft(context, statement.name);
  draft.columns = columns;
  addElements(statement, draft, columns);
  if (statement.distribution !== undefined) draft.setDistribution(statement.distribution);
  if (statement.partitionedBy.length > 0) draft.setPartitionKeys(statement.partitionedBy);
  draft.options = placedOptions({}, statement.options, context);
  draft.comment = statement.comment?.value ?? null;
  const found: Found = { path, object: draft.finish(), temporary: false };
  const names = columns.map(({ name }) => nameAt(name, statement.name));
  const sink = bindInsert(insertOf(statement, query, names), bind, found);
  return { sink, store: () => store(found, found.object, context) };
}

function queryColumns({ names, node }: BoundQuery): PhysicalColumn[] {
  const unique = uniqueNames(names);
  return node.output.map(({ type }, i) => ({
    kind: 'physical',
    name: unique[i] as string,
    type: withoutAttribute(type),
    comment: null,
  }));
}

function addElements(
  statement: CreateTable,
  draft: TableDraft,
  columns: readonly PhysicalColumn[],
): void {
  const { elements } = statement;
  const names = elements.filter((element) => element.kind === 'columnName');
  if (names.length > 0) {
    draft.columns = ordered(
      statement,
      names.map(({ name }) => name),
      columns,
      draft.context,
    );
    return;
  }
  const retyped = (element: TableElement): boolean =>
    element.kind === 'physicalColumn' &&
    columns.some((column) => column.name === element.name.name);
  draft.add(elements.filter(retyped), true);
  const own = draft.columns;
  draft.columns = [];
  const isColumn = (element: TableElement): boolean => 'position' in element;
  const front = elements.filter((element) => isColumn(element) && !retyped(element));
  draft.add(front);
  draft.columns = [...draft.columns, ...own];
  draft.add(elements.filter((element) => !isColumn(element)));
}

function ordered(
  statement: CreateTable,
  names: readonly Identifier[],
  columns: readonly PhysicalColumn[],
  context: DdlContext,
): PhysicalColumn[] {
  if (names.length !== statement.elements.length || names.length !== columns.length) {
    const reason =
      'The number of columns in the column list must match the number of columns in the source ' +
      `schema: ${statement.elements.length} and ${columns.length}`;
    throw ddlError(context, 'CATALOG_INVALID', reason, statement.name);
  }
  return names.map((at) => {
    const column = columns.find(({ name }) => name === at.name);
    if (column !== undefined) return column;
    const known = columns.map(({ name }) => name).join(', ');
    const reason = `The query has no column '${at.name}'`;
    throw ddlError(context, 'CATALOG_INVALID', reason, at, `Columns: ${known}.`);
  });
}

function insertOf(statement: CreateTable, query: Query, columns: readonly ObjectName[]): Insert {
  const { name, start, end } = statement;
  return {
    kind: 'insert',
    overwrite: false,
    target: name,
    hints: [],
    partition: undefined,
    columns,
    query,
    onConflict: undefined,
    start,
    end,
  };
}

function nameAt(name: string, { start, end }: ObjectName): ObjectName {
  const part: Identifier = { kind: 'identifier', name, quoted: true, start, end };
  return { kind: 'name', parts: [part], start, end };
}
