/** One value, another representation. Nulls stay nulls; what a null's parts become is no matter. */
import { scalarAt } from '../../../state/column/scalar-access.js';
import { splitNanos } from '../runtime/moment.js';
import { decodeText } from '../runtime/text.js';
import * as family from '../types/family.js';
import type { Generator } from './generator.js';
import { naturalRepr, only, type Repr, type Value } from './value.js';

export function convert(gen: Generator, value: Value, repr: Repr): Value {
  const { type, nul } = value;
  const made = (...parts: string[]): Value => ({ type, repr, parts, nul });
  if (value.nul === 'true') return { ...gen.slots(repr, type), nul };
  switch (repr) {
    case 'big':
      return value.repr === 'box' ? made(only(value)) : made(gen.hold(`BigInt(${only(value)})`));
    case 'int':
      return narrowed(gen, value);
    case 'num':
      return made(gen.hold(`Number(${only(value)})`));
    case 'str':
      if (value.repr === 'box') return made(guarded(gen, value, "''"));
      return made(gen.hold(`${gen.use(decodeText)}(${value.parts.join(', ')})`));
    case 'bytes':
      return toBytes(gen, value);
    case 'box':
      return made(boxed(gen, value));
    case 'time':
      return split(gen, value);
    default:
      return made(guarded(gen, value, repr === 'bool' ? 'false' : '0'));
  }
}

/** A boxed value's content; a boxed null gives `zero`. */
function guarded(gen: Generator, value: Value, zero: string): string {
  return gen.hold(`${only(value)} === null ? ${zero} : ${only(value)}`);
}

/** A safe integer; a bigint that is none ends the narrow run, and is cut in a wide one. */
function narrowed(gen: Generator, value: Value): Value {
  const number = gen.hold(`Number(${only(value)})`);
  if (!gen.wide) gen.line(`if (!Number.isSafeInteger(${number})) ${gen.overflow()}`);
  return { type: value.type, repr: 'int', parts: [number], nul: value.nul };
}

function encoded(gen: Generator, value: Value): Value {
  const arena = gen.arena();
  const start = gen.hold(`${arena}.putText(${only(value)})`);
  const data = gen.hold(`${arena}.data`);
  const end = gen.hold(`${arena}.size`);
  return { ...value, repr: 'bytes', parts: [data, start, end], source: 'arena' };
}

/** A string, or a boxed string or byte array. */
function toBytes(gen: Generator, value: Value): Value {
  if (value.repr === 'str') return encoded(gen, value);
  if (family.isCharacter(value.type)) return encoded(gen, gen.as(value, 'str'));
  const bytes = guarded(gen, value, 'EMPTY');
  return { ...value, repr: 'bytes', parts: [bytes, '0', `${bytes}.length`] };
}

function split(gen: Generator, value: Value): Value {
  const arena = gen.arena();
  const nanos = guarded(gen, value, '0n');
  const ms = gen.hold(`${gen.use(splitNanos)}(${nanos}, ${arena})`);
  const rest = gen.hold(`${arena}.end`);
  return { ...value, repr: 'time', parts: [ms, rest] };
}

function boxed(gen: Generator, value: Value): string {
  const code = boxCode(gen, value);
  return gen.hold(value.nul === 'false' ? code : `${value.nul} ? null : ${code}`);
}

function boxCode(gen: Generator, value: Value): string {
  const [first, second, third] = value.parts as [string, string, string];
  switch (value.repr) {
    case 'int':
      return `BigInt(${first})`;
    case 'time':
      return `(BigInt(${first}) * 1000000n + BigInt(${second}))`;
    case 'bytes':
      if (family.isCharacter(value.type)) {
        return `${gen.use(decodeText)}(${first}, ${second}, ${third})`;
      }
      return `${first}.slice(${second}, ${third})`;
    case 'ref': {
      const path = gen.hoist(value.vector?.path ?? '');
      return `${gen.use(scalarAt)}(${path}, ${first}, ${gen.use(value.type)})`;
    }
    default:
      return first;
  }
}

/** A boxed Scalar, null inside the box, as a value of its type's own representation. */
export function unbox(gen: Generator, box: Value): Value {
  const held = gen.hold(only(box));
  const nul = gen.hold(
    box.nul === 'false' ? `${held} === null` : `${box.nul} || ${held} === null`,
    'n',
  );
  const value: Value = { ...box, parts: [held], nul };
  const repr = naturalRepr(box.type);
  if (repr === 'box') return value;
  if (repr !== 'int') return gen.as(value, repr === 'bytes' ? textual(box) : repr);
  const big = gen.hold(`${held} === null ? 0n : ${held}`);
  return gen.as({ ...value, repr: 'big', parts: [big] }, gen.wide ? 'big' : 'int');
}

function textual(box: Value): Repr {
  return family.isCharacter(box.type) ? 'str' : 'bytes';
}
