/** Strings as bytes: length, case, cutting, joining, searching. */
import { BOOLEAN, INT, STRING } from '../../../state/column/logical-type.js';
import type { Generator } from '../code/generator.js';
import { argsAs, nullOf, runView } from '../code/template.js';
import { only, type Value } from '../code/value.js';
import type { CallExpr, Expr } from '../expression.js';
import { call, type ScalarFunction, strict } from '../function.js';
import { stringValue } from '../literal.js';
import { fit, INTEGER, TEXT, TEXT_OR_BINARY } from '../param.js';
import * as text from '../runtime/text.js';
import * as family from '../types/family.js';
import {
  customFunction,
  inlineFunction,
  plainFunction,
  viewFunction,
  writerFunction,
} from './define.js';
import { concatenated, maybePartOfFirst, varyingOfFirst } from './text-type.js';

const charLength = plainFunction({
  names: ['CHAR_LENGTH', 'CHARACTER_LENGTH'],
  signatures: ['CHAR_LENGTH(string)'],
  params: [TEXT],
  returns: INT,
  takes: ['bytes'],
  run: text.charLength,
});

function caseFunction(name: string, run: typeof text.upper): ScalarFunction {
  return writerFunction({
    names: [name],
    signatures: [`${name}(string)`],
    params: [TEXT],
    returns: (args) => (args[0] as Expr).type,
    takes: ['bytes'],
    run,
  });
}

const substring = customFunction({
  names: ['SUBSTRING', 'SUBSTR'],
  signatures: ['SUBSTRING(string FROM integer1 [FOR integer2])'],
  params: [TEXT, INTEGER, INTEGER],
  minimum: 2,
  returns: maybePartOfFirst,
  emit(gen, expr) {
    const whole = expr.args.length === 2;
    const value = runView(gen, expr, text.substring, ['bytes', 'num'], whole ? [REST] : []);
    if (whole || value.nul === 'true') return value;
    return { ...value, nul: gen.hold(`${value.nul} || ${value.parts[1]} < 0`, 'n') };
  },
});

/** A length that reaches to the end of every string. */
const REST = '2147483647';

const left = viewFunction({
  names: ['LEFT'],
  signatures: ['LEFT(string, integer)'],
  params: [TEXT, INTEGER],
  returns: maybePartOfFirst,
  takes: ['bytes', 'num'],
  run: leftText,
});

function leftText(...args: [Uint8Array, number, number, number, { end: number }]): number {
  const [data, start, end, count, out] = args;
  out.end = count <= 0 ? start : text.skipChars(data, start, end, count);
  return start;
}

const right = viewFunction({
  names: ['RIGHT'],
  signatures: ['RIGHT(string, integer)'],
  params: [TEXT, INTEGER],
  returns: maybePartOfFirst,
  takes: ['bytes', 'num'],
  run: text.rightText,
});

const SIDES: Readonly<Record<string, number>> = { LEADING: 1, TRAILING: 2, BOTH: 3 };

/** With the arguments as TRIM has them: what to take away first, where there are two. */
function emitTrim(gen: Generator, expr: CallExpr, set: Expr | undefined, from: Expr): Value {
  const sides = String(SIDES[String(expr.option ?? 'BOTH')] ?? 3);
  const constant = set === undefined ? ' ' : stringValue(set);
  if (constant === ' ') {
    const plain: CallExpr = { ...expr, args: [from] };
    return runView(gen, plain, text.trimSpaces, ['bytes'], [sides]);
  }
  const swapped: CallExpr = { ...expr, args: [from, set as Expr] };
  return runView(gen, swapped, text.trimSet, ['bytes', 'str'], [sides]);
}

const trim: ScalarFunction = {
  names: ['TRIM'],
  signatures: ['TRIM([BOTH | LEADING | TRAILING] [string1 FROM] string2)'],
  bind(args, site) {
    const fitted = fit(args, [TEXT, TEXT], 1);
    const from = fitted?.[fitted.length - 1];
    if (fitted === undefined || from === undefined) return undefined;
    const type = varyingOfFirst([from, ...fitted]);
    return call(site, fitted, type);
  },
  emit(gen, expr) {
    const [first, second] = expr.args as [Expr, Expr | undefined];
    return second === undefined
      ? emitTrim(gen, expr, undefined, first)
      : emitTrim(gen, expr, first, second);
  },
};

function sideTrim(
  name: string,
  side: string,
  returns: typeof varyingOfFirst | typeof STRING,
): ScalarFunction {
  return customFunction({
    names: [name],
    signatures: [`${name}(string [, trimString])`],
    params: [TEXT, TEXT],
    minimum: 1,
    returns,
    emit(gen, expr) {
      const [from, set] = expr.args as [Expr, Expr | undefined];
      return emitTrim(gen, { ...expr, option: side }, set, from);
    },
  });
}

const joinedTwo = writerFunction({
  names: ['||'],
  signatures: ['string1 || string2'],
  params: [TEXT_OR_BINARY, TEXT_OR_BINARY],
  returns: concatenated,
  takes: ['bytes'],
  run: text.joinTwo,
});

/** Both are texts, or both are binary. */
const concatOperator: ScalarFunction = {
  ...joinedTwo,
  bind(args, site) {
    const binary = args.some(({ type }) => family.isBinary(type));
    const text = args.some(({ type }) => family.isCharacter(type));
    return binary && text ? undefined : joinedTwo.bind(args, site);
  },
};

