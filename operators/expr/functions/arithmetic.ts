/** + − * / % over numbers, dates and intervals. */
import { BIGINT, type LogicalType } from '../../../state/column/logical-type.js';
import { castTo } from '../cast.js';
import type { Generator } from '../code/generator.js';
import type { Value } from '../code/value.js';
import type { CallExpr, Expr } from '../expression.js';
import { type CallSite, call, type ScalarFunction, siteOf, strict } from '../function.js';
import { type ArithmeticName, arithmeticRule, intervalResult } from '../types/arithmetic-rules.js';
import * as family from '../types/family.js';
import { emitNegation, emitNumeric } from './arithmetic-code.js';
import { emitTemporal, isTemporal } from './temporal-arithmetic.js';

function bindArithmetic(
  name: ArithmeticName,
  args: readonly Expr[],
  site: CallSite,
): Expr | undefined {
  const [left, right] = args;
  if (left === undefined) return undefined;
  if (right === undefined) return bindSign(name, left, site);
  if (args.length > 2) return undefined;
  if (name === '%' && isWhole(left.type) && family.isInteger(right.type)) {
    return bindRemainder(left, right, site);
  }
  const rule = arithmeticRule(name, left.type, right.type);
  if (rule === undefined) return undefined;
  const operands = [castTo(left, rule.left), castTo(right, rule.right)];
  return call(siteOf(site, name), operands, rule.result);
}

function isWhole(type: LogicalType): boolean {
  return family.isInteger(type) || (type.root === 'DECIMAL' && type.scale === 0);
}

/** The remainder has the divisor's type; a DECIMAL gives its low 64 bits. */
function bindRemainder(left: Expr, right: Expr, site: CallSite): Expr | undefined {
  const dividend = family.isDecimal(left.type) ? castTo(left, BIGINT) : left;
  const rule = arithmeticRule('%', dividend.type, right.type);
  if (rule === undefined) return undefined;
  const operands = [castTo(dividend, rule.left), castTo(right, rule.right)];
  const result = call(siteOf(site, '%'), operands, rule.result);
  return castTo(result, { ...right.type, nullable: result.type.nullable });
}

/** Unary + and −; INTERVALs have a sign too. */
function bindSign(name: ArithmeticName, arg: Expr, site: CallSite): Expr | undefined {
  if (!family.isNumeric(arg.type) && !family.isInterval(arg.type)) return undefined;
  if (name === '+') return arg;
  const type = family.isInterval(arg.type) ? intervalResult(arg.type) : arg.type;
  return name === '-' ? call(siteOf(site, 'NEGATE'), [arg], type) : undefined;
}

function operator(name: ArithmeticName, names: string[], signatures: string[]): ScalarFunction {
  return {
    names,
    signatures,
    bind: (args, site) => bindArithmetic(name, args, site),
    emit: (gen, expr) => emitArithmetic(gen, expr, name),
  };
}

function emitArithmetic(gen: Generator, expr: CallExpr, name: ArithmeticName): Value {
  const [a, b] = expr.args.map((arg) => gen.emit(arg)) as [Value, Value];
  const temporal = isTemporal(a.type) || isTemporal(b.type);
  return (temporal ? emitTemporal : emitNumeric)(gen, expr, name, a, b);
}

const negate: ScalarFunction = {
  names: ['NEGATE'],
  signatures: ['- numeric'],
  bind: (args, site) => {
    const [arg] = args;
    return arg && args.length === 1 ? call(site, [arg], strict(arg.type, args)) : undefined;
  },
  emit: (gen, expr) => emitNegation(gen, expr, gen.emit(expr.args[0] as Expr)),
};

const TEMPORAL = ['datetime + interval', 'interval + interval'];

export const arithmeticOperators: readonly ScalarFunction[] = [
  operator('+', ['+'], ['numeric1 + numeric2', ...TEMPORAL]),
  operator(
    '-',
    ['-'],
    [
      'numeric1 - numeric2',
      'datetime - interval',
      'interval - interval',
      'timestamp1 - timestamp2',
    ],
  ),
  operator('*', ['*'], ['numeric1 * numeric2', 'interval * integer']),
  operator('/', ['/'], ['numeric1 / numeric2']),
  operator('%', ['%', 'MOD'], ['exact1 % exact2', 'MOD(exact1, exact2)']),
  negate,
];
