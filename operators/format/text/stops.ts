/**
 * Where the bytes stand that stop a scanner, found for a whole buffer at once, 16 bytes an
 * instruction, so that the end of a field is a look-up however long the field is.
 *
 * Bit `p & 31` of `words[p >> 5]` is set where byte `p` of the buffer is a stop. Bits of bytes
 * before `from` and from `to` on may be anything. A scanner may change bytes that it has passed;
 * the index still tells of the bytes as they were.
 */
import type { Code } from '../column-code.js';
import { INPUT_BYTES, type StopKernel, stopKernel } from './stop-kernel.js';

export class StopIndex {
  words = new Int32Array(0);
  readonly #kernel: StopKernel;
  #bytes: Uint8Array | null = null;
  #from = 0;
  #to = 0;

  constructor(stops: readonly number[]) {
    this.#kernel = stopKernel(stops);
  }

  /** Makes the index hold for a range; where it is part of the one before, it does already. */
  cover(bytes: Uint8Array, from: number, to: number): void {
    if (bytes === this.#bytes && from >= this.#from && to <= this.#to) return;
    this.#bytes = bytes;
    this.#from = from;
    this.#to = to;
    const words = (to + 31) >> 5;
    if (words > this.words.length) this.words = new Int32Array(words);
    const { input, output, mark } = this.#kernel;
    for (let start = from & ~31; start < to; start += INPUT_BYTES) {
      const end = Math.min(to, start + INPUT_BYTES);
      input.set(bytes.subarray(start, end));
      mark(end - start);
      const marked = (end - start + 31) >> 5;
      this.words.set(marked < output.length ? output.subarray(0, marked) : output, start >> 5);
    }
  }
}

/**
 * Statements that move `p` to the first stop at or behind it; `word` and `mask` are Int32 locals.
 */
export function toStop(): Code {
  return `word = p >> 5;
    mask = words[word] & (-1 << p);
    while (mask === 0) mask = words[++word];
    p = (word << 5) + 32 - Math.clz32(~mask & (mask - 1));`;
}
