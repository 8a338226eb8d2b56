/** Sorting by times, or by any whole numbers, those that are equal in order of their places. */

/** By position the entry that belongs there; null where all are in their places. */
export function orderOf(times: Float64Array): Int32Array | null {
  const count = times.length;
  let [isSorted, least, greatest] = [true, times[0] as number, times[0] as number];
  for (let i = 1; i < count; i++) {
    const time = times[i] as number;
    if (time < greatest) isSorted = false;
    else greatest = time;
    if (time < least) least = time;
  }
  if (isSorted) return null;
  if (greatest - least < 8 * count) return counted(times, least, greatest - least + 1);
  const order = new Int32Array(count);
  if ((greatest - least + 1) * count > Number.MAX_SAFE_INTEGER) {
    for (let i = 0; i < count; i++) order[i] = i;
    return order.sort((a, b) => (times[a] as number) - (times[b] as number) || a - b);
  }
  // Numbers alone are sorted many times faster than by a function: a time, behind it its place.
  const ranks = new Float64Array(count);
  for (let i = 0; i < count; i++) ranks[i] = ((times[i] as number) - least) * count + i;
  ranks.sort();
  for (let i = 0; i < count; i++) order[i] = (ranks[i] as number) % count;
  return order;
}

/** The order of times that lie close together: how many there are of each says where they go. */
function counted(times: Float64Array, least: number, width: number): Int32Array {
  const count = times.length;
  const next = new Int32Array(width + 1);
  for (let i = 0; i < count; i++) {
    const place = (times[i] as number) - least + 1;
    next[place] = (next[place] as number) + 1;
  }
  for (let place = 1; place <= width; place++) {
    next[place] = (next[place] as number) + (next[place - 1] as number);
  }
  const order = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    const place = (times[i] as number) - least;
    const at = next[place] as number;
    next[place] = at + 1;
    order[at] = i;
  }
  return order;
}
