/**
 * INSERT: the query's columns brought to the table's, by position or by the column list, with
 * constants of a static partition, NULL for what is not named, and the casts that Flink makes by
 * itself.
 */

import type { Column } from '../../operators/core/spec.js';
import { castTo } from '../../operators/expr/cast.js';
import type { Expr } from '../../operators/expr/expression.js';
import { nullLiteral } from '../../operators/expr/literal.js';
import { supportsImplicitCast } from '../../operators/expr/types/cast-rules.js';
import { isBinary, isCharacter } from '../../operators/expr/types/family.js';
import { validateSink } from '../../operators/sink/connectors.js';
import { readWatermarkOptions } from '../../operators/source/watermark-options.js';
import { type LogicalType, withNullable } from '../../state/column/logical-type.js';
import { typeText } from '../../state/column/type-text.js';
import { pathParts, pathText } from '../catalog/object-path.js';
import type { Found } from '../catalog/session-catalog.js';
import type { CatalogTable } from '../catalog/table.js';
import { withoutAttribute } from '../logical/column-type.js';
import { column } from '../logical/expressions.js';
import { project } from '../logical/project.js';
import { type Sink, type SinkTable, sink } from '../logical/sink.js';
import type { Insert } from '../parser/ast/change.js';
import type { Span } from '../parser/ast/node.js';
import { checkOptions, connectorOf, readOptions } from './connector.js';
import type { BindContext, BoundQuery } from './context.js';
import { ExpressionBinder } from './expression.js';
import { tableOptions } from './hint.js';
import { bindQuery } from './query.js';
import { Scope } from './scope.js';
import { noSpecialCalls } from './special-calls.js';

/** @param found the table, where it is not in the catalog yet */
export function bindInsert(
  insert: Insert,
  context: BindContext,
  found: Found = context.catalog.resolve(insert.target, context.text),
): Sink {
  const { object } = found;
  if (object.kind === 'view') {
    const reason = `'${pathText(found.path)}' is a view; INSERT needs a table`;
    throw context.error('BIND_INVALID', reason, insert.target);
  }
  const [{ table, constants }, query] = context.both(
    () => {
      const table = sinkTable(found, object, insert, context);
      return { table, constants: partitionConstants(insert, object, table, context) };
    },
    () => bindQuery(insert.query, context),
  );
  const targets = targetColumns(insert, table, constants, query, context);
  const expressions = context.each(table.columns, (target, i): Expr => {
    const from = targets.indexOf(i);
    const given = query.node.output[from];
    const name = target.name;
    const value = given === undefined ? constants.get(name) : column(from, given.type);
    if (value !== undefined) return sinkCast(value, target, i, { table, query, insert, context });
    if (target.type.nullable) return nullLiteral(target.type);
    const reason = `Column '${name}' has no default value and does not allow NULLs`;
    throw context.error('BIND_TYPE', reason, insert.target);
  });
  const names = table.columns.map((c) => c.name);
  context.shared.findings?.settle();
  return sink(project(query.node, expressions, names), table);
}

function sinkTable(
  found: Found,
  table: CatalogTable,
  insert: Insert,
  context: BindContext,
): SinkTable {
  const at = insert.target;
  const hints = tableOptions(insert.hints, context);
  const written = table.columns.find((c) => c.kind === 'metadata' && !c.virtual);
  if (written !== undefined) {
    const reason = `Column '${written.name}' is metadata, which no connector writes`;
    throw context.error('PLAN_UNSUPPORTED', reason, at, 'Declare it VIRTUAL.');
  }
  const physical = table.columns.filter((c) => c.kind === 'physical');
  const columns = physical.map(({ name, type }): Column => ({ name, type }));
  const key = table.primaryKey?.columns ?? [];
  const { partitionKeys } = table;
  const { overwrite } = insert;
  const common = { columns, partitionKeys, overwrite };
  const read = readOptions(table.options, context, () => {
    const { rest: options } = readWatermarkOptions({ ...table.options, ...hints });
    const connector = connectorOf(found, options, at, context);
    const own = { ...common, connector, options, notNull: [] };
    const spec = { kind: 'sink', table: pathText(found.path), ...own } as const;
    const traits = context.locate(at, () =>
      checkOptions({ ...found, object: table }, hints, at, context, (places) =>
        validateSink(spec, places),
      ),
    );
    const { insertOnly, retracts = false } = traits;
    return { connector, options, insertOnly, retracts };
  });
  return {
    path: pathParts(found.path),
    ...common,
    ...(read ?? { connector: '', options: table.options, insertOnly: false }),
    primaryKey: key.map((name) => columns.findIndex((c) => c.name === name)),
    ...(insert.onConflict === undefined ? {} : { onConflict: insert.onConflict }),
  };
}

