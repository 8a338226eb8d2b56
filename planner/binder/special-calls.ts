/**
 * Aggregates and window functions of one SELECT, collected while its expressions are bound. Their
 * values stand in bound expressions as columns behind the input's: places from `AGGREGATE_BASE` and
 * `OVER_BASE` on, which the SELECT replaces once it knows where the values will be.
 */
import { type BoundAggregate, isAggregate } from '../../operators/aggregate/bind-aggregate.js';
import { bindMoment, isMoment } from '../../operators/aggregate/moments.js';
import { overExpression } from '../../operators/aggregate/over-moments.js';
import type { Expr } from '../../operators/expr/expression.js';
import { BIGINT, withNullable } from '../../state/column/logical-type.js';
import { column, exprDigest } from '../logical/expressions.js';
import type { FunctionCall } from '../parser/ast/call.js';
import type { JsonArrayAggregate, JsonObjectAggregate } from '../parser/ast/json.js';
import type { NamedWindow } from '../parser/ast/window.js';
import {
  type AggregateUse,
  argumentsOf,
  boundAggregate,
  boundJsonAggregate,
  siteOf,
  userAggregate,
} from './aggregate-use.js';
import { aggregateOf, functionName } from './call.js';
import type { BindContext } from './context.js';
import type { AnyCall, ExpressionBinder, SpecialCalls } from './expression.js';
import {
  type GroupWindow,
  isWindowProperty,
  lacksGroup,
  refuseStrayWindow,
} from './group-window.js';
import { bindOver, isWindowFunction, lagDefault, type OverCall } from './over.js';

export const AGGREGATE_BASE = 1 << 20;
export const OVER_BASE = 1 << 21;
export const GROUPING_BASE = 3 << 20;
/** Places of queries begin here (`query-values.ts`). */
export const GROUPING_END = 1 << 22;

const GROUPINGS = new Set(['GROUPING', 'GROUPING_ID', 'GROUP_ID']);

/** GROUPING and its kin: which of these keys the row's grouping set lacks. */
export interface GroupingUse {
  readonly args: readonly Expr[];
  readonly call: FunctionCall;
}

/** For clauses that allow neither: WHERE, ON, GROUP BY, VALUES, a table's expressions. */
export function noSpecialCalls(clause: string): SpecialCalls {
  return (call, binder) => {
    refuseStrayWindow(call, binder.context);
    if (!isSpecial(call, binder.context)) return undefined;
    const what = call.over === undefined ? 'Aggregate' : 'Windowed aggregate';
    const reason = `${what} expression is illegal in ${clause}`;
    throw binder.context.error('BIND_INVALID', reason, call);
  };
}

/** Whether the call is an aggregate or window function, by its name or its OVER. */
function isSpecial(call: AnyCall, context: BindContext): boolean {
  if (call.kind !== 'call') return true;
  const name = functionName(call);
  if (isAggregate(name) || isMoment(name) || isWindowFunction(name)) return true;
  if (GROUPINGS.has(name) || isWindowProperty(name)) return true;
  return aggregateOf(call, context) !== undefined;
}

export class SelectCalls {
  readonly aggregates: AggregateUse[] = [];
  readonly overs: OverCall[] = [];
  readonly groupings: GroupingUse[] = [];
  readonly #byDigest = new Map<string, Expr>();
  readonly #windows: readonly NamedWindow[];
  readonly #hasKeys: boolean;
  readonly #window: GroupWindow | undefined;
  #inside: 'aggregate' | 'over' | null = null;

  /**
   * @param windows those of the WINDOW clause
   * @param hasKeys GROUP BY names keys, so that each group has a row
   * @param window the older window among them
   */
  constructor(windows: readonly NamedWindow[], hasKeys: boolean, window?: GroupWindow) {
    this.#window = window;
    this.#windows = windows;
    this.#hasKeys = hasKeys;
  }

  readonly special: SpecialCalls = (call, binder) => {
    refuseStrayWindow(call, binder.context);
    if (!isSpecial(call, binder.context)) return undefined;
    if (call.kind !== 'call') return this.#json(call, binder);
    const { over } = call;
    if (over !== undefined) return this.#over({ ...call, over }, binder.withoutQueries());
    if (GROUPINGS.has(functionName(call))) return this.#grouping(call, binder);
    if (isWindowProperty(functionName(call))) {
      if (this.#window === undefined) throw lacksGroup(call, binder);
      return this.#window.property(call, binder);
    }
    if (isWindowFunction(functionName(call)) && !isAggregate(functionName(call))) {
      const reason = `OVER clause is necessary for window functions such as ${functionName(call)}`;
      throw binder.context.error('BIND_INVALID', reason, call);
    }
    return this.#aggregate(call, binder);
  };

  /** OVER sees groups that HAVING has let through. */
  readonly inHaving: SpecialCalls = (call, binder) => {
    if (call.kind === 'call' && call.over !== undefined && isSpecial(call, binder.context)) {
      const reason = 'Windowed aggregate expression is illegal in HAVING clause';
      throw binder.context.error('BIND_INVALID', reason, call);
    }
    return this.special(call, binder);
  };

  #grouping(call: FunctionCall, binder: ExpressionBinder): Expr {
    const args = argumentsOf(call, binder);
    if ((functionName(call) === 'GROUP_ID') !== (args.length === 0)) {
      const reason = `${functionName(call)} takes ${args.length === 0 ? 'keys' : 'no arguments'}`;
      throw binder.context.error('BIND_TYPE', reason, call);
    }
    const place = GROUPING_BASE + this.groupings.length;
    this.groupings.push({ args, call });
    return column(place, withNullable(BIGINT, false));
  }

