/** HASH_CODE: Java's `hashCode` of the value. */
import { INT, type LogicalType } from '../../../state/column/logical-type.js';
import { argsAs, nullOf } from '../code/template.js';
import type { Repr } from '../code/value.js';
import type { Expr } from '../expression.js';
import { call, type ScalarFunction, strict } from '../function.js';
import * as run from '../runtime/hash-code.js';
import * as family from '../types/family.js';

type Hash = readonly [Repr, (...args: never[]) => number, extra?: string];

function hashOf(type: LogicalType): Hash | undefined {
  if (type.root === 'DATE' || type.root === 'TIME_WITHOUT_TIME_ZONE') return ['num', run.ofInt];
  if (family.isSmallInteger(type)) return ['num', run.ofInt];
  if (family.isCharacter(type)) return ['str', run.ofText];
  switch (type.root) {
    case 'BOOLEAN':
      return ['bool', run.ofBoolean];
    case 'BIGINT':
      return ['big', run.ofLong];
    case 'FLOAT':
      return ['num', run.ofFloat];
    case 'DOUBLE':
      return ['num', run.ofDouble];
    case 'DECIMAL':
      return ['big', run.ofDecimal, String(type.scale)];
    case 'TIMESTAMP_WITHOUT_TIME_ZONE':
      return ['time', run.ofTimestamp];
    default:
      return undefined;
  }
}

/** Whether values of the type have a HASH_CODE. */
export function isHashable(type: LogicalType): boolean {
  return hashOf(type) !== undefined;
}

const hashCode: ScalarFunction = {
  names: ['HASH_CODE'],
  signatures: ['HASH_CODE(value)'],
  bind([arg, ...rest], site) {
    if (arg === undefined || rest.length > 0 || hashOf(arg.type) === undefined) return undefined;
    return call(site, [arg], strict(INT, [arg]));
  },
  emit(gen, expr) {
    const [repr, hash, extra] = hashOf((expr.args[0] as Expr).type) as Hash;
    const values = argsAs(gen, expr, [repr]);
    const nul = nullOf(gen, values);
    if (nul === 'true') return gen.nothing(expr.type);
    const args = [...values.flatMap(({ parts }) => parts), ...(extra === undefined ? [] : [extra])];
    const code = gen.hold(`${nul} ? 0 : ${gen.use(hash)}(${args.join(', ')})`);
    return { type: expr.type, repr: 'num', parts: [code], nul };
  },
};

export const hashCodeFunctions: readonly ScalarFunction[] = [hashCode];
