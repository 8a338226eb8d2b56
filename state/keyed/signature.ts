/**
 * A table's declaration as text: what a restore compares, and names when it differs. It leads with
 * the version of the code, so that bytes of another one are never read as this one's.
 */
import type { OrderedDescriptor } from '../api/ordered.js';
import type { LinkedRowsDescriptor, SortedRowsDescriptor } from '../api/row-list.js';
import type { RowTypes } from '../api/store.js';
import type { TableDescriptor } from '../api/table.js';
import type { ColumnOrder } from '../column/row-comparison.js';
import { typeText } from '../column/type-text.js';
import { CODE_VERSION } from './layout.js';

export function tableSignature({ key, values, ttlMs }: TableDescriptor): string {
  return signature(`key ${row(key)}, values ${row(values)}${ttlText(ttlMs)}`);
}

export function orderedSignature({ key, order, values, ttlMs }: OrderedDescriptor): string {
  const columns = order.map((column) => `${typeText(column.type)} ${direction(column)}`);
  const text = `key ${row(key)}, order (${columns.join(', ')}), values ${row(values)}`;
  return signature(text + ttlText(ttlMs));
}

export function linkedSignature(descriptor: LinkedRowsDescriptor): string {
  const { key, lists, ttlMs = [], unique = [] } = descriptor;
  const by = (columns: readonly number[] | null): string =>
    columns === null ? '' : ` by (${columns.join(', ')})`;
  const rows = lists.map((types, list) => {
    return row(types) + by(unique[list] ?? null) + ttlText(ttlMs[list]);
  });
  return signature(`key ${row(key)}, lists of ${rows.join(' and ')}`);
}

export function sortedSignature(descriptor: SortedRowsDescriptor): string {
  const order = (descriptor.order ?? []).map((column) => `${column.column} ${direction(column)}`);
  const text = `key ${row(descriptor.key)}, rows ${row(descriptor.row)} by (${order.join(', ')})`;
  return signature(text + ttlText(descriptor.ttlMs));
}

/** How long is not part of it: the times of writing are stored, so it may change. */
function ttlText(ttlMs = 0): string {
  return ttlMs > 0 ? ' with TTL' : '';
}

function signature(text: string): string {
  return `v${CODE_VERSION} ${text}`;
}

function row(types: RowTypes): string {
  return `(${types.map(typeText).join(', ')})`;
}

function direction({ descending, nullsFirst }: ColumnOrder): string {
  return `${descending ? 'DESC' : 'ASC'} NULLS ${nullsFirst ? 'FIRST' : 'LAST'}`;
}
