/** Values from vectors and literals. */
import type { LogicalType } from '../../../state/column/logical-type.js';
import type { LiteralExpr } from '../expression.js';
import * as family from '../types/family.js';
import type { Generator } from './generator.js';
import { nanosOf, nullsOf, type VectorRef } from './shape.js';
import { naturalRepr, typeBound, type Value } from './value.js';

/** Row `index` (code) of a vector. */
export function loadVector(
  gen: Generator,
  ref: VectorRef,
  index: string,
  type: LogicalType,
): Value {
  if (type.root === 'NULL') return gen.nothing(type);
  const nul = loadNull(gen, ref, index);
  const { lane } = ref.shape;
  switch (lane) {
    case 'u8':
      return { type, repr: 'bool', parts: [element(gen, ref, '.values', index, ' === 1')], nul };
    case 'i32':
    case 'f32':
      return { type, repr: 'num', parts: [element(gen, ref, '.values', index)], nul };
    case 'f64': {
      const parts = [element(gen, ref, '.values', index)];
      if (type.root === 'DOUBLE') return { type, repr: 'num', parts, nul };
      return { type, repr: 'int', parts, nul, bound: typeBound(type) };
    }
    case 'i64':
    case 'big':
      return { type, repr: 'big', parts: [element(gen, ref, '.values', index)], nul };
    case 'time': {
      const nanos = ref.shape.nanos
        ? gen.hold(`${gen.hoist(`${gen.use(nanosOf)}(${ref.path})`)}[${index}]`)
        : '0';
      return { type, repr: 'time', parts: [element(gen, ref, '.values', index), nanos], nul };
    }
    case 'bytes': {
      const data = gen.hoist(`${ref.path}.data`, 'd');
      const start = element(gen, ref, '.starts', index);
      return { type, repr: 'bytes', parts: [data, start, element(gen, ref, '.ends', index)], nul };
    }
    default:
      return { type, repr: 'ref', parts: [index], nul, vector: ref };
  }
}

function element(gen: Generator, ref: VectorRef, array: string, index: string, test = ''): string {
  return gen.hold(`${gen.hoist(ref.path + array)}[${index}]${test}`);
}

function loadNull(gen: Generator, ref: VectorRef, index: string): string {
  if (!ref.shape.nullable) return 'false';
  const nulls = gen.hoist(`${gen.use(nullsOf)}(${ref.path}, ROWS)`, 'z');
  return gen.hold(`${nulls}[${index}] === 1`, 'n');
}

const encoder = new TextEncoder();

export function emitLiteral(gen: Generator, expr: LiteralExpr): Value {
  const { value, type } = expr;
  if (value === null) return gen.nothing(type);
  const nul = 'false';
  switch (naturalRepr(type)) {
    case 'bool':
      return { type, repr: 'bool', parts: [String(value)], nul };
    case 'num':
      return { type, repr: 'num', parts: [numberCode(value as number)], nul };
    case 'int':
      return emitInteger(BigInt(value as bigint), type);
    case 'time': {
      const nanos = value as bigint;
      const ms = nanos >= 0n ? nanos / 1_000_000n : -((999_999n - nanos) / 1_000_000n);
      const parts = [numberCode(Number(ms)), String(nanos - ms * 1_000_000n)];
      return { type, repr: 'time', parts, nul };
    }
    case 'bytes': {
      const bytes = family.isCharacter(type)
        ? encoder.encode(value as string)
        : (value as Uint8Array);
      const { start, end } = gen.constants.add(bytes);
      const parts = ['TEXT', String(start), String(end)];
      return { type, repr: 'bytes', parts, nul, source: 'constant' };
    }
    default:
      return { type, repr: 'box', parts: [gen.use(value)], nul };
  }
}

function emitInteger(value: bigint, type: LogicalType): Value {
  const narrow = Number(value);
  if (!Number.isSafeInteger(narrow)) {
    return { type, repr: 'big', parts: [`(${value}n)`], nul: 'false' };
  }
  const parts = [numberCode(narrow)];
  return { type, repr: 'int', parts, nul: 'false', bound: Math.abs(narrow) };
}

export function numberCode(value: number): string {
  if (Object.is(value, -0)) return '(-0)';
  return value < 0 ? `(${value})` : String(value);
}
