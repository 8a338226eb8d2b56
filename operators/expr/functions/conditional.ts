/** CASE and what is written in terms of it, COALESCE, GREATEST, LEAST. */
import { BOOLEAN, type LogicalType, withNullable } from '../../../state/column/logical-type.js';
import { castTo } from '../cast.js';
import type { Expr } from '../expression.js';
import { type CallSite, call, type ScalarFunction, siteOf, strict } from '../function.js';
import { nullLiteral } from '../literal.js';
import { FLAG } from '../param.js';
import { commonType } from '../types/common-type.js';
import { comparable } from './comparison.js';

/** The values as their common type, and that type. */
function unified(args: readonly Expr[]): [Expr[], LogicalType] | undefined {
  const type = commonType(args.map((arg) => arg.type));
  return type && [args.map((arg) => castTo(arg, type)), type];
}

/** when, then, …, else; without else NULL. */
function bindCase(args: readonly Expr[], site: CallSite): Expr | undefined {
  if (args.length < 2) return undefined;
  const complete = args.length % 2 === 0 ? [...args, nullLiteral()] : args;
  const isValue = (i: number): boolean => i % 2 === 1 || i === complete.length - 1;
  const values = unified(complete.filter((_, i) => isValue(i)));
  if (values === undefined) return undefined;
  const [cast, type] = values;
  const result: Expr[] = [];
  for (const [i, arg] of complete.entries()) {
    const part = isValue(i) ? cast.shift() : FLAG(arg);
    if (part === undefined) return undefined;
    result.push(part);
  }
  return call(siteOf(site, 'CASE'), result, type);
}

function bindCoalesce(args: readonly Expr[], site: CallSite): Expr | undefined {
  const values = unified(args);
  if (values === undefined) return undefined;
  const nullable = args.every((arg) => arg.type.nullable);
  const [first] = values[0];
  if (first !== undefined && values[0].length === 1) return first;
  return call(siteOf(site, 'COALESCE'), values[0], withNullable(values[1], nullable));
}

function bindNullIf(args: readonly Expr[], site: CallSite): Expr | undefined {
  const [value, other] = args;
  if (args.length !== 2 || value === undefined || other === undefined) return undefined;
  const sides = comparable(value, other);
  if (sides === undefined) return undefined;
  const equal = call(siteOf(site, '='), sides, withNullable(BOOLEAN, true));
  return bindCase([equal, nullLiteral(value.type), value], site);
}

/** The type is the first argument's where the second converts to it, else their common one. */
function bindIfNull(args: readonly Expr[], site: CallSite): Expr | undefined {
  return args.length === 2 ? bindCoalesce(args, site) : undefined;
}

function extreme(name: string): ScalarFunction {
  return {
    names: [name],
    signatures: [`${name}(value1 [, value2]*)`],
    bind(args, site) {
      const values = unified(args);
      if (values === undefined) return undefined;
      return call(site, values[0], strict(values[1], args));
    },
  };
}

export const conditionalFunctions: readonly ScalarFunction[] = [
  {
    names: ['CASE'],
    signatures: ['CASE WHEN boolean1 THEN result1 (WHEN boolean2 THEN result2)* [ELSE result] END'],
    bind: bindCase,
  },
  { names: ['IF'], signatures: ['IF(boolean, value1, value2)'], bind: bindIf },
  { names: ['COALESCE'], signatures: ['COALESCE(value1 [, value2]*)'], bind: bindCoalesce },
  { names: ['IFNULL'], signatures: ['IFNULL(input, replacement)'], bind: bindIfNull },
  { names: ['NULLIF'], signatures: ['NULLIF(value1, value2)'], bind: bindNullIf },
  extreme('GREATEST'),
  extreme('LEAST'),
];

function bindIf(args: readonly Expr[], site: CallSite): Expr | undefined {
  return args.length === 3 ? bindCase(args, site) : undefined;
}
