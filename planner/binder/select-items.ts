/** The list of a SELECT: `*` spelled out, expressions bound, names given. */
import type { Expr } from '../../operators/expr/expression.js';
import type { Expression } from '../parser/ast/expression.js';
import type { Select, Star } from '../parser/ast/query.js';
import type { ExpressionBinder } from './expression.js';
import type { ScopeColumn } from './scope.js';

export interface Item {
  readonly name: string;
  readonly expr: Expr;
}

export function bindItems(select: Select, binder: ExpressionBinder): Item[] {
  const items: Item[] = [];
  for (const item of select.items) {
    if (item.kind === 'star') {
      for (const { name, expr } of starColumns(item, binder)) {
        const own = { ...expr };
        binder.spans.set(own, item);
        items.push({ name, expr: own });
      }
      continue;
    }
    const expr = binder.bind(item.expression);
    const name = item.alias?.name ?? impliedName(item.expression) ?? `EXPR$${items.length}`;
    items.push({ name, expr });
  }
  return items;
}

function starColumns(star: Star, binder: ExpressionBinder): readonly ScopeColumn[] {
  const { context, scope } = binder;
  if (star.qualifier.length > 0) return scope.relation(star.qualifier, context).columns;
  if (scope.relations.length > 0) return scope.visible;
  throw context.error('BIND_INVALID', 'SELECT * needs a FROM', star);
}

/** A column keeps its name, a field has its own; other expressions have none. */
function impliedName(node: Expression): string | undefined {
  if (node.kind === 'column') return node.parts.at(-1)?.name;
  return node.kind === 'field' ? node.name.name : undefined;
}
