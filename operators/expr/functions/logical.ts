/** AND, OR, NOT and the truth tests, in three-valued logic. */
import { BOOLEAN, withNullable } from '../../../state/column/logical-type.js';
import type { Branch, Generator } from '../code/generator.js';
import { only, type Value } from '../code/value.js';
import type { CallExpr, Expr } from '../expression.js';
import { call, type ScalarFunction, strictBoolean } from '../function.js';
import { FLAG, fit } from '../param.js';
import { negation } from './negation.js';

function connective(name: 'AND' | 'OR'): ScalarFunction {
  return {
    names: [name],
    signatures: [`boolean1 ${name} boolean2`],
    bind(args, site) {
      const flags = fit(args, [FLAG], 2, true);
      return flags && call(site, flags, strictBoolean(flags));
    },
    emit: (gen, expr) => emitConnective(gen, expr, name === 'OR'),
  };
}

/**
 * One operand after the other until one decides (false for AND, true for OR); a null is remembered
 * meanwhile. What stands behind a deciding operand is not evaluated.
 */
function emitConnective(gen: Generator, expr: CallExpr, decides: boolean): Value {
  const [head, ...tail] = expr.args as [Expr, ...Expr[]];
  const first = gen.emit(head);
  const rest = tail.map((arg) => gen.branch(() => gen.emit(arg)));
  const operands = [first, ...rest.map((branch) => branch.value)];
  if (rest.length < 8 && rest.every(isCheap)) {
    for (const branch of rest) gen.append(branch.lines);
    return evenly(gen, expr, operands, decides);
  }
  return lazily(gen, expr, first, rest, decides);
}

/** Nothing but reading and comparing: cheaper than the branch that would skip it. */
function isCheap(branch: Branch): boolean {
  return (
    branch.lines.length <= 8 && branch.lines.every((line) => !/\w\(|\bif\b|\blet\b/.test(line))
  );
}

/** Without a branch, so that no row is mispredicted. */
function evenly(
  gen: Generator,
  expr: CallExpr,
  operands: readonly Value[],
  decides: boolean,
): Value {
  const { type } = expr;
  const nullable = operands.some((operand) => operand.nul !== 'false');
  const join = (codes: readonly string[], operator: string): string =>
    gen.hold(`(${codes.map((code) => `(${code})`).join(` ${operator} `)}) === 1`);
  const values = operands.map(only);
  if (!nullable) {
    const code = join(values, decides ? '|' : '&');
    return { type, repr: 'bool', parts: [code], nul: 'false' };
  }
  const known = operands.map(({ nul }) => `!(${nul})`);
  const trues = values.map((value, i) => `${value} & ${known[i]}`);
  const falses = values.map((value, i) => `!${value} & ${known[i]}`);
  const isTrue = join(trues, decides ? '|' : '&');
  const isFalse = join(falses, decides ? '&' : '|');
  return { type, repr: 'bool', parts: [isTrue], nul: gen.hold(`!${isTrue} && !${isFalse}`, 'n') };
}

function lazily(
  gen: Generator,
  expr: CallExpr,
  first: Value,
  rest: readonly Branch[],
  decides: boolean,
): Value {
  const operands = [first, ...rest.map((branch) => branch.value)];
  const nullable = operands.some((operand) => operand.nul !== 'false');
  const result = gen.variable(String(!decides));
  const unknown = nullable ? gen.variable('false', 'n') : 'false';
  const take = ({ parts, nul }: Value): void => {
    if (nul === 'false') gen.line(`${result} = ${parts[0]};`);
    else gen.line(`if (${nul}) ${unknown} = true; else ${result} = ${parts[0]};`);
  };
  take(first);
  const open = decides ? `!${result}` : result;
  for (const branch of rest) {
    gen.line(`if (${open}) {`);
    gen.append(branch.lines);
    take(branch.value);
    gen.line('}');
  }
  const nul = nullable ? gen.hold(`${unknown} && ${open}`, 'n') : 'false';
  return { type: expr.type, repr: 'bool', parts: [result], nul };
}

/** @param code from the value and its null flag; never null */
function truthTest(name: string, code: (value: string, nul: string) => string): ScalarFunction {
  return {
    names: [name],
    signatures: [`boolean ${name}`],
    bind(args, site) {
      const flags = fit(args, [FLAG]);
      return flags && call(site, flags, withNullable(BOOLEAN, false));
    },
    emit(gen, expr) {
      const { parts, nul } = gen.emit(expr.args[0] as Expr);
      const held = gen.hold(code(parts[0] as string, nul));
      return { type: expr.type, repr: 'bool', parts: [held], nul: 'false' };
    },
  };
}

const not: ScalarFunction = {
  names: ['NOT'],
  signatures: ['NOT boolean'],
  bind(args, site) {
    const [flag] = fit(args, [FLAG]) ?? [];
    return flag && negation(flag, site);
  },
  emit(gen, expr) {
    const value = gen.emit(expr.args[0] as Expr);
    return { ...value, type: expr.type, parts: [gen.hold(`!${only(value)}`)] };
  },
};

export const logicalFunctions: readonly ScalarFunction[] = [
  connective('AND'),
  connective('OR'),
  not,
  truthTest('IS TRUE', (value, nul) => `${value} && !(${nul})`),
  truthTest('IS NOT TRUE', (value, nul) => `!${value} || ${nul}`),
  truthTest('IS FALSE', (value, nul) => `!${value} && !(${nul})`),
  truthTest('IS NOT FALSE', (value, nul) => `${value} || ${nul}`),
  truthTest('IS UNKNOWN', (_, nul) => nul),
  truthTest('IS NOT UNKNOWN', (_, nul) => `!(${nul})`),
];
