/**
 * Functions that make JSON text: JSON_OBJECT, JSON_ARRAY, JSON_STRING, and JSON, which stands only
 * inside the first two. What they themselves make is put into one another as it is.
 */
import { MillraceError } from '../../../conf/errors/error.js';
import { type LogicalType, STRING, withNullable } from '../../../state/column/logical-type.js';
import { placeOf } from '../cast.js';
import type { Generator } from '../code/generator.js';
import { only, type Value } from '../code/value.js';
import type { CallExpr, Expr } from '../expression.js';
import { type CallSite, call, type ScalarFunction, strict } from '../function.js';
import { TEXT } from '../param.js';
import { fragmentText } from '../runtime/json-functions.js';
import { objectText } from '../runtime/json-value.js';
import { type JsonWriter, jsonWriter } from '../runtime/json-writer.js';
import * as family from '../types/family.js';
import { customFunction, plainFunction } from './define.js';

const TEXT_NEVER_NULL: LogicalType = withNullable(STRING, false);
/** Functions whose text is JSON already: it is put in as it is. */
const MAKERS = new Set(['JSON_OBJECT', 'JSON_ARRAY', 'JSON', '.json']);

function isJsonMade(arg: Expr): boolean {
  return arg.kind === 'call' && MAKERS.has(arg.name);
}

/** A value that JSON has a form for; an untyped NULL has none. */
function writable(arg: Expr): boolean {
  return isJsonMade(arg) || jsonWriter(arg.type) !== undefined;
}

/**
 * The bound constructor. Which arguments are JSON is kept beside the clauses: folding may turn them
 * into literals.
 */
function constructorCall(site: CallSite, args: readonly Expr[]): CallExpr {
  const raw = args.flatMap((arg, i) => (isJsonMade(arg) ? [i] : [])).join();
  const given = args.map((arg) =>
    arg.kind === 'call' && arg.name === 'JSON' ? { ...arg, name: '.json' } : arg,
  );
  const clauses = typeof site.option === 'object' ? site.option : {};
  return call(site, given, TEXT_NEVER_NULL, { ...clauses, raw });
}

/** JavaScript code of an argument's JSON text: `'null'` for NULL, or null where it is left out. */
function fragment(gen: Generator, expr: CallExpr, index: number): string {
  const arg = expr.args[index] as Expr;
  const clauses = typeof expr.option === 'object' ? expr.option : {};
  const none = clauses.onNull === 'ABSENT' ? 'null' : "'null'";
  const value = gen.emit(arg);
  if (value.nul === 'true') return none;
  const text =
    isJsonMade(arg) || String(clauses.raw).split(',').includes(String(index))
      ? only(gen.as(value, 'str'))
      : written(gen, expr, arg, value);
  return value.nul === 'false' ? text : gen.hold(`${value.nul} ? ${none} : ${text}`);
}

function written(gen: Generator, expr: CallExpr, arg: Expr, value: Value): string {
  const write = gen.use(jsonWriter(arg.type) as JsonWriter);
  return gen.hold(`${write}(${only(gen.as(value, 'box'))}, ${gen.site(expr)})`);
}

function made(gen: Generator, expr: CallExpr, code: string): Value {
  return { type: expr.type, repr: 'str', parts: [gen.hold(code)], nul: 'false' };
}

const jsonObject: ScalarFunction = {
  names: ['JSON_OBJECT'],
  signatures: ['JSON_OBJECT([[KEY] key VALUE value]* [NULL | ABSENT ON NULL])'],
  bind(args, site) {
    const keys = args.filter((_, i) => i % 2 === 0);
    const fits = keys.every((key) => family.isCharacter(key.type) && !key.type.nullable);
    if (!fits || !args.every((arg, i) => i % 2 === 0 || writable(arg))) return undefined;
    return constructorCall(site, args);
  },
  emit(gen, expr) {
    const entries: string[] = [];
    for (let i = 0; i < expr.args.length; i += 2) {
      const key = only(gen.as(gen.emit(expr.args[i] as Expr), 'str'));
      entries.push(`[${key}, ${fragment(gen, expr, i + 1)}]`);
    }
    return made(gen, expr, `${gen.use(presentEntries)}([${entries.join(', ')}])`);
  },
};

function presentEntries(entries: readonly (readonly [string, string | null])[]): string {
  return objectText(
    entries.flatMap(([key, text]) => (text === null ? [] : [[key, text] as const])),
  );
}

const jsonArray: ScalarFunction = {
  names: ['JSON_ARRAY'],
  signatures: ['JSON_ARRAY([value]* [NULL | ABSENT ON NULL])'],
  bind: (args, site) => (args.every(writable) ? constructorCall(site, args) : undefined),
  emit(gen, expr) {
    const items = expr.args.map((_, i) => fragment(gen, expr, i));
    return made(gen, expr, `${gen.use(arrayText)}([${items.join(', ')}])`);
  },
};

function arrayText(items: readonly (string | null)[]): string {
  return `[${items.filter((item) => item !== null).join(',')}]`;
}

/** JSON_OBJECT and JSON_ARRAY take it for `.json`; anywhere else it is refused. */
const json = customFunction({
  names: ['JSON'],
  signatures: ['JSON(string), inside JSON_OBJECT or JSON_ARRAY'],
  params: [TEXT],
  returns: STRING,
  emit(_, expr) {
    throw new MillraceError(
      'BIND_INVALID',
      'JSON() stands only inside JSON_ARRAY() or as a value of JSON_OBJECT()',
      expr.span === undefined ? {} : { place: placeOf(expr.span) },
    );
  },
});

/** The text of JSON(…) as it is put in; null for an empty one. */
const jsonFragment = plainFunction({
  names: ['.json'],
  signatures: [],
  params: [TEXT],
  returns: STRING,
  takes: ['str'],
  gives: 'str',
  maybeNull: true,
  fails: true,
  run: fragmentText,
});

const jsonString: ScalarFunction = {
  names: ['JSON_STRING'],
  signatures: ['JSON_STRING(value)'],
  bind([arg, ...rest], site) {
    if (arg === undefined || rest.length > 0) return undefined;
    if (isJsonMade(arg) && arg.kind === 'call' && arg.name !== 'JSON') return arg;
    if (arg.type.root !== 'NULL' && jsonWriter(arg.type) === undefined) return undefined;
    return call(site, [arg], strict(STRING, [arg]));
  },
  emit(gen, expr) {
    const [arg] = expr.args as [Expr];
    const value = gen.emit(arg);
    if (value.nul === 'true') return gen.nothing(expr.type);
    const code = written(gen, expr, arg, value);
    const text = value.nul === 'false' ? code : `${value.nul} ? '' : ${code}`;
    return { type: expr.type, repr: 'str', parts: [gen.hold(text)], nul: value.nul };
  },
};

export const jsonConstructors: readonly ScalarFunction[] = [
  jsonObject,
  jsonArray,
  json,
  jsonFragment,
  jsonString,
];
