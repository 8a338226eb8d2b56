/** What point reads found, all at once. */
import { copyBytes } from '../forst/entries.js';
import type { FarLookup } from '../forst/far.js';
import { putNumber, WRITTEN_SIZE } from '../keyed/layout.js';

export class Found implements FarLookup {
  readonly ready = true;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  values = new Uint8Array(4096);
  #used = 0;

  constructor(count: number) {
    this.starts = new Int32Array(count).fill(-1);
    this.ends = new Int32Array(count);
  }

  async wait(): Promise<void> {}

  /**
   * Key i has this value.
   * @param time that goes in front of it; null = none
   */
  keep(i: number, bytes: Uint8Array, at: number, length: number, time: number | null): void {
    const start = time === null ? this.#used : this.#used + WRITTEN_SIZE;
    const end = start + length;
    if (end > this.values.length) {
      const grown = new Uint8Array(Math.max(this.values.length * 2, end));
      grown.set(this.values.subarray(0, this.#used));
      this.values = grown;
    }
    if (time !== null) putNumber(time, this.values, this.#used);
    copyBytes(bytes, at, at + length, this.values, start);
    this.starts[i] = this.#used;
    this.ends[i] = end;
    this.#used = end;
  }
}
