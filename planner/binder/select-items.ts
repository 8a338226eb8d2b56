/** The list of a SELECT: `*` spelled out, expressions bound, names given. */
import type { Expr } from '../../operators/expr/expression.js';
import type { Expression } from '../parser/ast/expression.js';
import type { Identifier } from '../parser/ast/node.js';
import type { Select, Star } from '../parser/ast/query.js';
import type { ExpressionBinder } from './expression.js';
import type { ScopeColumn } from './scope.js';

export interface Item {
  readonly name: string;
  readonly expr: Expr;
}

export function bindItems(select: Select, binder: ExpressionBinder): Item[] {
  const items: Item[] = [];
  binder.context.each(select.items, (item) => {
    if (item.kind === 'star') {
      const columns = starColumns(item, binder);
      noteStar(item, columns, binder);
      for (const { name, expr } of columns) {
        const own = { ...expr };
        binder.spans.set(own, item);
        items.push({ name, expr: own });
      }
      return;
    }
    const expr = binder.bind(item.expression);
    const name = item.alias?.name ?? impliedName(item.expression) ?? `EXPR$${items.length}`;
    items.push({ name, expr });
  });
  return items;
}

/** The fields of a ROW are columns of nothing; their `*` stays. */
function noteStar(
  star: Star,
  columns: readonly ScopeColumn[],
  { context }: ExpressionBinder,
): void {
  if (columns.every(({ item }) => item === undefined)) return;
  const meant = columns.map(({ item, name }) => ({ item: item ?? null, name }));
  context.shared.names.stars.set(star, meant);
}

function starColumns(star: Star, binder: ExpressionBinder): readonly ScopeColumn[] {
  const { context, scope } = binder;
  if (star.qualifier.length > 0) return qualifiedColumns(star, binder);
  if (scope.relations.length > 0) return scope.visible;
  throw context.error('BIND_INVALID', 'SELECT * needs a FROM', star);
}

/** The columns of a table, `t.*`, or the fields of a ROW, `t.r.*`. */
function qualifiedColumns(star: Star, binder: ExpressionBinder): readonly ScopeColumn[] {
  const { context, scope } = binder;
  const { qualifier } = star;
  const [first] = qualifier;
  const relation = scope.findRelation(qualifier);
  if (relation !== undefined) return relation.columns;
  if (qualifier.length === 1 && first !== undefined && !scope.hasColumn(first)) {
    return scope.relation(qualifier, context).columns;
  }
  const row = binder.bind({ ...star, kind: 'column', parts: qualifier });
  if (row.type.root !== 'ROW') {
    const name = qualifier.map((part) => part.name).join('.');
    throw context.error('BIND_TYPE', `'${name}' is no ROW, so it has no columns`, star);
  }
  return row.type.fields.map(({ name }) => {
    const identifier = { kind: 'identifier', name, quoted: true, start: star.start, end: star.end };
    return { name, expr: binder.field(row, identifier as Identifier, star) };
  });
}

/** A column keeps its name, a field has its own; other expressions have none. */
function impliedName(node: Expression): string | undefined {
  if (node.kind === 'column') return node.parts.at(-1)?.name;
  return node.kind === 'field' ? node.name.name : undefined;
}
