/** Columns of text and binary values. */
import { isUtf8 } from 'node:buffer';
import type { Vector } from '../../../state/column/vector.js';
import type { Arrays } from '../../../state/column/vector-pool.js';
import { latin1, utf8 } from '../text/bytes.js';
import { Column, enlarge } from './column.js';

/** CHAR and VARCHAR: ranges of the input buffer; nothing is copied. */
export class StringColumn extends Column {
  starts: Int32Array = new Int32Array(0);
  ends: Int32Array = new Int32Array(0);

  begin(capacity: number, arrays: Arrays): void {
    this.start(capacity, arrays);
    this.starts = this.zeroed(arrays.i32(capacity));
    this.ends = this.zeroed(arrays.i32(capacity));
  }

  set(_bytes: Uint8Array, start: number, end: number, at: number): boolean {
    this.starts[at] = start;
    this.ends[at] = end;
    return true;
  }

  take(_rows: number, data: Uint8Array): Vector {
    return { lane: 'bytes', data, starts: this.starts, ends: this.ends, nulls: this.nulls };
  }

  protected reset(at: number): void {
    this.starts[at] = 0;
    this.ends[at] = 0;
  }

  protected grow(capacity: number): void {
    this.starts = enlarge(this.starts, new Int32Array(capacity));
    this.ends = enlarge(this.ends, new Int32Array(capacity));
  }
}

/**
 * The same values with each malformed UTF-8 sequence replaced by U+FFFD, as Java's decoder does.
 * For the rare buffer that is not valid UTF-8 as a whole.
 */
export function repairUtf8(vector: Vector, rows: number): Vector {
  switch (vector.lane) {
    case 'bytes':
      return repairBytes(vector, rows);
    case 'list':
      return { ...vector, child: repairUtf8(vector.child, positions(vector.ends, rows)) };
    case 'map': {
      const length = positions(vector.ends, rows);
      const keys = repairUtf8(vector.keys, length);
      return { ...vector, keys, values: repairUtf8(vector.values, length) };
    }
    case 'row':
      return { ...vector, children: vector.children.map((child) => repairUtf8(child, rows)) };
    default:
      return vector;
  }
}

function positions(ends: Int32Array, rows: number): number {
  return ends.subarray(0, rows).reduce((most, end) => Math.max(most, end), 0);
}

function repairBytes(vector: Vector & { lane: 'bytes' }, rows: number): Vector {
  const { data } = vector;
  const starts = new Int32Array(rows);
  const ends = new Int32Array(rows);
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let row = 0; row < rows; row++) {
    const from = vector.starts[row] as number;
    const to = vector.ends[row] as number;
    const raw = data.subarray(from, to);
    const part = isUtf8(raw) ? raw : Buffer.from(utf8(data, from, to));
    parts.push(part);
    starts[row] = length;
    length += part.length;
    ends[row] = length;
  }
  return { lane: 'bytes', data: Buffer.concat(parts, length), starts, ends, nulls: vector.nulls };
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** BINARY and VARBINARY, base64 in the text; the bytes stand in an arena of the column's own. */
export class BinaryColumn extends StringColumn {
  #arena = new Uint8Array(0);
  #length = 0;

  override begin(capacity: number, arrays: Arrays): void {
    super.begin(capacity, arrays);
    this.#arena = new Uint8Array(0);
    this.#length = 0;
  }

  override set(bytes: Uint8Array, start: number, end: number, at: number): boolean {
    const text = latin1(bytes, start, end);
    if (!BASE64.test(text) || (text.includes('=') && text.length % 4 !== 0)) return false;
    const value = Buffer.from(text, 'base64');
    const behind = this.#length + value.length;
    if (behind > this.#arena.length) {
      this.#arena = enlarge(this.#arena, new Uint8Array(Math.max(behind, this.#arena.length * 2)));
    }
    this.#arena.set(value, this.#length);
    this.starts[at] = this.#length;
    this.ends[at] = behind;
    this.#length = behind;
    return true;
  }

  override take(rows: number): Vector {
    return super.take(rows, this.#arena);
  }
}
