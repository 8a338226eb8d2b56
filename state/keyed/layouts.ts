/**
 * The layout of a table's entries, by its declaration: one for all backends, since each of them
 * reads what another wrote.
 */
import type { OrderedDescriptor } from '../api/ordered.js';
import type { LinkedRowsDescriptor, SortedRowsDescriptor } from '../api/row-list.js';
import type { TableDescriptor } from '../api/table.js';
import { BIGINT, DOUBLE, type LogicalType, withNullable } from '../column/logical-type.js';
import type { F64Vector, Vector } from '../column/vector.js';
import { Layout } from './layout.js';

const WEIGHT = withNullable(DOUBLE, false);
const SEQUENCE = withNullable(BIGINT, false);

export function tableLayout({ key, values, ttlMs = 0 }: TableDescriptor): Layout {
  return new Layout(key, [], values, { isTimed: ttlMs > 0 });
}

export function orderedLayout({ key, order, values, ttlMs = 0 }: OrderedDescriptor): Layout {
  return new Layout(key, order, values, { isTimed: ttlMs > 0 });
}

/**
 * By list. Where rows have a unique key that stands in the place of the sequence number, which is
 * the weight then, as `weighted` puts them together.
 */
export function linkedLayouts(descriptor: LinkedRowsDescriptor): Layout[] {
  const { key, lists, ttlMs = [], unique = [] } = descriptor;
  const isMeasured = unique.some((columns) => columns !== null);
  return lists.map((row, list) => {
    const isTimed = (ttlMs[list] ?? 0) > 0;
    const columns = unique[list] ?? null;
    if (columns === null)
      return new Layout(key, [], row, { isSequenced: true, isTimed, isMeasured });
    const order = columns.map((column) => {
      return { type: row[column] as LogicalType, descending: false, nullsFirst: true };
    });
    return new Layout(key, order, [SEQUENCE, ...row], { isTimed, isMeasured });
  });
}

/** What tells the rows of a list with a unique key apart. @param stored as the list's rows are */
export function uniqueColumns(
  { isTimed }: Layout,
  unique: readonly number[],
  stored: readonly Vector[],
): readonly Vector[] {
  return unique.map((column) => stored[isTimed ? column + 1 : column] as Vector);
}

/** Positions by ascending weight. */
export function byWeight(weights: Float64Array): Int32Array {
  const order = Int32Array.from(weights.keys());
  return order.sort((a, b) => (weights[a] as number) - (weights[b] as number));
}

/** Values are what `weighted` puts together. */
export function sortedLayout({ key, row, ttlMs = 0 }: SortedRowsDescriptor): Layout {
  return new Layout(key, [], [WEIGHT, ...row], { isSequenced: true, isTimed: ttlMs > 0 });
}

/** Value columns of sorted rows' entries: the time, if rows expire, the weight, the row. */
export function weighted(
  { isTimed }: Layout,
  weights: Float64Array,
  stored: readonly Vector[],
): readonly Vector[] {
  const weight: Vector = { lane: 'f64', values: weights, nulls: null };
  const times = isTimed ? 1 : 0;
  return [...stored.slice(0, times), weight, ...stored.slice(times)];
}

/** What `weighted` put together. */
export function unweighted({ isTimed }: Layout, values: readonly Vector[]) {
  const at = isTimed ? 1 : 0;
  const weights = (values[at] as F64Vector).values;
  return { weights, stored: [...values.slice(0, at), ...values.slice(at + 1)] };
}
