/**
 * The order of keys: radix sort over windows of 8 bytes.
 *
 * A range of keys that share their first `depth` bytes is sorted by the next 8 (two words, least
 * significant byte first; bytes that are the same in all keys cost one counting pass); keys whose
 * windows are equal are sorted by the window behind. Few keys are sorted by insertion.
 */
import { compareKeys } from './key-order.js';

/** Below this many keys insertion is faster. */
const FEW = 24;

export interface Keys {
  readonly count: number;
  readonly keys: Uint8Array;
  /** `count + 1` offsets. */
  readonly keyOffsets: Int32Array;
}

/** @returns the keys' positions in ascending order; equal keys keep theirs */
export function sortedOrder(keys: Keys): Int32Array {
  const order = new Int32Array(keys.count);
  for (let i = 0; i < order.length; i++) order[i] = i;
  if (!isSorted(keys)) new RadixSort(keys, order).sort(0, order.length, 0);
  return order;
}

function isSorted({ count, keys, keyOffsets }: Keys): boolean {
  for (let i = 1; i < count; i++) {
    const a = keyOffsets[i - 1] as number;
    const b = keyOffsets[i] as number;
    if (compareKeys(keys, a, b, keys, b, keyOffsets[i + 1] as number) > 0) return false;
  }
  return true;
}

class RadixSort {
  readonly #keys: Uint8Array;
  readonly #offsets: Int32Array;
  readonly #order: Int32Array;
  readonly #other: Int32Array;
  readonly #high: Uint32Array;
  readonly #low: Uint32Array;
  readonly #counts = new Int32Array(256);

  constructor({ count, keys, keyOffsets }: Keys, order: Int32Array) {
    this.#keys = keys;
    this.#offsets = keyOffsets;
    this.#order = order;
    this.#other = new Int32Array(count);
    this.#high = new Uint32Array(count);
    this.#low = new Uint32Array(count);
  }

  /** Sorts positions `first … end − 1` of the order, whose keys share `depth` bytes. */
  sort(first: number, end: number, depth: number): void {
    if (end - first < FEW) {
      this.#insertion(first, end, depth);
      return;
    }
    let longest = 0;
    for (let i = first; i < end; i++) {
      const key = this.#order[i] as number;
      const at = (this.#offsets[key] as number) + depth;
      const stop = this.#offsets[key + 1] as number;
      if (stop - at > longest) longest = stop - at;
      this.#high[key] = this.#word(at, stop);
      this.#low[key] = this.#word(at + 4, stop);
    }
    for (let shift = 0; shift < 32; shift += 8) this.#pass(this.#low, shift, first, end);
    for (let shift = 0; shift < 32; shift += 8) this.#pass(this.#high, shift, first, end);
    this.#equalWindows(first, end, depth, longest > 8);
  }

  #word(at: number, stop: number): number {
    const keys = this.#keys;
    if (at + 4 <= stop) {
      return (
        ((keys[at] as number) << 24) |
        ((keys[at + 1] as number) << 16) |
        ((keys[at + 2] as number) << 8) |
        (keys[at + 3] as number)
      );
    }
    let word = 0;
    for (let i = 0; i < 4; i++) word = (word << 8) | (at + i < stop ? (keys[at + i] as number) : 0);
    return word;
  }

  #pass(words: Uint32Array, shift: number, first: number, end: number): void {
    const counts = this.#counts.fill(0);
    const order = this.#order;
    for (let i = first; i < end; i++) {
      const digit = ((words[order[i] as number] as number) >>> shift) & 255;
      counts[digit] = (counts[digit] as number) + 1;
    }
    const one = ((words[order[first] as number] as number) >>> shift) & 255;
    if (counts[one] === end - first) return;
    let sum = first;
    for (let digit = 0; digit < 256; digit++) {
      const count = counts[digit] as number;
      counts[digit] = sum;
      sum += count;
    }
    const other = this.#other;
    for (let i = first; i < end; i++) {
      const key = order[i] as number;
      const digit = ((words[key] as number) >>> shift) & 255;
      const at = counts[digit] as number;
      other[at] = key;
      counts[digit] = at + 1;
    }
    order.set(other.subarray(first, end), first);
  }

  #equalWindows(first: number, end: number, depth: number, goOn: boolean): void {
    const order = this.#order;
    for (let i = first; i < end; ) {
      const high = this.#high[order[i] as number];
      const low = this.#low[order[i] as number];
      let j = i + 1;
      while (
        j < end &&
        this.#high[order[j] as number] === high &&
        this.#low[order[j] as number] === low
      ) {
        j++;
      }
      if (j - i > 1) {
        const longer = this.#endingFirst(i, j, depth);
        if (goOn && j - longer > 1) this.sort(longer, j, depth + 8);
      }
      i = j;
    }
  }

  /**
   * Keys that end within a window look as if zeros followed. Among equal windows each of them is
   * the beginning of all longer keys: they come first, by their length.
   * @returns where the keys start that go on behind the window
   */
  #endingFirst(first: number, end: number, depth: number): number {
    const order = this.#order;
    const other = this.#other;
    const counts = this.#counts.fill(0, 0, 11);
    for (let i = first; i < end; i++) {
      const rest = this.#rest(order[i] as number, depth) + 1;
      counts[rest] = (counts[rest] as number) + 1;
    }
    if (counts[10] === end - first) return first;
    counts[0] = first;
    for (let rest = 1; rest < 11; rest++) {
      counts[rest] = (counts[rest] as number) + (counts[rest - 1] as number);
    }
    const longer = counts[9] as number;
    for (let i = first; i < end; i++) {
      const key = order[i] as number;
      const rest = this.#rest(key, depth);
      const at = counts[rest] as number;
      other[at] = key;
      counts[rest] = at + 1;
    }
    order.set(other.subarray(first, end), first);
    return longer;
  }

  /** Bytes of a key from `depth` on; 9 stands for more than 8. */
  #rest(key: number, depth: number): number {
    const length = (this.#offsets[key + 1] as number) - (this.#offsets[key] as number);
    return Math.min(length - depth, 9);
  }

  #insertion(first: number, end: number, depth: number): void {
    const order = this.#order;
    const keys = this.#keys;
    const offsets = this.#offsets;
    for (let i = first + 1; i < end; i++) {
      const key = order[i] as number;
      const start = (offsets[key] as number) + depth;
      const stop = offsets[key + 1] as number;
      let at = i - 1;
      while (at >= first) {
        const before = order[at] as number;
        const from = (offsets[before] as number) + depth;
        if (compareKeys(keys, from, offsets[before + 1] as number, keys, start, stop) <= 0) break;
        order[at + 1] = before;
        at--;
      }
      order[at + 1] = key;
    }
  }
}
