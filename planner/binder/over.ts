/** Window functions: `f(…) OVER (PARTITION BY … ORDER BY … frame)`. */
import { type BoundAggregate, isAggregate } from '../../operators/aggregate/bind-aggregate.js';
import type { Expr } from '../../operators/expr/expression.js';
import { BIGINT, withNullable } from '../../state/column/logical-type.js';
import type { Frame, FrameBound } from '../logical/over.js';
import type { FunctionCall } from '../parser/ast/call.js';
import type { OrderItem } from '../parser/ast/query.js';
import type * as ast from '../parser/ast/window.js';
import { type AggregateUse, argumentsOf, boundAggregate } from './aggregate-use.js';
import { functionName } from './call.js';
import type { BindContext } from './context.js';
import type { ExpressionBinder } from './expression.js';
import { namedWindow } from './named-window.js';

export interface OrderKey {
  readonly expr: Expr;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

export interface OverCall extends AggregateUse {
  readonly partition: readonly Expr[];
  readonly order: readonly OrderKey[];
  readonly frame: Frame | null;
}

const NUMBERING = new Set(['ROW_NUMBER', 'RANK', 'DENSE_RANK']);
const OTHERS = new Set(['LAG', 'LEAD', 'NTILE', 'CUME_DIST', 'PERCENT_RANK']);

/** Functions that need an OVER. */
export function isWindowFunction(name: string): boolean {
  return NUMBERING.has(name) || OTHERS.has(name);
}

/** @param windows those of the WINDOW clause */
export function bindOver(
  call: FunctionCall & { readonly over: NonNullable<FunctionCall['over']> },
  windows: readonly ast.NamedWindow[],
  binder: ExpressionBinder,
): OverCall {
  const { context } = binder;
  const name = functionName(call);
  const window = namedWindow(call.over, windows, context);
  const partition = window.partitionBy.map((each) => binder.bind(each));
  const order = window.orderBy.map((item) => bindOrderKey(item, binder));
  const frame = window.frame === undefined ? null : bindFrame(window.frame, binder);
  const shape = { partition, order, frame };
  if (!NUMBERING.has(name)) {
    if (!isAggregate(name)) throw context.unsupported(`${name} OVER`, call);
    const distinct = call.quantifier === 'DISTINCT';
    const bound = boundAggregate(call, argumentsOf(call, binder), false, context);
    return { bound, distinct, filter: null, ...shape };
  }
  refuseNumbering(call, name, order, context);
  const bound: BoundAggregate = { name, args: [], type: withNullable(BIGINT, false) };
  return { bound, distinct: false, filter: null, ...shape };
}

function refuseNumbering(
  call: FunctionCall,
  name: string,
  order: readonly OrderKey[],
  context: BindContext,
): void {
  if (name !== 'ROW_NUMBER') {
    const reason = `${name}() on streaming table is not supported currently`;
    throw context.error('PLAN_UNSUPPORTED', reason, call, 'Use ROW_NUMBER().');
  }
  if (call.args.length > 0) {
    throw context.error('BIND_TYPE', `${name} takes no arguments`, call);
  }
  if (order.every((key) => key.expr.kind === 'literal')) {
    const reason =
      'Over Agg: The window rank function requires order by clause with non-constant fields';
    throw context.error('BIND_INVALID', reason, call);
  }
}

/** NULLs are the least values: first when ascending, last when descending. */
function bindOrderKey(item: OrderItem, binder: ExpressionBinder): OrderKey {
  return { expr: binder.bind(item.expression), ...direction(item) };
}

export function direction(item: OrderItem): Omit<OrderKey, 'expr'> {
  const descending = item.direction === 'DESC';
  const nullsFirst = item.nulls === undefined ? !descending : item.nulls === 'FIRST';
  return { descending, nullsFirst };
}

function bindFrame(frame: ast.Frame, binder: ExpressionBinder): Frame {
  const { context } = binder;
  if (frame.to !== undefined && frame.to.bound !== 'CURRENT ROW') {
    const reason = 'OVER RANGE FOLLOWING windows are not supported yet.';
    throw context.error('PLAN_UNSUPPORTED', reason, frame.to);
  }
  return { unit: frame.unit, from: bindBound(frame.from, binder) };
}

function bindBound(bound: ast.FrameBound, binder: ExpressionBinder): FrameBound {
  switch (bound.bound) {
    case 'UNBOUNDED PRECEDING':
      return { kind: 'unbounded-preceding', offset: 0 };
    case 'CURRENT ROW':
      return { kind: 'current-row', offset: 0 };
    case 'PRECEDING': {
      const offset = bound.offset && binder.bind(bound.offset);
      const value = offset?.kind === 'literal' ? Number(offset.value) : Number.NaN;
      if (Number.isNaN(value)) throw binder.context.unsupported('A computed frame', bound);
      return { kind: 'preceding', offset: value };
    }
    default: {
      const reason = 'OVER FOLLOWING windows are not supported yet.';
      throw binder.context.error('PLAN_UNSUPPORTED', reason, bound);
    }
  }
}
