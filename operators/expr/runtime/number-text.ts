/** Numbers as Java prints and reads them. */

/** `Double.toString`: 1.0, 1.0E10, 1.0E-5, NaN, Infinity. */
export function doubleText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  return javaForm(value.toExponential());
}

/** `Float.toString`: the fewest digits that lead back to the same float. */
export function floatText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  for (let digits = 0; digits < 9; digits++) {
    const text = value.toExponential(digits);
    if (Math.fround(Number(text)) === value) return javaForm(text);
  }
  return javaForm(value.toExponential(9));
}

/**
 * From `d.ddde±n`: plain from 10^-3 to below 10^7, else with E; always a digit behind the point.
 */
function javaForm(scientific: string): string {
  const negative = scientific.startsWith('-');
  const [mantissa, power] = scientific.slice(negative ? 1 : 0).split('e') as [string, string];
  const exponent = Number(power);
  const digits = mantissa.replace('.', '').replace(/0+$/, '') || '0';
  const sign = negative ? '-' : '';
  if (exponent < -3 || exponent >= 7) {
    return `${sign}${digits[0]}.${digits.slice(1) || '0'}E${exponent}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`;
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
