/**
 * A vector: the values of one column of a batch, as typed arrays.
 *
 * Which lane a type takes:
 *
 * | lane | arrays | types |
 * |---|---|---|
 * | u8 | Uint8Array, 0 or 1 | BOOLEAN |
 * | i32 | Int32Array | TINYINT, SMALLINT, INTEGER, DATE, TIME, INTERVAL YEAR TO MONTH |
 * | f32 | Float32Array | FLOAT |
 * | f64 | Float64Array | DOUBLE; wide integers while all are safe (|v| < 2^53) |
 * | i64 | BigInt64Array | wide integers when some value is not safe |
 * | big | bigint[] | DECIMAL when some unscaled value leaves 64 bits |
 * | time | Float64Array of ms, Int32Array of nanos or null | TIMESTAMP, TIMESTAMP_LTZ |
 * | bytes | Uint8Array, Int32Array starts and ends | strings in UTF-8, binary types, RAW |
 * | list | Int32Array starts and ends, child | ARRAY |
 * | map | Int32Array starts and ends, keys, values | MAP, MULTISET (values are counts) |
 * | row | children | ROW, STRUCTURED |
 *
 * Wide integers are BIGINT, INTERVAL DAY TO SECOND (ms) and DECIMAL (unscaled). DATE is days, TIME
 * ms of the day, INTERVAL YEAR TO MONTH months; times are ms since the epoch and nanoseconds within
 * the ms. Binary types are BINARY, VARBINARY, VARIANT and BITMAP.
 *
 * The lane follows the values of the batch, not the type's declared precision; all lanes of one
 * type agree on hash, equality and key bytes. Integer lanes never hold −0.
 *
 * `nulls` is null when no value is null, else one byte a row, 1 = null. A null row's lane value is
 * defined (0, or an empty range), so kernels need no branch. Starts and ends are positions in
 * `data` or in the child; ranges may overlap and come in any order (a view: filtering, SUBSTRING
 * and JSON scanning copy nothing). A range and a child below the top level are never selected: only
 * the batch has a selection.
 *
 * Vectors are immutable once pushed. Arrays may be longer than the batch has rows.
 */

export type Lane =
  | 'u8'
  | 'i32'
  | 'f32'
  | 'f64'
  | 'i64'
  | 'big'
  | 'time'
  | 'bytes'
  | 'list'
  | 'map'
  | 'row';

export interface U8Vector {
  readonly lane: 'u8';
  readonly values: Uint8Array;
  readonly nulls: Uint8Array | null;
}

export interface I32Vector {
  readonly lane: 'i32';
  readonly values: Int32Array;
  readonly nulls: Uint8Array | null;
}

export interface F32Vector {
  readonly lane: 'f32';
  readonly values: Float32Array;
  readonly nulls: Uint8Array | null;
}

export interface F64Vector {
  readonly lane: 'f64';
  readonly values: Float64Array;
  readonly nulls: Uint8Array | null;
}

export interface I64Vector {
  readonly lane: 'i64';
  readonly values: BigInt64Array;
  readonly nulls: Uint8Array | null;
}

export interface BigVector {
  readonly lane: 'big';
  readonly values: readonly bigint[];
  readonly nulls: Uint8Array | null;
}

export interface TimeVector {
  readonly lane: 'time';
  readonly values: Float64Array;
  /** Nanoseconds within the millisecond, 0 to 999,999; null when all are 0. */
  readonly nanos: Int32Array | null;
  readonly nulls: Uint8Array | null;
}

export interface BytesVector {
  readonly lane: 'bytes';
  readonly data: Uint8Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly nulls: Uint8Array | null;
}

export interface ListVector {
  readonly lane: 'list';
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly child: Vector;
  readonly nulls: Uint8Array | null;
}

export interface MapVector {
  readonly lane: 'map';
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly keys: Vector;
  readonly values: Vector;
  readonly nulls: Uint8Array | null;
}

export interface RowVector {
  readonly lane: 'row';
  readonly children: readonly Vector[];
  readonly nulls: Uint8Array | null;
}

export type Vector =
  | U8Vector
  | I32Vector
  | F32Vector
  | F64Vector
  | I64Vector
  | BigVector
  | TimeVector
  | BytesVector
  | ListVector
  | MapVector
  | RowVector;
