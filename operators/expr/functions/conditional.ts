/** CASE and what is written in terms of it, COALESCE, GREATEST, LEAST. */
import { type LogicalType, withNullable } from '../../../state/column/logical-type.js';
import { castTo } from '../cast.js';
import { comparisonCode } from '../code/compare.js';
import type { Branch, Generator } from '../code/generator.js';
import { mergeSlots, nullOf } from '../code/template.js';
import { only, type Value } from '../code/value.js';
import type { CallExpr, Expr } from '../expression.js';
import { type CallSite, call, type ScalarFunction, siteOf, strict } from '../function.js';
import { nullLiteral } from '../literal.js';
import { FLAG } from '../param.js';
import { compareDoubles } from '../runtime/scalar-order.js';
import { commonType } from '../types/common-type.js';
import * as family from '../types/family.js';
import { mergedType } from '../types/merged-type.js';
import { bindEquality, isOrdered } from './comparison.js';

/** The values as their common type, and that type. */
function unified(
  args: readonly Expr[],
  rule: typeof commonType,
): [Expr[], LogicalType] | undefined {
  const type = rule(args.map((arg) => arg.type));
  return type && [args.map((arg) => castTo(arg, type)), type];
}

/** when, then, …, else; without else NULL. */
function bindCase(args: readonly Expr[], site: CallSite): CallExpr | undefined {
  if (args.length < 2) return undefined;
  const complete = args.length % 2 === 0 ? [...args, nullLiteral()] : args;
  const isValue = (i: number): boolean => i % 2 === 1 || i === complete.length - 1;
  const values = unified(
    complete.filter((_, i) => isValue(i)),
    commonType,
  );
  if (values === undefined || values[1].root === 'NULL') return undefined;
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
  const values = unified(args, mergedType);
  if (values === undefined) return undefined;
  const nullable = args.every((arg) => arg.type.nullable);
  const [first] = values[0];
  if (first !== undefined && values[0].length === 1) return first;
  return call(siteOf(site, 'COALESCE'), values[0], withNullable(values[1], nullable));
}

function bindNullIf(args: readonly Expr[], site: CallSite): Expr | undefined {
  const [value, other] = args;
  if (args.length !== 2 || value === undefined || other === undefined) return undefined;
  const equal = bindEquality(value, other, siteOf(site, '='));
  return equal && bindCase([equal, nullLiteral(value.type), value], site);
}

/** The type is the first argument's where the second converts to it, else their common one. */
function bindIfNull(args: readonly Expr[], site: CallSite): Expr | undefined {
  const [value] = args;
  if (args.length !== 2 || value === undefined) return undefined;
  const bound = bindCoalesce(args, site);
  return bound !== undefined && !value.type.nullable ? value : bound;
}

function extreme(name: string): ScalarFunction {
  return {
    names: [name],
    signatures: [`${name}(value1 [, value2]*)`],
    bind(args, site) {
      const values = unified(args, mergedType);
      if (values === undefined || !isOrdered(values[1]) || family.isBinary(values[1])) return;
      if (args.some(({ type }) => type.root === 'NULL')) return undefined;
      return call(site, values[0], strict(values[1], args));
    },
    emit: (gen, expr) => emitExtreme(gen, expr, name === 'GREATEST' ? '>' : '<'),
  };
}

export const conditionalFunctions: readonly ScalarFunction[] = [
  {
    names: ['CASE'],
    signatures: ['CASE WHEN boolean1 THEN result1 (WHEN boolean2 THEN result2)* [ELSE result] END'],
    bind: bindCase,
    emit: emitCase,
  },
  { names: ['IF'], signatures: ['IF(boolean, value1, value2)'], bind: bindIf },
  {
    names: ['COALESCE'],
    signatures: ['COALESCE(value1 [, value2]*)'],
    bind: bindCoalesce,
    emit: emitCoalesce,
  },
  { names: ['IFNULL'], signatures: ['IFNULL(input, replacement)'], bind: bindIfNull },
  { names: ['NULLIF'], signatures: ['NULLIF(value1, value2)'], bind: bindNullIf },
  extreme('GREATEST'),
  extreme('LEAST'),
];

/** What Flink's IF takes. */
function isPlain(type: LogicalType): boolean {
  return isOrdered(type) && !family.isInterval(type);
}

/** Times and timestamps become those of the first value, of its kind and digits. */
function asTime(other: Expr, { type }: Expr): Expr {
  const times = [other.type, type];
  const are = times.every(family.isTimestamp) || times.every(family.isTime);
  return are ? castTo(other, withNullable(type, other.type.nullable)) : other;
}

