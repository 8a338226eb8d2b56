/** Numbers as Java prints and reads them. */
import { javaDigits } from './java-digits.js';

/** `Double.toString`: 1.0, 1.0E10, 1.0E-5, NaN, Infinity. */
export function doubleText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const size = Math.abs(value);
  const sign = value < 0 ? '-' : '';
  const rare = size >= 2 ** 53 || size < 2 ** -1022 || (size < 2 ** -20 && isPowerOfTwo(size));
  return sign + javaForm(rare ? javaDigits(size, 53) : size.toExponential());
}

/** By fewer digits than this a float and its double are told alike. */
const EASY_DIGITS = 6;

/** `Float.toString`. */
export function floatText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const size = Math.abs(value);
  const sign = value < 0 ? '-' : '';
  const easy = size.toExponential();
  const short = size >= 2 ** -20 && easy.indexOf('e') <= EASY_DIGITS + 1;
  return sign + javaForm(short ? easy : javaDigits(size, 24));
}

function isPowerOfTwo(value: number): boolean {
  return Math.log2(value) % 1 === 0;
}

/**
 * From `d.ddde±n`: plain from 10^-3 to below 10^7, else with E; always a digit behind the point.
 */
function javaForm(scientific: string): string {
  const [mantissa, power] = scientific.split('e') as [string, string];
  const exponent = Number(power);
  const digits = mantissa.replace('.', '').replace(/0+$/, '') || '0';
  if (exponent < -3 || exponent >= 7) {
    return `${digits[0]}.${digits.slice(1) || '0'}E${exponent}`;
  }
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${whole}.${digits.slice(exponent + 1) || '0'}`;
}

const DECIMAL_FLOAT = /^[+-]?(?:NaN|Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?)$/;

/** `Double.parseDouble`; undefined where it throws. */
export function parseDouble(text: string): number | undefined {
  const trimmed = text.trim();
  if (!DECIMAL_FLOAT.test(trimmed)) return undefined;
  return Number(/[fFdD]$/.test(trimmed) ? trimmed.slice(0, -1) : trimmed);
}

const INTEGRAL = /^([+-]?)(\d*)(?:\.\d*)?$/;

/**
 * A string as an integer between the limits: spaces around it and a fraction, which is cut off, are
 * allowed. Undefined when it is none or out of range.
 */
export function parseInteger(text: string, least: bigint, most: bigint): bigint | undefined {
  const match = INTEGRAL.exec(text.replace(/^ +| +$/g, ''));
  if (match === null) return undefined;
  const [all, sign, digits = ''] = match;
  if (digits === '' && (all === sign || all === `${sign}.`)) return undefined;
  const value = sign === '-' ? -BigInt(digits || '0') : BigInt(digits || '0');
  return value >= least && value <= most ? value : undefined;
}
