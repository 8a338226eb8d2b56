/**
 * Assigns watermarks: a mark behind each row whose watermark expression is above all before it. One
 * instance serves one split, so its maximum is the split's watermark. Rows stay as they are; a NULL
 * raises nothing. (Flink's `scan.watermark.emit.strategy` = on-event.)
 */
import { assert } from '../../conf/errors/error.js';
import type { Batch, Marks } from '../core/batch.js';
import type { Operator, OperatorContext, Output } from '../core/operator.js';
import { type CompiledCalc, compileCalc } from '../expr/compile.js';
import type { WatermarkSpec } from './watermark-spec.js';

export function createWatermark(spec: WatermarkSpec): Operator {
  return new WatermarkAssigner(spec);
}

class WatermarkAssigner implements Operator {
  #compiled: CompiledCalc | undefined;
  #greatest = 0;
  /** Marks of the batch while they are counted: most batches have few. */
  #positions: Int32Array = new Int32Array(0);
  #values: Float64Array = new Float64Array(0);

  constructor(readonly spec: WatermarkSpec) {}

  open(context: OperatorContext): void {
    const [inputs] = context.inputs;
    assert(inputs !== undefined, 'A watermark assigner has one input');
    const { timeZone } = context;
    const now = (): number => context.now;
    this.#greatest = context.watermark;
    const projection = [this.spec.expression];
    this.#compiled = compileCalc({ inputs, condition: null, projection, timeZone, now });
  }

  apply(batch: Batch, _input: number, output: Output): boolean {
    output.push(batch.withMarks(this.#marks(batch)));
    return true;
  }

  #marks(batch: Batch): Marks | null {
    assert(this.#compiled !== undefined, 'An operator is opened before it is applied');
    assert(batch.marks === null, 'Rows of a source carry no marks');
    const times = this.#compiled.apply(batch)?.columns[0];
    if (times === undefined || batch.count === 0) return null;
    assert(times.lane === 'time', 'A watermark is a timestamp');
    const { values, nulls } = times;
    if (this.#positions.length < batch.count) {
      this.#positions = new Int32Array(batch.count);
      this.#values = new Float64Array(batch.count);
    }
    const positions = this.#positions;
    const marks = this.#values;
    let greatest = this.#greatest;
    let count = 0;
    for (let i = 0; i < batch.count; i++) {
      const row = batch.selection === null ? i : (batch.selection[i] as number);
      const value = values[row] as number;
      if (value <= greatest || (nulls !== null && nulls[row] === 1)) continue;
      greatest = value;
      positions[count] = row + 1;
      marks[count++] = value;
    }
    this.#greatest = greatest;
    if (count === 0) return null;
    return { count, positions: positions.slice(0, count), values: marks.slice(0, count) };
  }
}
