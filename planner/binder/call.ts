/** Calls of scalar functions by name. What is no operand (a unit, a side) is the call's option. */
import { isFunction } from '../../operators/expr/bind.js';
import type { Expr } from '../../operators/expr/expression.js';
import { javascriptExpr } from '../../operators/expr/functions/javascript.js';
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
  if (own !== undefined) return bindUserFunction(own, name, args, node, context);
  return context.locate(node, () => binder.made(name, args, node, option));
}

/** A temporary system function hides a built-in one, which hides those of the catalog. */
function userFunction({ name }: FunctionCall, context: BindContext): CatalogFunction | undefined {
  const { catalog } = context;
  const parts = name.parts.map((part) => part.name);
  const [only = ''] = parts;
  if (parts.length === 1) {
    const system = catalog.systemFunctions.get(only.toLowerCase());
    if (system !== undefined || isFunction(only)) return system;
  }
  const path = catalog.qualify(parts);
  const found = parts.length <= 3 ? catalog.findFunction(path) : undefined;
  if (found !== undefined) context.shared.names.functions.set(name, pathParts(path));
  return found;
}

function bindUserFunction(
  found: CatalogFunction,
  name: string,
  args: readonly Expr[],
  node: FunctionCall,
  context: BindContext,
): Expr {
  const target = context.locate(node, () => functionTarget(found, context));
  const bound = javascriptExpr(target, args, context.span(node));
  if (bound !== undefined) return bound;
  const given = args.map((arg) => typeText(arg.type)).join(', ');
  const taken = target.arguments.map(typeText).join(', ');
  const reason = `'${name}' does not take (${given}); it is ${name}(${taken})`;
  throw context.error('BIND_TYPE', reason, node);
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
