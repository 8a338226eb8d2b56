/**
 * An accumulator made of generated loops over fixed state columns. Wide integers are summed as
 * doubles while they are safe; the row that would leave that range is not applied: state and
 * results widen and the loop goes on from it with 64-bit or big integers.
 */
import type { KeyRows } from '../../state/api/reads.js';
import type { ValueColumn } from '../../state/api/table.js';
import { type LogicalType, withNullable } from '../../state/column/logical-type.js';
import { storageOf } from '../../state/column/storage.js';
import type { Vector } from '../../state/column/vector.js';
import { type Arrays, FRESH } from '../../state/column/vector-pool.js';
import { narrow, type WideLane } from '../../state/column/wide.js';
import { type Accumulator, ADD, type Updates } from './functions/function.js';
import { type Fragments, type LoopPart, resetLoop, resultLoop, updateLoop } from './loop-code.js';
import type { CommonRows } from './loop-group.js';
import { RunningResults } from './running-results.js';
import { rowsUsed } from './signs.js';

/** What a function says about its state. */
export interface LoopPlan {
  readonly state: readonly LogicalType[];
  readonly type: LogicalType;
  /** Whether the result can be null. */
  readonly isNullable: boolean;
  /** State columns with null flags. */
  readonly nullFlags: readonly number[];
  /** The lane that the first state column takes when it leaves f64; null where it never does. */
  readonly wideLane: 'i64' | 'big' | null;
  /** @param isWide the first state column and the row's value are bigints */
  fragments(argument: Vector | null, state: readonly ValueColumn[], isWide: boolean): Fragments;
}

export class LoopAccumulator implements Accumulator {
  readonly state: readonly LogicalType[];
  readonly #plan: LoopPlan;
  readonly #isWideResult: boolean;

  constructor(plan: LoopPlan) {
    this.#plan = plan;
    // A column with null flags is nullable, also where the result is not.
    this.state = plan.state.map((type, c) =>
      withNullable(type, type.nullable || plan.nullFlags.includes(c)),
    );
    this.#isWideResult = storageOf(plan.type) === 'wide';
  }

