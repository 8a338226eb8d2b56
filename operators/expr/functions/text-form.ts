/** Functions on the form of a text: character sets, URLs, addresses, PRINTF. */
import { BIGINT, BYTES, type LogicalType, STRING } from '../../../state/column/logical-type.js';
import type { Generator } from '../code/generator.js';
import { nullOf, runFunction } from '../code/template.js';
import { only, type Value } from '../code/value.js';
import type { Expr } from '../expression.js';
import { call, type ScalarFunction } from '../function.js';
import { BINARY, fit, LONG, TEXT } from '../param.js';
import { decode, encode } from '../runtime/charset.js';
import { decimalText } from '../runtime/decimal.js';
import { type PrintfKind, printf } from '../runtime/printf.js';
import { timestampText } from '../runtime/time-text.js';
import { inetAton, inetNtoa, parseUrl, parseUrlKey } from '../runtime/url.js';
import * as family from '../types/family.js';
import { customFunction, plainFunction } from './define.js';

const encodeFunction = plainFunction({
  names: ['ENCODE'],
  signatures: ['ENCODE(string, charset)'],
  params: [TEXT, TEXT],
  returns: BYTES,
  takes: ['str'],
  gives: 'box',
  fails: true,
  run: encode,
});

const decodeFunction = plainFunction({
  names: ['DECODE'],
  signatures: ['DECODE(binary, charset)'],
  params: [BINARY, TEXT],
  returns: STRING,
  takes: ['box', 'str'],
  gives: 'str',
  fails: true,
  run: decode,
});

const parseUrlFunction = customFunction({
  names: ['PARSE_URL'],
  signatures: ['PARSE_URL(url, part [, key])'],
  params: [TEXT, TEXT, TEXT],
  minimum: 2,
  returns: () => STRING,
  emit: (gen, expr) =>
    runFunction(gen, expr, expr.args.length === 2 ? parseUrl : parseUrlKey, {
      takes: ['str'],
      gives: 'str',
      maybeNull: true,
    }),
});

const aton = plainFunction({
  names: ['INET_ATON'],
  signatures: ['INET_ATON(string)'],
  params: [TEXT],
  returns: () => BIGINT,
  takes: ['str'],
  gives: 'big',
  maybeNull: true,
  run: inetAton,
});

const ntoa = plainFunction({
  names: ['INET_NTOA'],
  signatures: ['INET_NTOA(integer)'],
  params: [LONG],
  returns: () => STRING,
  takes: ['big'],
  gives: 'str',
  maybeNull: true,
  run: inetNtoa,
});

const KINDS: Readonly<Record<string, PrintfKind>> = {
  BOOLEAN: 'boolean',
  TINYINT: 'int8',
  SMALLINT: 'int16',
  INTEGER: 'int32',
  DATE: 'int32',
  TIME_WITHOUT_TIME_ZONE: 'int32',
  BIGINT: 'int64',
  FLOAT: 'double',
  DOUBLE: 'double',
};

/** Types whose values Java's formatter shows by their content. */
function printable(type: LogicalType): boolean {
  return (
    KINDS[type.root] !== undefined ||
    type.root === 'NULL' ||
    family.isCharacter(type) ||
    family.isDecimal(type) ||
    family.isTimestamp(type)
  );
}

const printfFunction: ScalarFunction = {
  names: ['PRINTF'],
  signatures: ['PRINTF(format [, value]*)'],
  bind([first, ...rest], site) {
    const format = fit(first === undefined ? [] : [first], [TEXT]);
    if (format === undefined || !rest.every((arg) => printable(arg.type))) return undefined;
    return call(site, [...format, ...rest], STRING);
  },
  emit(gen, expr) {
    const [format, ...rest] = expr.args as [Expr, ...Expr[]];
    const text = gen.as(gen.emit(format), 'str');
    if (text.nul === 'true') return gen.nothing(STRING);
    const args = rest.map((arg) => argumentCode(gen, arg));
    const run = `${gen.use(printf)}(${only(text)}, [${args.join(', ')}], ${gen.site(expr)})`;
    const nul = nullOf(gen, [text]);
    const held = gen.hold(nul === 'false' ? run : `${nul} ? null : ${run}`);
    const value = gen.hold(`${held} === null ? '' : ${held}`);
    return { type: STRING, repr: 'str', parts: [value], nul: gen.hold(`${held} === null`, 'n') };
  },
};

function argumentCode(gen: Generator, arg: Expr): string {
  const value = gen.emit(arg);
  const { type } = arg;
  const kind = KINDS[type.root] ?? 'other';
  const shown = value.nul === 'true' ? 'null' : shownCode(gen, value);
  const code = value.nul === 'false' ? shown : `${value.nul} ? null : ${shown}`;
  return `{ kind: '${kind}', value: ${code} }`;
}

function shownCode(gen: Generator, value: Value): string {
  const { type } = value;
  if (family.isCharacter(type)) return only(gen.as(value, 'str'));
  if (family.isDecimal(type)) {
    return `${gen.use(decimalText)}(${only(value)}, ${type.scale})`;
  }
  if (family.isTimestamp(type)) {
    return `${gen.use(dateTimeText)}(${value.parts.join(', ')})`;
  }
  return only(value);
}

/** `LocalDateTime.toString()`: no seconds where they are zero, else 0, 3, 6 or 9 digits of them. */
function dateTimeText(ms: number, nanos: number): string {
  const text = timestampText(ms, nanos, 9, 'T');
  const short = text.replace(/(?:000){1,3}$/, '').replace(/\.$/, '');
  return short.replace(/:00$/, '');
}

export const textFormFunctions: readonly ScalarFunction[] = [
  encodeFunction,
  decodeFunction,
  parseUrlFunction,
  aton,
  ntoa,
  printfFunction,
];
