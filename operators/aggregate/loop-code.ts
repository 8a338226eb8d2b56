/**
 * Generated loops of the accumulators whose state is a few fixed columns. A function gives
 * fragments (what a row adds, takes back, how a slot is reset, what its result is); this file puts
 * them into one loop a signature: argument lane, state lanes, selection, signs, running results.
 *
 * Names within fragments: `s` slot, `x` the row's value, `i` logical row, `r` physical row, `k0 …`
 * the state's value columns, `c0 …` their arrays, `n0 …` their null flags, `a` the argument, `v`
 * its values, `o`, `on`, `ot` the result's values, null flags and nanoseconds, `out` the results.
 * `add` may `return i`, before it changes anything, when the row needs wider lanes: the caller
 * widens and goes on from row i. In `merge` the argument and `d1 …` are the values of the state
 * columns of other accumulators. Fragments hold no text of a user.
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
  /** Adds what another accumulator has; null where the order of rows counts. */
  readonly merge: string | null;
  readonly reset: string;
  /** Writes the result of slot `s` at `at`. */
  readonly emit: string;
}

export interface LoopShape {
  readonly isSelected: boolean;
  readonly isSigned: boolean;
  readonly isRunning: boolean;
}

/** One accumulator's share of a loop. */
export interface LoopPart {
  readonly argument: Vector | null;
  readonly state: readonly ValueColumn[];
  readonly out: RunningResults | null;
  /** When other accumulators are merged in: their state, of which the argument is the first. */
  readonly others?: readonly Vector[];
}

/**
 * Runs rows from `from` on. Gives rows × parts when all are done, else row × parts + part for the
 * part that needs wider lanes at that row: the parts before it have applied the row.
 */
export type UpdateLoop = (
  parts: readonly LoopPart[],
  slots: Int32Array,
  rows: Int32Array | null,
  signs: Uint8Array | null,
  count: number,
  from: number,
) => number;

export type SlotLoop = (
  state: readonly ValueColumn[],
  slots: Int32Array,
  count: number,
  out: RunningResults | null,
) => void;

type Library = { readonly compareBytes: typeof compareBytes; readonly average: typeof averageBig };

const compiled = new Map<string, unknown>();

/**
 * One loop over the rows for several accumulators of one table.
 * @param fragments of each part
 */
export function updateLoop(
  fragments: readonly Fragments[],
  parts: readonly LoopPart[],
  shape: LoopShape,
): UpdateLoop {
  const names = parts.map(({ argument, state, out }, p) => {
    const lanes = `${argument?.lane ?? ''}${nanosOf(argument)}>${laneNames(state)}>${outName(out)}`;
    return `${fragments[p]?.name} ${lanes}`;
  });
  const flags = `${shape.isSelected ? 's' : ''}${shape.isSigned ? '±' : ''}`;
  return compile(`update ${names.join(' | ')} ${flags}`, () => {
    const bodies = parts.map((part, p) => partCode(fragments[p] as Fragments, part, shape, p));
    return `return (parts, slots, rows, signs, count, from) => {
  const of = ${parts.length};
  ${parts.map((part, p) => bindPart(part, p)).join('\n  ')}
  for (let i = from; i < count; i++) {
    const s = slots[i], r = ${shape.isSelected ? 'rows[i]' : 'i'};
    ${shape.isSigned ? 'const g = signs[i];' : ''}
    ${bodies.join('\n    ')}
  }
  return count * of;
};`;
  });
}

/** What a part does with a row, in a block of its own with its own names. */
function partCode(fragments: Fragments, part: LoopPart, shape: LoopShape, p: number): string {
  const code = inRecords(fragments, part.state);
  const made = part.out === null ? '' : written(code.emit, part.out);
  const emit = (at: string) => (shape.isRunning ? made.replaceAll(/\bat\b/g, at) : '');
  const stop = (change: string) => change.replaceAll(/\breturn i;/g, `return i * of + ${p};`);
  const change = shape.isSigned
    ? `if (g & 1) { ${code.read} ${stop(code.add)} }
      else if (g & 2) { ${code.read} ${stop(code.subtract)} }`
    : `{ ${code.read} ${stop(code.add)} }`;
  const reset = shape.isSigned ? `if (g & 4) { ${code.reset} }` : '';
  return `{
      ${namesOf(part, p)}
      ${emit('2 * i')}
      ${change}
      ${emit('2 * i + 1')}
      ${reset}
    }`;
}

/** The variables of a part, once a batch; `namesOf` gives them their plain names in its block. */
function bindPart(part: LoopPart, p: number): string {
  return variablesOf(part)
    .map(([name, value]) => `const ${name}_${p} = ${value.replaceAll('part.', `parts[${p}].`)};`)
    .join(' ');
}

function namesOf(part: LoopPart, p: number): string {
  return variablesOf(part)
    .map(([name]) => `const ${name} = ${name}_${p};`)
    .join(' ');
}

