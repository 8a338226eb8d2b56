/** Functions of arrays and maps that work on boxed values. */
import {
  type ElementType,
  type Field,
  INT,
  type LogicalType,
  STRING,
  withNullable,
} from '../../../state/column/logical-type.js';
import { castTo } from '../cast.js';
import { unbox } from '../code/convert.js';
import { nullOf } from '../code/template.js';
import { only } from '../code/value.js';
import type { Expr } from '../expression.js';
import { call, type ScalarFunction, strict } from '../function.js';
import { asElement, FLAG, fit, INTEGER, type Param, TEXT } from '../param.js';
import * as run from '../runtime/array-functions.js';
import { commonType } from '../types/common-type.js';
import * as family from '../types/family.js';
import { isOrdered } from './comparison.js';

/** Arguments as they are handed over, and the result's type; undefined when they do not fit. */
type Rule = (args: readonly Expr[]) => { args: readonly Expr[]; type: LogicalType } | undefined;

interface Boxed {
  readonly name: string;
  readonly signature: string;
  readonly rule: Rule;
  /** Over boxed arguments; null is given only for those behind `strict`. */
  readonly run: (...args: never[]) => unknown;
  /** Arguments whose null makes the result null; all by default. */
  readonly strict?: number;
  /** The last argument of `run` is the call's place, for failures. */
  readonly fails?: boolean;
}

function boxed({ name, signature, rule, run: evaluate, strict, fails }: Boxed): ScalarFunction {
  return {
    names: [name],
    signatures: [signature],
    bind(args, site) {
      const bound = rule(args);
      return bound && call(site, bound.args, bound.type);
    },
    emit(gen, expr) {
      const values = expr.args.map((arg) => gen.emit(arg));
      const nul = nullOf(gen, values.slice(0, strict ?? values.length));
      if (nul === 'true') return gen.nothing(expr.type);
      const boxes = values.map((each) =>
        each.nul === 'true' ? 'null' : only(gen.as(each, 'box')),
      );
      if (fails === true) boxes.push(gen.site(expr));
      const code = `${nul} ? null : ${gen.use(evaluate)}(${boxes.join(', ')})`;
      return unbox(gen, { type: expr.type, repr: 'box', parts: [gen.hold(code)], nul: 'false' });
    },
  };
}

function elementOf(expr: Expr | undefined): LogicalType | undefined {
  return expr?.type.root === 'ARRAY' ? expr.type.element : undefined;
}

function arrayOf(element: LogicalType, args: readonly Expr[]): LogicalType {
  return { root: 'ARRAY', element, nullable: args.some((arg) => arg.type.nullable) };
}

/** An array alone; the result has its type. */
const sameArray: Rule = (args) => {
  const [array] = args;
  if (args.length !== 1 || array === undefined || elementOf(array) === undefined) return undefined;
  return { args, type: array.type };
};

/** An array and an element of it. */
function withElement(result: (array: ElementType, item: Expr) => LogicalType): Rule {
  return (args) => {
    const [array, given] = args;
    if (args.length !== 2 || array?.type.root !== 'ARRAY' || given === undefined) return undefined;
    const item = asElement(given, array.type);
    return item && { args: [array, item], type: result(array.type, item) };
  };
}

const extended = withElement((array, { type }) => {
  const element = withNullable(array.element, array.element.nullable || type.nullable);
  return { ...array, element, nullable: array.nullable || type.nullable };
});

/** Arrays of one element type. */
function arrays(minimum: number, maximum = Number.POSITIVE_INFINITY): Rule {
  return (args) => {
    if (args.length < minimum || args.length > maximum) return undefined;
    const elements = args.map(elementOf);
    const common = commonType(args.map((arg) => arg.type));
    if (elements.includes(undefined) || common?.root !== 'ARRAY') return undefined;
    const nullable = elements.some((element) => element?.nullable);
    const type = { ...common, element: withNullable(common.element, nullable) };
    return { args: args.map((arg) => castTo(arg, type)), type };
  };
}

/** An array and further parameters. */
function withParams(params: readonly Param[], minimum: number): Rule {
  return (args) => {
    const [array, ...rest] = args;
    const fitted = fit(rest, params, minimum);
    if (array === undefined || elementOf(array) === undefined || fitted === undefined) {
      return undefined;
    }
    return { args: [array, ...fitted], type: strict(array.type, args) };
  };
}

/** Flink orders no truth values and no intervals here. */
function isSortable(type: LogicalType | undefined): type is LogicalType {
  if (type === undefined || type.root === 'BOOLEAN' || family.isInterval(type)) return false;
  return isOrdered(type);
}

const least: Rule = (args) => {
  const element = elementOf(args[0]);
  if (args.length !== 1 || !isSortable(element)) return undefined;
  return { args, type: withNullable(element, true) };
};

