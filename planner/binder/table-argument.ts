/** Arguments of table functions: by place or by name, and tables among them. */
import type { Argument, FunctionCall } from '../parser/ast/call.js';
import type { ObjectName } from '../parser/ast/node.js';
import type { Query } from '../parser/ast/query.js';
import { functionName } from './call.js';
import type { BindContext, BoundQuery } from './context.js';

export interface Signature {
  readonly parameters: readonly string[];
  readonly optional: readonly string[];
  /** As errors show it. */
  readonly shape: string;
}

/** The arguments that are given; DEFAULT gives none. @throws BIND_TYPE */
export function argumentsByName(
  call: FunctionCall,
  { parameters, optional, shape }: Signature,
  context: BindContext,
): Map<string, Argument> {
  const name = functionName(call);
  const args = new Map<string, Argument>();
  for (const [i, arg] of call.args.entries()) {
    const named = arg.kind === 'namedArgument';
    const parameter = named ? arg.name.name : parameters[i];
    if (parameter === undefined || !parameters.includes(parameter)) {
      const reason = named ? `${name} has no parameter '${arg.name.name}'` : 'Too many arguments';
      throw context.error('BIND_TYPE', `${reason}; it is ${shape}`, arg);
    }
    const value = named ? arg.value : arg;
    if (value.kind !== 'default') args.set(parameter, value);
  }
  for (const parameter of parameters) {
    if (args.has(parameter) || optional.includes(parameter)) continue;
    throw context.error('BIND_TYPE', `${name} lacks ${parameter}; it is ${shape}`, call);
  }
  return args;
}

/** How an argument becomes a table. */
export interface TableBinder {
  named(name: ObjectName): BoundQuery;
  query(query: Query): BoundQuery;
}

/** @throws BIND_TYPE where the argument is no table */
export function bindTableArgument(
  arg: Argument,
  parameter: string,
  context: BindContext,
  tables: TableBinder,
): BoundQuery {
  if (arg.kind === 'subquery') return tables.query(arg.query);
  if (arg.kind !== 'tableArgument') {
    throw context.error('BIND_TYPE', `${parameter} must be TABLE t or TABLE (query)`, arg);
  }
  const { source } = arg;
  return source.kind === 'name' ? tables.named(source) : tables.query(source);
}
