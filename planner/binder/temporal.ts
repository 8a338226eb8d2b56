/** `FOR SYSTEM_TIME AS OF`: a join with a table as it was at a time of the left side. */
import type { Expr } from '../../operators/expr/expression.js';
import { attributeOf } from '../logical/column-type.js';
import { conjunction, conjuncts } from '../logical/expressions.js';
import type { JoinForm } from '../logical/join.js';
import { lookedUp } from '../logical/lookup.js';
import { NOT_LEFT_TIME, temporalCondition } from '../logical/temporal.js';
import type { Expression } from '../parser/ast/expression.js';
import type { Join } from '../parser/ast/from.js';
import type { BoundFrom } from './bound-from.js';
import type { BindContext } from './context.js';
import { ExpressionBinder } from './expression.js';
import { noSpecialCalls } from './special-calls.js';

const LOOKUP_TABLE =
  'A lookup join takes a table without a watermark, by its name, of a connector that rows can be ' +
  "looked up in: 'filesystem' without 'source.monitor-interval'.";

/** The right side is such a table; a view is none, whatever it is over, as in Flink. */
function isLookedUp({ right: item }: Join, right: BoundFrom, context: BindContext): boolean {
  if (item.kind !== 'table') return false;
  const [only] = item.name.parts;
  if (item.name.parts.length === 1 && only && context.commonTables.has(only.name)) return false;
  const { object } = context.catalog.resolve(item.name, context.text);
  return object.kind === 'table' && lookedUp(right.node)?.scan.table.lookup !== undefined;
}

/** The time that the right side of a join is asked for, where it is. */
export function systemTime({ right }: Join): Expression | undefined {
  return right.kind === 'table' ? right.asOf : undefined;
}

/** The join without its FOR SYSTEM_TIME, whose right side is bound as it stands. */
export function withoutSystemTime(item: Join): Join {
  const { right } = item;
  return right.kind === 'table' ? { ...item, right: { ...right, asOf: undefined } } : item;
}

/**
 * What a join as of a time is, and its whole condition.
 * @throws PLAN_UNSUPPORTED for what Flink refuses
 */
export function bindSystemTime(
  asOf: Expression,
  item: Join,
  left: BoundFrom,
  right: BoundFrom,
  condition: Expr | null,
  context: BindContext,
): { readonly form: JoinForm; readonly condition: Expr | null } {
  if (item.type === 'RIGHT' || item.type === 'FULL') {
    const reason =
      'Temporal table join currently only support INNER JOIN and LEFT JOIN, but was ' +
      `${item.type} JOIN.`;
    throw context.error('PLAN_UNSUPPORTED', reason, item);
  }
  const binder = new ExpressionBinder(context, left.scope, noSpecialCalls('FOR SYSTEM_TIME AS OF'));
  const time = binder.bind(asOf);
  const attribute = time.kind === 'column' ? attributeOf(time.type) : undefined;
  if (time.kind !== 'column' || attribute === undefined) {
    throw context.error('PLAN_UNSUPPORTED', `${NOT_LEFT_TIME}.`, asOf);
  }
  if (attribute === 'PROCTIME') {
    if (isLookedUp(item, right, context)) return { form: 'lookup', condition };
    const reason = 'Processing-time temporal join is not supported yet.';
    throw context.error('PLAN_UNSUPPORTED', reason, asOf, LOOKUP_TABLE);
  }
  const [own, other] = [left.node.output, right.node.output];
  const part = context.locate(item.right, () => temporalCondition(time, own, other));
  return { form: 'temporal', condition: conjunction([...conjuncts(condition), part]) };
}
