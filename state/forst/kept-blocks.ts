/**
 * Blocks of a new file that are in memory when it is installed. Whoever writes a far file has its
 * blocks at hand, and whoever reads it would have to fetch each of them again: a compaction
 * makes all blocks new, also those that are read all the time.
 *
 * A flush keeps its blocks, which were written last. A compaction keeps those that lie where blocks
 * of its oldest inputs are in memory: most entries of an output are of these, and a block of a
 * newer, smaller file stands for keys of many.
 */
import { compareBytes } from '../column/compare.js';
import { grownBytes } from '../column/growth.js';
import { type Slices, SlicesBuilder } from '../keyed/slices.js';
import type { VersionFile } from './version.js';

export interface KeptBlocks {
  /** Numbers of the blocks, ascending. */
  readonly blocks: readonly number[];
  /** By block, where its payload ends in `payloads`; it starts where the one before ends. */
  readonly ends: readonly number[];
  readonly payloads: Uint8Array;
  /** The file's end, without the footer. */
  readonly tail: Uint8Array;
}

/** What of an output is kept. */
export interface Keep {
  /** Bounds of ranges of keys, ascending: each from the first to below the second. Null = all. */
  readonly ranges: Slices | null;
  /** Most bytes of payloads, of all files of a job. */
  readonly mostBytes: number;
}

/** The ranges of files of a level, or of one file, whose blocks are in memory. */
export function rangesInMemory(files: readonly VersionFile[]): Slices {
  const bounds = new SlicesBuilder(4096);
  const append = (key: Uint8Array): void => bounds.append(key, 0, key.length);
  for (const { data, upper } of files) {
    const { tail, blockEntries } = data;
    if (tail === null) continue;
    const { index } = tail;
    for (let block = 0, end = 0; block < index.count; block = end) {
      const isHere = (blockEntries[block] as number) >= 0;
      end = block + 1;
      while (end < index.count && (blockEntries[end] as number) >= 0 === isHere) end++;
      if (!isHere) continue;
      append(index.separator(block));
      append(end < index.count ? index.separator(end) : upper);
    }
  }
  return bounds.finish();
}

/** Takes the blocks of one file as they are written. */
export class BlockKeeper {
  readonly #keep: Keep;
  readonly #blocks: number[] = [];
  readonly #ends: number[] = [];
  #payloads: Uint8Array = new Uint8Array(1 << 16);
  #bytes = 0;
  /** The first range that does not end before the last block. */
  #range = 0;

  constructor(keep: Keep) {
    this.#keep = keep;
  }

  /** @param first at most its first key, above all keys before @param last its last key */
  block(number: number, first: Uint8Array, last: Uint8Array, payload: Uint8Array): void {
    const end = this.#bytes + payload.length;
    if (end > this.#keep.mostBytes || !this.#meets(first, last)) return;
    this.#payloads = grownBytes(this.#payloads, end);
    this.#payloads.set(payload, this.#bytes);
    this.#bytes = end;
    this.#blocks.push(number);
    this.#ends.push(end);
  }

  finish(tail: Uint8Array): KeptBlocks {
    const payloads = this.#payloads.subarray(0, this.#bytes);
    return { blocks: this.#blocks, ends: this.#ends, payloads, tail };
  }

  #meets(first: Uint8Array, last: Uint8Array): boolean {
    const { ranges } = this.#keep;
    if (ranges === null) return true;
    const compare = (bound: number, key: Uint8Array): number => {
      const { data, offsets } = ranges;
      const start = offsets[bound] as number;
      return compareBytes(data, start, offsets[bound + 1] as number, key, 0, key.length);
    };
    const count = ranges.count / 2;
    while (this.#range < count && compare(2 * this.#range + 1, first) <= 0) this.#range++;
    return this.#range < count && compare(2 * this.#range, last) <= 0;
  }
}
