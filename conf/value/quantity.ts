/**
 * Durations and memory sizes: digits, optional blanks, a unit in any case (`10 min`, `64kb`).
 * Labels are those of Flink's `TimeUtils` and `MemorySize`; without a label a duration is in
 * milliseconds and a size in bytes. There are no fractions, signs or ISO-8601 periods.
 */
import { allowedText, type Bounds, rangeText, type ValueType, within } from './type.js';

/** Units from the largest down: what one is worth, and its labels; the first label is written. */
type Units = readonly (readonly [worth: number, ...labels: string[]])[];

const SECOND = 1000;
const durationUnits: Units = [
  [86_400 * SECOND, 'd', 'day', 'days'],
  [3600 * SECOND, 'h', 'hour', 'hours'],
  [60 * SECOND, 'min', 'm', 'minute', 'minutes'],
  [SECOND, 's', 'sec', 'secs', 'second', 'seconds'],
  [1, 'ms', 'milli', 'millis', 'millisecond', 'milliseconds'],
  [1e-3, 'µs', 'micro', 'micros', 'microsecond', 'microseconds'],
  [1e-6, 'ns', 'nano', 'nanos', 'nanosecond', 'nanoseconds'],
];

const KILO = 1024;
const sizeUnits: Units = [
  [KILO ** 4, 'tb', 't', 'tebibytes'],
  [KILO ** 3, 'gb', 'g', 'gibibytes'],
  [KILO ** 2, 'mb', 'm', 'mebibytes'],
  [KILO, 'kb', 'k', 'kibibytes'],
  [1, 'bytes', 'b'],
];

/** A duration as milliseconds; micro- and nanoseconds are fractions. Bounds are in milliseconds. */
export function duration(bounds: Bounds = {}): ValueType<number> {
  return quantity('Duration', 'a duration such as 10 min, 30 s or 500 ms', durationUnits, bounds);
}

/** A memory size as bytes. Bounds are in bytes. */
export function memorySize(bounds: Bounds = {}): ValueType<number> {
  return quantity('MemorySize', 'a memory size such as 64 kb, 512 mb or 2 gb', sizeUnits, bounds);
}

function quantity(name: string, words: string, units: Units, bounds: Bounds): ValueType<number> {
  const worths = new Map(units.flatMap(([worth, ...labels]) => labels.map((l) => [l, worth])));
  const write = (value: number): string => writeQuantity(value, units);
  const range = rangeText(bounds, write);
  return {
    name,
    allowed: allowedText(words, range),
    range,
    read(text) {
      const [, digits, label] = /^\s*(\d+)\s*(\S*)\s*$/.exec(text) ?? [];
      if (digits === undefined) return undefined;
      const worth = label === '' ? 1 : worths.get((label as string).toLowerCase());
      if (worth === undefined) return undefined;
      const value = worth < 1 ? Number(digits) / Math.round(1 / worth) : Number(digits) * worth;
      return value <= Number.MAX_SAFE_INTEGER && within(value, bounds) ? value : undefined;
    },
    write,
  };
}

/** In the largest unit that leaves no fraction; zero in the base unit, as Flink prints it. */
function writeQuantity(value: number, units: Units): string {
  for (const [worth, label] of units) {
    const count = worth < 1 ? value * Math.round(1 / worth) : value / worth;
    const base = worth === 1 && value === 0;
    if (base || (count >= 1 && Number.isInteger(count))) return `${count} ${label}`;
  }
  return String(value);
}
