/** Keys with their JSON values: what a JSON object is made of. */
import { assert, MillraceError } from '../../../conf/errors/error.js';
import { type OrderedTable, removeEntries } from '../../../state/api/ordered.js';
import type { KeyRows, Reads } from '../../../state/api/reads.js';
import type { StateStore } from '../../../state/api/store.js';
import { BytesBuilder } from '../../../state/column/bytes-builder.js';
import { type LogicalType, withNullable } from '../../../state/column/logical-type.js';
import type { BytesVector, Vector } from '../../../state/column/vector.js';
import type { StateKey, Updates } from '../functions/function.js';
import type { Kept } from './kept-accumulator.js';
import type { ResultWriter } from './snapshots.js';

export class JsonEntries implements Kept {
  readonly #key: LogicalType;
  readonly #value: LogicalType;
  /** A null value is an entry, too. */
  readonly #takesNulls: boolean;
  #table: OrderedTable | null = null;
  #rows: Int32Array | null = null;
  #args: readonly Vector[] = [];

  constructor(key: LogicalType, value: LogicalType, takesNulls: boolean) {
    this.#key = key;
    this.#value = withNullable(value, true);
    this.#takesNulls = takesNulls;
  }

  open(store: StateStore, name: string, key: StateKey): void {
    this.#table = store.orderedTable({
      name: `${name}.entries`,
      ...key,
      order: [{ type: this.#key, descending: false, nullsFirst: true }],
      values: [this.#value],
    });
  }

  reads(keys: KeyRows, reads: Reads): void {
    reads.first(this.#open(), keys, Infinity);
  }

  locate(keys: KeyRows, slots: Int32Array, insert: boolean): void {
    this.#open().groups(keys, slots, insert);
  }

  begin({ args, rows }: Updates): void {
    this.#open().bind([args[0] as Vector]);
    this.#args = args;
    this.#rows = rows;
  }

  add(slot: number, i: number): boolean {
    const table = this.#open();
    const row = this.#row(i);
    const [keys, values] = this.#args as readonly [BytesVector, Vector];
    if (keys.nulls !== null && keys.nulls[row] === 1) {
      throw new MillraceError('DATA_EXPRESSION', 'A key of JSON_OBJECTAGG is NULL');
    }
    if (table.find(slot, row) >= 0) throw isThere(textAt(keys, row));
    if (!this.#takesNulls && values.nulls !== null && values.nulls[row] === 1) return false;
    table.column(0).copyOne(table.put(slot, row), values, row);
    return true;
  }

  subtract(slot: number, i: number): boolean {
    const table = this.#open();
    const entry = table.find(slot, this.#row(i));
    if (entry < 0) return false;
    table.remove(slot, entry);
    return true;
  }

  clear(slot: number): void {
    removeEntries(this.#open(), slot);
  }

  prune(slots: Int32Array, count: number): void {
    this.#open().prune(slots, count);
  }

  writer(rows: number): ResultWriter {
    const out = new BytesBuilder(rows);
    return {
      append: (slot) => out.appendString(this.#object(slot)),
      finish: () => out.finish(),
    };
  }

  /** The object's text; its keys by UTF-16 units, as Flink's writer sorts them. */
  #object(slot: number): string {
    const table = this.#open();
    const keys = table.orderColumn(0).vector as BytesVector;
    const values = table.column(0).vector as BytesVector;
    const entries: [string, string][] = [];
    let entry = slot < 0 ? -1 : table.first(slot);
    for (; entry >= 0; entry = table.next(entry)) {
      const isNull = values.nulls !== null && values.nulls[entry] === 1;
      entries.push([textAt(keys, entry), isNull ? 'null' : textAt(values, entry)]);
    }
    entries.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, value]) => `${quoted(key)}:${value}`).join(',')}}`;
  }

  #row(i: number): number {
    return this.#rows === null ? i : (this.#rows[i] as number);
  }

  #open(): OrderedTable {
    assert(this.#table !== null, 'An accumulator is opened before it is used');
    return this.#table;
  }
}

const decoder = new TextDecoder();

function textAt({ data, starts, ends }: BytesVector, row: number): string {
  return decoder.decode(data.subarray(starts[row], ends[row]));
}

/** A JSON string with the escapes that Jackson writes: hexadecimal digits in upper case. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(/\\(u[0-9a-f]{4}|.)/g, (mark) =>
    mark.startsWith('\\u') ? `\\u${mark.slice(2).toUpperCase()}` : mark,
  );
}

function isThere(key: string): MillraceError {
  const reason = `The key '${key}' of JSON_OBJECTAGG is there already`;
  return new MillraceError('DATA_EXPRESSION', reason, { hint: 'Keys must be unique in a group.' });
}
