/** OBJECT_OF and OBJECT_UPDATE: structured types made inside a query. */
import type { Field, LogicalType, StructuredType } from '../../../state/column/logical-type.js';
import { unbox } from '../code/convert.js';
import { only } from '../code/value.js';
import type { Expr } from '../expression.js';
import { call, type ScalarFunction } from '../function.js';
import { stringValue } from '../literal.js';

/** Names, which are literals, and values in turn; undefined when a name is missing or repeated. */
function pairs(args: readonly Expr[]): Map<string, Expr> | undefined {
  const found = new Map<string, Expr>();
  if (args.length % 2 !== 0) return undefined;
  for (let i = 0; i < args.length; i += 2) {
    const name = stringValue(args[i] as Expr);
    if (name === undefined || found.has(name)) return undefined;
    found.set(name, args[i + 1] as Expr);
  }
  return found;
}

/** Intervals lose their units, as in Flink's classes for them. */
function fieldType(type: LogicalType): LogicalType {
  if (type.root === 'INTERVAL_YEAR_MONTH') return { ...type, resolution: 'MONTH' };
  if (type.root !== 'INTERVAL_DAY_TIME') return type;
  return { ...type, resolution: 'SECOND', fractionalPrecision: 3 };
}

const CLASS_NAME = /^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*$/u;

const objectOf: ScalarFunction = {
  names: ['OBJECT_OF'],
  signatures: ["OBJECT_OF('class name' [, 'key', value]*)"],
  bind([first, ...rest], site) {
    const className = first && stringValue(first);
    const values = pairs(rest);
    if (className === undefined || values === undefined || !CLASS_NAME.test(className)) {
      return undefined;
    }
    const fields: Field[] = [...values].map(([name, { type }]) => ({
      name,
      type: fieldType(type),
    }));
    const type: StructuredType = { root: 'STRUCTURED_TYPE', className, fields, nullable: true };
    return call(site, [...values.values()], type);
  },
  emit(gen, expr) {
    const items = expr.args.map((arg) => {
      const value = gen.emit(arg);
      return value.nul === 'true' ? 'null' : only(gen.as(value, 'box'));
    });
    const parts = [gen.hold(`[${items.join(', ')}]`)];
    return { type: expr.type, repr: 'box', parts, nul: 'false' };
  },
};

/** The option names the ordinals that the new values, in the order of the arguments, go to. */
const objectUpdate: ScalarFunction = {
  names: ['OBJECT_UPDATE'],
  signatures: ["OBJECT_UPDATE(object, 'key', value [, 'key', value]*)"],
  bind([object, ...rest], site) {
    const values = pairs(rest);
    if (object?.type.root !== 'STRUCTURED_TYPE' || !values?.size) return undefined;
    const { type } = object;
    const ordinals = [...values.keys()].map((key) =>
      type.fields.findIndex(({ name }) => name === key),
    );
    if (ordinals.includes(-1)) return undefined;
    const fields = type.fields.map((field) => {
      const value = values.get(field.name);
      return value === undefined ? field : { ...field, type: fieldType(value.type) };
    });
    const updated: LogicalType = { ...type, fields };
    return call(site, [object, ...values.values()], updated, ordinals.join());
  },
  emit(gen, expr) {
    const [object, ...values] = expr.args.map((arg) => gen.emit(arg));
    if (object === undefined || object.nul === 'true') return gen.nothing(expr.type);
    const box = only(gen.as(object, 'box'));
    const items = values.map((value) =>
      value.nul === 'true' ? 'null' : only(gen.as(value, 'box')),
    );
    const ordinals = gen.use(String(expr.option).split(',').map(Number));
    const code = `${gen.use(updatedFields)}(${box}, ${ordinals}, [${items.join(', ')}])`;
    return unbox(gen, { type: expr.type, repr: 'box', parts: [code], nul: object.nul });
  },
};

function updatedFields<T>(
  fields: readonly T[] | null,
  ordinals: readonly number[],
  values: readonly T[],
): readonly T[] | null {
  if (fields === null) return null;
  const updated = [...fields];
  for (const [i, ordinal] of ordinals.entries()) updated[ordinal] = values[i] as T;
  return updated;
}

export const objectFunctions: readonly ScalarFunction[] = [objectOf, objectUpdate];
