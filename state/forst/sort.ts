/**
 * The order of keys: radix sort over windows of 8 bytes.
 *
 * A range of keys that share their first `depth` bytes is sorted by the next 8 (two words, least
 * significant byte first; bytes that are the same in all keys cost one counting pass); keys whose
 * windows are equal are sorted by the window behind. Few keys are sorted by insertion.
 */
import { compareBytes } from '../column/compare.js';

/** Below this many keys insertion is faster. */
const FEW = 24;

export interface Keys {
  readonly count: number;
  readonly keys: Uint8Array;
  /** `count + 1` offsets. */
  readonly keyOffsets: Int32Array;
}

/** Key `i` of some with key `j` of others: −1, 0 or 1. */
export function compareKeysAt(a: Keys, i: number, b: Keys, j: number): number {
  return compareBytes(
    a.keys,
    a.keyOffsets[i] as number,
    a.keyOffsets[i + 1] as number,
    b.keys,
    b.keyOffsets[j] as number,
    b.keyOffsets[j + 1] as number,
  );
}

/** @returns the keys' positions in ascending order; equal keys keep theirs */
export function sortedOrder(keys: Keys): Int32Array {
  if (!isSorted(keys)) return new RadixSort(keys).run();
  return Int32Array.from({ length: keys.count }, (_, i) => i);
}

function isSorted({ count, keys, keyOffsets }: Keys): boolean {
  for (let i = 1; i < count; i++) {
    const a = keyOffsets[i - 1] as number;
    const b = keyOffsets[i] as number;
    if (compareBytes(keys, a, b, keys, b, keyOffsets[i + 1] as number) > 0) return false;
  }
  return true;
}

/** Windows and positions by place in the order; a pass moves them from one to the other. */
interface Columns {
  readonly order: Int32Array;
  readonly high: Uint32Array;
  readonly low: Uint32Array;
}

class RadixSort {
  readonly #keys: Uint8Array;
  readonly #offsets: Int32Array;
  #columns: Columns;
  #other: Columns;
  readonly #counts = new Int32Array(8 * 256);

  constructor({ count, keys, keyOffsets }: Keys) {
    this.#keys = keys;
    this.#offsets = keyOffsets;
    this.#columns = columns(count);
    this.#other = columns(count);
    const { order } = this.#columns;
    for (let i = 0; i < count; i++) order[i] = i;
  }

  run(): Int32Array {
    const { order } = this.#columns;
    this.sort(0, order.length, 0);
    return this.#columns.order;
  }

  /** Sorts places `first … end − 1` of the order, whose keys share `depth` bytes. */
  sort(first: number, end: number, depth: number): void {
    if (end - first < FEW) {
      this.#insertion(first, end, depth);
      return;
    }
    const longest = this.#windows(first, end, depth);
    const before = this.#columns;
    for (let digit = 0; digit < 8; digit++) this.#pass(digit, first, end);
    // Where the passes ended in the other columns, the rest of these must not be lost.
    if (this.#columns !== before && (first > 0 || end < before.order.length)) {
      const { order, high, low } = this.#columns;
      before.order.set(order.subarray(first, end), first);
      before.high.set(high.subarray(first, end), first);
      before.low.set(low.subarray(first, end), first);
      this.#other = this.#columns;
      this.#columns = before;
    }
    this.#equalWindows(first, end, depth, longest > 8);
  }

  /** Reads the windows and counts their bytes. @returns the most bytes a key has from here on */
  #windows(first: number, end: number, depth: number): number {
    const { order, high, low } = this.#columns;
    const counts = this.#counts.fill(0);
    let longest = 0;
    for (let i = first; i < end; i++) {
      const key = order[i] as number;
      const at = (this.#offsets[key] as number) + depth;
      const stop = this.#offsets[key + 1] as number;
      if (stop - at > longest) longest = stop - at;
      const a = this.#word(at, stop);
      const b = this.#word(at + 4, stop);
      high[i] = a;
      low[i] = b;
      for (let byte = 0; byte < 4; byte++) {
        const x = byte * 256 + ((b >>> (byte * 8)) & 255);
        counts[x] = (counts[x] as number) + 1;
        const y = (byte + 4) * 256 + ((a >>> (byte * 8)) & 255);
        counts[y] = (counts[y] as number) + 1;
      }
    }
    return longest;
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

  /** Sorts by one byte of the windows, the least significant one being digit 0. */
  #pass(digit: number, first: number, end: number): void {
    const from = this.#columns;
    const words = digit < 4 ? from.low : from.high;
    const shift = (digit & 3) * 8;
    const base = digit * 256;
    const counts = this.#counts;
    const one = base + (((words[first] as number) >>> shift) & 255);
    if (counts[one] === end - first) return;
    let sum = first;
    for (let i = base; i < base + 256; i++) {
      const count = counts[i] as number;
      counts[i] = sum;
      sum += count;
    }
    const to = this.#other;
    for (let i = first; i < end; i++) {
      const x = base + (((words[i] as number) >>> shift) & 255);
      const at = counts[x] as number;
      counts[x] = at + 1;
      to.order[at] = from.order[i] as number;
      to.high[at] = from.high[i] as number;
      to.low[at] = from.low[i] as number;
    }
    this.#columns = to;
    this.#other = from;
  }

  #equalWindows(first: number, end: number, depth: number, goOn: boolean): void {
    for (let i = first; i < end; ) {
      const { high, low } = this.#columns;
      let j = i + 1;
      while (j < end && high[j] === high[i] && low[j] === low[i]) j++;
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
    const { order } = this.#columns;
    const other = this.#other.order;
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
    const { order } = this.#columns;
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
        if (compareBytes(keys, from, offsets[before + 1] as number, keys, start, stop) <= 0) break;
        order[at + 1] = before;
        at--;
      }
      order[at + 1] = key;
    }
  }
}

function columns(count: number): Columns {
  return {
    order: new Int32Array(count),
    high: new Uint32Array(count),
    low: new Uint32Array(count),
  };
}
