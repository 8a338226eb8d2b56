/**
 * Rows of one table ↔ entries. A key is
 *
 *     key group (2) | table (2) | [list (1)] | [namespace (8)] | key columns | [what tells apart]
 *
 * where order columns or a sequence number (8) tell the entries of one key apart, in some tables
 * with the number of these bytes (4) behind them; a value is the
 * value columns, one behind the other, with a time to live behind the time when it was written (8).
 * Whole columns are coded at a time, no row is an object.
 */
import type { LogicalType } from '../column/logical-type.js';
import type { ColumnOrder } from '../column/row-comparison.js';
import type { F64Vector, Vector } from '../column/vector.js';
import { type ColumnCode, columnCode } from './column-code.js';
import { putWord, wordAt } from './number-codecs.js';
import { offsetsOf, type Slices } from './slices.js';

/** Raised when the bytes of keys or values change their meaning; stands in the signatures. */
export const CODE_VERSION = 1;

/** Bytes of the key group, and of the table's number behind it. */
export const GROUP_SIZE = 2;
export const TABLE_SIZE = 2;
/** Bytes of a sequence number at the end of a key. */
export const SEQUENCE_SIZE = 8;
/** At a key's end: how many of its bytes, these included, tell it apart from others of its key. */
const MEASURE_SIZE = 4;
/** As a number of bytes that tell entries apart: the end of each key says how many. */
export const MEASURED = 255;
/** Of the time when an entry was written, before its values. */
export const WRITTEN_SIZE = 8;

/** What all keys of a table, list or namespace begin with, behind the key group. */
export function keyPrefix(
  table: number,
  list: number | null,
  namespace: number | null,
): Uint8Array {
  const size = TABLE_SIZE + (list === null ? 0 : 1) + (namespace === null ? 0 : 8);
  const prefix = new Uint8Array(size);
  prefix[0] = table >>> 8;
  prefix[1] = table;
  let at = TABLE_SIZE;
  if (list !== null) prefix[at++] = list;
  if (namespace !== null) putNumber(namespace, prefix, at);
  return prefix;
}

const TWO_32 = 4294967296;
const SIGN = 0x80000000;

/** A safe integer in eight bytes whose order is the numbers'. */
export function putNumber(value: number, out: Uint8Array, at: number): void {
  putWord((Math.floor(value / TWO_32) ^ SIGN) >>> 0, out, at);
  putWord(value >>> 0, out, at + 4);
}

export function numberAt(data: Uint8Array, at: number): number {
  return ((wordAt(data, at) ^ SIGN) | 0) * TWO_32 + wordAt(data, at + 4);
}

/** The columns of many entries. */
export interface RowColumns {
  readonly columns: readonly Vector[];
  /** By entry; null where order columns tell the entries apart. */
  readonly sequences: Float64Array | null;
}

export interface LayoutOptions {
  /** A sequence number stands behind the key. */
  readonly isSequenced?: boolean;
  /** Entries expire: the first of the value columns is the time when each was written. */
  readonly isTimed?: boolean;
  /** Keys end with how many of their bytes tell entries apart. */
  readonly isMeasured?: boolean;
}

/** How many bytes of a measured key tell it apart. */
export function measureAt(keys: Uint8Array, end: number): number {
  return wordAt(keys, end - MEASURE_SIZE);
}

export class Layout {
  readonly isTimed: boolean;
  readonly #keys: readonly ColumnCode[];
  readonly #values: readonly ColumnCode[];
  readonly #isSequenced: boolean;
  readonly #isMeasured: boolean;
  /** Columns of the key, before those of the order. */
  readonly #keyWidth: number;

  /**
   * @param order the order columns behind the key's
   * @param values without the time of entries that expire
   */
  constructor(
    key: readonly LogicalType[],
    order: readonly (ColumnOrder & { readonly type: LogicalType })[],
    values: readonly LogicalType[],
    { isSequenced = false, isTimed = false, isMeasured = false }: LayoutOptions = {},
  ) {
    this.#keys = [...key.map((type) => columnCode(type, 'key')), ...order.map(orderedColumn)];
    this.#values = values.map((type) => columnCode(type, 'value'));
    this.#isSequenced = isSequenced;
    this.#isMeasured = isMeasured;
    this.#keyWidth = key.length;
    this.isTimed = isTimed;
  }

