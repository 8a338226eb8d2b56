/** REGEXP and its family, SIMILAR TO. */
import { BOOLEAN, INT, type LogicalType, STRING } from '../../../state/column/logical-type.js';
import { runFunction } from '../code/template.js';
import { call, type ScalarFunction, siteOf } from '../function.js';
import { INTEGER, LONG, TEXT } from '../param.js';
import * as run from '../runtime/regex-functions.js';
import { customFunction, plainFunction } from './define.js';

type Run = (...args: never[]) => unknown;

function ofTwo(name: string, returns: LogicalType, call: Run, nullable = true): ScalarFunction {
  return plainFunction({
    names: [name],
    signatures: [`${name}(string, regex)`],
    params: [TEXT, TEXT],
    returns: nullable ? () => returns : returns,
    takes: ['str'],
    ...(returns === STRING ? { gives: 'str' as const } : {}),
    maybeNull: true,
    fails: true,
    run: call,
  });
}

const extract = customFunction({
  names: ['REGEXP_EXTRACT'],
  signatures: ['REGEXP_EXTRACT(string, regex [, group INT])'],
  params: [TEXT, TEXT, INTEGER],
  minimum: 2,
  returns: () => STRING,
  emit: (gen, expr) =>
    runFunction(gen, expr, run.regexpExtract, {
      takes: ['str', 'str', 'num'],
      gives: 'str',
      maybeNull: true,
      fails: true,
      extra: expr.args.length === 2 ? ['0'] : [],
    }),
});

const extractAll = customFunction({
  names: ['REGEXP_EXTRACT_ALL'],
  signatures: ['REGEXP_EXTRACT_ALL(string, regex [, group INT])'],
  params: [TEXT, TEXT, LONG],
  minimum: 2,
  returns: () => ({ root: 'ARRAY', element: STRING, nullable: true }),
  emit: (gen, expr) =>
    runFunction(gen, expr, run.regexpExtractAll, {
      takes: ['str', 'str', 'big'],
      maybeNull: true,
      fails: true,
      extra: expr.args.length === 2 ? ['1n'] : [],
    }),
});

const replace = plainFunction({
  names: ['REGEXP_REPLACE'],
  signatures: ['REGEXP_REPLACE(string, regex, replacement)'],
  params: [TEXT, TEXT, TEXT],
  returns: STRING,
  takes: ['str'],
  gives: 'str',
  maybeNull: true,
  fails: true,
  run: run.regexpReplace,
});

const similarTo = customFunction({
  names: ['SIMILAR TO'],
  signatures: ['string1 SIMILAR TO string2 [ESCAPE char]'],
  params: [TEXT, TEXT, TEXT],
  minimum: 2,
  returns: BOOLEAN,
  emit: (gen, expr) =>
    runFunction(gen, expr, run.similarTo, {
      takes: ['str'],
      fails: true,
      extra: expr.args.length === 2 ? ['undefined'] : [],
    }),
});

const notSimilarTo: ScalarFunction = {
  names: ['NOT SIMILAR TO'],
  signatures: ['string1 NOT SIMILAR TO string2 [ESCAPE char]'],
  bind(args, site) {
    const positive = similarTo.bind(args, siteOf(site, 'SIMILAR TO'));
    return positive && call(siteOf(site, 'NOT'), [positive], positive.type);
  },
};

const searching: readonly ScalarFunction[] = [
  ofTwo('REGEXP', BOOLEAN, run.regexp, false),
  extract,
  extractAll,
  replace,
  ofTwo('REGEXP_COUNT', INT, run.regexpCount),
  ofTwo('REGEXP_INSTR', INT, run.regexpInstr),
  ofTwo('REGEXP_SUBSTR', STRING, run.regexpSubstr),
  similarTo,
  notSimilarTo,
];

/** A pattern may try every way to match before it gives up. */
export const regexpFunctions: readonly ScalarFunction[] = searching.map((each) => ({
  ...each,
  mayRunLong: true,
}));
