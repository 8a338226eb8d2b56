/** Functions that search JSON, and small ones on JSON text. Their clauses come as options. */
import {
  BOOLEAN,
  DOUBLE,
  INT,
  type LogicalType,
  STRING,
  withNullable,
} from '../../../state/column/logical-type.js';
import { castTo } from '../cast.js';
import type { Generator } from '../code/generator.js';
import { argsAs, nullOf, partsOf, runFunction } from '../code/template.js';
import { only, type Value } from '../code/value.js';
import type { CallExpr, Expr } from '../expression.js';
import { type CallSite, call, type ScalarFunction } from '../function.js';
import { fit, TEXT } from '../param.js';
import * as run from '../runtime/json-functions.js';
import * as family from '../types/family.js';
import { customFunction, plainFunction } from './define.js';

type Clauses = Readonly<Record<string, string | number | boolean | null>>;

function clauses(option: CallExpr['option']): Clauses {
  return typeof option === 'object' ? option : {};
}

function clauseCode(gen: Generator, expr: CallExpr, names: readonly string[]): string[] {
  const given = clauses(expr.option);
  return names.map((name) => gen.use(given[name] ?? null));
}

const KINDS: Readonly<Record<string, LogicalType>> = { STRING, INT, DOUBLE, BOOLEAN };

/** What RETURNING names: a kind of scalar, for VARCHAR(n) with the cast behind it. */
function returned(option: CallExpr['option']): { kind: run.Kind; type: LogicalType } | undefined {
  const text = String(clauses(option).returning ?? 'STRING').replace(/ NOT NULL$/, '');
  const length = /^VARCHAR\((\d+)\)$/.exec(text)?.[1];
  if (length !== undefined) {
    return { kind: 'STRING', type: { root: 'VARCHAR', length: Number(length), nullable: true } };
  }
  const type = KINDS[text];
  return type && { kind: text as run.Kind, type };
}

const jsonValue: ScalarFunction = {
  names: ['JSON_VALUE'],
  signatures: [
    'JSON_VALUE(json, path [RETURNING STRING | BOOLEAN | INT | DOUBLE] ' +
      '[NULL | ERROR | DEFAULT value ON EMPTY] [NULL | ERROR | DEFAULT value ON ERROR])',
  ],
  bind(args, site) {
    const searched = fit(args.slice(0, 2), [TEXT, TEXT]);
    const target = returned(site.option);
    if (searched === undefined || target === undefined) return undefined;
    const type = target.kind === 'STRING' ? STRING : target.type;
    const defaults = args.slice(2).map((arg) => defaultAs(arg, type));
    if (defaults.includes(undefined)) return undefined;
    const bound = call(site, [...searched, ...(defaults as Expr[])], type);
    return castTo(bound, target.type);
  },
  emit: emitValue,
};

/** A default of a STRING may be anything that has a text; others must be of the kind. */
function defaultAs(arg: Expr, type: LogicalType): Expr | undefined {
  const fits =
    type.root === 'VARCHAR' ||
    type.root === arg.type.root ||
    arg.type.root === 'NULL' ||
    (type.root === 'DOUBLE' && family.isNumeric(arg.type));
  return fits ? castTo(arg, { ...type, nullable: arg.type.nullable }) : undefined;
}

function emitValue(gen: Generator, expr: CallExpr): Value {
  const [json, path] = expr.args.slice(0, 2).map((arg) => gen.as(gen.emit(arg), 'str')) as [
    Value,
    Value,
  ];
  const nul = nullOf(gen, [json, path]);
  if (nul === 'true') return gen.nothing(expr.type);
  const result = gen.slots(expr.type.root === 'VARCHAR' ? 'str' : reprOf(expr.type), expr.type);
  const isNull = gen.variable(nul, 'n');
  const kind = KIND_OF[expr.type.root] as run.Kind;
  gen.unlessNull(nul, () => {
    const options = clauseCode(gen, expr, ['onEmpty', 'onError']);
    const args = [only(json), only(path), gen.use(kind), ...options, gen.site(expr)];
    const held = gen.hold(`${gen.use(run.jsonValue)}(${args.join(', ')})`);
    const chosen = [held];
    const defaults = expr.args.slice(2);
    for (const [clause, symbol] of [
      ['onEmpty', run.ON_EMPTY],
      ['onError', run.ON_ERROR],
    ] as const) {
      if (clauses(expr.option)[clause] !== 'DEFAULT') continue;
      const value = gen.emit(defaults.shift() as Expr);
      const test = gen.use(symbol);
      gen.when(`${held} === ${test}`, () => {
        gen.line(`${isNull} = ${value.nul};`);
        if (value.nul !== 'true') gen.assign(result, value);
      });
      chosen.push(test);
    }
    const own = chosen.slice(1).map((test) => `${held} !== ${test}`);
    gen.when(own.length === 0 ? 'true' : own.join(' && '), () => {
      gen.line(`if (${held} === null) ${isNull} = true; else ${result.parts[0]} = ${held};`);
    });
  });
  return { ...result, nul: isNull };
}

