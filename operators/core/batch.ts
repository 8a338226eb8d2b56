/**
 * A batch: about 2,048 rows as columns, with the kind of each change and the watermarks that passed
 * between the rows. It is the only form in which data moves between operators.
 *
 * Promises
 * - Immutable once pushed, and valid until that `push` returns: its arrays may be used again then.
 *   Whoever keeps a batch longer retains it (`hold.ts`, `docs/design/vector-pool.md`).
 * - `selection`, when there is one, holds physical row numbers in strictly ascending order; logical
 *   row i is physical row `selection[i]`. Without one, logical and physical rows are the same.
 * - `kinds` is by physical row; null means all +I.
 * - Marks stand in physical positions: a mark (p, w) says that the watermark was at least w before
 *   physical row p was seen; p = rows puts it behind the last row. Positions ascend (weakly),
 *   values ascend strictly. Filtering keeps them as they are.
 * - An operator that emits −U puts it directly before its +U; a batch never ends between the two.
 * - With mini-batch off, no operator's output depends on where batches end.
 */
import type { Vector } from '../../state/column/vector.js';

/** Watermarks between the rows of a batch; entries 0 to count − 1 of both arrays count. */
export interface Marks {
  readonly count: number;
  readonly positions: Int32Array;
  /** Milliseconds since the epoch. */
  readonly values: Float64Array;
}

export class Batch {
  /** Logical rows. */
  readonly count: number;

  /**
   * @param columns one vector a column
   * @param rows physical rows; every vector holds at least as many
   */
  constructor(
    readonly columns: readonly Vector[],
    readonly rows: number,
    readonly kinds: Uint8Array | null = null,
    readonly selection: Int32Array | null = null,
    readonly marks: Marks | null = null,
  ) {
    this.count = selection === null ? rows : selection.length;
  }

  /** The same rows and marks with other columns (of the same physical length). */
  withColumns(columns: readonly Vector[]): Batch {
    return new Batch(columns, this.rows, this.kinds, this.selection, this.marks);
  }

  withSelection(selection: Int32Array | null): Batch {
    return new Batch(this.columns, this.rows, this.kinds, selection, this.marks);
  }

  withKinds(kinds: Uint8Array | null): Batch {
    return new Batch(this.columns, this.rows, kinds, this.selection, this.marks);
  }

  withMarks(marks: Marks | null): Batch {
    return new Batch(this.columns, this.rows, this.kinds, this.selection, marks);
  }
}