  /** Bytes at a key's end that tell its entries apart; 0 = none, or unknown; or `MEASURED`. */
  get apartBytes(): number {
    if (this.#isMeasured) return MEASURED;
    return this.#isSequenced ? SEQUENCE_SIZE : 0;
  }

  /**
   * The keys of rows.
   * @param rows physical rows of the columns
   * @param keyGroups by position in `rows`
   * @param sequences by position in `rows`; null where there are none, or for what all keys of
   *   a list begin with, as do fewer columns
   */
  keys(
    prefix: Uint8Array,
    columns: readonly Vector[],
    rows: Int32Array,
    keyGroups: Int32Array,
    sequences: Float64Array | null,
  ): Slices {
    const count = rows.length;
    const head = GROUP_SIZE + prefix.length;
    const isWhole = sequences !== null || columns.length > this.#keyWidth;
    const measure = this.#isMeasured && isWhole ? MEASURE_SIZE : 0;
    const tail = measure + (sequences === null ? 0 : SEQUENCE_SIZE);
    const sizes = new Int32Array(count).fill(head + tail);
    this.#keys.forEach((code, c) => {
      if (c < columns.length) code.measure(columns[c] as Vector, rows, count, sizes);
    });
    const offsets = offsetsOf(sizes, count);
    const data = new Uint8Array(offsets[count] as number);
    const at = offsets.slice();
    for (let i = 0; i < count; i++) {
      const start = at[i] as number;
      const group = keyGroups[i] as number;
      data[start] = group >>> 8;
      data[start + 1] = group;
      for (let b = 0; b < prefix.length; b++) data[start + GROUP_SIZE + b] = prefix[b] as number;
      at[i] = start + head;
    }
    let apart: Int32Array | null = null;
    for (let c = 0; c <= columns.length; c++) {
      if (c === this.#keyWidth && measure > 0) apart = at.slice();
      if (c < columns.length) this.#keys[c]?.write(columns[c] as Vector, rows, count, data, at);
    }
    for (let i = 0; sequences !== null && i < count; i++) {
      putNumber(sequences[i] as number, data, at[i] as number);
    }
    for (let i = 0; apart !== null && i < count; i++) {
      const end = offsets[i + 1] as number;
      putWord(end - (apart[i] as number), data, end - MEASURE_SIZE);
    }
    return { count, data, offsets };
  }

  values(columns: readonly Vector[], rows: Int32Array): Slices {
    const count = rows.length;
    const sizes = new Int32Array(count).fill(this.isTimed ? WRITTEN_SIZE : 0);
    const own = this.isTimed ? columns.slice(1) : columns;
    this.#values.forEach((code, c) => {
      code.measure(own[c] as Vector, rows, count, sizes);
    });
    const offsets = offsetsOf(sizes, count);
    const data = new Uint8Array(offsets[count] as number);
    const at = offsets.slice();
    if (this.isTimed) putTimes((columns[0] as F64Vector).values, rows, data, at);
    this.#values.forEach((code, c) => {
      code.write(own[c] as Vector, rows, count, data, at);
    });
    return { count, data, offsets };
  }

  /** Key and order columns of keys that all begin with so many bytes of prefix. */
  readKeys({ count, data, offsets }: Slices, prefixSize: number): RowColumns {
    const at = new Int32Array(count);
    for (let i = 0; i < count; i++) at[i] = (offsets[i] as number) + GROUP_SIZE + prefixSize;
    const ends = offsets.subarray(1);
    const columns = this.#keys.map((code) => code.read(data, at, ends, count));
    if (!this.#isSequenced) return { columns, sequences: null };
    const sequences = new Float64Array(count);
    for (let i = 0; i < count; i++) sequences[i] = numberAt(data, at[i] as number);
    return { columns, sequences };
  }

  readValues({ count, data, offsets }: Slices): readonly Vector[] {
    return this.valuesAt(data, offsets.slice(0, count), offsets.subarray(1));
  }

  /** Values that stand apart; `starts` is used up. */
  valuesAt(data: Uint8Array, starts: Int32Array, ends: Int32Array): readonly Vector[] {
    const times: Vector[] = this.isTimed ? [takeTimes(data, starts)] : [];
    const own = this.#values.map((code) => code.read(data, starts, ends, starts.length));
    return [...times, ...own];
  }
}

/** Values without times, as written at one. */
export function timedValues({ count, data, offsets }: Slices, written: number): Slices {
  const timed = new Uint8Array((offsets[count] as number) + count * WRITTEN_SIZE);
  const moved = new Int32Array(count + 1);
  for (let i = 0; i < count; i++) {
    const at = moved[i] as number;
    const [start, end] = [offsets[i] as number, offsets[i + 1] as number];
    putNumber(written, timed, at);
    timed.set(data.subarray(start, end), at + WRITTEN_SIZE);
    moved[i + 1] = at + WRITTEN_SIZE + end - start;
  }
  return { count, data: timed, offsets: moved };
}

function putTimes(written: Float64Array, rows: Int32Array, data: Uint8Array, at: Int32Array): void {
  for (let i = 0; i < rows.length; i++) {
    const start = at[i] as number;
    putNumber(written[rows[i] as number] as number, data, start);
    at[i] = start + WRITTEN_SIZE;
  }
}

function takeTimes(data: Uint8Array, starts: Int32Array): F64Vector {
  const values = new Float64Array(starts.length);
  for (let i = 0; i < starts.length; i++) {
    const start = starts[i] as number;
    values[i] = numberAt(data, start);
    starts[i] = start + WRITTEN_SIZE;
  }
  return { lane: 'f64', values, nulls: null };
}

/** Turned bits turn the place of NULL, too. */
function orderedColumn(order: ColumnOrder & { readonly type: LogicalType }): ColumnCode {
  const isFirst = order.nullsFirst !== order.descending;
  return columnCode(order.type, isFirst ? 'key' : 'key-nulls-last', order.descending);
}
