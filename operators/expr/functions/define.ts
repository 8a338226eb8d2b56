/**
 * Short forms of registry entries. Most functions are one of: an inline expression over numbers, a
 * call of a TypeScript function over strings and numbers, a cut of a string, a writer of bytes.
 */
import type { LogicalType } from '../../../state/column/logical-type.js';
import {
  argsAs,
  inline,
  partsOf,
  type RunOptions,
  runFunction,
  runView,
  runWriter,
} from '../code/template.js';
import type { Repr } from '../code/value.js';
import type { Expr } from '../expression.js';
import { call, type ScalarFunction, strict, type Volatility } from '../function.js';
import { fit, type Param } from '../param.js';

interface Shape {
  readonly names: readonly string[];
  readonly signatures: readonly string[];
  readonly params: readonly Param[];
  /** Arguments needed, where the last ones may be left out. */
  readonly minimum?: number;
  /** The last parameter repeats. */
  readonly repeat?: boolean;
  readonly volatility?: Volatility;
  /** The result's type, nullable when an argument is; or a rule that says all of it. */
  readonly returns: LogicalType | ((args: readonly Expr[]) => LogicalType);
}

function entry(shape: Shape, emit: ScalarFunction['emit']): ScalarFunction {
  const { names, signatures, returns, params, minimum, repeat } = shape;
  return {
    names,
    signatures,
    ...(shape.volatility === undefined ? {} : { volatility: shape.volatility }),
    bind(args, site) {
      const fitted = fit(args, params, minimum, repeat);
      if (fitted === undefined) return undefined;
      const type = typeof returns === 'function' ? returns(fitted) : strict(returns, fitted);
      return call(site, fitted, type);
    },
    ...(emit === undefined ? {} : { emit }),
  };
}

/** An expression over the operands' first parts, which cannot fail. */
export function inlineFunction(
  shape: Shape & { readonly takes: readonly Repr[]; readonly code: (...args: string[]) => string },
): ScalarFunction {
  return entry(shape, (gen, expr) => {
    const values = argsAs(gen, expr, shape.takes);
    return inline(gen, expr, values, shape.code(...partsOf(values)));
  });
}

/** A TypeScript function over the operands' parts. */
export function plainFunction(
  shape: Shape & RunOptions & { readonly run: (...args: never[]) => unknown },
): ScalarFunction {
  return entry(shape, (gen, expr) => runFunction(gen, expr, shape.run, shape));
}

/** A function that gives a range of its first operand's bytes. */
export function viewFunction(
  shape: Shape & {
    readonly takes: readonly Repr[];
    readonly extra?: readonly string[];
    readonly run: (...args: never[]) => number;
  },
): ScalarFunction {
  return entry(shape, (gen, expr) => runView(gen, expr, shape.run, shape.takes, shape.extra));
}

/** A function that writes bytes into the arena. */
export function writerFunction(
  shape: Shape & {
    readonly takes: readonly Repr[];
    readonly extra?: readonly string[];
    readonly run: (...args: never[]) => number;
  },
): ScalarFunction {
  return entry(shape, (gen, expr) => runWriter(gen, expr, shape.run, shape.takes, shape.extra));
}

/** An entry whose evaluation none of the short forms fits. */
export function customFunction(
  shape: Shape & { readonly emit: NonNullable<ScalarFunction['emit']> },
): ScalarFunction {
  return entry(shape, shape.emit);
}
