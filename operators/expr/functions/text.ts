/** Functions that go through JavaScript strings. */
import { createHash } from 'node:crypto';
import {
  BOOLEAN,
  BYTES,
  type LogicalType,
  STRING,
  withNullable,
} from '../../../state/column/logical-type.js';
import { argsAs, runFunction, runWriter } from '../code/template.js';
import { only, type Value } from '../code/value.js';
import type { Expr } from '../expression.js';
import { call, type ScalarFunction } from '../function.js';
import { fit, INTEGER, LONG, type Param, TEXT } from '../param.js';
import type { Arena } from '../runtime/arena.js';
import { fail, type Site } from '../runtime/failure.js';
import * as run from '../runtime/string-functions.js';
import { reverse } from '../runtime/text.js';
import { commonType } from '../types/common-type.js';
import * as family from '../types/family.js';
import { customFunction, plainFunction, writerFunction } from './define.js';
import { concatenated, MAYBE_STRING } from './text-type.js';

type Run = (...args: never[]) => unknown;

type Returns = LogicalType | ((args: readonly Expr[]) => LogicalType);

/** Strings and integers in, a string out; null where the function gives null. */
function textFunction(
  name: string,
  params: readonly Param[],
  shown: string,
  call: Run,
  returns: Returns = STRING,
): ScalarFunction {
  return plainFunction({
    names: [name],
    signatures: [`${name}(${shown})`],
    params,
    returns,
    takes: params.map((param) => (param === TEXT ? 'str' : 'num')),
    gives: 'str',
    maybeNull: true,
    run: call,
  });
}

/**
 * Never null: NULL is no such text.
 *
 * @param numbers types of numbers of which it is true, whatever their value, NULL included
 */
function test(
  name: string,
  holds: (text: string) => boolean,
  numbers: (type: LogicalType) => boolean,
): ScalarFunction {
  const ofText = customFunction({
    names: [name],
    signatures: [`${name}(string)`],
    params: [TEXT],
    returns: () => withNullable(BOOLEAN, false),
    emit(gen, expr) {
      const [arg] = expr.args as [Expr];
      if (family.isNumeric(arg.type)) {
        // The value does not count, but may fail.
        for (const part of gen.emit(arg).parts) gen.hold(part);
        return { type: expr.type, repr: 'bool', parts: [String(numbers(arg.type))], nul: 'false' };
      }
      const [value] = argsAs(gen, expr, ['str']) as [Value];
      const code = `!(${value.nul}) && ${gen.use(holds)}(${only(value)})`;
      return { type: expr.type, repr: 'bool', parts: [gen.hold(code)], nul: 'false' };
    },
  });
  return {
    ...ofText,
    bind(args, site) {
      const [arg] = args;
      if (args.length !== 1 || arg === undefined || !family.isNumeric(arg.type)) {
        return ofText.bind(args, site);
      }
      return call(site, args, withNullable(BOOLEAN, false));
    },
  };
}

function fromBase64(arena: Arena, text: string, site: Site): number {
  const bytes = run.fromBase64(text);
  if (bytes === null) return fail(site, `FROM_BASE64: ${JSON.stringify(text)} is no Base64`);
  return arena.put(bytes, 0, bytes.length);
}

function hash(name: string, algorithm: string, length: number): ScalarFunction {
  return plainFunction({
    names: [name],
    signatures: [`${name}(string)`],
    params: [TEXT],
    returns: { root: 'CHAR', length, nullable: true },
    takes: ['bytes'],
    gives: 'str',
    run: (data: Uint8Array, start: number, end: number): string =>
      createHash(algorithm).update(data.subarray(start, end)).digest('hex'),
  });
}

const SHA2_LENGTHS = new Set([224, 256, 384, 512]);

const sha2 = plainFunction({
  names: ['SHA2'],
  signatures: ['SHA2(string, hashLength)'],
  params: [TEXT, INTEGER],
  returns: { root: 'VARCHAR', length: 128, nullable: true },
  takes: ['bytes', 'num'],
  gives: 'str',
  fails: true,
  run(data: Uint8Array, start: number, end: number, length: number, site: Site) {
    const text = data.subarray(start, end);
    if (SHA2_LENGTHS.has(length)) return createHash(`sha${length}`).update(text).digest('hex');
    return fail(site, `SHA2 takes the lengths 224, 256, 384 and 512, found ${length}`);
  },
});

const overlay = customFunction({
  names: ['OVERLAY'],
  signatures: ['OVERLAY(string1 PLACING string2 FROM integer1 [FOR integer2])'],
  params: [TEXT, TEXT, INTEGER, INTEGER],
  minimum: 3,
  returns: overlaid,
  emit: (gen, expr) =>
    runFunction(
      gen,
      expr,
      (text: string, by: string, at: number, length?: number) =>
        run.overlay(text, by, at, length ?? by.length),
      { takes: ['str', 'str', 'num', 'num'], gives: 'str' },
    ),
});

/** VARCHAR of both lengths. */
function overlaid(args: readonly Expr[]): LogicalType {
  const joined = concatenated(args.slice(0, 2));
  const nullable = args.some((arg) => arg.type.nullable);
  return { ...joined, root: 'VARCHAR', nullable } as LogicalType;
}

const unhex = plainFunction({
  names: ['UNHEX'],
  signatures: ['UNHEX(string)'],
  params: [TEXT],
  returns: () => BYTES,
  takes: ['str'],
  gives: 'box',
  maybeNull: true,
  run: run.unhex,
});

