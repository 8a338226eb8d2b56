/** CAST to BOOLEAN and to numbers. */
import type { DecimalType, LogicalType } from '../../../state/column/logical-type.js';
import { attempt } from '../code/attempt.js';
import type { Generator } from '../code/generator.js';
import {
  changeScale,
  checkSafe,
  cutDown,
  fitPrecision,
  scaleUp,
  wrapLong,
} from '../code/integer.js';
import { only, type Value } from '../code/value.js';
import type { CallExpr } from '../expression.js';
import * as casts from '../runtime/cast.js';
import * as family from '../types/family.js';
import { wrapSmall } from './arithmetic-code.js';
import { asDouble } from './temporal-arithmetic.js';

const BITS: Readonly<Record<string, number>> = { TINYINT: 8, SMALLINT: 16, INTEGER: 32 };

export function toBoolean(gen: Generator, expr: CallExpr, value: Value): Value {
  if (family.isCharacter(value.type)) {
    const text = (): string => only(gen.as(value, 'str'));
    return attempt(gen, expr, value, 'bool', () => `${gen.use(casts.textToBoolean)}(${text()})`);
  }
  const zero = value.repr === 'big' ? '0n' : '0';
  const code = gen.hold(`${only(value)} !== ${zero}`);
  return { type: expr.type, repr: 'bool', parts: [code], nul: value.nul };
}

export function toNumber(gen: Generator, expr: CallExpr, value: Value): Value {
  const { type } = expr;
  if (family.isCharacter(value.type)) return fromText(gen, expr, value);
  if (value.repr === 'bool') {
    const parts = [gen.hold(`${only(value)} ? 1 : 0`)];
    return toNumber(gen, expr, { ...value, type: TINY, repr: 'num', parts });
  }
  if (family.isDecimal(type)) return toDecimal(gen, expr, value, type);
  if (family.isApproximate(type)) {
    const double = asDouble(gen, value);
    const code = type.root === 'FLOAT' ? gen.hold(`Math.fround(${double})`) : double;
    return { type, repr: 'num', parts: [code], nul: value.nul };
  }
  const whole = wholePart(gen, value);
  return type.root === 'BIGINT' ? toLong(gen, type, whole) : toSmall(gen, type, whole);
}

const TINY: LogicalType = { root: 'TINYINT', nullable: false };

/** A DECIMAL without its fraction; other numbers as they are. */
function wholePart(gen: Generator, value: Value): Value {
  if (!family.isDecimal(value.type) || value.type.scale === 0) return value;
  return cutDown(gen, value, value.type.scale);
}

function toSmall(gen: Generator, type: LogicalType, value: Value): Value {
  const x = only(value);
  const made = (code: string): Value => ({
    type,
    repr: 'num',
    parts: [gen.hold(code)],
    nul: value.nul,
  });
  if (value.repr === 'big') {
    return made(wrapSmall(`Number(BigInt.asIntN(32, ${x}))`, type.root));
  }
  if (family.isApproximate(value.type)) {
    const cut = gen.hold(`Math.max(Math.min(${x}, 2147483647), -2147483648) | 0`);
    return made(wrapSmall(cut, type.root));
  }
  return made(wrapSmall(x, type.root));
}

const SMALL_BOUND: Readonly<Record<string, number>> = {
  TINYINT: 128,
  SMALLINT: 32768,
  INTEGER: 2147483648,
};

function toLong(gen: Generator, type: LogicalType, value: Value): Value {
  if (value.repr === 'big') return { ...wrapLong(gen, value), type };
  if (!family.isApproximate(value.type)) {
    const bound = SMALL_BOUND[value.type.root] ?? value.bound;
    return { ...value, type, repr: 'int', ...(bound === undefined ? {} : { bound }) };
  }
  const x = only(value);
  if (gen.wide) {
    const code = gen.hold(`${gen.use(casts.doubleToLong)}(${x})`);
    return { type, repr: 'big', parts: [code], nul: value.nul };
  }
  const cut = gen.hold(`${x} !== ${x} ? 0 : Math.trunc(${x}) + 0`);
  checkSafe(gen, cut);
  return { type, repr: 'int', parts: [cut], nul: value.nul };
}

function toDecimal(gen: Generator, expr: CallExpr, value: Value, type: DecimalType): Value {
  const { scale, precision } = type;
  if (family.isDecimal(value.type)) {
    const scaled = changeScale(gen, { ...value, type }, value.type.scale, scale);
    return fitPrecision(gen, scaled, precision, value.nul);
  }
  if (!family.isApproximate(value.type)) {
    const whole = { ...toLong(gen, type, value), type };
    return fitPrecision(gen, scaleUp(gen, whole, scale), precision, value.nul);
  }
  const scaled = attempt(gen, expr, value, gen.wide ? 'big' : 'int', () => {
    const run = gen.wide ? casts.realToDecimal : casts.realToSafeDecimal;
    return safely(gen, `${gen.use(run)}(${only(value)}, ${scale})`);
  });
  return fitPrecision(gen, scaled, precision, scaled.nul);
}

/** A result that is NaN where it is no safe integer. */
function safely(gen: Generator, code: string): string {
  const held = gen.hold(code);
  if (!gen.wide) gen.line(`if (${held} !== ${held}) ${gen.overflow()}`);
  return held;
}

function fromText(gen: Generator, expr: CallExpr, value: Value): Value {
  const { type } = expr;
  const text = (): string => only(gen.as(value, 'str'));
  if (family.isApproximate(type)) {
    const number = attempt(gen, expr, value, 'num', () => {
      return `${gen.use(casts.textToDouble)}(${text()})`;
    });
    if (type.root === 'DOUBLE') return number;
    return { ...number, parts: [gen.hold(`Math.fround(${only(number)})`)] };
  }
  if (type.root === 'DECIMAL') {
    return attempt(gen, expr, value, gen.wide ? 'big' : 'int', () => {
      const run = gen.wide ? casts.textToDecimal : casts.textToSafeDecimal;
      return safely(gen, `${gen.use(run)}(${text()}, ${type.scale}, ${type.precision})`);
    });
  }
  if (type.root === 'BIGINT') {
    return attempt(gen, expr, value, gen.wide ? 'big' : 'int', () => {
      const run = gen.wide ? casts.textToLong : casts.textToSafe;
      return safely(gen, `${gen.use(run)}(${text()})`);
    });
  }
  return attempt(gen, expr, value, 'num', () => {
    return `${gen.use(casts.textToSmall)}(${text()}, ${BITS[type.root]})`;
  });
}
