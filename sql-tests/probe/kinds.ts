/**
 * The kinds of difference between the engines that have a reason, each told of in
 * `docs/differences.md`, and what proves that a difference is of the kind: Flink's own words where
 * it breaks down, else the call and both engines' values of one row.
 */
import { type Cell, isError } from './answer.js';

/** Flink breaks down there: no answer that a query could rely on. */
const BROKEN = [
  /^(?:[\w$]+\.)*(?:NullPointer|ClassCast|(?:String|Array)?IndexOutOfBounds)Exception\b/,
  /^(?:[\w$]+\.)*(?:UnsupportedOperation|IllegalState|Compile|CodeGen)Exception\b/,
  /^(?:[\w$]+\.)*(?:StackOverflowError|AssertionError|MatchError)\b/,
  // AVG of DECIMAL(38, 38) cannot hold the 0 that it starts with.
  /Cannot convert 0 to DECIMAL/,
  // A NULL of a type that is NOT NULL, as an aggregate of no rows has it.
  /^(?:[\w$]+\.)*EnforcerException\b/,
  // A DOUBLE that is no number as a DECIMAL: TRY_CAST fails, and constants while Flink plans.
  /NumberFormatException: Character [IN] is neither a decimal digit number/,
  /NumberFormatException: Infinite or NaN$/,
  // Its type is put into text with a length that has none.
  /TableException: Zero-length (?:binary|character) strings have no serializable/,
  // The quotient of a remainder has more than 38 digits.
  /ArithmeticException: Division impossible$/,
  // A constant beyond the year 9999, whose digits are none.
  /IllegalArgumentException: (?:Invalid date format: \[)?[^ ]*[^-\d ][^ ]*-\d\d-/,
  /IllegalArgumentException: Year out of range: \[/,
  /^The cluster died$/,
];

export function isBroken(reason: string): boolean {
  return BROKEN.some((pattern) => pattern.test(reason));
}

/** What Flink takes and Millrace does not, in Millrace's words. */
const TAKEN = [
  /^BIND_TYPE 'TIMESTAMPDIFF' does not take \((?:[^()]|\(\d+\))*\bTIME\(\d\)/,
  /^BIND_TYPE 'TO_TIMESTAMP_LTZ' does not take \(INTERVAL /,
  /^BIND_TYPE 'IN' does not take \(MAP</,
  // Where the first bound decides, the other is not looked at.
  /^BIND_TYPE 'BETWEEN' does not take \(INTERVAL [^,]*, INTERVAL [^,]*, (?:STRING|(?:VAR)?CHAR)/,
];

export function isRefusedHere(reason: string, there: readonly Cell[]): boolean {
  // Of a NULL and a NULL of another type.
  const compares = /^BIND_TYPE '(?:NULLIF|[=<>]+)' does not take/.test(reason);
  if (compares) return there.every((cell) => cell === null);
  return TAKEN.some((pattern) => pattern.test(reason));
}

/** What Millrace takes and Flink does not, in Flink's words. */
const REFUSED = [
  // A constant that divides by zero ends the query before it runs.
  /^(?:[\w$]+\.)*ArithmeticException: Division by zero$/,
  // A constant that is no date or time ends the query before it runs.
  /DateTime(?:Parse)?Exception: (?:Text|Invalid time format:|For input string:) '/,
  // Flink takes BITMAP and BITMAP NOT NULL for types that cannot be compared.
  /^[\w.]+: Cannot apply '[^']*' to arguments of type '[^']*<BITMAP( NOT NULL)?>/,
  // The difference of two timestamps.
  /Cannot apply '-' to arguments of type '<(?:DATE|TIME)[\w()]*> - <(?:DATE|TIME)[\w()]*>'/,
];

export function isRefusedThere(reason: string): boolean {
  return isBroken(reason) || REFUSED.some((pattern) => pattern.test(reason));
}

/** A call, and its value in one row. */
export interface Place {
  /** The call with `{}` for its arguments. */
  readonly form: string;
  readonly type: string;
  readonly own: Cell;
  readonly their: Cell;
  readonly args: readonly Argument[];
}

export interface Argument {
  readonly sql: string;
  readonly type: string;
  /** In this engine. */
  readonly cell: Cell;
  /** Of an aggregate's argument, in the rows of the group. */
  readonly cells: readonly Cell[];
}

/** Whether the difference of this place is one of the kinds. */
export function isKnown(place: Place): boolean {
  return KINDS.some(({ of, proves }) => of.test(place.form) && proves(place));
}

/**
 * Whether Flink's value is another one than it prints, which only shows in what is made of it.
 *
 * @param stored whether an aggregate keeps what is made of it
 */
export function hidesAnother({ form, type, own, args }: Place, stored: boolean): boolean {
  const [value, digits] = args;
  // Where a condition is asked for, collections that differ from NULL.
  if (/^\{\} <> \{\}$/.test(form)) {
    return own === null && args.some((arg) => COLLECTION.test(arg.type));
  }
  // Beyond the milliseconds that a double counts, and printed by 32 bits of its days.
  if (/^\{\} \* \{\}$/.test(form) && type.startsWith('INTERVAL SECOND')) {
    return Math.abs(millisOf(value) * Number(digits?.cell)) > Number.MAX_SAFE_INTEGER;
  }
  // Rounded to digits known only at run time it has fewer than its type, and is read as with more.
  if (stored && ROUNDED.test(form)) return type.startsWith('DECIMAL') && !isConstant(digits);
  // Of a DOUBLE it has digits that no aggregate keeps.
  if (stored && form.startsWith('TO_TIMESTAMP_LTZ('))
    return /^(?:DOUBLE|FLOAT)/.test(value?.type ?? '');
  if (!/^(?:TRY_)?CAST\(/.test(form) || value === undefined) return false;
  return type.startsWith('TIMESTAMP') && keepsDigits(value, type);
}

/** Of an interval as it is printed; its sign does not count. */
function millisOf(interval: Argument | undefined): number {
  const parts = /(\d+) (\d+):(\d+):(\d+)\.(\d{3})$/.exec(String(interval?.cell)) ?? [];
  const [days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0] = parts.slice(1).map(Number);
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + ms;
}

/**
 * Whether a cast to the type leaves digits that it should cut: between a plain timestamp and one of
 * the local zone all, else those of nanoseconds that are a number of few digits.
 */
function keepsDigits(value: Argument, type: string): boolean {
  if (!value.type.startsWith('TIMESTAMP') || !loses(value, precisionOf(type))) return false;
  const [, fraction = ''] = /\.(\d+)$/.exec(String(value.cell)) ?? [];
  const nanos = String(Number(fraction.padEnd(9, '0')));
  return rootOf(type) !== rootOf(value.type) || nanos.length <= precisionOf(type);
}

const ROUNDED = /^(?:ROUND|TRUNCATE)\(\{\}, \{\}\)$/;

function isConstant(digits: Argument | undefined): boolean {
  return /^-?\d+$/.test(digits?.sql ?? '');
}

function rootOf(type: string): string {
  return /^\w+/.exec(type)?.[0] ?? '';
}

function precisionOf(type: string): number {
  return Number(/^\w+\((\d)\)/.exec(type)?.[1] ?? 6);
}

/** Whether the timestamp has digits beyond so many. */
function loses({ cell }: Argument, digits: number): boolean {
  const [, fraction = ''] = /\.(\d+)$/.exec(typeof cell === 'string' ? cell : '') ?? [];
  return /[1-9]/.test(fraction.slice(digits));
}

const COMPARED =
  /^\{\} (?:[=<>]+|IS (?:NOT )?DISTINCT FROM|(?:NOT )?(?:IN|BETWEEN)) |^NULLIF\(|^CASE \{\} WHEN/;

const KINDS: readonly { readonly of: RegExp; readonly proves: (place: Place) => boolean }[] = [
  {
    // Each JVM has its own transcendental functions.
    of: /^(?:A?(?:SIN|COS|TAN)H?|ATAN2|COT|LN|LOG(?:2|10)?|EXP|POWER|SQRT|RADIANS|DEGREES)\(/,
    proves: ({ own, their }) => isNear(own, their),
  },
  {
    // Entries of types whose hash code is that of Flink's binary form come in order of arrival.
    of: /^COLLECT\(|^MAP_UNION\(|^(?:TRY_)?CAST\(\{\} AS MAP</,
    proves: ({ own, their }) => sameEntries(own, their),
  },
  {
    // The same of maps that become another type beside others.
    of: /(?:)/,
    proves: ({ own, their, args }) =>
      args.filter(({ type }) => type.startsWith('MAP<')).length > 1 && sameEntries(own, their),
  },
  {
    // A DECIMAL literal becomes a DOUBLE in one step there where it is cast, in two else.
    of: /(?:)/,
    proves: ({ own, their, args }) =>
      isNear(own, their) && args.some(({ sql }) => /^-?\d+\.\d+$/.test(sql)),
  },
  {
    // Half of a surrogate pair alone.
    of: /JSON/,
    proves: ({ own, their }) =>
      typeof own === 'string' && own.replaceAll(/\p{Cs}|\ufffd/gu, '?') === their,
  },
  {
    // The same in bytes.
    of: /^ENCODE\(/,
    proves: ({ own, their, args: [, charset] }) =>
      charset?.sql === "'UTF-16'" &&
      typeof own === 'string' &&
      own.replaceAll(/d[89ab]..d[c-f]..|d[89a-f]../g, (unit) =>
        unit.length > 4 ? unit : 'fffd',
      ) === their,
  },
  {
    // How many U+FFFD the bytes of half a surrogate pair are shown as.
    of: /(?:)/,
    proves: ({ own, their }) =>
      typeof own === 'string' &&
      typeof their === 'string' &&
      own.includes('\ufffd') &&
      own.replace(/\ufffd+/g, '\ufffd') === their.replace(/\ufffd+/g, '\ufffd'),
  },
  {
    // Digits that a cast to TIMESTAMP_LTZ(3) should have cut.
    of: /^JSON_/,
    proves: ({ own, their }) =>
      typeof own === 'string' &&
      typeof their === 'string' &&
      own === their.replace(/(:\d\d)(\.\d{3})\d+Z/g, (_, seconds, ms) => `${seconds}${shown(ms)}Z`),
  },
  {
    // Of a TIME in months Flink takes milliseconds for days.
    of: /^TIMESTAMPDIFF\(/,
    proves: ({ args: [unit, ...times] }) =>
      /^(?:YEAR|QUARTER|MONTH)$/.test(unit?.sql ?? '') &&
      times.some(({ type }) => type.startsWith('TIME(')),
  },
  {
    // An empty match between the halves of a surrogate pair.
    of: /^REGEXP_(?:COUNT|EXTRACT_ALL|REPLACE)\(/,
    proves: ({ form, their, args: [text, pattern, replacement] }) =>
      pattern?.sql === "''" && their === emptyMatches(form, text?.cell, replacement?.cell),
  },
  {
    // Rounded to digits known only at run time: as many digits as there are, however long.
    of: ROUNDED,
    proves: ({ type, own, their, args }) =>
      type.startsWith('DECIMAL') &&
      !isConstant(args[1]) &&
      (own === null || (typeof own === 'string' && Number(own) === Number(their))),
  },
  {
    // Of an array whose elements become another type the NULL ones become its default.
    of: /^ARRAY_/,
    proves: ({ args }) => {
      const arrays = args.filter(({ type }) => type.startsWith('ARRAY<'));
      const types = new Set(arrays.map(({ type }) => type.replaceAll(' NOT NULL', '')));
      return types.size > 1 && arrays.some(({ cell }) => /\bNULL\b/.test(String(cell)));
    },
  },
  {
    // What is not in an array or map of NOT NULL values: there the default of their type.
    of: /^\{\}\[\{\}\]$|^ELEMENT\(\{\}\)$/,
    proves: (place) => isDefault(place) && / NOT NULL>/.test(place.args[0]?.type ?? ''),
  },
  {
    // What may not be NULL and is.
    of: /(?:)/,
    proves: (place) => place.type.endsWith(' NOT NULL') && isDefault(place),
  },
  {
    // An interval that is NULL loses it.
    of: /^\{\} [-+] \{\}$/,
    proves: (place) =>
      place.type.startsWith('INTERVAL') &&
      isDefault(place) &&
      place.args.some(({ cell }) => cell === null),
  },
  {
    // Beyond the year 9999: Flink's digits are none.
    of: /(?:)/,
    proves: ({ type, their }) =>
      /^(?:DATE|TIMESTAMP)/.test(type) &&
      typeof their === 'string' &&
      !/^\d{4}-\d\d-\d\d/.test(their),
  },
  {
    // The sum begins with 0, not with the first value.
    of: /^SUM\(/,
    proves: ({ own, their }) => own === '0.0' && their === '-0.0',
  },
  {
    // The day of a text that is no date, beyond all years.
    of: /^(?:CEIL|FLOOR)\(\{\} TO \{\}\)$/,
    proves: ({ args: [day] }) => day?.type.startsWith('DATE') === true && day.cell === '5471-09-27',
  },
  {
    // Which element an array has is asked for where the other operand is not NULL.
    of: /^\{\} [-+*/%=<>]+ \{\}$/,
    proves: ({ own, their, args }) =>
      isError(own) &&
      own.error.startsWith('ELEMENT takes') &&
      their === null &&
      args.some(({ cell }) => cell === null),
  },
  {
    // A NULL by a pattern that is none is known to Flink before the query runs.
    of: /^\{\} [-+*/%=<>]+ \{\}$/,
    proves: ({ own, their, args }) =>
      isError(own) &&
      their === null &&
      args.some(({ sql, cell }) => cell === null && /^REGEXP_\w+\('[^']*', '[^']*'/.test(sql)),
  },
  {
    // Of DISTINCT values −0 and 0 are one.
    of: /^\w+\(DISTINCT /,
    proves: ({ args: [value] }) =>
      value !== undefined && ['0.0', '-0.0'].every((zero) => value.cells.includes(zero)),
  },
  {
    // Beyond the milliseconds that a double counts.
    of: /^\{\} [-+] \{\}$/,
    proves: ({ type, args }) =>
      type.startsWith('TIMESTAMP') &&
      args.some(
        ({ cell }) => Number(/^[-+]+(\d+) \d\d:/.exec(String(cell))?.[1] ?? 0) > 104_249_991,
      ),
  },
  {
    // Flink compares the bytes of collections where both are held as bytes.
    of: COMPARED,
    proves: ({ args }) => dependsOnForm(args.filter(({ type }) => COLLECTION.test(type))),
  },
  {
    // The same of an element that has more digits than those of the array.
    of: /^ARRAY_/,
    proves: ({ args: [array, item] }) =>
      array !== undefined &&
      item !== undefined &&
      /^ARRAY<TIMESTAMP/.test(array.type) &&
      keepsDigits(item, array.type.replace(/^ARRAY</, '')),
  },
  {
    // The digits that comparing with a timestamp of fewer should have cut.
    of: COMPARED,
    proves: ({ args }) => {
      const times = args.filter(({ type }) => type.startsWith('TIMESTAMP'));
      const least = Math.min(...times.map(({ type }) => precisionOf(type)));
      const roots = new Set(times.map(({ type }) => rootOf(type)));
      return roots.size > 1 && times.some((time) => loses(time, least));
    },
  },
];

/** Milliseconds without zeros at their end. */
function shown(fraction: string): string {
  return fraction.replace(/\.?0+$/, '');
}

const COLLECTION = /^(?:ARRAY|MAP|MULTISET|ROW)</;

/** Maps, or of different types, or with a NULL or a −0 in one of them. */
function dependsOnForm(collections: readonly Argument[]): boolean {
  const [first, ...rest] = collections.map(({ type }) => type.replaceAll(' NOT NULL', ''));
  if (first === undefined || rest.length === 0) return false;
  if (/^M/.test(first) || rest.some((type) => type !== first)) return true;
  return collections.some(({ cell }) => typeof cell === 'string' && /\bNULL\b|-0\.0\b/.test(cell));
}

/** Flink's default of a type, as it prints it. */
const DEFAULTS: readonly (readonly [RegExp, string])[] = [
  [/^(?:TINYINT|SMALLINT|INT|BIGINT)\b/, '-1'],
  [/^(?:FLOAT|DOUBLE)\b/, '-1.0'],
  [/^BOOLEAN\b/, 'FALSE'],
  [/^DATE\b/, '1969-12-31'],
  [/^INTERVAL SECOND/, '-0 00:00:00.001'],
  [/^INTERVAL (?:YEAR|MONTH)/, '-0-01'],
];

function isDefault({ type, own, their }: Place): boolean {
  if (own !== null || typeof their !== 'string') return false;
  if (/^(?:CHAR|VARCHAR|STRING)\b/.test(type)) return /^ *$/.test(their);
  return DEFAULTS.some(([of, value]) => of.test(type) && value === their);
}

/** Within two units of the last place. */
function isNear(own: Cell, their: Cell): boolean {
  if (typeof own !== 'string' || typeof their !== 'string') return false;
  const [a, b] = [Number(own), Number(their)];
  return Math.abs(a - b) <= Math.abs(a) * 2 ** -51;
}

/** The same printed values but for the order of entries in maps. */
function sameEntries(own: Cell, their: Cell): boolean {
  if (typeof own !== 'string' || typeof their !== 'string') return false;
  return ordered(own) === ordered(their);
}

/** The text with the entries of each map sorted. */
function ordered(text: string): string {
  if (!text.includes('{')) return text;
  const entries: string[] = [];
  let depth = 0;
  let from = text.indexOf('{') + 1;
  for (let i = from - 1; i < text.length; i++) {
    if ('{[('.includes(text[i] as string)) depth++;
    else if ('}])'.includes(text[i] as string)) depth--;
    const ends = depth === 0;
    if (!ends && !(depth === 1 && text.startsWith(', ', i))) continue;
    entries.push(ordered(text.slice(from, i)));
    from = i + (ends ? 1 : 2);
    if (ends) break;
  }
  const before = text.slice(0, text.indexOf('{'));
  return `${before}{${entries.sort().join(', ')}}${ordered(text.slice(from))}`;
}

/** What Java makes of the empty pattern, which it finds at each UTF-16 unit. */
function emptyMatches(
  form: string,
  text: Cell | undefined,
  replacement: Cell | undefined,
): string | undefined {
  if (typeof text !== 'string') return undefined;
  const matches = new Array<string>(text.length + 1).fill('');
  if (form.startsWith('REGEXP_COUNT')) return String(matches.length);
  if (form.startsWith('REGEXP_EXTRACT_ALL')) return `[${matches.join(', ')}]`;
  if (typeof replacement !== 'string' || /[$\\]/.test(replacement)) return undefined;
  const units = text.split('').map((unit) => (/\p{Cs}/u.test(unit) ? '?' : unit));
  return ['', ...units, ''].join(replacement);
}
