/**
 * UNION ALL: every row of every input, as it came. The drive combines the watermarks of the inputs
 * by minimum, which is all there is to keep.
 */
import type { Batch } from '../core/batch.js';
import type { Operator, Output } from '../core/operator.js';

class Union implements Operator {
  open(): void {}

  apply(batch: Batch, _input: number, output: Output): boolean {
    output.push(batch);
    return true;
  }
}

export function createUnion(): Operator {
  return new Union();
}
