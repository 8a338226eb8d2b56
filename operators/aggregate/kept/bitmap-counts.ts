/**
 * Bitmaps put together, so that each can be taken out again: every number with the count of bitmaps
 * that hold it, and the count of bitmaps under NULL. A union holds the numbers with a positive
 * count, an intersection those that all bitmaps hold, a symmetric difference those with an odd
 * count.
 */
import { assert } from '../../../conf/errors/error.js';
import { type OrderedTable, removeEntries } from '../../../state/api/ordered.js';
import type { KeyRows, Reads } from '../../../state/api/reads.js';
import type { StateStore } from '../../../state/api/store.js';
import { BytesBuilder } from '../../../state/column/bytes-builder.js';
import { I32Builder } from '../../../state/column/fixed-builder.js';
import { BIGINT, INT, withNullable } from '../../../state/column/logical-type.js';
import type { BytesVector, F64Vector, I32Vector } from '../../../state/column/vector.js';
import { WideBuilder } from '../../../state/column/wide-builder.js';
import { decodeBitmap, encodeBitmap } from '../../expr/runtime/bitmap.js';
import type { StateKey, Updates } from '../functions/function.js';
import type { Kept } from './kept-accumulator.js';
import type { ResultWriter } from './snapshots.js';

/** `BUILD` makes one bitmap of numbers; the others combine bitmaps. */
export type Combination = 'BUILD' | 'AND' | 'OR' | 'XOR';

const COUNT_TYPE = withNullable(BIGINT, false);

export class BitmapCounts implements Kept {
  readonly #combination: Combination;
  readonly #isCardinality: boolean;
  #table: OrderedTable | null = null;
  /** By logical row of the batch, where its items start and end among those bound to the table. */
  #ends: Int32Array = new Int32Array(0);

  /** @param isCardinality the result is how many numbers there are */
  constructor(combination: Combination, isCardinality: boolean) {
    this.#combination = combination;
    this.#isCardinality = isCardinality;
  }

  open(store: StateStore, name: string, key: StateKey): void {
    this.#table = store.orderedTable({
      name: `${name}.numbers`,
      ...key,
      order: [{ type: INT, descending: false, nullsFirst: true }],
      values: [COUNT_TYPE],
    });
  }

  reads(keys: KeyRows, reads: Reads): void {
    reads.first(this.#open(), keys, Infinity);
  }

  locate(keys: KeyRows, slots: Int32Array, insert: boolean): void {
    this.#open().groups(keys, slots, insert);
  }

  begin({ args, rows, count, signs }: Updates): void {
    const argument = args[0] as I32Vector | BytesVector;
    const items = new I32Builder(count);
    this.#ends = new Int32Array(count);
    for (let i = 0; i < count; i++) {
      if (signs === null || signs[i] !== 0) {
        append(items, argument, rows === null ? i : (rows[i] as number));
      }
      this.#ends[i] = items.length;
    }
    this.#open().bind([items.finish()]);
  }

  add(slot: number, i: number): boolean {
    return this.#change(slot, i, 1);
  }

  subtract(slot: number, i: number): boolean {
    return this.#change(slot, i, -1);
  }

  clear(slot: number): void {
    removeEntries(this.#open(), slot);
  }

  prune(slots: Int32Array, count: number): void {
    this.#open().prune(slots, count);
  }

  writer(rows: number): ResultWriter {
    if (this.#isCardinality) {
      const out = new WideBuilder(rows);
      return {
        append: (slot) => {
          const numbers = this.#numbers(slot);
          if (numbers === null) out.appendNull();
          else out.append(numbers.length);
        },
        finish: () => out.finish(),
      };
    }
    const out = new BytesBuilder(rows);
    return {
      append: (slot) => {
        const numbers = this.#numbers(slot);
        if (numbers === null) out.appendNull();
        else out.appendScalar(encodeBitmap(numbers));
      },
      finish: () => out.finish(),
    };
  }

  #change(slot: number, i: number, change: 1 | -1): boolean {
    const table = this.#open();
    const end = this.#ends[i] as number;
    for (let item = i === 0 ? 0 : (this.#ends[i - 1] as number); item < end; item++) {
      const entry = table.put(slot, item);
      const counts = this.#counts();
      const count = (table.added ? 0 : (counts[entry] as number)) + change;
      if (count === 0) table.remove(slot, entry);
      else counts[entry] = count;
    }
    return true;
  }

  /** The numbers of the result, ascending without sign; null where there is no bitmap. */
  #numbers(slot: number): Uint32Array | null {
    const table = this.#open();
    const counts = this.#counts();
    const { values, nulls } = table.orderColumn(0).vector as I32Vector;
    let entry = slot < 0 ? -1 : table.first(slot);
    const isBuilt = this.#combination === 'BUILD';
    const bitmaps = isBuilt || entry < 0 || nulls?.[entry] !== 1 ? 0 : (counts[entry] as number);
    if (!isBuilt && bitmaps <= 0) return null;
    const numbers: number[] = [];
    for (; entry >= 0; entry = table.next(entry)) {
      if (nulls?.[entry] === 1) continue;
      if (this.#holds(counts[entry] as number, bitmaps)) numbers.push(values[entry] as number);
    }
    return isBuilt && numbers.length === 0 ? null : Uint32Array.from(numbers).sort();
  }

  #holds(count: number, bitmaps: number): boolean {
    if (this.#combination === 'AND') return count === bitmaps;
    return this.#combination === 'XOR' ? count % 2 !== 0 : count > 0;
  }

  #counts(): Float64Array {
    return (this.#open().column(0).vector as F64Vector).values;
  }

  #open(): OrderedTable {
    assert(this.#table !== null, 'An accumulator is opened before it is used');
    return this.#table;
  }
}

/** The items of a row: its number, or NULL for the bitmap and then its numbers. */
function append(items: I32Builder, argument: I32Vector | BytesVector, row: number): void {
  if (argument.lane === 'i32') {
    items.append(argument.values[row] as number);
    return;
  }
  items.appendNull();
  const bytes = argument.data.subarray(argument.starts[row], argument.ends[row]);
  for (const number of decodeBitmap(bytes)) items.append(number | 0);
}
