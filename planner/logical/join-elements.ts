/**
 * LATERAL (SELECT … FROM UNNEST(collection) …): a query over the elements of a collection of the
 * row to its left. It becomes an UNNEST of that row, with the query's conditions and columns above.
 * Nothing in it but the collection reads the row around, as in Flink.
 */
import type { Expr } from '../../operators/expr/expression.js';
import { mapColumns } from '../../operators/expr/walk.js';
import { type Correlate, correlate } from './correlate.js';
import { isOuter, OUTER } from './decorrelate.js';
import { column, conjunction, conjuncts } from './expressions.js';
import { filter } from './filter.js';
import type { LogicalNode } from './node.js';
import { project } from './project.js';
import { uniqueNames } from './unique-names.js';
import { withArguments } from './with-arguments.js';

/** What a query over elements asks of them, over the columns of `made`. */
interface Elements {
  readonly made: Correlate;
  /** The collection, over columns of the query around. */
  readonly collections: readonly Expr[];
  readonly conditions: readonly Expr[];
  readonly columns: readonly Expr[];
}

/**
 * The columns of `left` and of the query, which reads them from `OUTER` on; null where it is no
 * such query.
 * @param on over the same columns
 */
export function joinElements(
  left: LogicalNode,
  query: LogicalNode,
  outer: boolean,
  on: Expr | null,
): LogicalNode | null {
  const found = elementsOf(query);
  // Padded with NULL is what an UNNEST makes, not what is computed of that.
  if (found === null || (outer && found.columns.some(({ kind }) => kind !== 'column'))) return null;
  const { made } = found;
  const width = left.output.length;
  const given = found.collections.map((each) => mapColumns(each, (index) => index - OUTER));
  const own = left.output.map(({ type }, i): Expr => column(i, type));
  const { input, places } = withArguments(left, given);
  const skipped = made.input.output.length;
  const place = (index: number): number => index - skipped + input.output.length;
  const columns = found.columns.map((each) => mapColumns(each, place));
  const condition = conjunction([
    ...found.conditions.map((each) => mapColumns(each, place)),
    ...conjuncts(on).map((each) => mapColumns(each, (i) => columns[i - width] ?? i)),
  ]);
  const elements = made.output.slice(skipped);
  const inside = outer ? condition : null;
  const joined = correlate(input, made.maker, places, elements, { outer, condition: inside });
  const node = outer || condition === null ? joined : filter(joined, condition);
  const wanted = columns.map((each): Expr => {
    const type = each.kind === 'column' ? node.output[each.index]?.type : undefined;
    return { ...each, type: type ?? each.type };
  });
  const all = uniqueNames([...left.output, ...query.output].map(({ name }) => name));
  return project(node, [...own, ...wanted], all);
}

function elementsOf(node: LogicalNode): Elements | null {
  if (node.kind === 'correlate') return elementsMade(node);
  if (node.kind !== 'project' && node.kind !== 'filter') return null;
  const below = elementsOf(node.input);
  if (below === null) return null;
  const asked = node.kind === 'project' ? node.expressions : [node.condition];
  if (asked.some(isOuter)) return null;
  const seen = asked.map((each) => mapColumns(each, (index) => below.columns[index] as Expr));
  if (node.kind === 'project') return { ...below, columns: seen };
  return { ...below, conditions: [...below.conditions, ...seen] };
}

/** Of one row, that of a query without further tables. */
function elementsMade(made: Correlate): Elements | null {
  const { input } = made;
  if (input.kind !== 'project' || input.input.kind !== 'values') return null;
  const collections = made.arguments.map((index) => input.expressions[index] as Expr);
  if (!collections.some(isOuter) || made.outer) return null;
  const columns = made.output.map(({ type }, i) => column(i, type));
  return { made, collections, conditions: [], columns };
}
