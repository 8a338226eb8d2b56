import { MULTISET_COUNT } from '../column/builder.js';
import type { LogicalType } from '../column/logical-type.js';
import { storageOf } from '../column/storage.js';
import { BytesColumn } from './bytes-column.js';
import { FixedColumn, type HeapColumn } from './column.js';
import { CollectionColumn, RowColumn } from './nested-column.js';

/** An empty column of a heap table. */
export function makeColumn(type: LogicalType): HeapColumn {
  if (type.root === 'ARRAY') return new CollectionColumn(type, () => [makeColumn(type.element)]);
  if (type.root === 'MULTISET') {
    const items = () => [makeColumn(type.element), makeColumn(MULTISET_COUNT)];
    return new CollectionColumn(type, items);
  }
  if (type.root === 'MAP') {
    return new CollectionColumn(type, () => [makeColumn(type.key), makeColumn(type.value)]);
  }
  if (type.root === 'ROW' || type.root === 'STRUCTURED_TYPE') {
    const children = type.fields.map((field) => makeColumn(field.type));
    return new RowColumn(type, children);
  }
  return storageOf(type) === 'bytes' ? new BytesColumn(type) : new FixedColumn(type);
}
