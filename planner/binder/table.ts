/**
 * A table of the catalog as a plan: its scan, then a projection that computes its columns in their
 * declared order, then its watermark. A view is its query, bound over its own text.
 */
import { SOURCE_DUPLICATES } from '../../conf/options/table-exec.js';
import type { OptionPlaces } from '../../conf/table-options.js';
import type { Column } from '../../operators/core/spec.js';
import type { Expr } from '../../operators/expr/expression.js';
import type { SourceTraits } from '../../operators/source/connector.js';
import { validateSource } from '../../operators/source/connectors.js';
import type { SourceSpec } from '../../operators/source/source-spec.js';
import { readWatermarkOptions } from '../../operators/source/watermark-options.js';
import { pathParts, pathText } from '../catalog/object-path.js';
import type { Found } from '../catalog/session-catalog.js';
import type { CatalogTable, CatalogView, MetadataColumn, Snippet } from '../catalog/table.js';
import { column } from '../logical/expressions.js';
import type { LogicalNode } from '../logical/node.js';
import { normalize } from '../logical/normalize.js';
import { project } from '../logical/project.js';
import { ALL_CHANGES, INSERT_ONLY, type SourceTable, scan } from '../logical/scan.js';
import { watermark } from '../logical/watermark.js';
import type { Expression } from '../parser/ast/expression.js';
import type { Span } from '../parser/ast/node.js';
import { checkOptions, connectorOf, readOptions } from './connector.js';
import type { BindContext, BoundQuery } from './context.js';
import { ExpressionBinder } from './expression.js';
import { Scope } from './scope.js';
import { noSpecialCalls } from './special-calls.js';

/**
 * @param hints options of an OPTIONS hint, over the table's own
 * @param at where the statement names it
 */
export function bindTable(
  found: Found,
  hints: Readonly<Record<string, string>>,
  at: Span,
  context: BindContext,
): BoundQuery {
  const { object } = found;
  if (object.kind === 'table') return bindSource(found, object, hints, at, context);
  if (Object.keys(hints).length > 0) {
    const reason = `View '${pathText(found.path)}' cannot be enriched with new options`;
    throw context.error('BIND_INVALID', reason, at, 'Put the hint at the table in the view.');
  }
  return bindView(found, object, at, context);
}

function bindSource(
  found: Found,
  table: CatalogTable,
  hints: Readonly<Record<string, string>>,
  at: Span,
  context: BindContext,
): BoundQuery {
  const { source, idleTimeoutMs } = sourceTable(found, table, hints, at, context);
  const physical = table.columns.filter((c) => c.kind === 'physical').map((c) => c.name);
  const metadata = table.columns.filter((c) => c.kind === 'metadata').map((c) => c.name);
  const stored = [...physical, ...metadata];
  const all = (columns: readonly unknown[]): number[] => [...columns.keys()];
  let node: LogicalNode = scan(source, all(physical), all(metadata), stored);
  const names = table.columns.map((c) => c.name);
  if (names.some((name, i) => name !== stored[i])) {
    const scope = Scope.of(null, stored, node.output);
    const expressions = table.columns.map((c): Expr => {
      if (c.kind === 'computed') return bindSnippet(c.expression, scope, context);
      return column(stored.indexOf(c.name), c.type);
    });
    node = project(node, expressions, names);
  }
  if (table.watermark !== null) {
    const scope = Scope.of(null, names, node.output);
    const value = bindSnippet(table.watermark.expression, scope, context);
    node = watermark(node, names.indexOf(table.watermark.column), value, idleTimeoutMs);
  }
  return { node: normalized(node, source, table, names, at, context), names };
}

/**
 * Upserts, and changes that may come twice, as full changes.
 * @throws PLAN_CHANGELOG without a primary key
 */
