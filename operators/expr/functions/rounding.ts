/** ABS, SIGN, FLOOR, CEIL, ROUND and TRUNCATE of numbers: the type follows the argument. */
import { type DecimalType, decimal, type LogicalType } from '../../../state/column/logical-type.js';
import type { Generator } from '../code/generator.js';
import { checkSafe, cutDown, fitPrecision, roundDown, scaleUp, wrapLong } from '../code/integer.js';
import { nullOf } from '../code/template.js';
import { only, type Value } from '../code/value.js';
import type { CallExpr, Expr } from '../expression.js';
import { type CallSite, call, type ScalarFunction, strict } from '../function.js';
import { intLiteral } from '../literal.js';
import { fit, INTEGER, NUMERIC } from '../param.js';
import { POW10, truncateScale } from '../runtime/decimal.js';
import * as rounding from '../runtime/rounding.js';
import { roundType } from '../types/decimal-rules.js';
import * as family from '../types/family.js';
import { wrapSmall } from './arithmetic-code.js';
import { customFunction } from './define.js';

const abs = customFunction({
  names: ['ABS'],
  signatures: ['ABS(numeric)'],
  params: [NUMERIC],
  returns: (args) => (args[0] as Expr).type,
  emit(gen, expr) {
    const value = gen.emit(expr.args[0] as Expr);
    const x = only(value);
    if (value.nul === 'true') return value;
    if (value.repr === 'big') {
      const made = { ...value, parts: [gen.hold(`${x} < 0n ? -${x} : ${x}`)] };
      return family.isDecimal(expr.type) ? made : wrapLong(gen, made);
    }
    const code = `Math.abs(${x})`;
    const whole = family.isSmallInteger(expr.type) ? wrapSmall(code, expr.type.root) : code;
    return { ...value, parts: [gen.hold(whole)] };
  },
});

const sign = customFunction({
  names: ['SIGN'],
  signatures: ['SIGN(numeric)'],
  params: [NUMERIC],
  returns: (args) => (args[0] as Expr).type,
  emit(gen, expr) {
    const value = gen.emit(expr.args[0] as Expr);
    const x = only(value);
    if (value.nul === 'true') return value;
    if (value.repr === 'num') return { ...value, parts: [gen.hold(`Math.sign(${x})`)] };
    const zero = value.repr === 'big' ? '0n' : '0';
    const parts = [gen.hold(`${x} > ${zero} ? 1 : ${x} < ${zero} ? -1 : 0`)];
    const one: Value = { ...value, repr: 'int', parts, bound: 1 };
    return family.isDecimal(expr.type) ? scaleUp(gen, one, expr.type.scale) : one;
  },
});

/** FLOOR or CEIL of a number, bound. */
export function bindWhole(args: readonly Expr[], site: CallSite): Expr | undefined {
  const fitted = fit(args, [NUMERIC]);
  const [arg] = fitted ?? [];
  if (fitted === undefined || arg === undefined) return undefined;
  const type = family.isDecimal(arg.type) ? decimal(arg.type.precision, 0) : arg.type;
  return call(site, fitted, strict(type, fitted));
}

export function emitWhole(gen: Generator, expr: CallExpr, up: boolean): Value {
  const value = gen.emit(expr.args[0] as Expr);
  const from = value.type;
  const { type } = expr;
  if (value.nul === 'true') return gen.nothing(type);
  if (family.isApproximate(from)) {
    return { ...value, parts: [gen.hold(`Math.${up ? 'ceil' : 'floor'}(${only(value)})`)] };
  }
  if (!family.isDecimal(from) || from.scale === 0) return { ...value, type };
  const x = only(value);
  if (value.repr === 'int' && from.scale <= 22) {
    const unit = POW10[from.scale];
    const rest = gen.hold(`${x} % ${unit}`);
    const cut = gen.hold(`(${x} - ${rest}) / ${unit} + 0`);
    const moved = up ? `${rest} > 0 ? ${cut} + 1 : ${cut}` : `${rest} < 0 ? ${cut} - 1 : ${cut}`;
    return { ...value, type, parts: [gen.hold(moved)] };
  }
  const big = only(gen.as(value, 'big'));
  const cut = gen.hold(`${gen.use(truncateScale)}(${big}, ${from.scale}, 0)`);
  const back = `${gen.use(truncateScale)}(${cut}, 0, ${from.scale})`;
  const moved = up
    ? `${back} < ${big} ? ${cut} + 1n : ${cut}`
    : `${back} > ${big} ? ${cut} - 1n : ${cut}`;
  return { type, repr: 'big', parts: [gen.hold(moved)], nul: value.nul };
}

