/** Calls of scalar functions by name. What is no operand (a unit, a side) is the call's option. */
import type { Expr } from '../../operators/expr/expression.js';
import type { Argument, FunctionCall } from '../parser/ast/call.js';
import type { ExpressionBinder } from './expression.js';

export function functionName(call: FunctionCall): string {
  return (call.name.parts.at(-1)?.name ?? '').toUpperCase();
}

export function bindFunction(node: FunctionCall, binder: ExpressionBinder): Expr {
  const { context } = binder;
  const name = node.name.parts.map((part) => part.name).join('.');
  refuseAggregateSyntax(node, name, binder);
  const args: Expr[] = [];
  let option: string | undefined;
  for (const arg of node.args) {
    if (arg.kind === 'timeUnit') option = arg.unit;
    else if (arg.kind === 'trimSide') option = arg.side;
    else args.push(binder.bind(asExpression(arg, binder)));
  }
  return context.locate(node, () => binder.made(name, args, node, option));
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