const hex = customFunction({
  names: ['HEX'],
  signatures: ['HEX(integer)', 'HEX(string)'],
  params: [(arg) => (family.isInteger(arg.type) ? LONG(arg) : TEXT(arg))],
  returns: STRING,
  emit: (gen, expr) => {
    const isNumber = expr.args[0]?.type.root === 'BIGINT';
    const [call, takes] = isNumber
      ? ([run.hexOfLong, 'big'] as const)
      : ([run.hexOfText, 'str'] as const);
    return runFunction(gen, expr, call, { takes: [takes], gives: 'str' });
  },
});

/** A literal index that no string can have is refused. */
const elt: ScalarFunction = {
  names: ['ELT'],
  signatures: ['ELT(index INT, string1 [, string2]*)'],
  bind(args, site) {
    const fitted = fit(args, [INTEGER, TEXT], 2, true);
    if (fitted === undefined) return undefined;
    const [index, ...items] = fitted as [Expr, ...Expr[]];
    if (index.kind === 'literal' && Number(index.value) < 0) return undefined;
    const type = commonType(items.map((item) => item.type)) ?? STRING;
    return call(site, fitted, withNullable(type, true));
  },
  emit(gen, expr) {
    const [index, ...items] = expr.args.map((arg) => gen.emit(arg));
    const result = gen.slots('bytes', expr.type);
    const nul = gen.variable('true', 'n');
    for (const [i, item] of items.entries()) {
      gen.when(`!(${index?.nul}) && ${index?.parts[0]} === ${i + 1}`, () => {
        gen.line(`${nul} = ${item.nul};`);
        gen.unlessNull(item.nul, () => gen.assign(result, item));
      });
    }
    return { ...result, nul };
  },
};

/** No characters to change for NULL, and none to change to. */
const translate = customFunction({
  names: ['TRANSLATE'],
  signatures: ['TRANSLATE(string, from, to)'],
  params: [TEXT, TEXT, TEXT],
  returns: ([text]) => withNullable(STRING, text?.type.nullable ?? true),
  emit(gen, expr) {
    const values = argsAs(gen, expr, ['str']) as [Value, Value, Value];
    const [text] = values;
    if (text.nul === 'true') return gen.nothing(expr.type);
    const given = values.map((value) =>
      value.nul === 'false' ? only(value) : `${value.nul} ? '' : ${only(value)}`,
    );
    const parts = [gen.hold(`${gen.use(run.translate)}(${given.join(', ')})`)];
    return { type: expr.type, repr: 'str', parts, nul: text.nul };
  },
});

export const textFunctions: readonly ScalarFunction[] = [
  textFunction('REPLACE', [TEXT, TEXT, TEXT], 'string1, string2, string3', run.replace),
  writerFunction({
    names: ['REVERSE'],
    signatures: ['REVERSE(string)'],
    params: [TEXT],
    returns: MAYBE_STRING,
    takes: ['bytes'],
    run: reverse,
  }),
  textFunction('REPEAT', [TEXT, INTEGER], 'string, integer', run.repeat),
  textFunction('LPAD', [TEXT, INTEGER, TEXT], 'string1, integer, string2', run.padLeft),
  textFunction('RPAD', [TEXT, INTEGER, TEXT], 'string1, integer, string2', run.padRight),
  textFunction('INITCAP', [TEXT], 'string', run.initcap, (args) => (args[0] as Expr).type),
  textFunction(
    'SPLIT_INDEX',
    [TEXT, TEXT, INTEGER],
    'string1, string2, integer',
    run.splitIndex,
    MAYBE_STRING,
  ),
  textFunction('CHR', [INTEGER], 'integer', run.chr, MAYBE_STRING),
  translate,
  plainFunction({
    names: ['TO_BASE64'],
    signatures: ['TO_BASE64(string)'],
    params: [TEXT],
    returns: STRING,
    takes: ['bytes'],
    gives: 'str',
    run: run.toBase64,
  }),
  customFunction({
    names: ['FROM_BASE64'],
    signatures: ['FROM_BASE64(string)'],
    params: [TEXT],
    returns: STRING,
    emit: (gen, expr) => runWriter(gen, expr, fromBase64, ['str'], [gen.site(expr)]),
  }),
  textFunction('URL_ENCODE', [TEXT], 'string', run.urlEncode, MAYBE_STRING),
  textFunction('URL_DECODE', [TEXT], 'string', run.urlDecode, MAYBE_STRING),
  overlay,
  elt,
  test('IS_ALPHA', run.isAlpha, () => false),
  test('IS_DIGIT', run.isDigit, family.isInteger),
  test('IS_DECIMAL', run.isDecimal, (type) => !family.isDecimal(type)),
  hash('MD5', 'md5', 32),
  hash('SHA1', 'sha1', 40),
  hash('SHA224', 'sha224', 56),
  hash('SHA256', 'sha256', 64),
  hash('SHA384', 'sha384', 96),
  hash('SHA512', 'sha512', 128),
  sha2,
  hex,
  unhex,
  plainFunction({
    names: ['BIN'],
    signatures: ['BIN(integer)'],
    params: [LONG],
    returns: STRING,
    takes: ['big'],
    gives: 'str',
    run: run.binOfLong,
  }),
];
