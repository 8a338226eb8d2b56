/** CAST to CHAR, VARCHAR, BINARY and VARBINARY: printed forms, cut and padded to the length. */
import {
  type LogicalType,
  type SequenceType,
  UNBOUNDED,
} from '../../../state/column/logical-type.js';
import { LEGACY_TEXT } from '../cast.js';
import type { Generator } from '../code/generator.js';
import { only, type Value } from '../code/value.js';
import type { CallExpr } from '../expression.js';
import { printValue } from '../print-value.js';
import { decimalText } from '../runtime/decimal.js';
import { doubleText, floatText } from '../runtime/number-text.js';
import {
  cutBytes,
  cutText,
  cutUnits,
  fillUp,
  fixedUnits,
  padText,
  putInteger,
} from '../runtime/sized-text.js';
import { decodeText, isWellFormed, mendText } from '../runtime/text.js';
import * as timeText from '../runtime/time-text.js';
import { Zone } from '../runtime/zone.js';
import * as family from '../types/family.js';

export function toCharacter(gen: Generator, expr: CallExpr, value: Value): Value {
  const type = expr.type as SequenceType;
  if (expr.option === LEGACY_TEXT) return legacyText(gen, value, type);
  if (family.isCharacter(value.type)) return sized(gen, value, type, value.type);
  if (family.isBinary(value.type)) {
    return fromBinary(gen, gen.as(value, 'bytes'), type);
  }
  return sized(gen, printed(gen, type, value), type, undefined);
}

/** As before Flink 1.15: of any length, CHAR padded; printed in its own way. */
function legacyText(gen: Generator, value: Value, type: SequenceType): Value {
  const asIs = family.isCharacter(value.type) || family.isBinary(value.type);
  const text = asIs ? value : printed(gen, type, value, true);
  if (type.root === 'VARCHAR') return { ...text, type };
  return padded(gen, { ...gen.as(text, 'bytes'), type }, type.length, 32);
}

/** Filled up to a length; what is longer stays. */
function padded(gen: Generator, value: Value, length: number, filler: number): Value {
  const arena = gen.arena();
  const args = [arena, ...value.parts, String(length), String(filler)].join(', ');
  const start = gen.hold(`${gen.use(fillUp)}(${args})`);
  const parts = [gen.hold(`${arena}.data`), start, gen.hold(`${arena}.size`)];
  return { ...value, repr: 'bytes', parts, source: 'arena' };
}

/** Flink decodes bytes to a string of Java, whose length is in UTF-16 units. */
function fromBinary(gen: Generator, value: Value, type: SequenceType): Value {
  if (type.length === UNBOUNDED) return { ...mended(gen, value), type };
  const text = `${gen.use(decodeText)}(${value.parts.join(', ')})`;
  const run = gen.use(type.root === 'CHAR' ? fixedUnits : cutUnits);
  return {
    type,
    repr: 'str',
    parts: [gen.hold(`${run}(${text}, ${type.length})`)],
    nul: value.nul,
  };
}

/** What is no UTF-8 replaced, as when a string of Java is made of it. */
function mended(gen: Generator, value: Value): Value {
  const [data, start, end] = value.parts as [string, string, string];
  const arena = gen.arena();
  const range = value.parts.join(', ');
  const bad = gen.hold(`!${gen.use(isWellFormed)}(${range})`);
  const from = gen.hold(`${bad} ? ${gen.use(mendText)}(${arena}, ${range}) : ${start}`);
  const made = [`${arena}.data`, from, `${arena}.size`];
  const parts = [data, start, end].map((old, i) =>
    i === 1 ? from : gen.hold(`${bad} ? ${made[i]} : ${old}`),
  );
  return { type: value.type, repr: 'bytes', parts, nul: value.nul };
}

/** The printed form, of any length. */
function printed(gen: Generator, type: LogicalType, value: Value, legacy = false): Value {
  const from = value.type;
  if (value.repr === 'num' && family.isInteger(from)) return integerText(gen, type, value);
  if (value.repr === 'int' && from.root === 'BIGINT') return integerText(gen, type, value);
  const parts = [gen.hold(textCode(gen, value, legacy))];
  return { type, repr: 'str', parts, nul: value.nul };
}

