/**
 * The string constants of a kernel in one array, so that a result chosen among constants is a view
 * of it and copies nothing.
 */
import { grownBytes } from '../../../state/column/growth.js';

export class ConstantText {
  data: Uint8Array = new Uint8Array(64);
  #size = 0;
  readonly #starts = new Map<string, number>();

  /** Where the bytes stand. */
  add(bytes: Uint8Array): { start: number; end: number } {
    const key = bytes.join();
    let start = this.#starts.get(key);
    if (start === undefined) {
      start = this.#size;
      this.data = grownBytes(this.data, start + bytes.length);
      this.data.set(bytes, start);
      this.#size = start + bytes.length;
      this.#starts.set(key, start);
    }
    return { start, end: start + bytes.length };
  }
}