/** NULL-able when the condition is, too. */
function bindIf(args: readonly Expr[], site: CallSite): Expr | undefined {
  const [condition, value, other] = args as [Expr, Expr, Expr];
  if (args.length !== 3 || args.some(({ type }) => type.root === 'NULL')) return undefined;
  const bound = bindCase([condition, value, asTime(other, value)], site);
  if (bound?.kind !== 'call' || !isPlain(bound.type)) return undefined;
  return { ...bound, type: strict(bound.type, args), option: { function: 'IF' } };
}

/**
 * The result of several branches: variables, a null flag, and the label that a branch leaves by.
 */
interface Choice {
  readonly label: string;
  readonly target: Value;
  readonly nul: string;
}

function choose(gen: Generator, expr: CallExpr, values: readonly Value[]): Choice {
  const target = mergeSlots(gen, values, expr.type);
  const nullable = values.some((value) => value.nul !== 'false');
  const nul = nullable ? gen.variable('true', 'n') : 'false';
  return { label: gen.name('L'), target, nul };
}

/** Fills the result from a branch's value, at the branch's end. */
function settle(gen: Generator, branch: Branch, choice: Choice): void {
  gen.resume(branch, () => {
    const { value } = branch;
    if (value.nul === 'true') return;
    const assign = (): void => gen.assign(choice.target, value);
    if (value.nul === 'false') assign();
    else gen.unlessNull(value.nul, assign);
    if (choice.nul !== 'false') gen.line(`${choice.nul} = ${value.nul};`);
  });
}

/** Conditions are tried in order; only the branch taken is evaluated. */
function emitCase(gen: Generator, expr: CallExpr): Value {
  const { args } = expr;
  const first = gen.emit(args[0] as Expr);
  const conditions: Branch[] = [{ lines: [], value: first }];
  const results: Branch[] = [];
  for (const [i, arg] of args.entries()) {
    if (i === 0) continue;
    const isCondition = i % 2 === 0 && i < args.length - 1;
    (isCondition ? conditions : results).push(gen.branch(() => gen.emit(arg)));
  }
  const choice = choose(
    gen,
    expr,
    results.map((branch) => branch.value),
  );
  for (const branch of results) settle(gen, branch, choice);
  gen.line(`${choice.label}: {`);
  for (const [i, condition] of conditions.entries()) {
    const { value, lines } = condition;
    gen.append(lines);
    gen.line(`if (${only(value)} && !(${value.nul})) {`);
    gen.append((results[i] as Branch).lines);
    gen.line(`break ${choice.label}; }`);
  }
  gen.append((results[results.length - 1] as Branch).lines);
  gen.line('}');
  return { ...choice.target, nul: choice.nul };
}

/** The first argument that is not null; those behind it are not evaluated. */
function emitCoalesce(gen: Generator, expr: CallExpr): Value {
  const [head, ...tail] = expr.args as [Expr, ...Expr[]];
  const first: Branch = { lines: [], value: gen.emit(head) };
  if (first.value.nul === 'false') return { ...first.value, type: expr.type };
  const branches = [first, ...tail.map((arg) => gen.branch(() => gen.emit(arg)))];
  const choice = choose(
    gen,
    expr,
    branches.map((branch) => branch.value),
  );
  gen.line(`${choice.label}: {`);
  for (const branch of branches) {
    const { nul } = branch.value;
    gen.append(branch.lines);
    const settled: Branch = { lines: [], value: { ...branch.value, nul: 'false' } };
    if (nul === 'true') continue;
    settle(gen, settled, choice);
    if (nul !== 'false') gen.line(`if (!(${nul})) {`);
    gen.append(settled.lines);
    gen.line(`break ${choice.label};${nul === 'false' ? '' : ' }'}`);
    if (nul === 'false') break;
  }
  gen.line('}');
  return { ...choice.target, nul: choice.nul };
}

/** NULL when an argument is; doubles are in the order of Java. */
function emitExtreme(gen: Generator, expr: CallExpr, operator: '>' | '<'): Value {
  const values = expr.args.map((arg) => gen.emit(arg));
  const nul = nullOf(gen, values);
  if (nul === 'true') return gen.nothing(expr.type);
  const target = mergeSlots(gen, values, expr.type);
  const exceeds = (value: Value): string =>
    family.isApproximate(expr.type)
      ? `${gen.use(compareDoubles)}(${only(value)}, ${only(target)}) ${operator} 0`
      : comparisonCode(gen, operator, value, target);
  gen.unlessNull(nul, () => {
    for (const [i, value] of values.entries()) {
      const write = (): void => gen.assign(target, value);
      if (i === 0) write();
      else gen.when(exceeds(value), write);
    }
  });
  return { ...target, nul };
}
