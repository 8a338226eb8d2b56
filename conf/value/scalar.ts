/** Booleans, numbers, strings and enumerations in Flink's spellings. */
import { allowedText, type Bounds, rangeText, type ValueType, within } from './type.js';

const INT_MAX = 2 ** 31 - 1;

/** `true` or `false` in any case, as Flink reads them. */
export const boolean: ValueType<boolean> = {
  name: 'Boolean',
  allowed: 'true or false',
  range: '',
  read(text) {
    const lower = text.toLowerCase();
    return lower === 'true' ? true : lower === 'false' ? false : undefined;
  },
  write: String,
};

/** A 32-bit integer in decimal digits. */
export function int(bounds: Bounds = {}): ValueType<number> {
  return integer('Integer', bounds, INT_MAX);
}

/** An integer up to ±(2^53 − 1): the part of Flink's 64 bits that a number holds exactly. */
export function long(bounds: Bounds = {}): ValueType<number> {
  return integer('Long', bounds, Number.MAX_SAFE_INTEGER);
}

function integer(name: string, bounds: Bounds, widest: number): ValueType<number> {
  const range = rangeText(bounds);
  return {
    name,
    allowed: allowedText('an integer', range),
    widest,
    range,
    read(text) {
      if (!/^[+-]?\d+$/.test(text)) return undefined;
      const value = Number(text);
      return Math.abs(value) <= widest && within(value, bounds) ? value : undefined;
    },
    write: String,
  };
}

/** A finite decimal number, `1.5` or `15e-1`. */
export function double(bounds: Bounds = {}): ValueType<number> {
  const range = rangeText(bounds);
  return {
    name: 'Double',
    allowed: allowedText('a number', range),
    range,
    read(text) {
      if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return undefined;
      const value = Number(text);
      return Number.isFinite(value) && within(value, bounds) ? value : undefined;
    },
    write: String,
  };
}

/** A rule for strings, and its words to follow "allowed is ". */
export interface StringRule {
  readonly check?: (text: string) => boolean;
  readonly allowed?: string;
}

export function string(rule: StringRule = {}): ValueType<string> {
  const { check, allowed } = rule;
  return {
    name: 'String',
    allowed: allowed ?? 'any text',
    range: allowed ?? '',
    read: (text) => (check === undefined || check(text) ? text : undefined),
    write: (value) => value,
  };
}

/** One of `values`, matched in any case and read as it stands in `values`. */
export function enumeration<const V extends readonly string[]>(values: V): ValueType<V[number]> {
  const byLower = new Map(values.map((value) => [value.toLowerCase(), value]));
  return {
    name: 'Enum',
    allowed: values.join(', '),
    range: values.join(', '),
    read: (text) => byLower.get(text.toLowerCase()),
    write: (value) => value,
  };
}