function normalized(
  node: LogicalNode,
  { upserts, kinds, path }: SourceTable,
  table: CatalogTable,
  names: readonly string[],
  at: Span,
  context: BindContext,
): LogicalNode {
  const isDuplicate = kinds.update && context.shared.configuration.get(SOURCE_DUPLICATES);
  if (!upserts && !isDuplicate) return node;
  if (table.primaryKey !== null) {
    const key = table.primaryKey.columns.map((name) => names.indexOf(name));
    return normalize(node, key, isDuplicate);
  }
  const reason = isDuplicate
    ? `Configuration '${SOURCE_DUPLICATES.key}' is enabled which requires the changelog sources ` +
      `to define a PRIMARY KEY. However, table '${path.join('.')}' doesn't have a primary key.`
    : `Table '${path.join('.')}' produces a changelog stream that contains UPDATE_AFTER but no ` +
      'UPDATE_BEFORE. This requires defining a primary key constraint on the table.';
  throw context.error('PLAN_CHANGELOG', reason, at, 'Add PRIMARY KEY (…) NOT ENFORCED.');
}

function sourceTable(
  found: Found,
  table: CatalogTable,
  hints: Readonly<Record<string, string>>,
  at: Span,
  context: BindContext,
): { readonly source: SourceTable; readonly idleTimeoutMs: number | null } {
  const check = <T>(what: (places: OptionPlaces) => T): T =>
    context.locate(at, () => checkOptions({ ...found, object: table }, hints, at, context, what));
  const physical = table.columns.filter((c) => c.kind === 'physical');
  const metadata = table.columns.filter((c): c is MetadataColumn => c.kind === 'metadata');
  const columns = physical.map(({ name, type }): Column => ({ name, type }));
  const read = metadata.map((c): Column => ({ name: c.key ?? c.name, type: c.type }));
  const key = table.primaryKey?.columns ?? [];
  const { partitionKeys } = table;
  const checked = readOptions(table.options, context, () => {
    const written = { ...table.options, ...hints };
    const { rest, idleTimeoutMs } = check((places) => readWatermarkOptions(written, places));
    const spec: SourceSpec = {
      kind: 'source',
      connector: connectorOf(found, rest, at, context),
      options: rest,
      table: pathText(found.path),
      schema: columns,
      partitionKeys,
      columns: [...columns.keys()],
      metadata: read,
      filter: null,
      limit: null,
    };
    return { spec, idleTimeoutMs, traits: check((places) => validateSource(spec, places)) };
  });
  const traits: SourceTraits = checked?.traits ?? { insertOnly: true, bounded: true };
  const source: SourceTable = {
    path: pathParts(found.path),
    connector: checked?.spec.connector ?? '',
    options: checked?.spec.options ?? {},
    physical: columns,
    metadata: read,
    primaryKey: key.map((name) => physical.findIndex((c) => c.name === name)),
    partitionKeys,
    kinds: traits.insertOnly ? INSERT_ONLY : ALL_CHANGES,
    upserts: traits.upserts === true,
    bounded: traits.bounded,
    ...(traits.lookup === undefined ? {} : { lookup: traits.lookup }),
  };
  return { source, idleTimeoutMs: checked?.idleTimeoutMs ?? null };
}

/** An expression of a table's definition, over columns of it. */
function bindSnippet(snippet: Snippet<Expression>, scope: Scope, context: BindContext): Expr {
  const own = context.forText(snippet.text);
  const special = noSpecialCalls('a computed column or watermark');
  return new ExpressionBinder(own, scope, special).bind(snippet.node);
}

function bindView(found: Found, view: CatalogView, at: Span, context: BindContext): BoundQuery {
  const key = pathText(found.path);
  const known = context.shared.views.get(key);
  if (known === null) {
    throw context.error('BIND_INVALID', `View '${key}' uses itself`, at);
  }
  if (known !== undefined) return known;
  context.shared.views.set(key, null);
  const catalog = context.catalog.within(view.catalog, view.database);
  try {
    const { node } = context.forText(view.query.text, catalog).query(view.query.node);
    const bound = { node, names: view.columns.map((c) => c.name) };
    context.shared.views.set(key, bound);
    return bound;
  } catch (error) {
    context.shared.views.delete(key);
    throw error;
  }
}
