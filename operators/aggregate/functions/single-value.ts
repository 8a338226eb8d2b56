/**
 * Loops over one value a key: which of the values so far it is, the rule decides. Bytes are kept by
 * copy, times with their nanoseconds.
 */
import type { ValueColumn } from '../../../state/api/table.js';
import type { LogicalType } from '../../../state/column/logical-type.js';
import { storageOf } from '../../../state/column/storage.js';
import type { Vector } from '../../../state/column/vector.js';
import { emitValue, LoopAccumulator, readValue } from '../loop-accumulator.js';
import type { Fragments } from '../loop-code.js';
import type { Accumulator } from './function.js';

export interface Rule {
  readonly name: 'MIN' | 'MAX' | 'FIRST_VALUE' | 'LAST_VALUE';
  /** The value that is better replaces the kept one. */
  readonly better: '<' | '>';
}

/** Where a value comes into its slot; `isBetter` compares it with the kept one. */
function replaces({ name }: Rule, isBetter: string): string {
  if (name === 'LAST_VALUE') return 'true';
  return name === 'FIRST_VALUE' ? 'n0[s] === 1' : `n0[s] === 1 || ${isBetter}`;
}

/** Of two extremes one is the extreme; which of two first values came first nobody knows. */
function mergeOf({ name }: Rule, add: string): string | null {
  return name === 'MIN' || name === 'MAX' ? add : null;
}

/** Over an insert-only input; not for nested types. */
export function singleValue(rule: Rule, type: LogicalType): Accumulator {
  return new LoopAccumulator({
    state: [type],
    type,
    isNullable: true,
    nullFlags: [0],
    wideLane: storageOf(type) === 'wide' ? 'i64' : null,
    fragments: (argument, state, isWide) => fragmentsOf(rule, type, argument, state, isWide),
  });
}

function fragmentsOf(
  rule: Rule,
  type: LogicalType,
  argument: Vector | null,
  state: readonly ValueColumn[],
  isWide: boolean,
): Fragments {
  const storage = storageOf(type);
  if (storage === 'bytes') return bytesFragments(rule);
  if (storage === 'time') return timeFragments(rule, argument, state);
  const zero = isWide ? '0n' : '0';
  const add = `if (${replaces(rule, `x ${rule.better} c0[s]`)}) { c0[s] = x; n0[s] = 0; }`;
  return {
    name: `${rule.name}${isWide ? ' wide' : ''}`,
    read: readValue(argument, isWide),
    add,
    subtract: '',
    merge: mergeOf(rule, add),
    reset: `c0[s] = ${zero}; n0[s] = 1;`,
    emit: emitValue('n0[s] === 1', 'c0[s]', isWide),
  };
}

/**
 * The column keeps its own copy of the bytes; its arrays move as it grows, so they are read anew.
 */
function bytesFragments(rule: Rule): Fragments {
  const order = 'compareBytes(a.data, a.starts[r], a.ends[r], k.data, k.starts[s], k.ends[s])';
  const isBetter = 'better(a, r, k0.vector, s)';
  const add = `if (${replaces(rule, isBetter)}) { k0.copyOne(s, a, r); n0[s] = 0; }
      function better(a, r, k, s) { return ${order} ${rule.better} 0; }`;
  return {
    name: `${rule.name} bytes`,
    read: '',
    add,
    subtract: '',
    merge: mergeOf(rule, add),
    reset: 'n0[s] = 1;',
    emit: `{ const k = k0.vector;
      if (n0[s] === 1) ob.appendNull(); else ob.append(k.data, k.starts[s], k.ends[s]); }`,
  };
}

function timeFragments(
  rule: Rule,
  argument: Vector | null,
  state: readonly ValueColumn[],
): Fragments {
  const kept = state[0]?.vector;
  const hasNanos = kept?.lane === 'time' && kept.nanos !== null;
  const read = argument?.lane === 'time' && argument.nanos !== null ? 'vt[r]' : '0';
  const tie = hasNanos ? ` || x === c0[s] && y ${rule.better} t0[s]` : '';
  const add =
    `if (${replaces(rule, `x ${rule.better} c0[s]${tie}`)}) ` +
    `{ c0[s] = x; n0[s] = 0;${hasNanos ? ' t0[s] = y;' : ''} }`;
  return {
    name: `${rule.name} time`,
    read: `const x = v[r];${hasNanos ? ` const y = ${read};` : ''}`,
    add,
    subtract: '',
    merge: mergeOf(rule, add),
    reset: `c0[s] = 0; n0[s] = 1;${hasNanos ? ' t0[s] = 0;' : ''}`,
    emit: `${emitValue('n0[s] === 1', 'c0[s]', false)}${hasNanos ? ' ot[at] = t0[s];' : ''}`,
  };
}
