/** Aggregates as they are written: arguments bound, overload and type chosen. */
import {
  type AggregateSite,
  type BoundAggregate,
  bindAggregate,
} from '../../operators/aggregate/bind-aggregate.js';
import { JAVASCRIPT_AGGREGATE } from '../../operators/aggregate/functions/javascript-aggregate.js';
import { isDeterministic } from '../../operators/expr/bind.js';
import type { Expr } from '../../operators/expr/expression.js';
import {
  type JavascriptTarget,
  javascriptArguments,
} from '../../operators/expr/functions/javascript.js';
import { withoutAttributes } from '../logical/column-type.js';
import { exprDigest } from '../logical/expressions.js';
import type { FunctionCall } from '../parser/ast/call.js';
import type { JsonArrayAggregate, JsonObjectAggregate } from '../parser/ast/json.js';
import { functionName, misfit } from './call.js';
import type { BindContext } from './context.js';
import type { ExpressionBinder } from './expression.js';

/** An aggregate whose arguments and filter are expressions of the input. */
export interface AggregateUse {
  readonly bound: BoundAggregate;
  readonly distinct: boolean;
  readonly filter: Expr | null;
}

/** The arguments of an aggregate; none for COUNT(*). */
export function argumentsOf(call: FunctionCall, binder: ExpressionBinder): Expr[] {
  const [first] = call.args;
  if (first?.kind === 'starArgument' && functionName(call) === 'COUNT') return [];
  return call.args.map((arg) => {
    switch (arg.kind) {
      case 'namedArgument':
      case 'tableArgument':
      case 'modelArgument':
      case 'descriptor':
      case 'default':
      case 'timeUnit':
      case 'trimSide':
      case 'starArgument':
        throw binder.context.error('BIND_INVALID', 'An aggregate takes values', arg);
      default:
        return binder.bind(arg);
    }
  });
}

/** Where a call stands, as typing it asks. */
export function siteOf(
  call: FunctionCall,
  mayBeEmpty: boolean,
  context: BindContext,
): AggregateSite {
  const distinct = call.quantifier === 'DISTINCT';
  const option = call.nulls === undefined ? {} : { option: call.nulls };
  return { distinct, mayBeEmpty, span: context.span(call), ...option };
}

export function boundAggregate(
  call: FunctionCall,
  args: readonly Expr[],
  mayBeEmpty: boolean,
  context: BindContext,
): BoundAggregate {
  const site = siteOf(call, mayBeEmpty, context);
  const name = functionName(call);
  const counted = name === 'COUNT' && !site.distinct ? counting(args) : args;
  const bound = context.locate(call, () => bindAggregate(name, counted, site));
  return { ...bound, type: withoutAttributes(bound.type) };
}

/** Of values that are never NULL every row counts: they are not evaluated, and do not fail. */
function counting(args: readonly Expr[]): readonly Expr[] {
  const [arg] = args;
  const always = args.length === 1 && arg?.type.nullable === false && isDeterministic(arg);
  return always ? [] : args;
}

/** A call of an aggregate that a user wrote. */
export function userAggregate(
  call: FunctionCall,
  target: JavascriptTarget,
  given: readonly Expr[],
  context: BindContext,
): BoundAggregate {
  const args = javascriptArguments(target, given);
  if (args === undefined) throw misfit(call, given, target, context);
  const { file, export: name, timeoutMs, retracts, returns: type } = target;
  const option = { file, export: name, timeoutMs, retracts };
  return { name: JAVASCRIPT_AGGREGATE, args, type, option, span: context.span(call) };
}

/** JSON_ARRAYAGG and JSON_OBJECTAGG: their values are made JSON text below the aggregate. */
export function boundJsonAggregate(
  call: JsonObjectAggregate | JsonArrayAggregate,
  binder: ExpressionBinder,
): BoundAggregate {
  const { context } = binder;
  const option = call.onNull === undefined ? {} : { option: call.onNull };
  const site = { distinct: false, span: context.span(call), ...option };
  const json = (expr: Expr): Expr =>
    isJson(expr) ? expr : binder.made('JSON_STRING', [expr], call);
  if (call.kind === 'jsonArrayAgg') {
    const args = [json(binder.bind(call.item))];
    return context.locate(call, () => bindAggregate('JSON_ARRAYAGG', args, site));
  }
  const key = binder.bind(call.key);
  const value = binder.bind(call.value);
  // Flink makes JSON of the column that is the value, wherever it stands: a key that is the value
  // is quoted twice.
  const isSame = exprDigest(key) === exprDigest(value);
  const args = [isSame ? json(key) : key, json(value)];
  return context.locate(call, () => bindAggregate('JSON_OBJECTAGG', args, site));
}

function isJson(expr: Expr): boolean {
  return expr.kind === 'call' && ['JSON_OBJECT', 'JSON_ARRAY', 'JSON'].includes(expr.name);
}
