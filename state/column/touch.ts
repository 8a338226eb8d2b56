/**
 * Loads alone, so that what the loop behind them needs is near when it comes. A loop that also
 * stores or branches on what it loads keeps few cache misses under way at once; four loads a step
 * that wait for no other keep many: at 5 M keys a row's cell costs half as much.
 *
 * What comes back is of no use but to keep the loads from being dropped as dead code: the caller
 * stores it in a field. Arrays that are near already need no touch.
 */

/** What a core's second cache holds, about. */
const NEAR_BYTES = 1 << 19;

/** Whether an array is larger than what is near anyway. */
export function isFar(array: Int32Array | Float64Array): boolean {
  return array.byteLength > NEAR_BYTES;
}

/** Touches `cells[key − base]` of each key; a key without a place touches another cell. */
export function touchPlaces(
  cells: Int32Array,
  keys: Int32Array,
  count: number,
  base: number,
): number {
  if (!isFar(cells)) return 0;
  const end = cells.length;
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

/** Touches the home of each hash in an index of two integers a cell. */
export function touchHomes(
  cells: Int32Array,
  mask: number,
  hashes: Int32Array,
  count: number,
): number {
  if (!isFar(cells)) return 0;
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = 0; i < count - 3; i += 4) {
    a |= cells[2 * ((hashes[i] as number) & mask)] as number;
    b |= cells[2 * ((hashes[i + 1] as number) & mask)] as number;
    c |= cells[2 * ((hashes[i + 2] as number) & mask)] as number;
    d |= cells[2 * ((hashes[i + 3] as number) & mask)] as number;
  }
  return a | b | c | d;
}

/** Touches the records of the slots of rows `from` to `end` − 1; a record has `stride` doubles. */
export function touchRecords(
  records: Float64Array,
  stride: number,
  slots: Int32Array,
  from: number,
  end: number,
): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = from; i < end - 3; i += 4) {
    a += records[(slots[i] as number) * stride] as number;
    b += records[(slots[i + 1] as number) * stride] as number;
    c += records[(slots[i + 2] as number) * stride] as number;
    d += records[(slots[i + 3] as number) * stride] as number;
  }
  return a + b + c + d;
}
