/** Code of + − * / % and unary − over numbers. */
import type { DecimalType } from '../../../state/column/logical-type.js';
import type { Generator } from '../code/generator.js';
import {
  changeScale,
  fitPrecision,
  integerOperation,
  roundDown,
  scaleUp,
  wrapLong,
} from '../code/integer.js';
import { inline, nullOf } from '../code/template.js';
import { only, type Value } from '../code/value.js';
import type { CallExpr } from '../expression.js';
import { divideDecimal, divideNarrow } from '../runtime/decimal.js';
import { failDivision } from '../runtime/failure.js';
import type { ArithmeticName } from '../types/arithmetic-rules.js';
import * as family from '../types/family.js';

export function emitNumeric(
  gen: Generator,
  expr: CallExpr,
  name: ArithmeticName,
  a: Value,
  b: Value,
): Value {
  const { type } = expr;
  if (a.nul === 'true' || b.nul === 'true') return gen.nothing(type);
  if (family.isDecimal(type)) return emitDecimal(gen, expr, name, a, b);
  if (family.isApproximate(type)) {
    const code = `${only(a)} ${name} ${only(b)}`;
    return inline(gen, expr, [a, b], type.root === 'FLOAT' ? `Math.fround(${code})` : code);
  }
  if (name === '/' || name === '%') return emitDivision(gen, expr, name, a, b);
  if (type.root !== 'BIGINT') return inline(gen, expr, [a, b], smallCode(name, a, b, type.root));
  const nul = nullOf(gen, [a, b]);
  return { ...wrapLong(gen, integerOperation(gen, name, a, b, type)), nul };
}

/** Wraps around at the type's width. */
export function wrapSmall(code: string, root: string): string {
  if (root === 'TINYINT') return `(${code}) << 24 >> 24`;
  return root === 'SMALLINT' ? `(${code}) << 16 >> 16` : `(${code}) | 0`;
}

function smallCode(name: '+' | '-' | '*', a: Value, b: Value, root: string): string {
  if (name === '*' && root === 'INTEGER') return `Math.imul(${only(a)}, ${only(b)})`;
  return wrapSmall(`${only(a)} ${name} ${only(b)}`, root);
}

/** Integer division cuts towards zero; the remainder has the dividend's sign. */
function emitDivision(gen: Generator, expr: CallExpr, name: '/' | '%', a: Value, b: Value): Value {
  const { type } = expr;
  const wide = a.repr === 'big' || b.repr === 'big';
  const [x, y] = wide ? [gen.as(a, 'big'), gen.as(b, 'big')] : [a, b];
  const repr = type.root !== 'BIGINT' ? 'num' : wide ? 'big' : 'int';
  return guarded(gen, expr, [x, y], repr, () => {
    const code = `${only(x)} ${name} ${only(y)}`;
    if (repr === 'num') return wrapSmall(code, type.root);
    if (repr === 'big') return `BigInt.asIntN(64, ${code})`;
    if (name === '/') return `Math.trunc(${code}) + 0`;
    return remainderCode(only(x), only(y));
  });
}

/** A double's % is slow; small operands take the integer instruction. */
function remainderCode(x: string, y: string): string {
  return `((${x} | 0) === ${x} && (${y} | 0) === ${y} ? (${x} | 0) % (${y} | 0) : ${x} % ${y}) + 0`;
}

/** The result where neither is null; a zero divisor fails. */
function guarded(
  gen: Generator,
  expr: CallExpr,
  operands: readonly [Value, Value],
  repr: 'num' | 'int' | 'big',
  code: () => string,
): Value {
  const nul = nullOf(gen, operands);
  const divisor = only(operands[1]);
  const result = gen.slots(repr, expr.type);
  gen.unlessNull(nul, () => {
    if (!isNonZero(divisor)) {
      const zero = operands[1].repr === 'big' ? '0n' : '0';
      gen.line(`if (${divisor} === ${zero}) ${gen.use(failDivision)}(${gen.site(expr)});`);
    }
    gen.line(`${result.parts[0]} = ${code()};`);
  });
  const bound = operands[0].bound;
  return { ...result, nul, ...(repr === 'int' && bound !== undefined ? { bound } : {}) };
}

