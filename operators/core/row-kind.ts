/** The kind of a change, with Flink's byte values. */
export const INSERT = 0;
export const UPDATE_BEFORE = 1;
export const UPDATE_AFTER = 2;
export const DELETE = 3;

export type RowKind = typeof INSERT | typeof UPDATE_BEFORE | typeof UPDATE_AFTER | typeof DELETE;

/** Short names, by byte value. */
export const KIND_SYMBOLS = ['+I', '-U', '+U', '-D'] as const;

/** True for +I and +U: the change adds its row. Kinds 0 and 2 are even. */
export function isAccumulate(kind: number): boolean {
  return (kind & 1) === 0;
}
