/**
 * The watermark of several inputs (or channels): the least of those that are active. It never
 * falls.
 *
 * As Flink's `CombinedWatermarkStatus`: an idle input is left out, an input that becomes active
 * again with a lower watermark does not take the common one back, and while all are idle nothing
 * moves.
 *
 * The least stands at the root of a tree of minima over the inputs, so that one of thousands costs
 * the logarithm of their number when it moves.
 */
import type { Batch, Marks } from '../core/batch.js';
import { END_OF_TIME, START_OF_TIME } from '../core/message.js';

/** An input that ended or is idle holds nobody back. */
const ASIDE = Number.POSITIVE_INFINITY;

export class CombinedWatermark {
  readonly #values: number[] = [];
  readonly #idle: boolean[] = [];
  /** Leaves from half its length on: an input's watermark, or `ASIDE`. Inner nodes: the least. */
  #tree: number[] = [ASIDE, ASIDE];
  #ended = 0;
  #current: number;

  /**
   * @param inputs how many there are
   * @param current where it stood when it was stored, ms since the epoch
   */
  constructor(inputs: number, current = START_OF_TIME) {
    this.#current = current;
    for (let i = 0; i < inputs; i++) this.add();
  }

  /**
   * One more input, which holds the others back until it has a watermark. Returns its number.
   * @param value where it stood when it was stored
   */
  add(value = START_OF_TIME): number {
    const input = this.#values.push(value) - 1;
    this.#idle.push(false);
    if (value === END_OF_TIME) this.#ended++;
    if (input === this.#tree.length / 2) this.#grow();
    this.#setLeaf(input);
    return input;
  }

  /** Milliseconds since the epoch. */
  get current(): number {
    return this.#current;
  }

  /** True when no input is active, and not all have ended. */
  get idle(): boolean {
    return this.#tree[1] === ASIDE && this.#ended < this.#values.length;
  }

  /** The common watermark of inputs that were added with one. */
  refresh(): number {
    return this.#values.length === 0 ? this.#current : this.#combine();
  }

  /** Input `input` reached `value`. Returns the common watermark. */
  advance(input: number, value: number): number {
    if (value > (this.#values[input] as number)) {
      this.#values[input] = value;
      if (value === END_OF_TIME) this.#ended++;
      this.#setLeaf(input);
    }
    return this.#combine();
  }

  /** The common watermark is at least `value` from now on. Returns it. */
  raise(value: number): number {
    this.#current = Math.max(this.#current, value);
    return this.#current;
  }

  /** Input `input` falls idle or wakes. Returns the common watermark. */
  setIdle(input: number, idle: boolean): number {
    this.#idle[input] = idle;
    this.#setLeaf(input);
    return this.#combine();
  }

  /**
   * Takes over the marks of a batch of `input`: the same batch with marks of the common watermark,
   * at the positions where that rises.
   */
  takeMarks(input: number, batch: Batch): Batch {
    const marks = batch.marks;
    if (marks === null) return batch;
    if (marks.count === 0) return batch.withMarks(null);
    if (this.#values.length === 1) {
      const rising = this.#risingFrom(marks);
      this.advance(input, marks.values[marks.count - 1] as number);
      return rising === 0 ? batch : batch.withMarks(sliceMarks(marks, rising, marks.count));
    }
    const positions = new Int32Array(marks.count);
    const values = new Float64Array(marks.count);
    let count = 0;
    for (let i = 0; i < marks.count; i++) {
      const before = this.#current;
      const value = this.advance(input, marks.values[i] as number);
      if (value <= before) continue;
      positions[count] = marks.positions[i] as number;
      values[count++] = value;
    }
    return batch.withMarks(count === 0 ? null : { count, positions, values });
  }

  /** The first mark above the current watermark. */
  #risingFrom(marks: Marks): number {
    let i = 0;
    while (i < marks.count && (marks.values[i] as number) <= this.#current) i++;
    return i;
  }

  #combine(): number {
    const least = this.#tree[1] as number;
    if (least !== ASIDE) this.#current = Math.max(this.#current, least);
    else if (this.#ended === this.#values.length) this.#current = END_OF_TIME;
    return this.#current;
  }

  #setLeaf(input: number): void {
    const value = this.#values[input] as number;
    const tree = this.#tree;
    let at = tree.length / 2 + input;
    tree[at] = value === END_OF_TIME || this.#idle[input] === true ? ASIDE : value;
    for (at >>= 1; at > 0; at >>= 1) {
      tree[at] = Math.min(tree[2 * at] as number, tree[2 * at + 1] as number);
    }
  }

  /** Twice as many leaves. */
  #grow(): void {
    const leaves = this.#tree.slice(this.#tree.length / 2);
    this.#tree = new Array<number>(leaves.length * 4).fill(ASIDE);
    leaves.forEach((_, input) => void this.#setLeaf(input));
  }
}

/** Marks `from` to `to` − 1; null when there is none. */
export function sliceMarks(marks: Marks, from: number, to: number): Marks | null {
  if (from >= to) return null;
  return {
    count: to - from,
    positions: marks.positions.subarray(from, to),
    values: marks.values.subarray(from, to),
  };
}
