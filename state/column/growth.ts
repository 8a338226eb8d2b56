/** How growing arrays grow: by a factor, so that appending is linear in all. */

/** The least capacity of at least `needed` reached by doubling; `capacity` itself when it does. */
export function grownCapacity(capacity: number, needed: number): number {
  if (needed <= capacity) return capacity;
  return Math.max(needed, capacity * 2, 16);
}

/** From this size on an arena grows by half. */
const LARGE_ARENA = 1 << 20;

/** What an arena of bytes that holds `live` ones is given: room for as many more, or half. */
export function arenaFor(live: number): number {
  return live < LARGE_ARENA ? Math.max(2 * live, 64) : Math.ceil(1.5 * live);
}

/** The capacity of an arena that is to hold `needed` bytes; `capacity` itself when it does. */
export function grownArena(capacity: number, needed: number): number {
  return needed <= capacity ? capacity : Math.max(needed, arenaFor(capacity));
}

export function grownNulls(nulls: Uint8Array | null, capacity: number): Uint8Array | null {
  if (nulls === null || nulls.length >= capacity) return nulls;
  const grown = new Uint8Array(capacity);
  grown.set(nulls);
  return grown;
}

export function grownBytes(data: Uint8Array, needed: number): Uint8Array {
  const capacity = grownCapacity(data.length, needed);
  if (capacity === data.length) return data;
  const grown = new Uint8Array(capacity);
  grown.set(data);
  return grown;
}

export function grownInt32(values: Int32Array, needed: number): Int32Array {
  const capacity = grownCapacity(values.length, needed);
  if (capacity === values.length) return values;
  const grown = new Int32Array(capacity);
  grown.set(values);
  return grown;
}

export function grownFloat64(values: Float64Array, needed: number): Float64Array {
  const grown = new Float64Array(grownCapacity(values.length, needed));
  grown.set(values);
  return grown;
}
