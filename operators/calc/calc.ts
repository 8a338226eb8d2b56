/**
 * Filter and projection. Stateless; rows keep their places, kinds and marks pass through, and a
 * batch of which nothing is left, not even a mark, is not passed on.
 */

import { assert } from '../../conf/errors/error.js';
import type { VectorPool } from '../../state/column/vector-pool.js';
import type { Batch } from '../core/batch.js';
import type { Operator, OperatorContext, Output } from '../core/operator.js';
import { type CompiledCalc, compileCalc } from '../expr/compile.js';
import type { CalcSpec } from './calc-spec.js';

export function createCalc(spec: CalcSpec): Operator {
  return new Calc(spec);
}

class Calc implements Operator {
  #compiled: CompiledCalc | undefined;
  #vectors: VectorPool | undefined;

  constructor(readonly spec: CalcSpec) {}

  open(context: OperatorContext): void {
    const [inputs] = context.inputs;
    assert(inputs !== undefined, 'A calc has one input');
    const { condition, projection } = this.spec;
    this.#vectors = context.vectors;
    this.#compiled = compileCalc({
      inputs,
      condition,
      projection,
      now: () => context.now,
      arrays: context.vectors,
      get timeZone() {
        return context.timeZone;
      },
    });
  }

  apply(batch: Batch, _input: number, output: Output): boolean {
    assert(this.#compiled !== undefined, 'An operator is opened before it is applied');
    const result = this.#compiled.apply(batch);
    if (result !== null) output.push(result);
    this.#vectors?.reclaim();
    return true;
  }
}
