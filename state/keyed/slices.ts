/** Many byte strings in one buffer: number i is `data[offsets[i] … offsets[i + 1] − 1]`. */
import { compareBytes } from '../column/compare.js';
import { grownBytes, grownInt32 } from '../column/growth.js';

export interface Slices {
  readonly count: number;
  readonly data: Uint8Array;
  /** One more than there are strings. */
  readonly offsets: Int32Array;
}

/** The order of two of them by unsigned bytes. */
export function compareSlices(a: Slices, i: number, b: Slices, j: number): number {
  return compareBytes(
    a.data,
    a.offsets[i] as number,
    a.offsets[i + 1] as number,
    b.data,
    b.offsets[j] as number,
    b.offsets[j + 1] as number,
  );
}

/** One of them, as a view. */
export function sliceAt(slices: Slices, i: number): Uint8Array {
  return slices.data.subarray(slices.offsets[i], slices.offsets[i + 1]);
}

/** Collects byte strings. */
export class SlicesBuilder {
  count = 0;
  #data: Uint8Array;
  #offsets: Int32Array = new Int32Array(1025);

  constructor(bytes = 1 << 16) {
    this.#data = new Uint8Array(bytes);
  }

  /** Bytes collected. */
  get size(): number {
    return this.#offsets[this.count] as number;
  }

  append(source: Uint8Array, start: number, end: number): void {
    const at = this.size;
    const size = end - start;
    if (at + size > this.#data.length) this.#data = grownBytes(this.#data, at + size);
    if (size < 48) for (let i = 0; i < size; i++) this.#data[at + i] = source[start + i] as number;
    else this.#data.set(source.subarray(start, end), at);
    this.count++;
    if (this.count === this.#offsets.length) {
      this.#offsets = grownInt32(this.#offsets, this.count + 1);
    }
    this.#offsets[this.count] = at + size;
  }

  /** What was collected; the builder must not be used any more. */
  finish(): Slices {
    return { count: this.count, data: this.#data, offsets: this.#offsets };
  }
}

/** Sizes become offsets: entry i holds where string i begins; the last one the whole. */
export function offsetsOf(sizes: Int32Array, count: number): Int32Array {
  const offsets = new Int32Array(count + 1);
  let sum = 0;
  for (let i = 0; i < count; i++) {
    offsets[i] = sum;
    sum += sizes[i] as number;
  }
  offsets[count] = sum;
  return offsets;
}
