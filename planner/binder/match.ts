/** MATCH_RECOGNIZE: the clauses in their order, into one node of the plan. */

import type { Column } from '../../operators/core/spec.js';
import { foldConstants } from '../../operators/expr/fold.js';
import type { SortKey } from '../../operators/rank/rank-spec.js';
import { attributeOf, withoutAttribute } from '../logical/column-type.js';
import type { Match } from '../logical/match.js';
import { project } from '../logical/project.js';
import type { Expression } from '../parser/ast/expression.js';
import type { MatchRecognize } from '../parser/ast/match.js';
import type { BoundFrom } from './bound-from.js';
import type { BindContext, BoundQuery } from './context.js';
import { ExpressionBinder } from './expression.js';
import { MatchExpressions, type MatchInput, ValueList } from './match-expressions.js';
import { bindPattern, bindSkip, type PatternPart, refused } from './match-pattern.js';
import { direction } from './over.js';
import { noSpecialCalls } from './special-calls.js';

/** @throws PLAN_UNSUPPORTED what Flink's subset lacks, BIND_* */
export function bindMatch(item: MatchRecognize, from: BoundFrom, context: BindContext): BoundQuery {
  const { visible, relations } = from.scope;
  const expressions = visible.map(({ expr }) => expr);
  const input = project(
    from.node,
    expressions,
    visible.map(({ name }) => name),
  );
  const binder = new ExpressionBinder(context, from.scope, noSpecialCalls('MATCH_RECOGNIZE'));
  const partition = item.partitionBy.map((each) => keyPlace(each, 'PARTITION BY', from, binder));
  const order = item.orderBy.map((key): SortKey => {
    return { column: keyPlace(key.expression, 'ORDER BY', from, binder), ...direction(key) };
  });
  const parts = bindPattern(item, context);
  const time = input.output[order[0]?.column ?? -1]?.type;
  const scope: MatchInput = {
    output: input.output,
    name: relations.length === 1 ? (relations[0]?.name ?? null) : null,
    variables: parts.map(({ name }) => name),
    byRowtime: time !== undefined && attributeOf(time) === 'ROWTIME',
  };
  const values = new ValueList();
  const variables = withConditions(item, parts, scope, values, context);
  const own = new MatchExpressions(scope, values, null, context);
  const measures = context.each(item.measures, ({ expression }) => own.measure(expression));
  const output = [
    ...partition.map((column) => {
      const { name, type } = input.output[column] as Column;
      return { name, type: withoutAttribute(type) };
    }),
    ...measures.map((expr, i) => {
      return { name: item.measures[i]?.alias.name as string, type: expr.type };
    }),
  ];
  const node: Match = {
    kind: 'match',
    input,
    partition,
    order,
    variables,
    skip: bindSkip(item, parts, context),
    withinMs: boundOf(item.within, binder, context),
    values: values.all,
    measures,
    output,
  };
  return { node, names: output.map(({ name }) => name) };
}

/** The place of a column of PARTITION BY or ORDER BY. */
function keyPlace(
  node: Expression,
  clause: string,
  { scope }: BoundFrom,
  binder: ExpressionBinder,
): number {
  const bound = binder.bind(node);
  const place = scope.visible.findIndex(({ expr }) => {
    return expr.kind === 'column' && bound.kind === 'column' && expr.index === bound.index;
  });
  if (place < 0) throw binder.context.unsupported(`${clause} of no column`, node);
  return place;
}

function withConditions(
  item: MatchRecognize,
  parts: readonly PatternPart[],
  scope: MatchInput,
  values: ValueList,
  context: BindContext,
): Match['variables'] {
  const defined = new Map<string, Expression>();
  for (const { name, condition } of item.definitions) {
    if (defined.has(name.name)) {
      const reason = `Pattern variable '${name.name}' has already been defined`;
      throw context.error('BIND_INVALID', reason, name);
    }
    defined.set(name.name, condition);
  }
  return context.each(parts, ({ name, min, max, greedy }, variable) => {
    const own = defined.get(name);
    const bound = own && new MatchExpressions(scope, values, variable, context).condition(own);
    return { name, min, max, greedy, condition: bound ?? null };
  });
}

/** WITHIN, ms. */
function boundOf(
  within: Expression | undefined,
  binder: ExpressionBinder,
  context: BindContext,
): number | null {
  if (within === undefined) return null;
  const bound = foldConstants(binder.bind(within));
  if (bound.kind === 'literal' && bound.type.root === 'INTERVAL_DAY_TIME') {
    return Number(bound.value);
  }
  const reason =
    'Only constant intervals with millisecond resolution are supported as time constraints of ' +
    'patterns.';
  throw refused(reason, within, context);
}
