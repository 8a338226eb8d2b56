/** Constructors of and access to ROW, ARRAY, MAP and MULTISET. */
import {
  BOOLEAN,
  INT,
  type LogicalType,
  withNullable,
} from '../../../state/column/logical-type.js';
import { castTo } from '../cast.js';
import { unbox } from '../code/convert.js';
import type { Generator } from '../code/generator.js';
import { loadVector } from '../code/load.js';
import { childRef, type VectorRef } from '../code/shape.js';
import { nullOf } from '../code/template.js';
import { only, type Value } from '../code/value.js';
import type { CallExpr, Expr } from '../expression.js';
import { type CallSite, call, type ScalarFunction, strict } from '../function.js';
import { isNullLiteral } from '../literal.js';
import { asElement } from '../param.js';
import * as run from '../runtime/collection.js';
import { commonType } from '../types/common-type.js';
import * as family from '../types/family.js';
import { bindVariantItem, emitVariantItem } from './variant.js';

/** Boxes of all arguments, null inside the box. */
function boxes(gen: Generator, expr: CallExpr): string[] {
  return expr.args.map((arg) => {
    const value = gen.emit(arg);
    if (value.nul === 'true') return 'null';
    return only(gen.as(value, 'box'));
  });
}

/** A new collection is never null. */
function made(gen: Generator, expr: CallExpr, code: string): Value {
  return { type: expr.type, repr: 'box', parts: [gen.hold(code)], nul: 'false' };
}

const row: ScalarFunction = {
  names: ['ROW'],
  signatures: ['ROW(value1 [, value2]*)'],
  bind(args, site) {
    if (args.length === 0) return undefined;
    const fields = args.map((arg, i) => ({ name: `EXPR$${i}`, type: arg.type }));
    return call(site, args, { root: 'ROW', fields, nullable: false });
  },
  emit: (gen, expr) => made(gen, expr, `[${boxes(gen, expr).join(', ')}]`),
};

function unified(args: readonly Expr[]): { args: Expr[]; type: LogicalType } | undefined {
  const type = commonType(args.map((arg) => arg.type));
  return type && { args: args.map((arg) => castTo(arg, type)), type };
}

const array: ScalarFunction = {
  names: ['ARRAY'],
  signatures: ['ARRAY[value1 [, value2]*]'],
  bind(args, site) {
    const items = unified(args);
    if (items === undefined || items.type.root === 'NULL') return undefined;
    return call(site, items.args, { root: 'ARRAY', element: items.type, nullable: false });
  },
  emit: (gen, expr) => made(gen, expr, `[${boxes(gen, expr).join(', ')}]`),
};

const map: ScalarFunction = {
  names: ['MAP'],
  signatures: ['MAP[key1, value1 [, key2, value2]*]'],
  bind(args, site) {
    const keys = unified(args.filter((_, i) => i % 2 === 0));
    const values = unified(args.filter((_, i) => i % 2 === 1));
    if (args.length % 2 !== 0 || keys === undefined || values === undefined) return undefined;
    const entries = keys.args.flatMap((key, i) => [key, values.args[i] as Expr]);
    const type: LogicalType = { root: 'MAP', key: keys.type, value: values.type, nullable: false };
    return call(site, entries, type);
  },
  emit: (gen, expr) => made(gen, expr, `${gen.use(run.makeMap)}([${boxes(gen, expr).join(', ')}])`),
};

/** `row.field`, the ordinal as option; `bindCall` takes the name too. */
const field: ScalarFunction = {
  names: ['.field'],
  signatures: ['row.field'],
  bind(args, site) {
    const [arg] = args;
    if (arg === undefined || !('fields' in arg.type)) return undefined;
    const ordinal = fieldOrdinal(arg.type.fields, site.option);
    const found = arg.type.fields[ordinal];
    if (found === undefined) return undefined;
    const nullable = found.type.nullable || arg.type.nullable;
    return call(site, args, withNullable(found.type, nullable), ordinal);
  },
  emit(gen, expr) {
    const value = gen.emit(expr.args[0] as Expr);
    if (value.nul === 'true') return gen.nothing(expr.type);
    const ordinal = Number(expr.option);
    if (value.vector !== undefined) {
      const child = loadVector(gen, childRef(value.vector, ordinal), only(value), expr.type);
      return { ...child, nul: nullOf(gen, [value, child]) };
    }
    const box = only(gen.as(value, 'box'));
    const item = gen.hold(`${box} === null ? null : ${box}[${ordinal}] ?? null`);
    return unbox(gen, { type: expr.type, repr: 'box', parts: [item], nul: value.nul });
  },
};

function fieldOrdinal(fields: readonly { name: string }[], option: CallSite['option']): number {
  if (typeof option === 'number') return option;
  return fields.findIndex((each) => each.name === option);
}

function bindItem(args: readonly Expr[], site: CallSite): Expr | undefined {
  const [from, key] = args;
  if (args.length !== 2 || from === undefined || key === undefined) return undefined;
  const { type } = from;
  if (type.root === 'VARIANT') return bindVariantItem(from, key, site);
  if (type.root === 'ARRAY' && key.kind === 'literal' && Number(key.value ?? 1) < 1) {
    return undefined;
  }
  if (type.root === 'ARRAY' && (family.isInteger(key.type) || isNullLiteral(key))) {
    return call(site, [from, castTo(key, INT)], withNullable(type.element, true));
  }
  if (type.root === 'MAP' && commonType([type.key, key.type]) !== undefined) {
    // Of a text no character is cut: a longer one is not there.
    const texts = family.isCharacter(type.key) && family.isCharacter(key.type);
    const found = texts ? key : castTo(key, type.key);
    return call(site, [from, found], withNullable(type.value, true));
  }
  return undefined;
}

