/**
 * A windowing table function alone: each row goes out once for each of its windows, in Flink's
 * order (a hop's windows from the last to the first, a cumulation's ascending), with window_start,
 * window_end and window_time behind its columns. Rows without a time are dropped. Stateless: kinds
 * and watermarks pass through, late rows too.
 */

import { assert } from '../../conf/errors/error.js';
import { gatherColumns, gatherU8 } from '../../state/column/gather.js';
import { grownInt32 } from '../../state/column/growth.js';
import type { TimeVector, Vector } from '../../state/column/vector.js';
import { Batch } from '../core/batch.js';
import type { Operator, OperatorContext, Output } from '../core/operator.js';
import { startOfWindow, WindowClock, windowEnds } from './window-math.js';
import type { WindowTableSpec } from './window-table-spec.js';

export function createWindowTable(spec: WindowTableSpec): Operator {
  return new WindowTable(spec);
}

class WindowTable implements Operator {
  readonly #spec: WindowTableSpec;
  #clock: WindowClock | null = null;
  #context: OperatorContext | null = null;
  /** The windows of times from `from` up to before `until`. */
  #from = Infinity;
  #until = 0;
  #ends: readonly number[] = [];

  constructor(spec: WindowTableSpec) {
    this.#spec = spec;
  }

  open(context: OperatorContext): void {
    this.#context = context;
    this.#clock = WindowClock.of(this.#spec.time, context);
  }

  apply(batch: Batch, _input: number, output: Output): boolean {
    const [clock, context] = [this.#clock, this.#context];
    assert(clock !== null && context !== null, 'An operator is opened before it is used');
    const { values, nulls } = timesOf(batch, this.#spec.time, context);
    const { selection, count } = batch;
    let origins: Int32Array = new Int32Array(count);
    let ends = new Float64Array(count);
    let rows = 0;
    for (let i = 0; i < count; i++) {
      const row = selection === null ? i : (selection[i] as number);
      if (nulls !== null && nulls[row] === 1) continue;
      const time = values[row] as number;
      if (time < this.#from || time >= this.#until) this.#turnTo(clock, time);
      if (rows + this.#ends.length > origins.length) {
        origins = grownInt32(origins, rows + this.#ends.length);
        const grown = new Float64Array(origins.length);
        grown.set(ends);
        ends = grown;
      }
      for (const end of this.#ends) {
        origins[rows] = row;
        ends[rows++] = end;
      }
    }
    if (rows > 0) output.push(this.#windowed(batch, clock, origins, ends, rows), origins);
    return true;
  }

  #turnTo(clock: WindowClock, time: number): void {
    const interval = clock.intervalOf(time, this.#spec.window);
    this.#from = interval.from;
    this.#until = interval.until;
    this.#ends = windowEnds(this.#spec.window, clock.toLocal(time));
  }

  #windowed(
    batch: Batch,
    clock: WindowClock,
    origins: Int32Array,
    ends: Float64Array,
    rows: number,
  ): Batch {
    const starts = new Float64Array(rows);
    const times = new Float64Array(rows);
    for (let i = 0; i < rows; i++) {
      const end = ends[i] as number;
      starts[i] = startOfWindow(this.#spec.window, end);
      times[i] = clock.windowTime(end);
    }
    const columns = [
      ...gatherColumns(batch.columns, origins, rows),
      timeVector(starts),
      timeVector(ends),
      timeVector(times),
    ];
    const kinds = batch.kinds === null ? null : gatherU8(batch.kinds, origins, rows);
    return new Batch(columns, rows, kinds);
  }
}

function timesOf(
  { columns, rows }: Batch,
  column: number | null,
  { now }: OperatorContext,
): TimeVector {
  if (column !== null) return columns[column] as TimeVector;
  return { lane: 'time', values: new Float64Array(rows).fill(now), nanos: null, nulls: null };
}

function timeVector(values: Float64Array): Vector {
  return { lane: 'time', values, nanos: null, nulls: null };
}
