/**
 * PRINTF: `java.util.Formatter` in the US locale, for the conversions %b %c %d %o %x %e %f %g %s %%
 * %n. Where Java throws, the result is NULL, as Flink gives it.
 */
import { fail, type Site } from './failure.js';
import { doubleText } from './number-text.js';

/** What Java's class of an argument is; `other` has a text and nothing else. */
export type PrintfKind = 'boolean' | 'int8' | 'int16' | 'int32' | 'int64' | 'double' | 'other';

export interface PrintfArgument {
  readonly kind: PrintfKind;
  /** Of `other`, its text. */
  readonly value: boolean | number | bigint | string | null;
}

interface Spec {
  readonly flags: string;
  readonly width: number | undefined;
  readonly precision: number | undefined;
  readonly conversion: string;
}

/** Java throws an exception here. */
class FormatError extends Error {}

const SPEC = /%(?:(\d+)\$)?([-#+ 0,(<]*)(\d+)?(?:\.(\d+))?([tT]?[a-zA-Z%])|%/g;

export function printf(format: string, args: readonly PrintfArgument[], site: Site): string | null {
  let next = 0;
  let last = -1;
  try {
    return format.replace(SPEC, (all, position, flags = '', width, precision, conversion) => {
      if (conversion === undefined || new Set(flags).size < flags.length) throw new FormatError();
      const spec: Spec = {
        flags: flags.replace('<', ''),
        width: width === undefined ? undefined : Number(width),
        precision: precision === undefined ? undefined : Number(precision),
        conversion,
      };
      if (conversion === 'n') return lineEnd(spec);
      if (conversion === '%') return padded('%', spec);
      if (/^(?:[tT].|[hHaA])$/.test(conversion)) {
        fail(site, `PRINTF does not know the conversion ${all}`);
      }
      if (!flags.includes('<')) last = position === undefined ? next++ : Number(position) - 1;
      const arg = args[last];
      if (arg === undefined) throw new FormatError();
      const text = formatted(spec, arg);
      return /[A-Z]/.test(conversion) ? text.toUpperCase() : text;
    });
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}

function lineEnd(spec: Spec): string {
  check(spec.flags === '' && spec.width === undefined && spec.precision === undefined);
  return '\n';
}

function check(allowed: boolean): void {
  if (!allowed) throw new FormatError();
}

/** Flags that may stand, beside what rules them out together. */
function allow(spec: Spec, flags: string): void {
  check([...spec.flags].every((flag) => flags.includes(flag)));
  const has = (flag: string): boolean => spec.flags.includes(flag);
  check(!((has('-') || has('0')) && spec.width === undefined));
  check(!(has('-') && has('0')) && !(has('+') && has(' ')));
}

function formatted(spec: Spec, arg: PrintfArgument): string {
  switch (spec.conversion.toLowerCase()) {
    case 's':
      return plain(spec, String(textOf(arg)));
    case 'b':
      return plain(spec, String(arg.kind === 'boolean' ? arg.value === true : arg.value !== null));
    case 'c':
      return character(spec, arg);
    case 'd':
      return decimal(spec, arg);
    case 'o':
    case 'x':
      return unsigned(spec, arg);
    case 'e':
    case 'f':
    case 'g':
      return floating(spec, arg);
    default:
      throw new FormatError();
  }
}

function textOf({ kind, value }: PrintfArgument): unknown {
  return kind === 'double' && value !== null ? doubleText(value as number) : value;
}

function padded(text: string, spec: Spec): string {
  allow(spec, '-');
  const { width = 0 } = spec;
  return spec.flags.includes('-') ? text.padEnd(width) : text.padStart(width);
}

function plain(spec: Spec, text: string): string {
  return padded(spec.precision === undefined ? text : text.slice(0, spec.precision), spec);
}

function character(spec: Spec, { kind, value }: PrintfArgument): string {
  check(spec.precision === undefined);
  if (value === null) return padded('null', spec);
  check(kind === 'int8' || kind === 'int16' || kind === 'int32');
  const code = Number(value);
  check(code >= 0 && code <= 0x10ffff);
  return padded(String.fromCodePoint(code), spec);
}

function decimal(spec: Spec, { kind, value }: PrintfArgument): string {
  check(spec.precision === undefined);
  allow(spec, '-+ 0,(');
  if (value === null) return padded('null', { ...spec, flags: spec.flags.replace(/[^-]/g, '') });
  check(kind.startsWith('int'));
  const number = BigInt(value as number | bigint);
  return signed(spec, number < 0n, grouped(spec, String(number < 0n ? -number : number)));
}

const BITS: Readonly<Record<string, number>> = { int8: 8, int16: 16, int32: 32, int64: 64 };

function unsigned(spec: Spec, { kind, value }: PrintfArgument): string {
  check(spec.precision === undefined);
  allow(spec, '-#0');
  if (value === null) return padded('null', { ...spec, flags: spec.flags.replace(/[^-]/g, '') });
  const bits = BITS[kind];
  if (bits === undefined) throw new FormatError();
  const octal = spec.conversion === 'o';
  const digits = BigInt.asUintN(bits, BigInt(value as number | bigint)).toString(octal ? 8 : 16);
  const prefix = spec.flags.includes('#') ? (octal ? '0' : '0x') : '';
  return aligned(spec, prefix, digits, '');
}

function grouped(spec: Spec, digits: string): string {
  return spec.flags.includes(',') ? digits.replace(/\B(?=(?:\d{3})+$)/g, ',') : digits;
}

function signed(spec: Spec, negative: boolean, body: string): string {
  const has = (flag: string): boolean => spec.flags.includes(flag);
  if (negative) return has('(') ? aligned(spec, '(', body, ')') : aligned(spec, '-', body, '');
  return aligned(spec, has('+') ? '+' : has(' ') ? ' ' : '', body, '');
}

/** Zeros go between the sign and the digits, blanks around both. */
function aligned(spec: Spec, before: string, body: string, after: string): string {
  const { width = 0, flags } = spec;
  const zeros = flags.includes('0') ? width - before.length - after.length : 0;
  const text = before + body.padStart(zeros, '0') + after;
  return flags.includes('-') ? text.padEnd(width) : text.padStart(width);
}

function floating(spec: Spec, { kind, value }: PrintfArgument): string {
  const conversion = spec.conversion.toLowerCase();
  allow(spec, conversion === 'f' ? '-#+ 0,(' : conversion === 'e' ? '-#+ 0(' : '-+ 0,(');
  if (value === null) return plain({ ...spec, flags: spec.flags.replace(/[^-]/g, '') }, 'null');
  check(kind === 'double');
  const number = value as number;
  const noZeros = { ...spec, flags: spec.flags.replace('0', '') };
  if (Number.isNaN(number)) return aligned(noZeros, '', 'NaN', '');
  if (!Number.isFinite(number)) return signed(noZeros, number < 0, 'Infinity');
  const negative = number < 0 || Object.is(number, -0);
  return signed(spec, negative, magnitude(spec, conversion, Math.abs(number)));
}

function magnitude(spec: Spec, conversion: string, value: number): string {
  const precision = spec.precision ?? 6;
  if (conversion === 'f') return fixed(spec, value, precision);
  if (conversion === 'e') return scientific(spec, value, precision);
  const digits = precision === 0 ? 1 : precision;
  if (value === 0) return fixed(spec, 0, digits - 1);
  const exponent = rounded(value, digits).exponent;
  if (exponent < -4 || exponent >= digits) return scientific(spec, value, digits - 1);
  return fixed(spec, value, digits - 1 - exponent);
}

/** The fewest digits that tell the double apart: `d.ddd…` times ten to the exponent. */
function shortest(value: number): { digits: string; exponent: number } {
  const [mantissa = '0', power = '0'] = value.toExponential().split('e');
  return { digits: mantissa.replace('.', ''), exponent: Number(power) };
}

/** Those digits rounded half up to a count, as Java does it. */
function rounded(value: number, count: number): { digits: string; exponent: number } {
  const { digits, exponent } = shortest(value);
  if (count < 0) return { digits: '', exponent };
  if (digits.length <= count) return { digits: digits.padEnd(count, '0'), exponent };
  const kept = BigInt(`0${digits.slice(0, count)}`) + ((digits[count] ?? '0') >= '5' ? 1n : 0n);
  const text = kept.toString().padStart(count, '0');
  return text.length > count
    ? { digits: text.slice(0, Math.max(1, count)), exponent: exponent + 1 }
    : { digits: text, exponent };
}

function fixed(spec: Spec, value: number, places: number): string {
  const count = shortest(value).exponent + 1 + places;
  const { digits, exponent } = rounded(value, count);
  const all = value === 0 ? '' : digits;
  const scaled = all.padEnd(Math.max(0, exponent + 1 + places), '0').padStart(places + 1, '0');
  const whole = places === 0 ? scaled : scaled.slice(0, -places);
  const fraction = places === 0 ? '' : scaled.slice(-places);
  const point = places > 0 || spec.flags.includes('#') ? '.' : '';
  return grouped(spec, whole) + point + fraction;
}

function scientific(spec: Spec, value: number, places: number): string {
  const { digits, exponent } = rounded(value, places + 1);
  const power = value === 0 ? 0 : exponent;
  const point = places > 0 || spec.flags.includes('#') ? '.' : '';
  const size = String(Math.abs(power)).padStart(2, '0');
  return `${digits[0]}${point}${digits.slice(1)}e${power < 0 ? '-' : '+'}${size}`;
}
