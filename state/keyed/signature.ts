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

export function tableSignature({ key, values }: TableDescriptor): string {
  return signature(`key ${row(key)}, values ${row(values)}`);
}

export function orderedSignature({ key, order, values }: OrderedDescriptor): string {
  const columns = order.map((column) => `${typeText(column.type)} ${direction(column)}`);
  return signature(`key ${row(key)}, order (${columns.join(', ')}), values ${row(values)}`);
}

export function linkedSignature({ key, lists }: LinkedRowsDescriptor): string {
  return signature(`key ${row(key)}, lists of ${lists.map(row).join(' and ')}`);
}

export function sortedSignature(descriptor: SortedRowsDescriptor): string {
  const order = (descriptor.order ?? []).map((column) => `${column.column} ${direction(column)}`);
  return signature(
    `key ${row(descriptor.key)}, rows ${row(descriptor.row)} by (${order.join(', ')})`,
  );
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
