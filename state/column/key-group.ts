/** Key groups and their ranges, by Flink's formulas (`KeyGroupRangeAssignment`). */

/** Flink's `MathUtils.murmurHash`: never negative. */
export function murmurHash(value: number): number {
  let code = Math.imul(value, 0xcc9e2d51);
  code = (code << 15) | (code >>> 17);
  code = Math.imul(code, 0x1b873593);
  code = (code << 13) | (code >>> 19);
  code = (Math.imul(code, 5) + 0xe6546b64) | 0;
  code ^= 4;
  code = Math.imul(code ^ (code >>> 16), 0x85ebca6b);
  code = Math.imul(code ^ (code >>> 13), 0xc2b2ae35);
  code ^= code >>> 16;
  if (code >= 0) return code;
  return code === -2147483648 ? 0 : -code;
}

/** The key group of a key with this hash. */
export function keyGroupOf(hash: number, maxParallelism: number): number {
  return murmurHash(hash) % maxParallelism;
}

/** Turns hashes into key groups in place. */
export function keyGroupsOf(hashes: Int32Array, count: number, maxParallelism: number): void {
  for (let i = 0; i < count; i++) hashes[i] = murmurHash(hashes[i] as number) % maxParallelism;
}

/** The task that owns a key group. */
export function taskOf(keyGroup: number, maxParallelism: number, parallelism: number): number {
  return Math.floor((keyGroup * parallelism) / maxParallelism);
}

/** First and last key group of a task; both belong to it. */
export function keyGroupsOfTask(
  task: number,
  maxParallelism: number,
  parallelism: number,
): { readonly first: number; readonly last: number } {
  const first = Math.floor((task * maxParallelism + parallelism - 1) / parallelism);
  const last = Math.floor(((task + 1) * maxParallelism - 1) / parallelism);
  return { first, last };
}

/** Flink's default of `pipeline.max-parallelism`. */
export function defaultMaxParallelism(parallelism: number): number {
  const wanted = parallelism + Math.floor(parallelism / 2);
  let power = 1;
  while (power < wanted) power *= 2;
  return Math.min(Math.max(power, 128), 32768);
}
