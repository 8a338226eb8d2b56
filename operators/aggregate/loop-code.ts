/**
 * Generated loops of the accumulators whose state is a few fixed columns. A function gives
 * fragments (what a row adds, takes back, how a slot is reset, what its result is); this file puts
 * them into one loop a signature: argument lane, state lanes, selection, signs, running results.
 *
 * Names within fragments: `s` slot, `x` the row's value, `i` logical row, `r` physical row, `k0 …`
 * the state's value columns, `c0 …` their arrays, `n0 …` their null flags, `a` the argument, `v`
 * its values, `o`, `on`, `ot` the result's values, null flags and nanoseconds, `out` the results.
 * `add` may `return i`, before it changes anything, when the row needs wider lanes: the caller
 * widens and goes on from row i. Fragments hold no text of a user.
 */
import type { ValueColumn } from '../../state/api/table.js';
import { compareBytes } from '../../state/column/compare.js';
import type { Vector } from '../../state/column/vector.js';
import type { RunningResults } from './running-results.js';

export interface Fragments {
  /** Names the fragments: equal names stand for equal code. */
  readonly name: string;
  /** Makes `x` of the row; '' where no value is needed. */
  readonly read: string;
  readonly add: string;
  readonly subtract: string;
  readonly reset: string;
  /** Writes the result of slot `s` at `at`. */
  readonly emit: string;
}

export interface LoopShape {
  readonly isSelected: boolean;
  readonly isSigned: boolean;
  readonly isRunning: boolean;
}

/** Runs rows from `from` on; gives the row that needs wider lanes, or `count`. */
export type UpdateLoop = (
  argument: Vector | null,
  state: readonly ValueColumn[],
  slots: Int32Array,
  rows: Int32Array | null,
  signs: Uint8Array | null,
  count: number,
  from: number,
  out: RunningResults | null,
) => number;

export type SlotLoop = (
  state: readonly ValueColumn[],
  slots: Int32Array,
  count: number,
  out: RunningResults | null,
) => void;

type Library = { readonly compareBytes: typeof compareBytes; readonly average: typeof averageBig };

const compiled = new Map<string, unknown>();

export function updateLoop(
  fragments: Fragments,
  argument: Vector | null,
  state: readonly ValueColumn[],
  shape: LoopShape,
  out: RunningResults | null,
): UpdateLoop {
  const lanes = `${argument?.lane ?? ''}${nanosOf(argument)}>${laneNames(state)}>${outName(out)}`;
  const flags = `${shape.isSelected ? 's' : ''}${shape.isSigned ? '±' : ''}`;
  return compile(`update ${fragments.name} ${lanes} ${flags}`, () => {
    const emit = (at: string) => (shape.isRunning ? fragments.emit.replaceAll(/\bat\b/g, at) : '');
    const take = `${shape.isSelected ? 'const r = rows[i];' : 'const r = i;'} ${fragments.read}`;
    const change = shape.isSigned
      ? `const g = signs[i];
    if (g & 1) { ${take} ${fragments.add} }
    else if (g & 2) { ${take} ${fragments.subtract} }`
      : `{ ${take} ${fragments.add} }`;
    const reset = shape.isSigned ? `if (g & 4) { ${fragments.reset} }` : '';
    return `return (a, state, slots, rows, signs, count, from, out) => {
  ${bindState(state)} ${bindArgument(argument)} ${bindOut(out)}
  for (let i = from; i < count; i++) {
    const s = slots[i];
    ${emit('2 * i')}
    ${change}
    ${emit('2 * i + 1')}
    ${reset}
  }
  return count;
};`;
  });
}

export function resetLoop(fragments: Fragments, state: readonly ValueColumn[]): SlotLoop {
  return compile(`reset ${fragments.name} ${laneNames(state)}`, () =>
    slotLoop(state, fragments.reset, null),
  );
}

export function resultLoop(
  fragments: Fragments,
  state: readonly ValueColumn[],
  out: RunningResults,
): SlotLoop {
  const name = `result ${fragments.name} ${laneNames(state)}>${outName(out)}`;
  return compile(name, () => slotLoop(state, fragments.emit.replaceAll(/\bat\b/g, 'i'), out));
}

function slotLoop(state: readonly ValueColumn[], body: string, out: RunningResults | null): string {
  return `return (state, slots, count, out) => {
  ${bindState(state)} ${bindOut(out)}
  for (let i = 0; i < count; i++) { const s = slots[i]; ${body} }
};`;
}

function compile<T>(name: string, source: () => string): T {
  let loop = compiled.get(name);
  if (loop === undefined) {
    const library: Library = { compareBytes, average: averageBig };
    const body = `'use strict'; const { compareBytes, average } = library;\n${source()}`;
    loop = new Function('library', body)(library);
    compiled.set(name, loop);
  }
  return loop as T;
}

function nanosOf(vector: Vector | null): string {
  return vector?.lane === 'time' && vector.nanos !== null ? 'n' : '';
}

function laneNames(state: readonly ValueColumn[]): string {
  return state
    .map(({ vector }) => `${vector.lane}${nanosOf(vector)}${vector.nulls === null ? '' : '?'}`)
    .join();
}

function outName(out: RunningResults | null): string {
  if (out === null) return '';
  return `${out.vector.lane}${nanosOf(out.vector)}${out.vector.nulls === null ? '' : '?'}`;
}

function bindState(state: readonly ValueColumn[]): string {
  return state
    .map(({ vector }, c) => {
      const parts = [`const k${c} = state[${c}];`];
      if ('values' in vector) parts.push(`const c${c} = k${c}.vector.values;`);
      if (vector.nulls !== null) parts.push(`const n${c} = k${c}.vector.nulls;`);
      if (nanosOf(vector) !== '') parts.push(`const t${c} = k${c}.vector.nanos;`);
      return parts.join(' ');
    })
    .join(' ');
}

function bindArgument(argument: Vector | null): string {
  if (argument === null) return '';
  const values = 'values' in argument ? 'const v = a.values;' : '';
  return nanosOf(argument) === '' ? values : `${values} const vt = a.nanos;`;
}

function bindOut(out: RunningResults | null): string {
  if (out === null) return '';
  if (out.bytes !== null) return 'const ob = out.bytes;';
  const nulls = out.vector.nulls === null ? '' : 'const on = out.vector.nulls;';
  const nanos = nanosOf(out.vector) === '' ? '' : 'const ot = out.vector.nanos;';
  return `const o = out.vector.values; ${nulls} ${nanos}`;
}

/** Quotient of unscaled decimals, half away from zero. */
function averageBig(sum: bigint, count: bigint): bigint {
  const quotient = sum / count;
  const rest = sum - quotient * count;
  const twice = rest < 0n ? -2n * rest : 2n * rest;
  if (twice < count) return quotient;
  return sum < 0n ? quotient - 1n : quotient + 1n;
}