  #aggregate(call: FunctionCall, binder: ExpressionBinder): Expr {
    const { context } = binder;
    refuseSyntax(call, context);
    const { args, filter } = this.#within(call, binder, () => argumentsOf(call, binder));
    const distinct = call.quantifier === 'DISTINCT';
    const mayBeEmpty = !this.#hasKeys || filter !== null;
    const name = functionName(call);
    const own = aggregateOf(call, context);
    if (own !== undefined) {
      return this.#use({ bound: userAggregate(call, own, args, context), distinct, filter });
    }
    if (!isMoment(name)) {
      const bound = boundAggregate(call, args, mayBeEmpty, context);
      return this.#use({ bound, distinct, filter });
    }
    const site = siteOf(call, mayBeEmpty, context);
    const moment = context.locate(call, () => bindMoment(name, args, site));
    const squares = this.#use({ bound: moment.squares, distinct, filter });
    return moment.value(squares, this.#use({ bound: moment.count, distinct, filter }));
  }

  #json(call: JsonObjectAggregate | JsonArrayAggregate, binder: ExpressionBinder): Expr {
    if (call.over !== undefined) throw binder.context.unsupported('JSON … OVER', call);
    const { args, filter } = this.#within(call, binder, () => boundJsonAggregate(call, binder));
    return this.#use({ bound: args, distinct: false, filter });
  }

  /** The arguments and the filter of an aggregate, which hold no aggregate. */
  #within<T>(
    call: AnyCall,
    binder: ExpressionBinder,
    bind: () => T,
  ): { readonly args: T; readonly filter: Expr | null } {
    if (this.#inside === 'aggregate') {
      const reason = 'Aggregate expressions cannot be nested';
      throw binder.context.error('BIND_INVALID', reason, call);
    }
    const before = this.#inside;
    this.#inside = 'aggregate';
    const args = bind();
    const filter = call.filter === undefined ? null : binder.condition(call.filter, 'FILTER');
    this.#inside = before;
    return { args, filter };
  }

  #use(use: AggregateUse): Expr {
    return this.#place(useDigest(use), AGGREGATE_BASE + this.aggregates.length, use.bound, () =>
      this.aggregates.push(use),
    );
  }

  #over(call: Parameters<typeof bindOver>[0], binder: ExpressionBinder): Expr {
    if (this.#inside !== null) {
      const reason = 'A window function cannot stand inside an aggregate or another one';
      throw binder.context.error('BIND_INVALID', reason, call);
    }
    this.#inside = 'over';
    refuseSyntax(call, binder.context);
    const over = bindOver(call, this.#windows, binder);
    const otherwise = lagDefault(call, binder);
    this.#inside = null;
    const expression = overExpression(over.bound, over.distinct);
    if (expression !== null) {
      return expression.value(expression.calls.map((bound) => this.#useOver({ ...over, bound })));
    }
    const value = this.#useOver(over);
    if (otherwise === undefined) return value;
    // Flink takes the default for a NULL of a row before, too.
    return binder.made('COALESCE', [value, otherwise], call);
  }

  #useOver(over: OverCall): Expr {
    const digest = JSON.stringify([
      useDigest(over),
      over.partition.map(exprDigest),
      over.order.map((key) => [exprDigest(key.expr), key.descending, key.nullsFirst]),
      over.frame,
    ]);
    return this.#place(digest, OVER_BASE + this.overs.length, over.bound, () =>
      this.overs.push(over),
    );
  }

  /** One place for equal calls. */
  #place(digest: string, index: number, bound: BoundAggregate, add: () => void): Expr {
    const known = this.#byDigest.get(digest);
    if (known !== undefined) return known;
    add();
    const placed = column(index, bound.type);
    this.#byDigest.set(digest, placed);
    return placed;
  }
}

function useDigest({ bound, distinct, filter }: AggregateUse): string {
  const args = bound.args.map(exprDigest);
  return JSON.stringify([bound.name, args, distinct, filter && exprDigest(filter), bound.option]);
}

function refuseSyntax(call: FunctionCall, context: BindContext): void {
  if (call.withinGroup.length > 0) throw context.unsupported('WITHIN GROUP', call);
  if (call.orderBy.length > 0) throw context.unsupported('ORDER BY in an aggregate', call);
  // Flink leaves the words behind LAG unheeded.
  if (call.nulls === undefined || ['ARRAY_AGG', 'LAG'].includes(functionName(call))) return;
  const reason = `Cannot specify IGNORE NULLS or RESPECT NULLS following '${functionName(call)}'`;
  throw context.error('BIND_INVALID', reason, call);
}