/** Digits straight into the arena. */
function integerText(gen: Generator, type: LogicalType, value: Value): Value {
  const arena = gen.arena();
  const start = gen.hold(`${gen.use(putInteger)}(${arena}, ${only(value)})`);
  const data = gen.hold(`${arena}.data`);
  const parts = [data, start, gen.hold(`${arena}.size`)];
  return { type, repr: 'bytes', parts, nul: value.nul, source: 'arena' };
}

function textCode(gen: Generator, value: Value, legacy: boolean): string {
  const { type } = value;
  const [first, nanos] = value.parts;
  switch (type.root) {
    case 'BOOLEAN':
      return legacy ? `${first} ? 'true' : 'false'` : `${first} ? 'TRUE' : 'FALSE'`;
    case 'BIGINT':
      return `${first}.toString()`;
    case 'FLOAT':
      return `${gen.use(floatText)}(${first})`;
    case 'DOUBLE':
      return `${gen.use(doubleText)}(${first})`;
    case 'DECIMAL':
      return `${gen.use(decimalText)}(${first}, ${type.scale})`;
    case 'DATE':
      return `${gen.use(timeText.dateText)}(${first})`;
    case 'TIME_WITHOUT_TIME_ZONE':
      return `${gen.use(timeText.timeText)}(${first}, ${type.precision})`;
    case 'TIMESTAMP_WITHOUT_TIME_ZONE':
      return `${gen.use(timeText.timestampText)}(${first}, ${nanos}, ${type.precision})`;
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE': {
      const local = `${gen.use(Zone.of(gen.zone()))}.toLocal(${first})`;
      return `${gen.use(timeText.timestampText)}(${local}, ${nanos}, ${type.precision})`;
    }
    case 'INTERVAL_YEAR_MONTH':
      return `${gen.use(timeText.yearMonthText)}(${first})`;
    case 'INTERVAL_DAY_TIME':
      return `${gen.use(timeText.dayTimeText)}(${first})`;
    default: {
      const options = gen.use({ timeZone: gen.zone(), bytesAsText: true, legacy });
      const box = only(gen.as(value, 'box'));
      return `${gen.use(printValue)}(${box}, ${gen.use(type)}, ${options}) ?? ''`;
    }
  }
}

/** Cut to VARCHAR's length, cut and padded with spaces to CHAR's. */
function sized(
  gen: Generator,
  value: Value,
  type: SequenceType,
  from: SequenceType | undefined,
): Value {
  const fits = type.length === UNBOUNDED || (from !== undefined && from.length <= type.length);
  if (type.root === 'VARCHAR' && fits) return { ...value, type };
  if (from?.root === 'CHAR' && from.length === type.length) return { ...value, type };
  const bytes = gen.as(value, 'bytes');
  const arena = gen.arena();
  if (type.root === 'VARCHAR') {
    const [data, start] = bytes.parts as [string, string];
    const end = gen.hold(`${gen.use(cutText)}(${bytes.parts.join(', ')}, ${type.length})`);
    return { ...bytes, type, parts: [data, start, end] };
  }
  const args = [arena, ...bytes.parts, String(type.length)].join(', ');
  const start = gen.hold(`${gen.use(padText)}(${args})`);
  const parts = [gen.hold(`${arena}.data`), start, gen.hold(`${arena}.size`)];
  return { type, repr: 'bytes', parts, nul: value.nul, source: 'arena' };
}

export function toBinary(gen: Generator, expr: CallExpr, value: Value): Value {
  const type = expr.type as SequenceType;
  const bytes = { ...gen.as(value, 'bytes'), type };
  if (type.length === UNBOUNDED) return bytes;
  if (expr.option === LEGACY_TEXT) {
    return type.root === 'VARBINARY' ? bytes : padded(gen, bytes, type.length, 0);
  }
  const [data, start] = bytes.parts as [string, string];
  const arena = gen.arena();
  const [, , end] = bytes.parts as [string, string, string];
  if (type.root === 'VARBINARY') {
    const cut = gen.hold(`Math.min(${end}, ${start} + ${type.length})`);
    return { ...bytes, parts: [data, start, cut] };
  }
  const args = [arena, ...bytes.parts, String(type.length)].join(', ');
  const from = gen.hold(`${gen.use(cutBytes)}(${args})`);
  const parts = [gen.hold(`${arena}.data`), from, gen.hold(`${arena}.size`)];
  return { type, repr: 'bytes', parts, nul: value.nul, source: 'arena' };
}
