/**
 * What a scalar function or operator is to the engine: one entry of the registry. Adding a function
 * is one entry in a file of `functions/`: names, signatures, a binding, and how it is evaluated.
 */
import { BOOLEAN, type LogicalType, withNullable } from '../../state/column/logical-type.js';
import type { Generator } from './code/generator.js';
import type { Value } from './code/value.js';
import type { CallExpr, Expr, Span } from './expression.js';

/** What the binder knows of a call beside its arguments. */
export interface CallSite {
  /** Canonical name of the function. */
  readonly name: string;
  readonly option: CallExpr['option'];
  readonly span: Span | undefined;
}

/**
 * How often a call may be evaluated: `row`: its value may change from row to row (RAND, PROCTIME);
 * `query`: it is fixed while a query starts but not when it is planned. Absent = always the same.
 */
export type Volatility = 'row' | 'query';

export interface ScalarFunction {
  /** The first is canonical; the others are spellings of it. */
  readonly names: readonly string[];
  /** As shown to a user whose arguments do not fit. */
  readonly signatures: readonly string[];
  readonly volatility?: Volatility;
  /** A call may take any time (a pattern that tries every way to match): never while planning. */
  readonly mayRunLong?: true;
  /** The bound call, its arguments cast to what is taken; undefined when they do not fit. */
  bind(args: readonly Expr[], site: CallSite): Expr | undefined;
  /** Writes the evaluation of a bound call. Functions written in terms of others have none. */
  readonly emit?: (gen: Generator, call: CallExpr) => Value;
}

export function call(
  site: CallSite,
  args: readonly Expr[],
  type: LogicalType,
  option: CallExpr['option'] = site.option,
): CallExpr {
  return {
    kind: 'call',
    name: site.name,
    args,
    type,
    ...(option === undefined ? {} : { option }),
    ...(site.span === undefined ? {} : { span: site.span }),
  };
}

/** The same place with another function's name, for calls that are written in terms of it. */
export function siteOf(site: CallSite, name: string): CallSite {
  return { name, option: undefined, span: site.span };
}

/** Nullable when an argument is: the rule of functions that give NULL for NULL. */
export function strict(type: LogicalType, args: readonly Expr[]): LogicalType {
  return withNullable(
    type,
    args.some((arg) => arg.type.nullable),
  );
}

export function strictBoolean(args: readonly Expr[]): LogicalType {
  return strict(BOOLEAN, args);
}
