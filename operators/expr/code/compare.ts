/** Comparison of two values in generated code. */
import { compareBytes, equalBytes } from '../../../state/column/compare.js';
import { compareScalars } from '../runtime/scalar-order.js';
import * as family from '../types/family.js';
import type { Generator } from './generator.js';
import { scaleUp } from './integer.js';
import { only, type Value } from './value.js';

export type ComparisonOperator = '===' | '!==' | '<' | '<=' | '>' | '>=';

/** A boolean expression over the values' parts; where one is null it means nothing. */
export function comparisonCode(
  gen: Generator,
  operator: ComparisonOperator,
  left: Value,
  right: Value,
): string {
  const [a, b] = aligned(gen, left, right);
  switch (a.repr) {
    case 'time':
      return timeCode(operator, a, b);
    case 'bytes':
      return bytesCode(gen, operator, a, b);
    case 'box':
      return `${gen.use(compareScalars)}(${only(a)}, ${only(b)}) ${operator} 0`;
    default:
      return `${only(a)} ${operator} ${only(b)}`;
  }
}

/** Both in one representation, DECIMALs in one scale. */
function aligned(gen: Generator, left: Value, right: Value): [Value, Value] {
  let [a, b] = [left, right];
  if (a.repr === 'str') a = gen.as(a, 'bytes');
  if (b.repr === 'str') b = gen.as(b, 'bytes');
  if (a.repr === 'ref' || b.repr === 'ref' || a.repr === 'box' || b.repr === 'box') {
    return [gen.as(a, 'box'), gen.as(b, 'box')];
  }
  if (family.isDecimal(a.type) && family.isDecimal(b.type)) {
    const scale = Math.max(a.type.scale, b.type.scale);
    a = scaleUp(gen, a, scale - a.type.scale);
    b = scaleUp(gen, b, scale - b.type.scale);
  }
  if (a.repr === 'big' || b.repr === 'big') return [gen.as(a, 'big'), gen.as(b, 'big')];
  return [a, b];
}

function timeCode(operator: ComparisonOperator, a: Value, b: Value): string {
  const [ms, nanos] = a.parts as [string, string];
  const [otherMs, otherNanos] = b.parts as [string, string];
  if (nanos === '0' && otherNanos === '0') return `${ms} ${operator} ${otherMs}`;
  if (operator === '===') return `${ms} === ${otherMs} && ${nanos} === ${otherNanos}`;
  if (operator === '!==') return `(${ms} !== ${otherMs} || ${nanos} !== ${otherNanos})`;
  const strict = operator.slice(0, 1);
  const equal = `${ms} === ${otherMs} && ${nanos} ${operator} ${otherNanos}`;
  return `(${ms} ${strict} ${otherMs} || ${equal})`;
}

function bytesCode(gen: Generator, operator: ComparisonOperator, a: Value, b: Value): string {
  const parts = [...a.parts, ...b.parts].join(', ');
  if (operator !== '===' && operator !== '!==') {
    return `${gen.use(compareBytes)}(${parts}) ${operator} 0`;
  }
  const equal =
    constantCode(gen, a, b) ?? constantCode(gen, b, a) ?? `${gen.use(equalBytes)}(${parts})`;
  return operator === '===' ? equal : `!(${equal})`;
}

/** Constants up to this length are compared byte by byte in line. */
const INLINE_BYTES = 16;

/** Equality with a short constant, from the last byte on: texts differ there more often. */
function constantCode(gen: Generator, value: Value, constant: Value): string | undefined {
  if (constant.source !== 'constant') return undefined;
  const [, from, to] = constant.parts.map(Number) as [number, number, number];
  if (Number.isNaN(from) || to - from > INLINE_BYTES) return undefined;
  const [data, start, end] = value.parts;
  const tests = [...gen.constants.data.subarray(from, to)].map(
    (byte, i) => `${data}[${start} + ${i}] === ${byte}`,
  );
  return [`${end} - ${start} === ${to - from}`, ...tests.reverse()].join(' && ');
}
