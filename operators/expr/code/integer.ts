/**
 * Integer arithmetic of the widening types (BIGINT, DECIMAL unscaled, INTERVAL DAY TO SECOND) in
 * two ways: on doubles with a check that the result is a safe integer, and on bigints. A bound on
 * the operands that rules out an overflow saves the check, and keeps even a wide run on doubles.
 */
import type { LogicalType } from '../../../state/column/logical-type.js';
import { bigPow10, divideHalfUp, POW10, roundNarrow } from '../runtime/decimal.js';
import type { Generator } from './generator.js';
import { only, type Value } from './value.js';

const SAFE = Number.MAX_SAFE_INTEGER;

type Operator = '+' | '-' | '*';

function boundOf(value: Value): number {
  return value.bound ?? SAFE;
}

/**
 * The result; of a bigint it is exact, not yet wrapped to 64 bits. The null flag is the caller's.
 */
export function integerOperation(
  gen: Generator,
  operator: Operator,
  a: Value,
  b: Value,
  type: LogicalType,
): Value {
  const bound = operator === '*' ? boundOf(a) * boundOf(b) : boundOf(a) + boundOf(b);
  const narrow = a.repr === 'int' && b.repr === 'int';
  if (!narrow || (gen.wide && bound > SAFE)) {
    const [x, y] = [only(gen.as(a, 'big')), only(gen.as(b, 'big'))];
    return { type, repr: 'big', parts: [gen.hold(`${x} ${operator} ${y}`)], nul: 'false' };
  }
  const result = gen.hold(`${only(a)} ${operator} ${only(b)}${operator === '*' ? ' + 0' : ''}`);
  if (bound > SAFE) checkSafe(gen, result);
  return { type, repr: 'int', parts: [result], nul: 'false', bound: Math.min(bound, SAFE) };
}

export function checkSafe(gen: Generator, result: string): void {
  gen.line(`if (${result} > ${SAFE} || ${result} < -${SAFE}) ${gen.overflow()}`);
}

/** value × 10^digits. */
export function scaleUp(gen: Generator, value: Value, digits: number): Value {
  if (digits === 0) return value;
  const power: Value =
    digits <= 15
      ? { ...value, repr: 'int', parts: [String(POW10[digits])], bound: POW10[digits] as number }
      : { ...value, repr: 'big', parts: [`${bigPow10(digits)}n`] };
  if (digits > 15 && value.repr === 'int' && !gen.wide) {
    // Only 0 stays narrow by so much; anything else needs the wide run.
    gen.line(`if (${only(value)} !== 0) ${gen.overflow()}`);
    return { ...value, parts: ['0'], bound: 0 };
  }
  return { ...integerOperation(gen, '*', value, power, value.type), nul: value.nul };
}

/** value ÷ 10^digits, HALF_UP. */
export function roundDown(gen: Generator, value: Value, digits: number): Value {
  if (digits === 0) return value;
  if (value.repr === 'int' && digits > 22) return { ...value, parts: ['0'], bound: 0 };
  const code =
    value.repr === 'int'
      ? `${gen.use(roundNarrow)}(${only(value)}, ${digits})`
      : `${gen.use(divideHalfUp)}(${only(value)}, ${bigPow10(digits)}n)`;
  return { ...value, parts: [gen.hold(code)] };
}

/** value ÷ 10^digits, towards zero. */
export function cutDown(gen: Generator, value: Value, digits: number): Value {
  if (digits === 0) return value;
  if (value.repr === 'int' && digits > 22) return { ...value, parts: ['0'], bound: 0 };
  const code =
    value.repr === 'int'
      ? `Math.trunc(${only(value)} / ${POW10[digits]}) + 0`
      : `${only(value)} / ${bigPow10(digits)}n`;
  return { ...value, parts: [gen.hold(code)] };
}

/** From one scale to another. */
export function changeScale(gen: Generator, value: Value, from: number, to: number): Value {
  return to >= from ? scaleUp(gen, value, to - from) : roundDown(gen, value, from - to);
}

/** As Java's long does on overflow. */
export function wrapLong(gen: Generator, value: Value): Value {
  if (value.repr !== 'big') return value;
  return { ...value, parts: [gen.hold(`BigInt.asIntN(64, ${only(value)})`)] };
}

/**
 * A DECIMAL that needs more digits than its type has is NULL. Where the bound rules it out, nothing
 * is written.
 *
 * @param nul the flag before; the result's flag is given back in the value
 */
export function fitPrecision(gen: Generator, value: Value, precision: number, nul: string): Value {
  const limit = precision <= 15 ? (POW10[precision] as number) - 1 : SAFE;
  if (value.repr === 'int') {
    if (boundOf(value) <= limit || precision > 15) return { ...value, nul };
    const x = only(value);
    const flag = gen.hold(`${nul} || ${x} > ${limit} || ${x} < -${limit}`, 'n');
    return { ...value, nul: flag, bound: limit };
  }
  const most = `${bigPow10(precision)}n`;
  const flag = gen.hold(`${nul} || ${only(value)} >= ${most} || ${only(value)} <= -${most}`, 'n');
  return { ...value, nul: flag };
}
