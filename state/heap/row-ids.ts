/**
 * Ids of rows: new ones from 0 upwards, freed ones again before them. Free ids are given in runs of
 * neighbours, whatever the order they were freed in: a batch of rows then lies together in memory,
 * where ids in the order of keys would scatter it over all.
 *
 * A block is 32 ids, a bit each. Invariant: a block stands on the stack once while any of its ids
 * is free.
 */
import { grownInt32 } from '../column/growth.js';

export class RowIds {
  /** One past the greatest id ever given. */
  end = 0;
  /** Ids below `end` that are free. */
  free = 0;
  /** By block which of its ids are free. */
  #bits: Int32Array = new Int32Array(0);
  /** Blocks with a free id. */
  #blocks: Int32Array = new Int32Array(0);
  #blockCount = 0;

  take(count: number, ids: Int32Array): void {
    let given = 0;
    while (given < count && this.#blockCount > 0) {
      const block = this.#blocks[this.#blockCount - 1] as number;
      let bits = this.#bits[block] as number;
      for (; bits !== 0 && given < count; bits &= bits - 1) {
        ids[given++] = block * 32 + 31 - Math.clz32(bits & -bits);
      }
      this.#bits[block] = bits;
      if (bits === 0) this.#blockCount--;
    }
    this.free -= given;
    while (given < count) ids[given++] = this.end++;
  }

  give(ids: Int32Array, count: number): void {
    const blocks = (this.end + 31) >>> 5;
    if (blocks > this.#bits.length) {
      this.#bits = grownInt32(this.#bits, blocks);
      this.#blocks = grownInt32(this.#blocks, this.#bits.length);
    }
    const bits = this.#bits;
    for (let i = 0; i < count; i++) {
      const id = ids[i] as number;
      const block = id >>> 5;
      if (bits[block] === 0) this.#blocks[this.#blockCount++] = block;
      bits[block] = (bits[block] as number) | (1 << (id & 31));
    }
    this.free += count;
  }
}
