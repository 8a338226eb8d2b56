/** Calls of scalar functions by name. What is no operand (a unit, a side) is the call's option. */

import { isAggregate } from '../../operators/aggregate/bind-aggregate.js';
import { isFunction } from '../../operators/expr/bind.js';
import type { Expr } from '../../operators/expr/expression.js';
import {
  type JavascriptTarget,
  javascriptExpr,
} from '../../operators/expr/functions/javascript.js';
import { literal } from '../../operators/expr/literal.js';
import { STRING } from '../../state/column/logical-type.js';
import { typeText } from '../../state/column/type-text.js';
import { functionTarget } from '../catalog/function.js';
import { pathParts } from '../catalog/object-path.js';
import type { CatalogFunction } from '../catalog/table.js';
import type { Argument, FunctionCall } from '../parser/ast/call.js';
import type { BindContext } from './context.js';
import type { ExpressionBinder } from './expression.js';

export function functionName(call: FunctionCall): string {
  return (call.name.parts.at(-1)?.name ?? '').toUpperCase();
}

export function bindFunction(node: FunctionCall, binder: ExpressionBinder): Expr {
  const { context } = binder;
  const name = node.name.parts.map((part) => part.name).join('.');
  refuseAggregateSyntax(node, name, binder);
  if (name.toUpperCase() === 'CURRENT_DATABASE' && node.args.length === 0) {
    return literal(context.catalog.currentDatabase, STRING);
  }
  const args: Expr[] = [];
  let option: string | undefined;
  for (const arg of node.args) {
    if (arg.kind === 'timeUnit') option = arg.unit;
    else if (arg.kind === 'trimSide') option = arg.side;
    else args.push(binder.bind(asExpression(arg, binder)));
  }
  const own = userFunction(node, context);
  if (own !== undefined) return bindUserFunction(own, args, node, context);
  return context.locate(node, () => binder.made(name, args, node, option));
}

/** The arguments of a call of a user's function. */
export function valueArguments(node: FunctionCall, binder: ExpressionBinder): Expr[] {
  return binder.context.each(node.args, (arg) => binder.bind(asExpression(arg, binder)));
}

/** A temporary system function hides a built-in one, which hides those of the catalog. */
function userFunction({ name }: FunctionCall, context: BindContext): CatalogFunction | undefined {
  const { catalog } = context;
  const parts = name.parts.map((part) => part.name);
  const [only = ''] = parts;
  if (parts.length === 1) {
    const system = catalog.systemFunctions.get(only.toLowerCase());
    if (system !== undefined || isFunction(only) || isAggregate(only)) return system;
  }
  const path = catalog.qualify(parts);
  const found = parts.length <= 3 ? catalog.findFunction(path) : undefined;
  if (found !== undefined) context.shared.names.functions.set(name, pathParts(path));
  return found;
}

function targetOf(
  node: FunctionCall,
  kind: JavascriptTarget['kind'],
  context: BindContext,
): JavascriptTarget | undefined {
  const found = userFunction(node, context);
  if (found === undefined) return undefined;
  const target = context.locate(node, () => functionTarget(found, context));
  return target.kind === kind ? target : undefined;
}

/** The user's table function that is called; undefined when it is none. */
export function tableFunctionOf(
  node: FunctionCall,
  context: BindContext,
): JavascriptTarget | undefined {
  return targetOf(node, 'table', context);
}

/** The user's aggregate that is called; undefined when it is none. */
export function aggregateOf(
  node: FunctionCall,
  context: BindContext,
): JavascriptTarget | undefined {
  return targetOf(node, 'aggregate', context);
}

function bindUserFunction(
  found: CatalogFunction,
  args: readonly Expr[],
  node: FunctionCall,
  context: BindContext,
): Expr {
  const target = context.locate(node, () => functionTarget(found, context));
  if (target.kind === 'table') {
    const reason = `'${target.export}' gives tables; it stands in FROM`;
    throw context.error('BIND_INVALID', reason, node, 'FROM t, LATERAL TABLE(f(…))');
  }
  const bound = javascriptExpr(target, args, context.span(node));
  if (bound !== undefined) return bound;
  throw misfit(node, args, target, context);
}

/** Arguments that a user's function does not take. */
export function misfit(
  node: FunctionCall,
  args: readonly Expr[],
  target: JavascriptTarget,
  context: BindContext,
): Error {
  const name = node.name.parts.map((part) => part.name).join('.');
  const given = args.map((arg) => typeText(arg.type)).join(', ');
  const taken = target.arguments.map(typeText).join(', ');
  const reason = `'${name}' does not take (${given}); it is ${name}(${taken})`;
  return context.error('BIND_TYPE', reason, node);
}

function asExpression(arg: Argument, binder: ExpressionBinder) {
  const { context } = binder;
  switch (arg.kind) {
    case 'namedArgument':
      throw context.unsupported('A named argument of a scalar function', arg);
    case 'tableArgument':
    case 'modelArgument':
    case 'descriptor':
      throw context.error('BIND_INVALID', 'Only table functions take such an argument', arg);
    case 'default':
      throw context.unsupported('DEFAULT as an argument', arg);
    case 'starArgument':
      throw context.error('BIND_INVALID', 'Only COUNT takes *', arg);
    case 'timeUnit':
    case 'trimSide':
      throw context.error('BIND_INVALID', 'No value stands here', arg);
    default:
      return arg;
  }
}

function refuseAggregateSyntax(node: FunctionCall, name: string, binder: ExpressionBinder): void {
  const { context } = binder;
  const reason = `'${name.toUpperCase()}' is no aggregate function`;
  if (node.over !== undefined) {
    throw context.error('BIND_INVALID', `${reason}; OVER must be applied to one`, node);
  }
  if (node.filter !== undefined) {
    throw context.error('BIND_INVALID', `${reason}; FILTER must be applied to one`, node);
  }
  if (node.quantifier === 'DISTINCT') {
    throw context.error('BIND_INVALID', `${reason}; DISTINCT is for one`, node);
  }
}