/** Each argument is put behind the one before; the separator, if any, stands between. */
function emitJoined(gen: Generator, expr: CallExpr, values: readonly Value[]): Value {
  const nul = nullOf(gen, values);
  if (nul === 'true') return gen.nothing(expr.type);
  const [start, end] = [gen.variable('0'), gen.variable('0')];
  const data = gen.variable('EMPTY');
  const arena = gen.arena();
  gen.unlessNull(nul, () => {
    gen.line(`${start} = ${arena}.size;`);
    for (const value of values) gen.line(`${arena}.put(${value.parts.join(', ')});`);
    gen.line(`${data} = ${arena}.data; ${end} = ${arena}.size;`);
  });
  return { type: expr.type, repr: 'bytes', parts: [data, start, end], nul, source: 'arena' };
}

const concat = customFunction({
  names: ['CONCAT'],
  signatures: ['CONCAT(string1, string2, …)'],
  params: [TEXT],
  minimum: 1,
  repeat: true,
  returns: STRING,
  emit: (gen, expr) => emitJoined(gen, expr, argsAs(gen, expr, ['bytes'])),
});

const concatWs = customFunction({
  names: ['CONCAT_WS'],
  signatures: ['CONCAT_WS(separator, string1, string2, …)'],
  params: [TEXT],
  minimum: 1,
  repeat: true,
  returns: (args) => strict(STRING, args),
  emit(gen, expr) {
    const [separator, ...items] = argsAs(gen, expr, ['bytes']) as [Value, ...Value[]];
    const [start, end] = [gen.variable('0'), gen.variable('0')];
    const data = gen.variable('EMPTY');
    const arena = gen.arena();
    gen.unlessNull(separator.nul, () => {
      gen.line(`${start} = ${arena}.size;`);
      const started = gen.variable('false');
      for (const item of items) {
        gen.unlessNull(item.nul, () => {
          gen.line(`if (${started}) ${arena}.put(${separator.parts.join(', ')});`);
          gen.line(`${started} = true; ${arena}.put(${item.parts.join(', ')});`);
        });
      }
      gen.line(`${data} = ${arena}.data; ${end} = ${arena}.size;`);
    });
    const parts = [data, start, end];
    return { type: expr.type, repr: 'bytes', parts, nul: separator.nul, source: 'arena' };
  },
});

/** `POSITION(needle IN text [FROM n])`; LOCATE has the same order, INSTR the other. */
function positionFunction(names: string[], signature: string, turned: boolean): ScalarFunction {
  return customFunction({
    names,
    signatures: [signature],
    params: turned ? [TEXT, TEXT] : [TEXT, TEXT, INTEGER],
    minimum: 2,
    returns: INT,
    emit(gen, expr) {
      const values = argsAs(gen, expr, ['bytes', 'bytes', 'num']);
      const nul = nullOf(gen, values);
      if (nul === 'true') return gen.nothing(expr.type);
      const [a, b, from] = values as [Value, Value, Value | undefined];
      const [needle, hay] = turned ? [b, a] : [a, b];
      const first = from === undefined ? '1' : only(from);
      const args = [...needle.parts, ...hay.parts, first].join(', ');
      const code = gen.hold(`${nul} ? 0 : ${gen.use(text.position)}(${args})`);
      return { type: expr.type, repr: 'num', parts: [code], nul };
    },
  });
}

/** Both are strings, or both are binary. */
function affix(name: string, run: typeof text.startsWith): ScalarFunction {
  const either = plainFunction({
    names: [name],
    signatures: [`${name}(string, part)`, `${name}(binary, part)`],
    params: [TEXT_OR_BINARY, TEXT_OR_BINARY],
    returns: BOOLEAN,
    takes: ['bytes'],
    run,
  });
  return {
    ...either,
    bind(args, site) {
      const kinds = new Set(args.map(({ type }) => type.root).filter((root) => root !== 'NULL'));
      const binary = [...kinds].filter((root) => root.endsWith('BINARY')).length;
      return binary === 0 || binary === kinds.size ? either.bind(args, site) : undefined;
    },
  };
}

/** The first byte, signed, as Flink gives it. */
const ascii = inlineFunction({
  names: ['ASCII'],
  signatures: ['ASCII(string)'],
  params: [TEXT],
  returns: INT,
  takes: ['bytes'],
  code: (data, start, end) => `${end} > ${start} ? ${data}[${start}] << 24 >> 24 : 0`,
});

export const stringFunctions: readonly ScalarFunction[] = [
  charLength,
  caseFunction('UPPER', text.upper),
  caseFunction('LOWER', text.lower),
  substring,
  left,
  right,
  trim,
  sideTrim('LTRIM', 'LEADING', varyingOfFirst),
  sideTrim('RTRIM', 'TRAILING', varyingOfFirst),
  sideTrim('BTRIM', 'BOTH', STRING),
  concatOperator,
  concat,
  concatWs,
  positionFunction(['POSITION'], 'POSITION(string1 IN string2 [FROM integer])', false),
  positionFunction(['LOCATE'], 'LOCATE(string1, string2 [, integer])', false),
  positionFunction(['INSTR'], 'INSTR(string1, string2)', true),
  affix('STARTSWITH', text.startsWith),
  affix('ENDSWITH', text.endsWith),
  ascii,
];