function roundFunction(name: string, cuts: boolean): ScalarFunction {
  return {
    names: [name],
    signatures: [`${name}(numeric [, digits INT])`],
    bind(args, site) {
      const fitted = fit(args, [NUMERIC, INTEGER], 1);
      if (fitted === undefined) return undefined;
      const [value, digits = intLiteral(0)] = fitted as [Expr, Expr | undefined];
      const operands = [value, digits];
      return call(site, operands, strict(roundedType(value.type, digits), operands));
    },
    emit: (gen, expr) => emitRound(gen, expr, cuts),
  };
}

/** Of digits known only at run time the type stays. */
function roundedType(type: LogicalType, digits: Expr): LogicalType {
  if (!family.isDecimal(type)) return type;
  if (digits.kind === 'literal' && digits.value !== null) {
    return roundType(type, Number(digits.value));
  }
  return type;
}

function emitRound(gen: Generator, expr: CallExpr, cuts: boolean): Value {
  const [value, digits] = expr.args.map((arg) => gen.emit(arg)) as [Value, Value];
  const { type } = expr;
  const nul = nullOf(gen, [value, digits]);
  if (nul === 'true') return gen.nothing(type);
  if (family.isApproximate(type)) {
    const run = cuts ? rounding.truncateDouble : rounding.roundDouble;
    const rounded = `${gen.use(run)}(${only(value)}, ${only(digits)}, ${gen.site(expr)})`;
    const code = gen.hold(`${nul} ? 0 : ${rounded}`);
    const parts = [type.root === 'FLOAT' ? gen.hold(`Math.fround(${code})`) : code];
    return { type, repr: 'num', parts, nul };
  }
  const [, constant] = expr.args as [Expr, Expr];
  if (constant.kind === 'literal' && family.isDecimal(value.type)) {
    return roundConstant(gen, value, Number(constant.value), type as DecimalType, { cuts, nul });
  }
  if (constant.kind === 'literal' && !family.isDecimal(type) && Number(constant.value) >= 0) {
    return { ...value, type, nul };
  }
  return roundBig(gen, value, digits, type, { cuts, nul });
}

function roundConstant(
  gen: Generator,
  value: Value,
  digits: number,
  type: DecimalType,
  { cuts, nul }: { cuts: boolean; nul: string },
): Value {
  const { scale } = value.type as DecimalType;
  if (digits >= scale) return { ...value, type, nul };
  const down = (cuts ? cutDown : roundDown)(gen, value, scale - digits);
  const whole = digits < 0 ? scaleUp(gen, down, -digits) : down;
  return fitPrecision(gen, { ...whole, type }, type.precision, nul);
}

/** Through bigints: digits known only now, or places left of the point. */
function roundBig(
  gen: Generator,
  value: Value,
  digits: Value,
  type: LogicalType,
  { cuts, nul }: { cuts: boolean; nul: string },
): Value {
  const big = `BigInt(${only(value)})`;
  const n = only(digits);
  if (family.isDecimal(type)) {
    const run = cuts ? rounding.truncateUnscaled : rounding.roundUnscaled;
    const code = gen.hold(`${gen.use(run)}(${big}, ${type.scale}, ${n})`);
    const made: Value = { type, repr: 'big', parts: [code], nul: 'false' };
    return fitPrecision(gen, narrowed(gen, made), type.precision, nul);
  }
  const run = cuts ? rounding.truncateInteger : rounding.roundInteger;
  const code = gen.hold(`${gen.use(run)}(${big}, ${n})`);
  if (type.root === 'BIGINT') {
    const made: Value = { type, repr: 'big', parts: [code], nul };
    return { ...narrowed(gen, wrapLong(gen, made)), nul };
  }
  return { type, repr: 'num', parts: [gen.hold(wrapSmall(`Number(${code})`, type.root))], nul };
}

function narrowed(gen: Generator, value: Value): Value {
  if (gen.wide) return value;
  const number = gen.hold(`Number(${only(value)})`);
  checkSafe(gen, number);
  return { ...value, repr: 'int', parts: [number] };
}

export const roundingFunctions: readonly ScalarFunction[] = [
  abs,
  sign,
  roundFunction('ROUND', false),
  roundFunction('TRUNCATE', true),
];