/** Element `index`, from 1; outside of the array NULL. */
function emitItem(gen: Generator, expr: CallExpr): Value {
  if (expr.type.root === 'VARIANT' && expr.args[0]?.type.root === 'VARIANT') {
    return emitVariantItem(gen, expr);
  }
  const [from, key] = expr.args.map((arg) => gen.emit(arg)) as [Value, Value];
  if (from.nul === 'true' || key.nul === 'true') return gen.nothing(expr.type);
  if (from.type.root === 'ARRAY' && from.vector !== undefined) {
    return elementOf(gen, expr, from, from.vector, key);
  }
  const lookup = from.type.root === 'ARRAY' ? run.elementAt : run.valueAt;
  const index = only(from.type.root === 'ARRAY' ? key : gen.as(key, 'box'));
  const box = only(gen.as(from, 'box'));
  const nul = nullOf(gen, [from, key]);
  const code = gen.hold(`${nul} ? null : ${gen.use(lookup)}(${box}, ${index})`);
  return unbox(gen, { type: expr.type, repr: 'box', parts: [code], nul: 'false' });
}

function elementOf(
  gen: Generator,
  expr: CallExpr,
  from: Value,
  vector: VectorRef,
  key: Value,
): Value {
  const start = gen.hold(`${gen.hoist(`${vector.path}.starts`)}[${only(from)}]`);
  const end = gen.hold(`${gen.hoist(`${vector.path}.ends`)}[${only(from)}]`);
  const at = gen.hold(`${start} + ${only(key)} - 1`);
  const given = nullOf(gen, [from, key]);
  const outside = gen.hold(`${given} || ${only(key)} < 1 || ${at} >= ${end}`, 'n');
  const index = gen.hold(`${outside} ? 0 : ${at}`);
  const branch = gen.branch(() => loadVector(gen, childRef(vector, 0), index, expr.type));
  const { value } = branch;
  const repr = value.repr === 'ref' ? 'box' : value.repr;
  const result = gen.slots(repr, expr.type);
  const nul = gen.variable(outside, 'n');
  gen.resume(branch, () => {
    gen.line(`${nul} = ${value.nul};`);
    gen.unlessNull(value.nul, () => gen.assign(result, value));
  });
  gen.line(`if (!${outside}) {`);
  gen.append(branch.lines);
  gen.line('}');
  return { ...result, nul };
}

const item: ScalarFunction = {
  names: ['ITEM'],
  signatures: ['array[INT], from 1', 'map[key]', 'variant[INT or STRING]'],
  bind: bindItem,
  emit: emitItem,
};

function isCollection(type: LogicalType): boolean {
  return type.root === 'ARRAY' || type.root === 'MAP' || type.root === 'MULTISET';
}

const cardinality: ScalarFunction = {
  names: ['CARDINALITY'],
  signatures: ['CARDINALITY(array)', 'CARDINALITY(map)'],
  bind(args, site) {
    const [arg] = args;
    if (arg === undefined || args.length !== 1 || !isCollection(arg.type)) return undefined;
    return call(site, args, strict(INT, args));
  },
  emit(gen, expr) {
    const value = gen.emit(expr.args[0] as Expr);
    const { vector, nul } = value;
    const code =
      vector === undefined
        ? `${gen.use(run.sizeOf)}(${only(gen.as(value, 'box'))})`
        : ['ends', 'starts']
            .map((name) => `${gen.hoist(`${vector.path}.${name}`)}[${only(value)}]`)
            .join(' - ');
    return { type: expr.type, repr: 'num', parts: [gen.hold(code)], nul };
  },
};

const element: ScalarFunction = {
  names: ['ELEMENT'],
  signatures: ['ELEMENT(array)'],
  bind(args, site) {
    const [arg] = args;
    if (args.length !== 1 || arg?.type.root !== 'ARRAY') return undefined;
    return call(site, args, arg.type.element);
  },
  emit(gen, expr) {
    const value = gen.emit(expr.args[0] as Expr);
    const box = only(gen.as(value, 'box'));
    const code = `${value.nul} ? null : ${gen.use(run.onlyElement)}(${box}, ${gen.site(expr)})`;
    return unbox(gen, { type: expr.type, repr: 'box', parts: [gen.hold(code)], nul: 'false' });
  },
};

const contains: ScalarFunction = {
  names: ['ARRAY_CONTAINS'],
  signatures: ['ARRAY_CONTAINS(array, needle)'],
  bind(args, site) {
    const [from, needle] = args;
    if (args.length !== 2 || from?.type.root !== 'ARRAY' || needle === undefined) return undefined;
    const item = asElement(needle, from.type);
    return item && call(site, [from, item], withNullable(BOOLEAN, from.type.nullable));
  },
  emit(gen, expr) {
    const [from, needle] = expr.args.map((arg) => gen.emit(arg)) as [Value, Value];
    const boxed = needle.nul === 'true' ? 'null' : only(gen.as(needle, 'box'));
    const args = `${only(gen.as(from, 'box'))}, ${boxed}`;
    const code = `${from.nul} ? false : ${gen.use(run.containsItem)}(${args})`;
    return { type: expr.type, repr: 'bool', parts: [gen.hold(code)], nul: from.nul };
  },
};

export const collectionFunctions: readonly ScalarFunction[] = [
  row,
  array,
  map,
  field,
  item,
  cardinality,
  element,
  contains,
];