/** The values of `PARTITION (day = '2024-01-01')`. */
function partitionConstants(
  insert: Insert,
  object: CatalogTable,
  table: SinkTable,
  context: BindContext,
): Map<string, Expr> {
  const values = new Map<string, Expr>();
  const binder = new ExpressionBinder(context, Scope.empty, noSpecialCalls('PARTITION'));
  for (const { column: name, value, ...at } of insert.partition?.keys ?? []) {
    if (!object.partitionKeys.includes(name.name)) {
      const known = object.partitionKeys.join(', ') || 'none';
      const reason = `'${name.name}' is no partition column of '${table.path.join('.')}'`;
      throw context.error('BIND_UNKNOWN_COLUMN', reason, name, `Partition columns: ${known}.`);
    }
    if (value === undefined) {
      throw context.error('BIND_INVALID', `Partition column '${name.name}' lacks a value`, at);
    }
    values.set(name.name, binder.bind(value));
  }
  return values;
}

/** For each column of the query the place of the table's column that it fills. */
function targetColumns(
  insert: Insert,
  table: SinkTable,
  constants: ReadonlyMap<string, Expr>,
  query: BoundQuery,
  context: BindContext,
): number[] {
  const all = table.columns.map((c) => c.name);
  const targets =
    insert.columns.length === 0
      ? [...all.keys()].filter((i) => !constants.has(all[i] as string))
      : insert.columns.map((name) => {
          const [first] = name.parts;
          if (name.parts.length > 1) throw context.unsupported('Part of a ROW as target', name);
          const place = all.indexOf(first?.name ?? '');
          if (place >= 0) return place;
          const reason = `Table '${table.path.join('.')}' has no column '${first?.name}' to write`;
          throw context.error('BIND_UNKNOWN_COLUMN', reason, name, `Columns: ${all.join(', ')}.`);
        });
  for (const [i, target] of targets.entries()) {
    if (targets.indexOf(target) === i) continue;
    const reason = `Target column '${all[target]}' is assigned more than once`;
    throw context.error('BIND_INVALID', reason, insert.columns[i] as Span);
  }
  if (targets.length === query.names.length) return targets;
  const what = 'Different number of columns.';
  throw mismatch({ table, query, insert, context }, 'BIND_TYPE', what, targets);
}

interface Insertion {
  readonly table: SinkTable;
  readonly query: BoundQuery;
  readonly insert: Insert;
  readonly context: BindContext;
}

/**
 * The value as the column's type: longer text is cut, as a cast cuts it. NULL for a NOT NULL
 * column, and text that is longer than its own type says, are found when the job runs
 * (`operators/sink/constraints.ts`).
 */
function sinkCast(value: Expr, target: Column, index: number, insertion: Insertion): Expr {
  const from = withoutAttribute(value.type);
  if (isShorter(from, target.type)) return value;
  const type: LogicalType = withNullable(target.type, from.nullable);
  if (supportsImplicitCast(from, type)) {
    return value.kind === 'column' && from !== value.type
      ? castTo({ ...value, type: from }, type)
      : castTo(value, type);
  }
  const what = `Incompatible types for sink column '${target.name}' at position ${index + 1}.`;
  throw mismatch(insertion, 'BIND_TYPE', what, [...insertion.table.columns.keys()]);
}

/** Flink's `supportsAvoidingCast`. */
function isShorter(from: LogicalType, to: LogicalType): boolean {
  const text = isCharacter(from) && to.root === 'VARCHAR';
  const bytes = isBinary(from) && to.root === 'VARBINARY';
  if (!text && !bytes) return false;
  return (from as { readonly length: number }).length <= to.length;
}

function mismatch(
  { table, query, insert, context }: Insertion,
  code: 'BIND_TYPE',
  cause: string,
  targets: readonly number[],
): Error {
  const schema = (columns: readonly Column[]): string =>
    `[${columns.map((c) => `${c.name}: ${typeText(withoutAttribute(c.type))}`).join(', ')}]`;
  const given = query.names.map((name, i): Column => {
    const { type } = query.node.output[i] as Column;
    return { name, type };
  });
  const wanted = targets.map((i) => table.columns[i] as Column);
  const path = table.path.join('.');
  const reason =
    `Column types of query result and sink for '${path}' do not match.\nCause: ${cause}\n\n` +
    `Query schema: ${schema(given)}\nSink schema:  ${schema(wanted)}`;
  return context.error(code, reason, insert.target);
}
