/**
 * Loads alone, so that what the loop behind them needs is near when it comes. A loop that also
 * stores or branches on what it loads keeps few cache misses under way at once; four loads a step
 * that wait for no other keep many: at 5 M keys a row's cell costs half as much.
 *
 * What comes back is of no use but to keep the loads from being dropped as dead code: the caller
 * stores it in a field.
 */
import type { KeyLookup, Segment } from './key-lookup.js';

/** 32-bit integers that a core's second cache holds, about: where there are fewer, all are near. */
const NEAR = 1 << 17;

/** Touches `cells[key − base]` of each key; a key without a place touches another cell. */
export function touchPlaces(
  cells: Int32Array,
  keys: Int32Array,
  count: number,
  base: number,
): number {
  const end = cells.length;
  if (end <= NEAR) return 0;
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = 0; i < count - 3; i += 4) {
    const p = ((keys[i] as number) - base) >>> 0;
    const q = ((keys[i + 1] as number) - base) >>> 0;
    const r = ((keys[i + 2] as number) - base) >>> 0;
    const s = ((keys[i + 3] as number) - base) >>> 0;
    a |= cells[p < end ? p : 0] as number;
    b |= cells[q < end ? q : 0] as number;
    c |= cells[r < end ? r : 0] as number;
    d |= cells[s < end ? s : 0] as number;
  }
  return a | b | c | d;
}

/** Touches the home cell of each hash. */
export function touchHomes(index: KeyLookup, hashes: Int32Array, count: number): number {
  const { directory } = index;
  const [first] = directory;
  if (first === undefined || (directory.length === 1 && first.cells.length <= NEAR)) return 0;
  if (directory.length === 1) return touchCells(first.cells, first.mask, hashes, count);
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = 0; i < count - 3; i += 4) {
    a |= homeOf(index, hashes[i] as number);
    b |= homeOf(index, hashes[i + 1] as number);
    c |= homeOf(index, hashes[i + 2] as number);
    d |= homeOf(index, hashes[i + 3] as number);
  }
  return a | b | c | d;
}

function homeOf({ directory, shift }: KeyLookup, hash: number): number {
  const { cells, mask } = directory[(hash >>> 1) >>> shift] as Segment;
  return cells[2 * (hash & mask)] as number;
}

function touchCells(cells: Int32Array, mask: number, hashes: Int32Array, count: number): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = 0; i < count - 3; i += 4) {
    a |= cells[2 * ((hashes[i] as number) & mask)] as number;
    b |= cells[2 * ((hashes[i + 1] as number) & mask)] as number;
    c |= cells[2 * ((hashes[i + 2] as number) & mask)] as number;
    d |= cells[2 * ((hashes[i + 3] as number) & mask)] as number;
  }
  return a | b | c | d;
}
