/**
 * The times that rows wait for: those of their rowtime column, which the watermark must reach; on
 * processing time that of the clock when they came, whose millisecond must be over.
 */
import type { TimeVector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import { MarkCursor } from '../core/marks.js';
import type { OperatorContext } from '../core/operator.js';

export class RowTimes {
  readonly #column: number | null;
  readonly #marks = new MarkCursor();

  /** @param column null = processing time */
  constructor(column: number | null) {
    this.#column = column;
  }

  /** By physical row, ms. */
  of(batch: Batch, { now }: OperatorContext): Float64Array {
    return this.#own(batch) ?? new Float64Array(batch.rows).fill(now);
  }

  /**
   * The rows that are not late; the others are counted. By the clock none is.
   * @param bounds by logical row the last time that is late; null = the watermark before the row
   */
  timely(
    batch: Batch,
    bounds: Float64Array | null,
    context: OperatorContext,
  ): Pick<Batch, 'selection' | 'count'> {
    const times = this.#own(batch);
    if (times === null) return batch;
    const { selection, count } = batch;
    const rows = new Int32Array(count);
    this.#marks.start(batch, context.watermark);
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const row = selection === null ? i : (selection[i] as number);
      const bound = bounds === null ? this.#marks.at(row) : (bounds[i] as number);
      rows[kept] = row;
      if ((times[row] as number) > bound) kept++;
    }
    context.metrics.lateRows += count - kept;
    return { selection: rows.subarray(0, kept), count: kept };
  }

  /** As `Operator.rowTimer`, of the rows above `bound`. */
  rowTimer(batch: Batch, bound: number): number {
    const times = this.#own(batch);
    if (times === null) return Infinity;
    const { selection, count } = batch;
    let least = Infinity;
    for (let i = 0; i < count; i++) {
      const time = times[selection === null ? i : (selection[i] as number)] as number;
      if (time < least && time > bound) least = time;
    }
    return least;
  }

  #own({ columns }: Batch): Float64Array | null {
    return this.#column === null ? null : (columns[this.#column] as TimeVector).values;
  }
}
