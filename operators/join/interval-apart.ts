/**
 * An interval join no two rows of which are ever near enough: rows of an outer side come out at
 * once, padded with NULLs, the others not at all. As in Flink, watermarks are not held back.
 */
import { gather } from '../../state/column/gather.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import { vectorOf } from '../../state/column/scalar-access.js';
import type { Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import type { Operator, OperatorContext, Output } from '../core/operator.js';
import type { IntervalJoinSpec } from './interval-join-spec.js';

export class IntervalApart implements Operator {
  readonly #isOuter: readonly boolean[];
  #inputs: OperatorContext['inputs'] = [];

  constructor({ type }: IntervalJoinSpec) {
    this.#isOuter = [type === 'left' || type === 'full', type === 'right' || type === 'full'];
  }

  open(context: OperatorContext): void {
    this.#inputs = context.inputs;
  }

  apply(batch: Batch, input: number, output: Output): boolean {
    const missing = (this.#inputs[1 - input] ?? []).map((type) => nulls(type, batch.rows));
    const columns = input === 0 ? [...batch.columns, ...missing] : [...missing, ...batch.columns];
    const padded = batch.withColumns(columns);
    output.push(this.#isOuter[input] === true ? padded : padded.withSelection(new Int32Array(0)));
    return true;
  }
}

function nulls(type: LogicalType, rows: number): Vector {
  return gather(vectorOf(type, [null]), new Int32Array(rows), rows);
}
