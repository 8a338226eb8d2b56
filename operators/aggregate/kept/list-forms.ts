/** What is made of a list of values: its first or last, an array of it, a text of it. */
import type { LinkedList } from '../../../state/api/row-list.js';
import { BytesBuilder } from '../../../state/column/bytes-builder.js';
import { gather } from '../../../state/column/gather.js';
import { grownInt32 } from '../../../state/column/growth.js';
import type { BytesVector, Vector } from '../../../state/column/vector.js';
import type { ResultWriter } from './snapshots.js';
import type { ListForm } from './value-list.js';

/** A growing list of row ids. */
class Ids {
  values: Int32Array;
  length = 0;

  constructor(capacity: number) {
    this.values = new Int32Array(capacity);
  }

  push(id: number): void {
    if (this.length === this.values.length) {
      this.values = grownInt32(this.values, Math.max(16, 2 * this.length));
    }
    this.values[this.length++] = id;
  }
}

/** One value of each list; null of an empty one. */
class ValueWriter implements ResultWriter {
  readonly #list: LinkedList;
  readonly #pick: (slot: number) => number;
  readonly #ids: Ids;

  constructor(list: LinkedList, rows: number, pick: (slot: number) => number) {
    this.#list = list;
    this.#pick = pick;
    this.#ids = new Ids(rows);
  }

  append(slot: number): void {
    this.#ids.push(slot < 0 ? -1 : this.#pick(slot));
  }

  finish(): Vector {
    return gather(this.#list.rows.column(0), this.#ids.values, this.#ids.length);
  }
}

export const firstOf: ListForm = (list, rows) =>
  new ValueWriter(list, rows, (slot) => list.first(slot));

export const lastOf: ListForm = (list, rows) =>
  new ValueWriter(list, rows, (slot) => list.last(slot));

class ArrayWriter implements ResultWriter {
  readonly #list: LinkedList;
  readonly #ids: Ids;
  readonly #starts: Ids;
  readonly #ends: Ids;
  readonly #nulls: Ids;

  constructor(list: LinkedList, rows: number) {
    this.#list = list;
    this.#ids = new Ids(rows);
    this.#starts = new Ids(rows);
    this.#ends = new Ids(rows);
    this.#nulls = new Ids(rows);
  }

  append(slot: number): void {
    const from = this.#ids.length;
    let id = slot < 0 ? -1 : this.#list.first(slot);
    for (; id >= 0; id = this.#list.next(id)) this.#ids.push(id);
    this.#starts.push(from);
    this.#ends.push(this.#ids.length);
    this.#nulls.push(Number(from === this.#ids.length));
  }

  finish(): Vector {
    const child = gather(this.#list.rows.column(0), this.#ids.values, this.#ids.length);
    const nulls = Uint8Array.from(this.#nulls.values);
    return { lane: 'list', starts: this.#starts.values, ends: this.#ends.values, child, nulls };
  }
}

/** All values as an ARRAY; NULL when there is none. */
export const arrayOf: ListForm = (list, rows) => new ArrayWriter(list, rows);

/** How texts are put together. */
interface Joint {
  readonly open: string;
  readonly separator: string;
  readonly close: string;
  /** Stands for a null value. */
  readonly null: string;
  /** An empty list gives null. */
  readonly emptyIsNull: boolean;
}

const encoder = new TextEncoder();

class TextWriter implements ResultWriter {
  readonly #list: LinkedList;
  readonly #out: BytesBuilder;
  readonly #parts: Record<'open' | 'separator' | 'close' | 'null', Uint8Array>;
  readonly #emptyIsNull: boolean;
  /** Bytes of the result under way. */
  #size = 0;

  constructor(list: LinkedList, rows: number, joint: Joint) {
    this.#list = list;
    this.#out = new BytesBuilder(rows);
    this.#emptyIsNull = joint.emptyIsNull;
    this.#parts = {
      open: encoder.encode(joint.open),
      separator: encoder.encode(joint.separator),
      close: encoder.encode(joint.close),
      null: encoder.encode(joint.null),
    };
  }

  append(slot: number): void {
    const list = this.#list;
    const first = slot < 0 ? -1 : list.first(slot);
    if (first < 0 && this.#emptyIsNull) {
      this.#out.appendNull();
      return;
    }
    const { data, starts, ends, nulls } = list.rows.column(0) as BytesVector;
    const { open, separator, close, null: nullText } = this.#parts;
    this.#size = 0;
    this.#write(open, 0, open.length);
    for (let id = first; id >= 0; id = list.next(id)) {
      if (id !== first) this.#write(separator, 0, separator.length);
      if (nulls !== null && nulls[id] === 1) this.#write(nullText, 0, nullText.length);
      else this.#write(data, starts[id] as number, ends[id] as number);
    }
    this.#write(close, 0, close.length);
    this.#out.commit(this.#size);
  }

  finish(): Vector {
    return this.#out.finish();
  }

  #write(source: Uint8Array, start: number, end: number): void {
    const out = this.#out;
    out.reserveBytes(this.#size + end - start);
    out.data.set(source.subarray(start, end), out.size + this.#size);
    this.#size += end - start;
  }
}

/** The values of a list of strings, put together. */
export function textOf(joint: Joint): ListForm {
  return (list, rows) => new TextWriter(list, rows, joint);
}
