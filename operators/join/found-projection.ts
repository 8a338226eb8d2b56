/**
 * The columns that a lookup join puts out of the rows found: as they are, or computed for the pairs
 * of a page. They are computed only where a row was found: what is missing is NULL, whatever the
 * expressions make of NULL.
 */
import { assert } from '../../conf/errors/error.js';
import { gather } from '../../state/column/gather.js';
import { vectorOf } from '../../state/column/scalar-access.js';
import type { Vector } from '../../state/column/vector.js';
import { Batch } from '../core/batch.js';
import { type CompileInput, compileEvaluator } from '../expr/compile.js';
import type { Expr } from '../expr/expression.js';
import { inputColumns } from '../expr/walk.js';
import type { PairPages } from './pair-pages.js';

export class FoundProjection {
  /** The output's columns for the ids that `page` gives. */
  columns: readonly Vector[] = [];
  /** The columns are those of all rows found: they stand for more than a page. */
  readonly isShared: boolean;
  readonly #projection: readonly Expr[];
  readonly #used: ReadonlySet<number>;
  readonly #evaluate: (batch: Batch) => readonly Vector[];
  /** Where nothing was found. */
  readonly #empty: readonly Vector[];
  #found: readonly Vector[] = [];
  #numbers = new Int32Array(0);

  /** @param projection over columns of the rows found */
  constructor(
    projection: readonly Expr[],
    input: Pick<CompileInput, 'inputs' | 'timeZone' | 'now'>,
  ) {
    this.#projection = projection;
    this.isShared = projection.every(({ kind }) => kind === 'column');
    const used = new Set<number>();
    for (const expr of projection) inputColumns(expr, used);
    this.#used = used;
    this.#empty = projection.map(({ type }) => vectorOf(type, []));
    this.#evaluate = compileEvaluator({ ...input, expressions: projection });
  }

  /** @param found columns of all rows found; none where nothing was found */
  start(found: readonly Vector[]): void {
    this.#found = found;
    this.columns = this.#empty;
    if (!this.isShared || found.length === 0) return;
    this.columns = this.#projection.map((expr) => {
      assert(expr.kind === 'column', 'A shared column is one of the rows found');
      return found[expr.index] as Vector;
    });
  }

  /** The ids of the page's pairs in `columns`. */
  page({ ids, count }: PairPages): Int32Array {
    if (this.isShared || count === 0) return ids;
    const rows = this.#found.map((vector, c) =>
      this.#used.has(c) ? gather(vector, ids, count) : vector,
    );
    this.columns = this.#evaluate(new Batch(rows, count));
    if (this.#numbers.length < count) {
      this.#numbers = new Int32Array(ids.length).map((_, i) => i);
    }
    return this.#numbers;
  }
}
