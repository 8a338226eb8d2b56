/**
 * The order of byte strings: a radix sort on the eight bytes behind a common beginning, digits in
 * which all agree skipped, then comparisons among those whose eight bytes are equal.
 */
import { compareSlices, type Slices } from './slices.js';

/** Below so many strings comparisons are faster. */
const FEW = 64;

/**
 * Numbers of the strings in ascending order of their bytes; equal ones in order of their numbers.
 * @param skip bytes at their beginning in which all agree
 */
export function sortedOrder(slices: Slices, skip: number): Int32Array {
  const { count } = slices;
  const order = Int32Array.from({ length: count }, (_, i) => i);
  if (isSorted(slices)) return order;
  const compare = (i: number, j: number): number => compareSlices(slices, i, slices, j) || i - j;
  if (count < FEW) return order.sort(compare);
  const prefixes = prefixesOf(slices, skip);
  const sorted = radixSorted(order, prefixes, count);
  sortTies(sorted, prefixes, compare);
  return sorted;
}

function isSorted(slices: Slices): boolean {
  for (let i = 1; i < slices.count; i++) {
    if (compareSlices(slices, i - 1, slices, i) > 0) return false;
  }
  return true;
}

/** Two words a string: its bytes `skip` to `skip + 7`, missing ones 0. */
function prefixesOf({ count, data, offsets }: Slices, skip: number): Uint32Array {
  const prefixes = new Uint32Array(2 * count);
  for (let i = 0; i < count; i++) {
    const start = (offsets[i] as number) + skip;
    const end = offsets[i + 1] as number;
    for (let word = 0; word < 2; word++) {
      let value = 0;
      for (let b = 0; b < 4; b++) {
        const at = start + 4 * word + b;
        value = (value << 8) | (at < end ? (data[at] as number) : 0);
      }
      prefixes[2 * i + word] = value;
    }
  }
  return prefixes;
}

function radixSorted(first: Int32Array, prefixes: Uint32Array, count: number): Int32Array {
  let from = first;
  let to: Int32Array = new Int32Array(count);
  const starts = new Int32Array(257);
  for (let digit = 0; digit < 8; digit++) {
    const word = digit < 4 ? 1 : 0;
    const shift = 8 * (digit & 3);
    starts.fill(0);
    for (let i = 0; i < count; i++) {
      const at = (((prefixes[2 * i + word] as number) >>> shift) & 255) + 1;
      starts[at] = (starts[at] as number) + 1;
    }
    if (starts.includes(count)) continue;
    for (let b = 1; b < 257; b++) starts[b] = (starts[b] as number) + (starts[b - 1] as number);
    for (let i = 0; i < count; i++) {
      const row = from[i] as number;
      const at = ((prefixes[2 * row + word] as number) >>> shift) & 255;
      const place = starts[at] as number;
      to[place] = row;
      starts[at] = place + 1;
    }
    [from, to] = [to, from];
  }
  return from;
}

function sortTies(
  order: Int32Array,
  prefixes: Uint32Array,
  compare: (i: number, j: number) => number,
): void {
  for (let from = 0; from < order.length; ) {
    const row = order[from] as number;
    let to = from + 1;
    for (; to < order.length; to++) {
      const other = order[to] as number;
      if (prefixes[2 * row] !== prefixes[2 * other]) break;
      if (prefixes[2 * row + 1] !== prefixes[2 * other + 1]) break;
    }
    if (to - from > 1) order.subarray(from, to).sort(compare);
    from = to;
  }
}
