/** OVER on processing time: each row goes out as it comes, with the results behind it. */
import { assert } from '../../conf/errors/error.js';
import type { Reads } from '../../state/api/reads.js';
import { gatherColumns } from '../../state/column/gather.js';
import { Batch } from '../core/batch.js';
import { keyRows } from '../core/key-rows.js';
import type { Operator, OperatorContext, Output } from '../core/operator.js';
import { createFrame } from './create-frame.js';
import type { Frame } from './frame.js';
import type { OverSpec } from './over-spec.js';

export class OverArrivals implements Operator {
  readonly #spec: OverSpec;
  #frame: Frame | null = null;

  constructor(spec: OverSpec) {
    this.#spec = spec;
  }

  open(context: OperatorContext): void {
    this.#frame = createFrame(this.#spec, context.inputs[0] ?? [], context.state);
  }

  reads(batch: Batch, _input: number, reads: Reads): void {
    const frame = this.#open();
    frame.reads(keyRows(batch, this.#spec.partition), reads);
    if (this.#spec.frame.preceding === null) this.#valueReads(frame, batch, reads);
  }

  /** Which values leave a frame is known once its rows are near. */
  readsBehind(batch: Batch, _input: number, reads: Reads): void {
    const frame = this.#open();
    if (this.#spec.frame.preceding !== null) this.#valueReads(frame, batch, reads);
  }

  #valueReads(frame: Frame, { columns, selection, count }: Batch, reads: Reads): void {
    if (!frame.readsValues) return;
    const keys = keyRows({ columns, selection, count }, this.#spec.partition);
    reads.lazily((own) => frame.valueReads(columns, keys, own));
  }

  apply(batch: Batch, _input: number, output: Output): boolean {
    const { columns, selection, count } = batch;
    const keys = keyRows(batch, this.#spec.partition);
    const results = this.#open().compute({ columns, keys, times: null });
    const own = selection === null ? columns : gatherColumns(columns, selection, count);
    const origins = selection ?? Int32Array.from({ length: count }, (_, row) => row);
    output.push(new Batch([...own, ...results], count), origins);
    return true;
  }

  #open(): Frame {
    assert(this.#frame !== null, 'An operator is opened before it is used');
    return this.#frame;
  }
}