  initialize(state: readonly ValueColumn[], slots: Int32Array, count: number): void {
    this.#flag(state);
    resetLoop(this.#fragments(null, state), state)(state, slots, count, null);
  }

  update(updates: Updates, state: readonly ValueColumn[], running: RunningResults | null): void {
    this.finish(this.part(updates, state, running), updates, 0);
  }

  /** This accumulator's share of a loop over the rows; the state is as wide as they are. */
  part(
    updates: Pick<Updates, 'args' | 'rows' | 'count'>,
    state: readonly ValueColumn[],
    out: RunningResults | null,
  ): LoopPart {
    const argument = this.#prepared(updates, state);
    this.#flag(state);
    if (this.#isWideResult) out?.widen(wideLaneOf(state), 0);
    return { argument, state, out };
  }

  /**
   * Adds what other accumulators have, row by row to the one of the slot.
   * @param others their state columns
   */
  merge(
    state: readonly ValueColumn[],
    slots: Int32Array,
    count: number,
    others: readonly Vector[],
  ): void {
    const [first] = others as [Vector];
    const part = { ...this.part({ args: [first], rows: null, count }, state, null), others };
    // What holds nothing adds nothing.
    const signs = first.nulls?.map((isNull) => (isNull === 1 ? 0 : ADD)) ?? null;
    this.finish(part, { slots, rows: null, count, signs }, 0);
  }

  /** Whether `merge` gives what the rows of both would. */
  get merges(): boolean {
    return this.#fragments(null, []).merge !== null;
  }

  /** Applies the rows from row `from` on, alone. */
  finish(part: LoopPart, rows: CommonRows, from: number): void {
    const { argument, state, out, others } = part;
    const { slots, signs, count } = rows;
    const shape = {
      isSelected: rows.rows !== null,
      isSigned: signs !== null,
      isRunning: out !== null,
    };
    let next = from;
    for (;;) {
      if (this.#isWideResult) out?.widen(wideLaneOf(state), 2 * next);
      const own = this.#fragments(argument, state);
      const fragments = others === undefined ? own : merging(own);
      const loop = updateLoop([fragments], [part], shape);
      next = loop([part], slots, rows.rows, signs, count, next);
      if (next === count) return;
      this.widen(state);
    }
  }

  fragments({ argument, state }: LoopPart): Fragments {
    return this.#fragments(argument, state);
  }

  results(
    state: readonly ValueColumn[],
    slots: Int32Array,
    count: number,
    _: KeyRows,
    arrays: Arrays = FRESH,
  ): Vector {
    this.#flag(state);
    const out = new RunningResults(this.#plan.type, count, this.#plan.isNullable, arrays);
    if (this.#isWideResult) out.widen(wideLaneOf(state), 0);
    resultLoop(this.#fragments(null, state), state, out)(state, slots, count, out);
    return out.finish();
  }

  /** Gives a restored column its null flags; a record marks its nulls in its own way. */
  #flag(state: readonly ValueColumn[]): void {
    for (const column of this.#plan.nullFlags) {
      const flagged = state[column] as ValueColumn;
      if (flagged.record === null && flagged.vector.nulls === null) flagged.nullable();
    }
  }

  /** The argument in its narrowest lane; the state is at least as wide afterwards. */
  #prepared(
    { args, rows, count }: Pick<Updates, 'args' | 'rows' | 'count'>,
    state: readonly ValueColumn[],
  ): Vector | null {
    const [argument = null] = args;
    const kept = state[0] as ValueColumn;
    if (argument?.lane === 'time' && argument.nanos !== null && kept.vector.lane === 'time') {
      kept.nanos();
    }
    if (argument === null || this.#plan.wideLane === null) return argument;
    if (argument.lane !== 'i64' && argument.lane !== 'big') return argument;
    const narrowest = narrow(argument, rows === null ? count : rowsUsed(rows, count));
    if (narrowest.lane !== 'f64') this.widen(state, narrowest.lane);
    return narrowest;
  }

  /** Moves the state to a wider lane, for a row that needs it. */
  widen(state: readonly ValueColumn[], least: 'i64' | 'big' = 'i64'): void {
    const lane = this.#plan.wideLane === 'big' ? 'big' : least;
    for (const column of this.#plan.nullFlags) (state[column] as ValueColumn).nullable();
    (state[0] as ValueColumn).widen(lane);
  }

  #fragments(argument: Vector | null, state: readonly ValueColumn[]): Fragments {
    const isWide = this.#plan.wideLane !== null && wideLaneOf(state) !== 'f64';
    return this.#plan.fragments(argument, state, isWide);
  }
}

/** The lane of the first state column where it is one of wide integers, else f64. */
function wideLaneOf(state: readonly ValueColumn[]): WideLane {
  const lane = state[0]?.vector.lane;
  return lane === 'i64' || lane === 'big' ? lane : 'f64';
}

/** As if the state of others were rows. */
function merging(fragments: Fragments): Fragments {
  return { ...fragments, name: `merge ${fragments.name}`, add: fragments.merge as string };
}

/** How a fragment reads the row's value. */
export function readValue(argument: Vector | null, isWide: boolean): string {
  if (argument === null) return '';
  const isBig = argument.lane === 'i64' || argument.lane === 'big';
  return isWide && !isBig ? 'const x = BigInt(v[r]);' : 'const x = v[r];';
}

/** Writes a result, with its null flag where the result can be null. */
export function emitValue(isNull: string, value: string, isWide: boolean): string {
  if (isNull === '') return `o[at] = ${value};`;
  const zero = isWide ? '0n' : '0';
  return `if (${isNull}) { on[at] = 1; o[at] = ${zero}; } else { on[at] = 0; o[at] = ${value}; }`;
}