function isNonZero(code: string): boolean {
  return /^\(?-?[1-9]\d*n?\)?$/.test(code);
}

function emitDecimal(
  gen: Generator,
  expr: CallExpr,
  name: ArithmeticName,
  a: Value,
  b: Value,
): Value {
  const type = expr.type as DecimalType;
  const [left, right] = [a.type as DecimalType, b.type as DecimalType];
  const nul = nullOf(gen, [a, b]);
  if (name === '/') return emitQuotient(gen, expr, a, b);
  if (name === '*') {
    const product = integerOperation(gen, '*', a, b, type);
    const rounded = roundDown(gen, product, left.scale + right.scale - type.scale);
    return fitPrecision(gen, rounded, type.precision, nul);
  }
  const scale = Math.max(left.scale, right.scale);
  const x = scaleUp(gen, a, scale - left.scale);
  const y = scaleUp(gen, b, scale - right.scale);
  const exact = name === '%' ? remainder(gen, expr, x, y) : integerOperation(gen, name, x, y, type);
  const rounded = changeScale(gen, { ...exact, type }, scale, type.scale);
  return fitPrecision(gen, rounded, type.precision, nul);
}

function remainder(gen: Generator, expr: CallExpr, a: Value, b: Value): Value {
  const wide = a.repr === 'big' || b.repr === 'big';
  const operands: [Value, Value] = wide ? [gen.as(a, 'big'), gen.as(b, 'big')] : [a, b];
  return guarded(gen, expr, operands, wide ? 'big' : 'int', () => {
    const [x, y] = [only(operands[0]), only(operands[1])];
    return wide ? `${x} % ${y}` : remainderCode(x, y);
  });
}

function emitQuotient(gen: Generator, expr: CallExpr, a: Value, b: Value): Value {
  const type = expr.type as DecimalType;
  const [left, right] = [a.type as DecimalType, b.type as DecimalType];
  const shift = type.scale - left.scale + right.scale;
  const nul = nullOf(gen, [a, b]);
  const narrow = a.repr === 'int' && b.repr === 'int' && !gen.wide && shift >= 0;
  const operands: [Value, Value] = narrow ? [a, b] : [gen.as(a, 'big'), gen.as(b, 'big')];
  const [x, y] = [only(operands[0]), only(operands[1])];
  const quotient = guarded(gen, expr, operands, narrow ? 'int' : 'big', () => {
    if (!narrow) {
      const args = `${x}, ${left.scale}, ${y}, ${right.scale}, ${type.scale}`;
      return `${gen.use(divideDecimal)}(${args})`;
    }
    const held = gen.hold(`${gen.use(divideNarrow)}(${x}, ${y}, ${shift})`);
    gen.line(`if (${held} !== ${held}) ${gen.overflow()}`);
    return held;
  });
  const unbounded: Value = { ...quotient, bound: Number.MAX_SAFE_INTEGER };
  return fitPrecision(gen, unbounded, type.precision, nul);
}

/** Unary minus; the least integer stays itself, as in Java. */
export function emitNegation(gen: Generator, expr: CallExpr, value: Value): Value {
  const { type } = expr;
  const code = `0 - ${only(value)}`;
  switch (value.repr) {
    case 'num':
      if (family.isApproximate(type))
        return { ...value, type, parts: [gen.hold(`-${only(value)}`)] };
      return { ...value, type, parts: [gen.hold(wrapSmall(code, type.root))] };
    case 'big': {
      const negated = { ...value, type, parts: [gen.hold(`-${only(value)}`)] };
      return family.isDecimal(type) ? negated : wrapLong(gen, negated);
    }
    default:
      return { ...value, type, parts: [gen.hold(code)] };
  }
}
