/** Aggregates as they are written: arguments bound, overload and type chosen. */
import { type BoundAggregate, bindAggregate } from '../../operators/aggregate/bind-aggregate.js';
import type { Expr } from '../../operators/expr/expression.js';
import type { FunctionCall } from '../parser/ast/call.js';
import { functionName } from './call.js';
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

export function boundAggregate(
  call: FunctionCall,
  args: readonly Expr[],
  distinct: boolean,
  context: BindContext,
): BoundAggregate {
  return context.locate(call, () =>
    bindAggregate(functionName(call), args, { distinct, span: context.span(call) }),
  );
}
