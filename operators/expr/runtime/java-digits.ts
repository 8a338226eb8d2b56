/**
 * The digits by which Java up to 18 prints a double or a float: mostly the fewest that lead back to
 * the number, but not for powers of two, for whole numbers beyond the significant bits and where a
 * shorter number lies just between two. Digits are generated from the left (Steele and White) until
 * what is left is less than half the distance to the next number; that distance is taken to be the
 * same on both sides. Of whole numbers below 2^63 only digits below the last bit are dropped.
 */

interface Binary {
  /** value = fraction × 2^exponent, fraction odd. */
  readonly fraction: bigint;
  readonly exponent: number;
  /** Of the value: 2^power <= value < 2^(power + 1). */
  readonly power: number;
  /** Significant bits of numbers of this size. */
  readonly bits: number;
}

/** @param value positive and finite @param bits of a significand: 53, or 24 */
function binaryOf(value: number, bits: 53 | 24): Binary {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const raw = view.getBigUint64(0);
  const biased = Number(raw >> 52n);
  const low = raw & ((1n << 52n) - 1n);
  let fraction = biased === 0 ? low : low | (1n << 52n);
  let exponent = Math.max(biased, 1) - 1075;
  while ((fraction & 1n) === 0n) {
    fraction >>= 1n;
    exponent++;
  }
  const power = exponent + fraction.toString(2).length - 1;
  const least = bits === 53 ? -1074 : -149;
  return { fraction, exponent, power, bits: Math.min(bits, power - least + 1) };
}

/** `d.ddde±n` of a positive, finite number. */
export function javaDigits(value: number, bits: 53 | 24): string {
  const binary = binaryOf(value, bits);
  if (binary.exponent >= 0 && binary.power < 63) return wholeDigits(binary);
  return generated(binary);
}

function wholeDigits({ fraction, exponent, power, bits }: Binary): string {
  const spare = power > bits ? power - bits - 1 : 0;
  const dropped = spare > 1 ? Math.floor(spare * Math.log10(2)) : 0;
  const unit = 10n ** BigInt(dropped);
  const whole = fraction << BigInt(exponent);
  const rounds = dropped > 0 && whole % unit >= unit / 2n;
  const digits = (whole / unit + (rounds ? 1n : 0n)).toString();
  return scientific(digits, digits.length - 1 + dropped);
}

function scientific(digits: string, exponent: number): string {
  return `${digits[0]}.${digits.slice(1) || '0'}e${exponent}`;
}

/** The decimal exponent, or one more: by a line that touches the logarithm at 1.5. */
function estimatedExponent({ fraction, exponent, power }: Binary): number {
  const one = Number(fraction) * 2 ** (exponent - power > -1000 ? exponent - power : 0);
  return Math.floor((one - 1.5) * 0.289529654 + 0.176091259 + power * 0.301029995663981);
}

function generated(binary: Binary): string {
  const { fraction, power, bits } = binary;
  const decimal = estimatedExponent(binary);
  const length = fraction.toString(2).length;
  const tiny = Math.max(0, length - power - 1);
  const [fives, tens] = [Math.max(0, -decimal), Math.max(0, decimal)];
  // rest ÷ scale is the value in units of 10^decimal, half ÷ scale half the distance to the next.
  let restTwos = fives + tiny + power - (length - 1);
  let scaleTwos = tens + tiny;
  let halfTwos = fives + tiny + power - bits - (fraction === 1n ? 1 : 0);
  const shared = Math.min(restTwos, scaleTwos);
  const shift = Math.max(shared - halfTwos, 0) - shared;
  restTwos += shift;
  scaleTwos += shift;
  halfTwos += shift;
  const power5 = 5n ** BigInt(fives);
  const rest = (fraction * power5) << BigInt(restTwos);
  const half = power5 << BigInt(halfTwos);
  const scale = (5n ** BigInt(tens)) << BigInt(scaleTwos);
  const fits =
    length + restTwos + bitsOfPower5(fives) < 64 && scaleTwos + 1 + bitsOfPower5(tens + 1) < 64;
  return digitsOf(rest, half, scale, { decimal, strict: fits });
}

/** As Java's table has it, and as it guesses beyond. */
function bitsOfPower5(exponent: number): number {
  return exponent < 27 ? (5n ** BigInt(exponent)).toString(2).length : exponent * 3;
}

interface Start {
  /** The exponent of the first digit, or one more. */
  readonly decimal: number;
  /** A tie with the next number counts as one only in Java's long arithmetic of big numbers. */
  readonly strict: boolean;
}

function digitsOf(start: bigint, distance: bigint, scale: bigint, at: Start): string {
  const ten = scale * 10n;
  let first = at.decimal;
  let rest = start;
  let half = distance;
  const digits: bigint[] = [];
  let low = false;
  let high = false;
  const step = (): bigint => {
    const digit = rest / scale;
    rest = (rest % scale) * 10n;
    half *= 10n;
    low = rest < half;
    high = at.strict ? rest + half > ten : rest + half >= ten;
    return digit;
  };
  const digit = step();
  if (digit === 0n && !high) first--;
  else digits.push(digit);
  // The form with an exponent has two digits at least.
  if (first < -3 || first >= 8) low = high = false;
  while (!low && !high) digits.push(step());
  const twice = rest * 2n;
  const odd = (digits[digits.length - 1] as bigint) % 2n === 1n;
  if (high && (!low || twice > ten || (twice === ten && odd))) return roundedUp(digits, first);
  return scientific(digits.join(''), first);
}

function roundedUp(digits: readonly bigint[], exponent: number): string {
  const text = (BigInt(digits.join('')) + 1n).toString();
  return scientific(text, exponent + text.length - digits.length);
}