const sorted: Rule = (args) =>
  isSortable(elementOf(args[0])) ? withParams([FLAG, FLAG], 0)(args) : undefined;

const joined: Rule = (args) => {
  const [array, ...rest] = args;
  const element = elementOf(array);
  const fitted = fit(rest, [TEXT, TEXT], 1);
  if (array === undefined || element === undefined || fitted === undefined) return undefined;
  if (TEXT({ ...array, type: element } as Expr) === undefined) return undefined;
  return { args: [array, ...fitted], type: strict(STRING, args) };
};

/** A part of a map's entries. */
function ofMap(part: (key: LogicalType, value: LogicalType) => LogicalType): Rule {
  return (args) => {
    const type = args[0]?.type;
    if (args.length !== 1 || type?.root !== 'MAP') return undefined;
    return { args, type: arrayOf(part(type.key, type.value), args) };
  };
}

function entry(key: LogicalType, value: LogicalType): LogicalType {
  const fields: Field[] = [
    { name: 'key', type: key },
    { name: 'value', type: value },
  ];
  return { root: 'ROW', fields, nullable: true };
}

const fromArrays: Rule = (args) => {
  const [key, value] = [elementOf(args[0]), elementOf(args[1])];
  if (args.length !== 2 || key === undefined || value === undefined) return undefined;
  const nullable = args.some((arg) => arg.type.nullable);
  return { args, type: { root: 'MAP', key, value, nullable } };
};

const maps: Rule = (args) => {
  if (args.length === 0 || args.some((arg) => arg.type.root !== 'MAP')) return undefined;
  const type = commonType(args.map((arg) => arg.type));
  return type && { args: args.map((arg) => castTo(arg, type)), type };
};

const split: Rule = (args) => {
  const fitted = fit(args, [TEXT, TEXT]);
  return fitted && { args: fitted, type: strict(STRINGS, fitted) };
};

const toMap: Rule = (args) => {
  const fitted = fit(args, [TEXT, TEXT, TEXT], 1);
  return fitted && { args: fitted, type: STRING_MAP };
};

const STRINGS: LogicalType = { root: 'ARRAY', element: STRING, nullable: true };
const STRING_MAP: LogicalType = { root: 'MAP', key: STRING, value: STRING, nullable: true };

function define(
  name: string,
  shown: string,
  rule: Rule,
  evaluate: Boxed['run'],
  strict?: number,
): ScalarFunction {
  const optional = strict === undefined ? {} : { strict };
  return boxed({ name, signature: `${name}(${shown})`, rule, run: evaluate, ...optional });
}

export const arrayFunctions: readonly ScalarFunction[] = [
  define('ARRAY_APPEND', 'array, element', extended, run.append, 1),
  define('ARRAY_PREPEND', 'array, element', extended, run.prepend, 1),
  define(
    'ARRAY_REMOVE',
    'array, element',
    withElement((array) => array),
    run.remove,
    1,
  ),
  define(
    'ARRAY_POSITION',
    'array, element',
    withElement((array, { type }) => withNullable(INT, array.nullable || type.nullable)),
    run.positionOf,
  ),
  define('ARRAY_DISTINCT', 'array', sameArray, run.distinct),
  define('ARRAY_REVERSE', 'array', sameArray, run.reversed),
  define('ARRAY_CONCAT', 'array1, …', arrays(1), run.concatenated),
  define('ARRAY_UNION', 'array1, array2', arrays(2, 2), run.unionOf),
  define('ARRAY_EXCEPT', 'array1, array2', arrays(2, 2), run.exceptOf),
  define('ARRAY_INTERSECT', 'array1, array2', arrays(2, 2), run.intersectionOf),
  define('ARRAY_MAX', 'array', least, run.greatestOf),
  define('ARRAY_MIN', 'array', least, run.leastOf),
  define('ARRAY_SLICE', 'array, start [, end]', withParams([INTEGER, INTEGER], 1), run.slice),
  define('ARRAY_SORT', 'array [, ascending [, nullFirst]]', sorted, run.sorted),
  define('ARRAY_JOIN', 'array, delimiter [, nullReplacement]', joined, run.joined),
  define(
    'MAP_KEYS',
    'map',
    ofMap((key) => key),
    run.keysOf,
  ),
  define(
    'MAP_VALUES',
    'map',
    ofMap((_, value) => value),
    run.valuesOf,
  ),
  define('MAP_ENTRIES', 'map', ofMap(entry), run.entriesOf),
  boxed({
    name: 'MAP_FROM_ARRAYS',
    signature: 'MAP_FROM_ARRAYS(keys, values)',
    rule: fromArrays,
    run: run.mapFromArrays,
    fails: true,
  }),
  define('MAP_UNION', 'map1, …', maps, run.mapUnion),
  define('SPLIT', 'string, delimiter', split, run.splitText),
  define('STR_TO_MAP', 'string [, pairs [, keyValue]]', toMap, run.textToMap),
];
