/**
 * Which family of lanes a logical type is stored in. All lanes but those of `wide` follow from the
 * type alone; a wide column is f64, i64 or big by its values (see `vector.ts`).
 */
import { unreachable } from '../../conf/errors/error.js';
import type { LogicalType } from './logical-type.js';

export type Storage =
  | 'u8'
  | 'i32'
  | 'f32'
  | 'f64'
  | 'wide'
  | 'time'
  | 'bytes'
  | 'list'
  | 'map'
  | 'row';

export function storageOf(type: LogicalType): Storage {
  switch (type.root) {
    case 'BOOLEAN':
    case 'NULL':
    case 'DESCRIPTOR':
      return 'u8';
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
    case 'DATE':
    case 'TIME_WITHOUT_TIME_ZONE':
    case 'INTERVAL_YEAR_MONTH':
      return 'i32';
    case 'FLOAT':
      return 'f32';
    case 'DOUBLE':
      return 'f64';
    case 'BIGINT':
    case 'DECIMAL':
    case 'INTERVAL_DAY_TIME':
      return 'wide';
    case 'TIMESTAMP_WITHOUT_TIME_ZONE':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return 'time';
    case 'CHAR':
    case 'VARCHAR':
    case 'BINARY':
    case 'VARBINARY':
    case 'VARIANT':
    case 'BITMAP':
    case 'RAW':
      return 'bytes';
    case 'ARRAY':
      return 'list';
    case 'MAP':
    case 'MULTISET':
      return 'map';
    case 'ROW':
    case 'STRUCTURED_TYPE':
      return 'row';
    default:
      return unreachable(type);
  }
}

/** True where a column's scalar is a JavaScript string. */
export function isCharacter(type: LogicalType): boolean {
  return type.root === 'CHAR' || type.root === 'VARCHAR';
}

/**
 * True where equal values are the same in every bit, so that one may stand for the other. Not so of
 * floating numbers, of which −0 equals 0.
 */
export function isCanonical(type: LogicalType): boolean {
  const storage = storageOf(type);
  return storage === 'u8' || storage === 'i32' || storage === 'wide' || storage === 'bytes';
}
