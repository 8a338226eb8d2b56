/** The condition of a join beyond its equal keys, over pairs of rows: which of them pass. */
import { gather } from '../../state/column/gather.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import type { Vector } from '../../state/column/vector.js';
import { Batch } from '../core/batch.js';
import type { OperatorContext } from '../core/operator.js';
import { type CompiledPredicate, compilePredicate } from '../expr/compile.js';
import type { Expr } from '../expr/expression.js';
import { inputColumns, mapColumns } from '../expr/walk.js';

/** One side of pairs: columns, and for each pair a row of them. */
export interface PairSide {
  readonly columns: readonly Vector[];
  readonly rows: Int32Array;
}

export class Residual {
  readonly #predicate: CompiledPredicate;
  /** Columns that the condition reads, of left then right. */
  readonly #used: readonly number[];
  readonly #leftWidth: number;

  /**
   * @param condition BOOLEAN over left then right columns
   * @param context its inputs are the left and the right side
   */
  constructor(condition: Expr, context: Pick<OperatorContext, 'inputs' | 'timeZone' | 'now'>) {
    const types = context.inputs.flat();
    this.#leftWidth = context.inputs[0]?.length ?? 0;
    this.#used = [...inputColumns(condition)].sort((a, b) => a - b);
    this.#predicate = compilePredicate({
      inputs: this.#used.map((column) => types[column] as LogicalType),
      condition: mapColumns(condition, (column) => this.#used.indexOf(column)),
      timeZone: context.timeZone,
      now: () => context.now,
    });
  }

  /** Pairs 0 to count − 1 that pass, ascending; null = all. */
  select(left: PairSide, right: PairSide, count: number): Int32Array | null {
    const columns = this.#used.map((column) => {
      const isLeft = column < this.#leftWidth;
      const side = isLeft ? left : right;
      const vector = side.columns[isLeft ? column : column - this.#leftWidth] as Vector;
      return gather(vector, side.rows, count);
    });
    return this.#predicate.select(new Batch(columns, count));
  }
}
