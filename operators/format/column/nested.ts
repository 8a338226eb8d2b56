/** Columns of ARRAY, MAP and ROW. Their children are columns of their own. */
import type { Vector } from '../../../state/column/vector.js';
import { type Arrays, FRESH } from '../../../state/column/vector-pool.js';
import { Column, enlarge } from './column.js';

/** How elements stand in one text. */
export interface ElementText {
  readonly delimiter: Uint8Array;
  /** An element of this text is null. */
  readonly nullLiteral: Uint8Array | null;
}

function setElement(
  column: Column,
  { nullLiteral }: ElementText,
  bytes: Uint8Array,
  from: number,
  to: number,
  at: number,
): boolean {
  if (nullLiteral === null || Buffer.compare(nullLiteral, bytes.subarray(from, to)) !== 0) {
    return column.set(bytes, from, to, at);
  }
  column.setNull(at);
  return true;
}

/** Ranges over children that grow as elements come. */
abstract class RangeColumn extends Column {
  starts: Int32Array = new Int32Array(0);
  ends: Int32Array = new Int32Array(0);
  /** Elements that the children hold. */
  length = 0;

  begin(capacity: number, arrays: Arrays): void {
    this.start(capacity, arrays);
    this.starts = this.zeroed(arrays.i32(capacity));
    this.ends = this.zeroed(arrays.i32(capacity));
    this.length = 0;
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
 * ARRAY. As one text (a CSV field), elements stand between delimiters and an empty text is an empty
 * array.
 */
export class ListColumn extends RangeColumn {
  constructor(
    readonly child: Column,
    readonly text: ElementText | null,
  ) {
    super();
  }

  override begin(capacity: number, arrays: Arrays): void {
    super.begin(capacity, arrays);
    this.child.begin(capacity, FRESH);
  }

  set(bytes: Uint8Array, start: number, end: number, at: number): boolean {
    if (this.text === null) return false;
    this.starts[at] = this.length;
    for (let from = start; start < end && from <= end; ) {
      const to = indexOf(bytes, this.text.delimiter, from, end);
      this.child.ensure(this.length);
      if (!setElement(this.child, this.text, bytes, from, to, this.length++)) return false;
      from = to + this.text.delimiter.length;
    }
    this.ends[at] = this.length;
    return true;
  }

  take(_rows: number, data: Uint8Array): Vector {
    const { starts, ends, nulls } = this;
    return { lane: 'list', starts, ends, child: this.child.take(this.length, data), nulls };
  }
}

/** MAP and MULTISET; both only come from formats that nest. */
export class MapColumn extends RangeColumn {
  constructor(
    readonly keys: Column,
    readonly items: Column,
  ) {
    super();
  }

  override begin(capacity: number, arrays: Arrays): void {
    super.begin(capacity, arrays);
    this.keys.begin(capacity, FRESH);
    this.items.begin(capacity, FRESH);
  }

  set(): boolean {
    return false;
  }

  take(_rows: number, data: Uint8Array): Vector {
    const keys = this.keys.take(this.length, data);
    const values = this.items.take(this.length, data);
    return { lane: 'map', starts: this.starts, ends: this.ends, keys, values, nulls: this.nulls };
  }
}

/** ROW. As one text (a CSV field), fields stand between delimiters; an empty text is null. */
export class RowColumn extends Column {
  constructor(
    readonly children: readonly Column[],
    readonly text: ElementText | null,
  ) {
    super();
  }

  begin(capacity: number, arrays: Arrays): void {
    this.start(capacity, arrays);
    for (const child of this.children) child.begin(capacity, arrays);
  }

  set(bytes: Uint8Array, start: number, end: number, at: number): boolean {
    if (this.text === null) return false;
    if (start === end) {
      this.setNull(at);
      return true;
    }
    let from = start;
    for (const child of this.children) {
      if (from > end) return false;
      const to = indexOf(bytes, this.text.delimiter, from, end);
      if (!setElement(child, this.text, bytes, from, to, at)) return false;
      from = to + this.text.delimiter.length;
    }
    return from > end;
  }

  take(rows: number, data: Uint8Array): Vector {
    const children = this.children.map((child) => child.take(rows, data));
    return { lane: 'row', children, nulls: this.nulls };
  }

  protected reset(at: number): void {
    for (const child of this.children) child.clear(at);
  }

  protected grow(capacity: number): void {
    for (const child of this.children) child.ensure(capacity - 1);
  }
}

/** Where the delimiter stands next in the range; the range's end when it does not. */
function indexOf(bytes: Uint8Array, delimiter: Uint8Array, start: number, end: number): number {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, end);
  const found = view.indexOf(delimiter, start);
  return found < 0 ? end : found;
}
