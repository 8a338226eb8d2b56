/**
 * One generated loop: filters the rows of a batch and computes output columns of those that pass.
 * Compiled for the shapes of its input columns, for selected or whole batches, narrow or wide.
 *
 * The function gives the number of rows that passed, or −1 when a narrow result left the safe
 * integers: then nothing it wrote counts.
 */
import type { Vector } from '../../../state/column/vector.js';
import type { Expr } from '../expression.js';
import type { Arena } from '../runtime/arena.js';
import type { ConstantText } from './constant-text.js';
import { Generator, type GeneratorInput } from './generator.js';
import { type Buffers, emitStore, type Slot, slotFor } from './store.js';
import { only, type Value } from './value.js';

/** What a run needs beside its rows. */
export interface Run {
  readonly arena: Arena;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Physical row at which the loop failed. */
  row: number;
}

export type Loop = (
  inputs: readonly Vector[],
  outputs: readonly Buffers[],
  selection: Int32Array | null,
  count: number,
  rows: number,
  passed: Int32Array,
  run: Run,
) => number;

export interface Kernel {
  readonly loop: Loop;
  readonly slots: readonly Slot[];
  readonly constants: ConstantText;
  readonly usesArena: boolean;
  readonly usesNow: boolean;
  readonly source: string;
}

export interface KernelInput extends GeneratorInput {
  readonly condition: Expr | null;
  readonly outputs: readonly Expr[];
  readonly selected: boolean;
}

export function compileKernel(input: KernelInput): Kernel {
  const gen = new Generator(input);
  const slots: Slot[] = [];
  const body = new Body(gen);
  if (input.condition !== null) filter(gen, input.condition, input.outputs.length > 0);
  for (const [i, output] of input.outputs.entries()) {
    const value: Value = gen.emit(output);
    const slot = slotFor(value, output.type);
    slots.push(slot);
    emitStore(gen, value, slot, i);
  }
  if (input.condition !== null && input.outputs.length > 0) gen.line('}');
  const source = body.assemble(slots, input);
  return {
    loop: instantiate(source, gen),
    slots,
    constants: gen.constants,
    usesArena: gen.usesArena,
    usesNow: gen.usesNow,
    source,
  };
}

/** Rows that only pass through are counted without a branch; others open a block. */
function filter(gen: Generator, condition: Expr, opens: boolean): void {
  const value = gen.emit(condition);
  const holds = value.nul === 'false' ? only(value) : `${only(value)} & !(${value.nul})`;
  if (opens) {
    gen.line(`if (${holds}) {`);
    gen.line('P[k++] = r;');
  } else {
    gen.line('P[k] = r;');
    // A number instead of a choice: no branch to mispredict.
    gen.line(`k = k + ((${holds}) | 0) | 0;`);
  }
}

/** Puts the parts of the function together. */
class Body {
  constructor(readonly gen: Generator) {}

  assemble(slots: readonly Slot[], input: KernelInput): string {
    const { gen } = this;
    const pool = gen.pool.map((_, i) => `const k${i} = POOL[${i}];`);
    const flags = slots.flatMap((slot, i) => flagsOf(slot, i));
    const loop = [
      'for (let i = 0; i < count; i++) {',
      input.selected ? 'r = S[i];' : 'r = i;',
      ...gen.lines,
      '}',
    ];
    return [
      "'use strict';",
      'const EMPTY = new Uint8Array(0), TEXT = CONSTANTS.data;',
      ...pool,
      'return function kernel(I, O, S, count, ROWS, P, R) {',
      ...(gen.usesArena ? ['const A = R.arena;'] : []),
      ...(gen.usesNow ? ['const NOW = R.now;'] : []),
      ...gen.head,
      ...flags.map((flag) => `let ${flag} = false;`),
      `let k = ${input.condition === null ? 'count' : '0'}, r = 0;`,
      ...(gen.fails ? ['try {', ...loop, '} catch (error) { R.row = r; throw error; }'] : loop),
      ...flags.map((flag) => `O[${flag.replace(/\D+/, '')}].${flag.replace(/\d+/, '')} = ${flag};`),
      'return k;',
      '};',
    ].join('\n');
  }
}

function flagsOf(slot: Slot, index: number): string[] {
  const flags: string[] = [];
  if (slot.nullable && slot.kind !== 'builder') flags.push(`anyNull${index}`);
  if (slot.nanos) flags.push(`anyNanos${index}`);
  return flags;
}

function instantiate(source: string, gen: Generator): Loop {
  return new Function('POOL', 'CONSTANTS', source)(gen.pool, gen.constants) as Loop;
}
