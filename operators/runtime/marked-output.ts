/**
 * The output of a driven operator: puts the marks of the piece now applied between the rows that
 * its rows caused, so that downstream a row still stands behind every mark that it stood behind
 * here.
 *
 * Rule: a mark (p, w) of the piece goes before the first output row that comes from a row at or
 * behind p. Marks that no output row follows are held until the piece is done and then leave as one
 * watermark, the last. An operator that keeps rows and marks in place passes its batches through.
 *
 * Marks and watermarks of an operator that delays them leave that much lower; the end of time does
 * not.
 */
import { assert } from '../../conf/errors/error.js';
import type { Batch, Marks } from '../core/batch.js';
import { END_OF_TIME, type Message, START_OF_TIME } from '../core/message.js';
import type { Output } from '../core/operator.js';

/** Where messages go: the next stage, an exchange, a test. */
export interface Downstream {
  send(message: Message): void;
}

export class MarkedOutput implements Output {
  readonly #downstream: Downstream;
  readonly #delayMs: number;
  #marks: Marks | null = null;
  /** Marks of the piece that went out. */
  #placed = 0;
  #forwarded = START_OF_TIME;

  /** @param delayMs how far watermarks are held back */
  constructor(downstream: Downstream, delayMs = 0) {
    this.#downstream = downstream;
    this.#delayMs = delayMs;
  }

  /** The next batches are caused by this piece; null: by none (a timer, an ending). */
  start(piece: Batch | null): void {
    this.#marks = piece === null ? null : piece.marks;
    this.#placed = 0;
  }

  push(batch: Batch, origins?: Int32Array): void {
    const marked = this.#mark(batch, origins);
    const marks = marked.marks;
    if (marks !== null && marks.count > 0) {
      this.#forwarded = marks.values[marks.count - 1] as number;
    }
    if (marked.count > 0 || marks !== null) this.#downstream.send({ kind: 'batch', batch: marked });
  }

  /** Forwards the watermark, unless a mark has said it already. */
  watermark(own: number): void {
    const value = this.#delayed(own);
    if (value <= this.#forwarded) return;
    this.#forwarded = value;
    this.#downstream.send({ kind: 'watermark', value });
  }

  #delayed(watermark: number): number {
    return watermark === END_OF_TIME ? watermark : watermark - this.#delayMs;
  }

  #mark(batch: Batch, origins: Int32Array | undefined): Batch {
    const marks = this.#marks;
    if (origins === undefined) {
      const inPlace = marks === null || (batch.marks === marks && this.#delayMs === 0);
      assert(inPlace, 'An operator that changes rows says from which rows they come');
      return batch;
    }
    assert(batch.marks === null, 'Marks of rows with origins are placed here');
    return marks === null ? batch : batch.withMarks(this.#place(marks, origins, batch.rows));
  }

  #place(marks: Marks, origins: Int32Array, rows: number): Marks | null {
    const first = this.#placed;
    if (first === marks.count) return null;
    const positions = new Int32Array(marks.count - first);
    const values = new Float64Array(marks.count - first);
    let [count, next, row] = [0, first, 0];
    while (next < marks.count) {
      const at = marks.positions[next] as number;
      while (row < rows && (origins[row] as number) < at) row++;
      if (row === rows) break;
      // Between the same two rows the last mark says it all.
      if (count > 0 && positions[count - 1] === row) count--;
      positions[count] = row;
      values[count++] = this.#delayed(marks.values[next++] as number);
    }
    this.#placed = next;
    return count === 0 ? null : { count, positions, values };
  }
}
