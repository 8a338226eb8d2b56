/**
 * Scattering: `target[slots[i]] = source[row i]`, the mirror of gathering. One loop an array type.
 */

export function scatterU8(
  target: Uint8Array,
  slots: Int32Array,
  count: number,
  source: Uint8Array,
  rows: Int32Array | null,
): void {
  for (let i = 0; i < count; i++) {
    target[slots[i] as number] = source[rows === null ? i : (rows[i] as number)] as number;
  }
}

export function scatterI32(
  target: Int32Array,
  slots: Int32Array,
  count: number,
  source: Int32Array,
  rows: Int32Array | null,
): void {
  for (let i = 0; i < count; i++) {
    target[slots[i] as number] = source[rows === null ? i : (rows[i] as number)] as number;
  }
}

export function scatterF32(
  target: Float32Array,
  slots: Int32Array,
  count: number,
  source: Float32Array,
  rows: Int32Array | null,
): void {
  for (let i = 0; i < count; i++) {
    target[slots[i] as number] = source[rows === null ? i : (rows[i] as number)] as number;
  }
}

export function scatterF64(
  target: Float64Array,
  slots: Int32Array,
  count: number,
  source: Float64Array,
  rows: Int32Array | null,
): void {
  for (let i = 0; i < count; i++) {
    target[slots[i] as number] = source[rows === null ? i : (rows[i] as number)] as number;
  }
}

export function scatterI64(
  target: BigInt64Array,
  slots: Int32Array,
  count: number,
  source: BigInt64Array,
  rows: Int32Array | null,
): void {
  for (let i = 0; i < count; i++) {
    target[slots[i] as number] = source[rows === null ? i : (rows[i] as number)] as bigint;
  }
}

export function scatterBig(
  target: bigint[],
  slots: Int32Array,
  count: number,
  source: readonly bigint[],
  rows: Int32Array | null,
): void {
  for (let i = 0; i < count; i++) {
    target[slots[i] as number] = source[rows === null ? i : (rows[i] as number)] as bigint;
  }
}

/** Null flags; a source without nulls clears them. */
export function scatterNulls(
  target: Uint8Array,
  slots: Int32Array,
  count: number,
  source: Uint8Array | null,
  rows: Int32Array | null,
): void {
  if (source !== null) {
    scatterU8(target, slots, count, source, rows);
    return;
  }
  for (let i = 0; i < count; i++) target[slots[i] as number] = 0;
}
