/**
 * The accumulators of one table whose rows are the same rows, in one generated loop: the slots are
 * read once, and a slot's accumulators stand side by side (`RecordPlace`), so that a row costs one
 * cache miss whatever the number of its aggregates. Where the records are larger than a core's own
 * cache some rows' records are touched first, in a loop of loads alone: the misses of many rows
 * overlap there, where each would hold up the loop that also writes. The rows are few enough that
 * their records are still near when that loop comes to them.
 *
 * The row that needs wider lanes stops the loop; from there on each accumulator ends the batch
 * alone.
 */
import type { ValueColumn } from '../../state/api/table.js';
import { isFar, touchRecords } from '../../state/column/touch.js';
import type { F64Vector } from '../../state/column/vector.js';
import type { Updates } from './functions/function.js';
import type { LoopAccumulator } from './loop-accumulator.js';
import { type LoopPart, type LoopShape, type UpdateLoop, updateLoop } from './loop-code.js';

export interface LoopMember {
  readonly accumulator: LoopAccumulator;
  readonly part: LoopPart;
}

/** What all members have in common. */
export type CommonRows = Pick<Updates, 'rows' | 'count' | 'slots' | 'signs'>;

/** Rows whose records are touched at once. */
const TOUCHED_ROWS = 256;

export class LoopGroup {
  /** The loop of the last batch, and all that it was made for. */
  #loop: UpdateLoop | null = null;
  readonly #madeFor: unknown[] = [];
  /** What `touchRecords` gave. */
  touched = 0;

  update(members: readonly LoopMember[], updates: CommonRows): void {
    const { slots, rows, signs, count } = updates;
    const parts = members.map((member) => member.part);
    const [first] = parts;
    if (first === undefined) return;
    const isRunning = first.out !== null;
    const shape = { isSelected: rows !== null, isSigned: signs !== null, isRunning };
    const loop = this.#loopOf(members, shape);
    const far = parts.some(({ state }) => state.some(isFarColumn));
    const step = far ? TOUCHED_ROWS : count;
    for (let from = 0; from < count; from += step) {
      const to = Math.min(from + step, count);
      if (far) this.#touch(parts, slots, from, to);
      const end = loop(parts, slots, rows, signs, to, from);
      if (end === to * parts.length) continue;
      this.#widen(members, updates, end);
      return;
    }
  }

  /** Where `end` is what a loop gave that could not go on: members end the batch on their own. */
  #widen(members: readonly LoopMember[], updates: CommonRows, end: number): void {
    const row = Math.floor(end / members.length);
    const stopped = end % members.length;
    members.forEach(({ accumulator, part }, p) => {
      if (p === stopped) accumulator.widen(part.state);
      accumulator.finish(part, updates, p < stopped ? row + 1 : row);
    });
  }

  #loopOf(members: readonly LoopMember[], shape: LoopShape): UpdateLoop {
    const made = this.#madeFor;
    let at = 0;
    let isSame = this.#loop !== null;
    const note = (value: unknown): void => {
      if (made[at] !== value) isSame = false;
      made[at++] = value;
    };
    note(shape.isSelected);
    note(shape.isSigned);
    note(shape.isRunning);
    for (const { accumulator, part } of members) {
      const { argument, state, out } = part;
      note(accumulator);
      note(argument?.lane);
      note(argument?.lane === 'time' && argument.nanos !== null);
      for (const column of state) noteColumn(column, note);
      note(out?.vector.lane);
      note(out?.vector.nulls === null);
    }
    if (made.length !== at) isSame = false;
    made.length = at;
    if (isSame && this.#loop !== null) return this.#loop;
    const fragments = members.map(({ accumulator, part }) => accumulator.fragments(part));
    const parts = members.map((member) => member.part);
    this.#loop = updateLoop(fragments, parts, shape);
    return this.#loop;
  }

  #touch(parts: readonly LoopPart[], slots: Int32Array, from: number, to: number): void {
    let last: Float64Array | null = null;
    for (const { state } of parts) {
      for (const column of state) {
        if (!isFarColumn(column) || column.vector.values === last) continue;
        last = column.vector.values;
        this.touched = touchRecords(last, column.record?.stride ?? 1, slots, from, to);
      }
    }
  }
}

function isFarColumn(column: ValueColumn): column is ValueColumn & { vector: F64Vector } {
  return column.vector.lane === 'f64' && isFar(column.vector.values);
}

function noteColumn({ vector, record }: ValueColumn, note: (value: unknown) => void): void {
  note(vector.lane);
  note(vector.nulls === null);
  note(vector.lane === 'time' && vector.nanos !== null);
  note(record);
}
