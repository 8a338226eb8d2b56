/**
 * MIN and MAX of numbers, strings (by unsigned bytes), booleans, dates, times and timestamps. Over
 * an insert-only input the state is the extreme itself; over a retracting one it is every value
 * with its count, in order (`counted-extreme.ts`). NaN is never less or greater, as in Java: the
 * first stays.
 */
import type { ValueColumn } from '../../../state/api/table.js';
import { type LogicalType, withNullable } from '../../../state/column/logical-type.js';
import { storageOf } from '../../../state/column/storage.js';
import type { Vector } from '../../../state/column/vector.js';
import { emitValue, LoopAccumulator, readValue } from '../loop-accumulator.js';
import type { Fragments } from '../loop-code.js';
import { CountedExtreme } from './counted-extreme.js';
import type { Accumulator, AggregateFunction } from './function.js';

type Name = 'MIN' | 'MAX';

const comparable = new Set(['u8', 'i32', 'f32', 'f64', 'wide', 'time', 'bytes']);

function isComparable(type: LogicalType): boolean {
  if (type.root === 'NULL' || type.root === 'RAW' || type.root === 'VARIANT') return false;
  return type.root !== 'BITMAP' && comparable.has(storageOf(type));
}

function fragmentsOf(
  name: Name,
  type: LogicalType,
  argument: Vector | null,
  state: readonly ValueColumn[],
  isWide: boolean,
): Fragments {
  const storage = storageOf(type);
  const better = name === 'MIN' ? '<' : '>';
  if (storage === 'bytes') return bytesFragments(name, better);
  if (storage === 'time') return timeFragments(name, better, argument, state);
  const zero = isWide ? '0n' : '0';
  return {
    name: `${name}${isWide ? ' wide' : ''}`,
    read: readValue(argument, isWide),
    add: `if (n0[s] === 1 || x ${better} c0[s]) { c0[s] = x; n0[s] = 0; }`,
    subtract: '',
    reset: `c0[s] = ${zero}; n0[s] = 1;`,
    emit: emitValue('n0[s] === 1', 'c0[s]', isWide),
  };
}

/**
 * The column keeps its own copy of the bytes; its arrays move as it grows, so they are read anew.
 */
function bytesFragments(name: Name, better: string): Fragments {
  const order = 'compareBytes(a.data, a.starts[r], a.ends[r], k.data, k.starts[s], k.ends[s])';
  return {
    name: `${name} bytes`,
    read: '',
    add: `if (n0[s] === 1 || better(a, r, k0.vector, s)) { k0.copyOne(s, a, r); n0[s] = 0; }
      function better(a, r, k, s) { return ${order} ${better} 0; }`,
    subtract: '',
    reset: 'n0[s] = 1;',
    emit: `{ const k = k0.vector;
      if (n0[s] === 1) ob.appendNull(); else ob.append(k.data, k.starts[s], k.ends[s]); }`,
  };
}

function timeFragments(
  name: Name,
  better: string,
  argument: Vector | null,
  state: readonly ValueColumn[],
): Fragments {
  const kept = state[0]?.vector;
  const hasNanos = kept?.lane === 'time' && kept.nanos !== null;
  const read = argument?.lane === 'time' && argument.nanos !== null ? 'vt[r]' : '0';
  const tie = hasNanos ? ` || x === c0[s] && y ${better} t0[s]` : '';
  return {
    name: `${name} time`,
    read: `const x = v[r];${hasNanos ? ` const y = ${read};` : ''}`,
    add:
      `if (n0[s] === 1 || x ${better} c0[s]${tie}) ` +
      `{ c0[s] = x; n0[s] = 0;${hasNanos ? ' t0[s] = y;' : ''} }`,
    subtract: '',
    reset: `c0[s] = 0; n0[s] = 1;${hasNanos ? ' t0[s] = 0;' : ''}`,
    emit: `${emitValue('n0[s] === 1', 'c0[s]', false)}${hasNanos ? ' ot[at] = t0[s];' : ''}`,
  };
}

function accumulatorOf(name: Name, type: LogicalType, retracting: boolean): Accumulator {
  if (retracting) return new CountedExtreme(type, name === 'MAX');
  return new LoopAccumulator({
    state: [type],
    type,
    isNullable: true,
    nullFlags: [0],
    wideLane: storageOf(type) === 'wide' ? 'i64' : null,
    fragments: (argument, state, isWide) => fragmentsOf(name, type, argument, state, isWide),
  });
}

function extreme(name: Name): AggregateFunction {
  return {
    name,
    signature: `${name}(<number, string, boolean, date or time>)`,
    bind: (argTypes) => {
      const [type] = argTypes;
      if (type === undefined || argTypes.length > 1 || !isComparable(type)) return null;
      return { type: withNullable(type, true), argTypes };
    },
    accumulator: (call, retracting) => accumulatorOf(name, call.type, retracting),
  };
}

export const min = extreme('MIN');
export const max = extreme('MAX');
