/** Window functions: `f(…) OVER (PARTITION BY … ORDER BY … frame)`. */
import { type BoundAggregate, isAggregate } from '../../operators/aggregate/bind-aggregate.js';
import { isMoment } from '../../operators/aggregate/moments.js';
import { bindOverMoment } from '../../operators/aggregate/over-moments.js';
import type { Expr } from '../../operators/expr/expression.js';
import { foldConstants } from '../../operators/expr/fold.js';
import { isInteger } from '../../operators/expr/types/family.js';
import { BIGINT, withNullable } from '../../state/column/logical-type.js';
import { withoutAttributes } from '../logical/column-type.js';
import type { Frame, FrameBound } from '../logical/over.js';
import type { FunctionCall } from '../parser/ast/call.js';
import type { OrderItem } from '../parser/ast/query.js';
import type * as ast from '../parser/ast/window.js';
import { type AggregateUse, argumentsOf, boundAggregate, siteOf } from './aggregate-use.js';
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
  readonly frame: Frame;
}

const NUMBERING = new Set(['ROW_NUMBER', 'RANK', 'DENSE_RANK']);
/** Flink has these in batch mode alone. */
const OF_BATCHES = new Set(['LEAD', 'NTILE', 'CUME_DIST', 'PERCENT_RANK']);

const UNBOUNDED = { kind: 'unbounded-preceding', offset: 0 } as const;
/** Of ROW_NUMBER, which peers do not share. */
const ROWS: Frame = { unit: 'ROWS', from: UNBOUNDED };
const RANGE: Frame = { unit: 'RANGE', from: UNBOUNDED };

/** Functions that need an OVER. */
export function isWindowFunction(name: string): boolean {
  return NUMBERING.has(name) || name === 'LAG' || OF_BATCHES.has(name);
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
  if (call.filter !== undefined) {
    // Flink's words, though FILTER is what it does not take.
    const hint = 'OVER takes no FILTER: put CASE WHEN … THEN … END into the aggregate.';
    const reason = 'OVER must be applied to aggregate function';
    throw context.error('BIND_INVALID', reason, call, hint);
  }
  if (NUMBERING.has(name)) {
    refuseNumbering(call, name, order, context);
    const bound: BoundAggregate = { name, args: [], type: withNullable(BIGINT, false) };
    const frame = name === 'ROW_NUMBER' ? ROWS : RANGE;
    if (window.frame !== undefined) {
      const reason = 'ROW/RANGE not allowed with RANK, DENSE_RANK or ROW_NUMBER functions';
      throw context.error('BIND_INVALID', reason, window.frame);
    }
    return { bound, distinct: false, filter: null, partition, order, frame };
  }
  if (OF_BATCHES.has(name)) {
    const reason = `${name} Function is not supported in stream mode.`;
    throw context.error('PLAN_UNSUPPORTED', reason, call);
  }
  if (name === 'LAG' && window.frame !== undefined) {
    throw context.error('BIND_INVALID', 'ROW/RANGE not allowed with LAG function', window.frame);
  }
  const frame = window.frame === undefined ? RANGE : bindFrame(window.frame, binder);
  const shape = { partition, order, frame };
  if (name === 'LAG') {
    return { bound: boundLag(call, binder), distinct: false, filter: null, ...shape };
  }
  const distinct = call.quantifier === 'DISTINCT';
  const args = argumentsOf(call, binder);
  if (isMoment(name)) {
    const site = siteOf(call, false, context);
    const bound = context.locate(call, () => bindOverMoment(name, args, site));
    return { bound, distinct, filter: null, ...shape };
  }
  if (!isAggregate(name)) throw context.unsupported(`${name} OVER`, call);
  const bound = boundAggregate(call, args, false, context);
  return { bound, distinct, filter: null, ...shape };
}

/** LAG(value [, rows before]); the default of a third argument is put around it. */
function boundLag(call: FunctionCall, binder: ExpressionBinder): BoundAggregate {
  const { context } = binder;
  const [value, offset] = argumentsOf(call, binder);
  if (value === undefined || call.args.length > 3) {
    const reason = 'LAG takes a value, how many rows before, and a default';
    throw context.error('BIND_TYPE', reason, call);
  }
  const rows = offset === undefined ? 1 : constantCount(foldConstants(offset));
  if (rows === null) {
    throw context.error('BIND_TYPE', 'The offset of LAG must be a constant count of rows', call);
  }
  const type = withNullable(withoutAttributes(value.type), true);
  return { name: 'LAG', args: [value], type, option: rows };
}

/** The row before which there is none gets the default of LAG(value, rows, default). */
export function lagDefault(call: FunctionCall, binder: ExpressionBinder): Expr | undefined {
  return functionName(call) === 'LAG' ? argumentsOf(call, binder)[2] : undefined;
}

function constantCount(expr: Expr): number | null {
  if (expr.kind !== 'literal' || expr.value === null || !isInteger(expr.type)) return null;
  const count = Number(expr.value);
  return Number.isSafeInteger(count) && count >= 0 ? count : null;
}

function refuseNumbering(
  call: FunctionCall,
  name: string,
  order: readonly OrderKey[],
  context: BindContext,
): void {
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
  // Flink takes such a frame for one that follows.
  const isEmpty = frame.from.bound === 'CURRENT ROW';
  if (isEmpty || (frame.to !== undefined && frame.to.bound !== 'CURRENT ROW')) {
    const reason = 'OVER RANGE FOLLOWING windows are not supported yet.';
    throw context.error('PLAN_UNSUPPORTED', reason, frame.to ?? frame);
  }
  return { unit: frame.unit, from: bindBound(frame.from, frame.unit, binder) };
}

/** Rows, or ms. */
function frameOffset(
  offset: Expr & { readonly kind: 'literal' },
  unit: Frame['unit'],
  bound: ast.FrameBound,
  context: BindContext,
): number {
  if (unit === 'ROWS') {
    const rows = constantCount(offset);
    if (rows !== null) return rows;
    const reason = 'ROWS value must be a non-negative integral constant';
    throw context.error('BIND_TYPE', reason, bound);
  }
  if (offset.type.root !== 'INTERVAL_DAY_TIME') {
    const reason = 'Data Type mismatch between ORDER BY and RANGE clause';
    throw context.error('BIND_TYPE', reason, bound);
  }
  const ms = Number(offset.value);
  if (offset.value === null || ms < 0) {
    throw context.error('BIND_TYPE', 'RANGE takes an interval that is not negative', bound);
  }
  return ms;
}

function bindBound(
  bound: ast.FrameBound,
  unit: Frame['unit'],
  binder: ExpressionBinder,
): FrameBound {
  switch (bound.bound) {
    case 'UNBOUNDED PRECEDING':
      return { kind: 'unbounded-preceding', offset: 0 };
    case 'CURRENT ROW':
      return { kind: 'current-row', offset: 0 };
    case 'PRECEDING': {
      const offset = bound.offset && foldConstants(binder.bind(bound.offset));
      if (offset?.kind !== 'literal') throw binder.context.unsupported('A computed frame', bound);
      return { kind: 'preceding', offset: frameOffset(offset, unit, bound, binder.context) };
    }
    default: {
      const reason = 'OVER FOLLOWING windows are not supported yet.';
      throw binder.context.error('PLAN_UNSUPPORTED', reason, bound);
    }
  }
}