const KIND_OF: Readonly<Record<string, run.Kind>> = {
  VARCHAR: 'STRING',
  INTEGER: 'INT',
  DOUBLE: 'DOUBLE',
  BOOLEAN: 'BOOLEAN',
};

function reprOf(type: LogicalType): 'bool' | 'num' {
  return type.root === 'BOOLEAN' ? 'bool' : 'num';
}

const jsonExists = customFunction({
  names: ['JSON_EXISTS'],
  signatures: ['JSON_EXISTS(json, path [TRUE | FALSE | UNKNOWN | ERROR ON ERROR])'],
  params: [TEXT, TEXT],
  returns: () => BOOLEAN,
  emit: (gen, expr) =>
    runFunction(gen, expr, run.jsonExists, {
      takes: ['str'],
      maybeNull: true,
      fails: true,
      extra: clauseCode(gen, expr, ['onError']),
    }),
});

const STRINGS: LogicalType = { root: 'ARRAY', element: STRING, nullable: true };

/** STRING or ARRAY<STRING>; an array can be empty but no object. */
function queryType(site: CallSite): LogicalType | undefined {
  const { returning, onEmpty, onError } = clauses(site.option);
  const text = String(returning ?? 'STRING').replace(/ NOT NULL$/, '');
  if (text !== 'ARRAY<STRING>')
    return returned(site.option)?.kind === 'STRING' ? STRING : undefined;
  return onEmpty === 'EMPTY OBJECT' || onError === 'EMPTY OBJECT' ? undefined : STRINGS;
}

const jsonQuery: ScalarFunction = {
  names: ['JSON_QUERY'],
  signatures: [
    'JSON_QUERY(json, path [RETURNING STRING | ARRAY<STRING>] ' +
      '[WITHOUT | WITH [CONDITIONAL | UNCONDITIONAL] WRAPPER] ' +
      '[NULL | EMPTY ARRAY | EMPTY OBJECT | ERROR ON EMPTY] ' +
      '[NULL | EMPTY ARRAY | EMPTY OBJECT | ERROR ON ERROR])',
  ],
  bind(args, site) {
    const searched = fit(args, [TEXT, TEXT]);
    const type = queryType(site);
    if (searched === undefined || type === undefined) return undefined;
    const bound = call(site, searched, type);
    return type === STRINGS ? bound : castTo(bound, returned(site.option)?.type ?? STRING);
  },
  emit: (gen, expr) =>
    runFunction(gen, expr, run.jsonQuery, {
      takes: ['str'],
      gives: expr.type.root === 'ARRAY' ? 'box' : 'str',
      maybeNull: true,
      fails: true,
      extra: [
        String(expr.type.root === 'ARRAY'),
        ...clauseCode(gen, expr, ['wrapper', 'onEmpty', 'onError']),
      ],
    }),
};

/** Never null: NULL is no JSON. */
const isJson = customFunction({
  names: ['IS JSON'],
  signatures: ['string IS JSON [VALUE | SCALAR | ARRAY | OBJECT]'],
  params: [TEXT],
  returns: () => withNullable(BOOLEAN, false),
  emit(gen, expr) {
    const values = argsAs(gen, expr, ['str']);
    const nul = nullOf(gen, values);
    const args = [...partsOf(values), gen.use(String(expr.option ?? 'VALUE'))];
    const test = `${gen.use(run.isJson)}(${args.join(', ')})`;
    const code = nul === 'false' ? test : nul === 'true' ? 'false' : `!(${nul}) && ${test}`;
    return { type: expr.type, repr: 'bool', parts: [gen.hold(code)], nul: 'false' };
  },
});

function textFunction(name: string, change: (text: string) => string): ScalarFunction {
  return plainFunction({
    names: [name],
    signatures: [`${name}(string)`],
    params: [TEXT],
    returns: STRING,
    takes: ['str'],
    gives: 'str',
    run: change,
  });
}

export const jsonFunctions: readonly ScalarFunction[] = [
  // A path may search with a regular expression.
  { ...jsonValue, mayRunLong: true },
  { ...jsonQuery, mayRunLong: true },
  { ...jsonExists, mayRunLong: true },
  isJson,
  textFunction('JSON_QUOTE', run.jsonQuote),
  textFunction('JSON_UNQUOTE', run.jsonUnquote),
];
