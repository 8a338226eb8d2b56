/**
 * Column builders: values in, one vector out. `createBuilder` picks the class by type; code that
 * knows its type makes the class itself and uses its typed `append` or writes its arrays after
 * `reserve`. `finish` hands the arrays over and leaves the builder empty, with fresh arrays of the
 * same capacity.
 */
import { assert } from '../../conf/errors/error.js';
import { BytesBuilder } from './bytes-builder.js';
import { F32Builder, F64Builder, I32Builder, TimeBuilder, U8Builder } from './fixed-builder.js';
import { INT, type LogicalType, withNullable } from './logical-type.js';
import { ListBuilder, MapBuilder, RowBuilder } from './nested-builder.js';
import type { Scalar } from './scalar.js';
import { storageOf } from './storage.js';
import type { Vector } from './vector.js';
import { WideBuilder } from './wide-builder.js';

export interface ColumnBuilder {
  /** Rows appended so far. */
  readonly length: number;
  /** Makes room for so many more rows. */
  reserve(extra: number): void;
  appendNull(): void;
  /** For edges and tests: one value as `scalar.ts` defines it for the column's type. */
  appendScalar(value: Scalar): void;
  finish(): Vector;
}

/** The type of a multiset's counts. */
export const MULTISET_COUNT = withNullable(INT, false);

export function createBuilder(type: LogicalType, capacity = 16): ColumnBuilder {
  switch (storageOf(type)) {
    case 'u8':
      return new U8Builder(capacity);
    case 'i32':
      return new I32Builder(capacity);
    case 'f32':
      return new F32Builder(capacity);
    case 'f64':
      return new F64Builder(capacity);
    case 'wide':
      return new WideBuilder(capacity);
    case 'time':
      return new TimeBuilder(capacity);
    case 'bytes':
      return new BytesBuilder(capacity);
    default:
      return nestedBuilder(type, capacity);
  }
}

function nestedBuilder(type: LogicalType, capacity: number): ColumnBuilder {
  switch (type.root) {
    case 'ARRAY':
      return new ListBuilder(createBuilder(type.element, capacity), capacity);
    case 'MULTISET': {
      const counts = createBuilder(MULTISET_COUNT, capacity);
      return new MapBuilder(createBuilder(type.element, capacity), counts, capacity);
    }
    case 'MAP': {
      const values = createBuilder(type.value, capacity);
      return new MapBuilder(createBuilder(type.key, capacity), values, capacity);
    }
    case 'ROW':
    case 'STRUCTURED_TYPE': {
      const children = type.fields.map((field) => createBuilder(field.type, capacity));
      return new RowBuilder(children, capacity);
    }
    default:
      assert(false, 'Only collections and rows have nested storage');
  }
}