function variablesOf({ argument, state, out, others = [] }: LoopPart): Name[] {
  const merged = others.map((_, c): Name => [`d${c}`, `part.others[${c}].values`]);
  return [...stateNames(state), ...argumentNames(argument), ...outNames(out), ...merged];
}

export function resetLoop(fragments: Fragments, state: readonly ValueColumn[]): SlotLoop {
  return compile(`reset ${fragments.name} ${laneNames(state)}`, () =>
    slotLoop(state, inRecords(fragments, state).reset, null),
  );
}

export function resultLoop(
  fragments: Fragments,
  state: readonly ValueColumn[],
  out: RunningResults,
): SlotLoop {
  const name = `result ${fragments.name} ${laneNames(state)}>${outName(out)}`;
  return compile(name, () => {
    const { emit } = inRecords(fragments, state);
    return slotLoop(state, written(emit, out).replaceAll(/\bat\b/g, 'i'), out);
  });
}

/** A result of milliseconds leaves out the nanoseconds of what it was made of. */
function written(emit: string, out: RunningResults): string {
  return nanosOf(out.vector) === '' ? emit.replaceAll('ot[at] = t0[s];', '') : emit;
}

function slotLoop(state: readonly ValueColumn[], body: string, out: RunningResults | null): string {
  const names = [...stateNames(state, 'state'), ...outNames(out, 'out')];
  return `return (state, slots, count, out) => {
  ${names.map(([name, value]) => `const ${name} = ${value};`).join(' ')}
  for (let i = 0; i < count; i++) { const s = slots[i]; ${body} }
};`;
}

/**
 * The fragments for state columns of which some stand in records: there a value has another place,
 * and an integer −0 is what the null flag says elsewhere.
 */
function inRecords(fragments: Fragments, state: readonly ValueColumn[]): Fragments {
  const moved = (code: string): string =>
    state.reduce((text, { record }, c) => {
      if (record === null) return text;
      const value = `c${c}[s * ${record.stride} + ${record.offset}]`;
      return text
        .replaceAll(`n${c}[s] === 1`, `Object.is(c${c}[s], -0)`)
        .replaceAll(`n${c}[s] = 1;`, `c${c}[s] = -0;`)
        .replaceAll(`n${c}[s] = 0;`, '')
        .replaceAll(`c${c}[s]`, value);
    }, code);
  const { name, read, add, subtract, merge, reset, emit } = fragments;
  return {
    name,
    read,
    merge: merge === null ? null : moved(merge),
    add: moved(add),
    subtract: moved(subtract),
    reset: moved(reset),
    emit: moved(emit),
  };
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
    .map(({ vector, record }) => {
      const place = record === null ? '' : `@${record.offset}/${record.stride}`;
      return `${vector.lane}${nanosOf(vector)}${vector.nulls === null ? '' : '?'}${place}`;
    })
    .join();
}

function outName(out: RunningResults | null): string {
  if (out === null) return '';
  return `${out.vector.lane}${nanosOf(out.vector)}${out.vector.nulls === null ? '' : '?'}`;
}

/** A name within fragments and where its value comes from. */
type Name = readonly [string, string];

function stateNames(state: readonly ValueColumn[], from = 'part.state'): Name[] {
  return state.flatMap(({ vector }, c) => {
    const column = `${from}[${c}]`;
    const names: Name[] = [[`k${c}`, column]];
    if ('values' in vector) names.push([`c${c}`, `${column}.vector.values`]);
    if (vector.nulls !== null) names.push([`n${c}`, `${column}.vector.nulls`]);
    if (nanosOf(vector) !== '') names.push([`t${c}`, `${column}.vector.nanos`]);
    return names;
  });
}

function argumentNames(argument: Vector | null): Name[] {
  if (argument === null) return [];
  const names: Name[] = [['a', 'part.argument']];
  if ('values' in argument) names.push(['v', 'part.argument.values']);
  if (nanosOf(argument) !== '') names.push(['vt', 'part.argument.nanos']);
  return names;
}

function outNames(out: RunningResults | null, from = 'part.out'): Name[] {
  if (out === null) return [];
  if (out.bytes !== null) return [['ob', `${from}.bytes`]];
  const names: Name[] = [['o', `${from}.vector.values`]];
  if (out.vector.nulls !== null) names.push(['on', `${from}.vector.nulls`]);
  if (nanosOf(out.vector) !== '') names.push(['ot', `${from}.vector.nanos`]);
  return names;
}

/** Quotient of unscaled decimals, half away from zero. */
function averageBig(sum: bigint, count: bigint): bigint {
  const quotient = sum / count;
  const rest = sum - quotient * count;
  const twice = rest < 0n ? -2n * rest : 2n * rest;
  if (twice < (count < 0n ? -count : count)) return quotient;
  return sum < 0n === count < 0n ? quotient + 1n : quotient - 1n;
}
