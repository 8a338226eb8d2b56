/** What each row of a batch does to one aggregate: its change, its filter, its argument. */
import type { U8Vector, Vector } from '../../state/column/vector.js';
import { ADD, RESET, SUBTRACT } from './functions/function.js';

/** How many physical rows a selection reaches over. */
export function rowsUsed(rows: Int32Array, count: number): number {
  return count === 0 ? 0 : (rows[count - 1] as number) + 1;
}

/** SUBTRACT for −U and −D, else ADD; null when all rows add. */
export function signsOfKinds(
  kinds: Uint8Array | null,
  rows: Int32Array | null,
  count: number,
): Uint8Array | null {
  if (kinds === null) return null;
  const signs = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const kind = kinds[rows === null ? i : (rows[i] as number)] as number;
    signs[i] = (kind & 1) === 0 ? ADD : SUBTRACT;
  }
  return signs;
}

/**
 * The signs of an aggregate: 0 where its filter is not true or its argument is null. RESET stays.
 * @param base the rows' own signs; null = all ADD
 */
export function signsOf(
  base: Uint8Array | null,
  filter: Vector | null,
  argument: Vector | null,
  rows: Int32Array | null,
  count: number,
): Uint8Array | null {
  const nulls = argument?.nulls ?? null;
  if (filter === null && nulls === null) return base;
  const signs = base === null ? new Uint8Array(count).fill(ADD) : base.slice(0, count);
  if (filter !== null) keepTrue(signs, filter as U8Vector, rows, count);
  if (nulls !== null) {
    for (let i = 0; i < count; i++) {
      if (nulls[rows === null ? i : (rows[i] as number)] === 1) {
        signs[i] = (signs[i] as number) & RESET;
      }
    }
  }
  return signs;
}

function keepTrue(
  signs: Uint8Array,
  filter: U8Vector,
  rows: Int32Array | null,
  count: number,
): void {
  const { values, nulls } = filter;
  for (let i = 0; i < count; i++) {
    const row = rows === null ? i : (rows[i] as number);
    if (values[row] === 1 && (nulls === null || nulls[row] === 0)) continue;
    signs[i] = (signs[i] as number) & RESET;
  }
}
