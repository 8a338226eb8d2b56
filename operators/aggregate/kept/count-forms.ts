/** What is made of values with counts: a multiset, percentiles. */
import { F64Builder, I32Builder } from '../../../state/column/fixed-builder.js';
import { grownInt32 } from '../../../state/column/growth.js';
import type { LogicalType } from '../../../state/column/logical-type.js';
import { ListBuilder } from '../../../state/column/nested-builder.js';
import type { F64Vector, Vector } from '../../../state/column/vector.js';
import type { HeapColumn } from '../../../state/heap/column.js';
import { makeColumn } from '../../../state/heap/make-column.js';
import type { CountedGroups, CountForm } from './counted-values.js';
import { hashOrder } from './hash-order.js';
import type { ResultWriter } from './snapshots.js';

/** Copies each result's values, since an entry may be gone before the batch ends. */
class MultisetWriter implements ResultWriter {
  readonly #values: CountedGroups;
  readonly #type: LogicalType;
  readonly #items: HeapColumn;
  readonly #counts = new I32Builder(16);
  #starts: Int32Array;
  #ends: Int32Array;
  #length = 0;

  constructor(values: CountedGroups, rows: number, type: LogicalType) {
    this.#values = values;
    this.#type = type;
    this.#items = makeColumn(type);
    this.#starts = new Int32Array(rows);
    this.#ends = new Int32Array(rows);
  }

  append(slot: number): void {
    const { table } = this.#values;
    const { vector } = table.orderColumn(0);
    const entries = hashOrder(table, slot, this.#type, this.#values.arrival());
    if (this.#length === this.#starts.length) {
      this.#starts = grownInt32(this.#starts, 2 * this.#length + 16);
      this.#ends = grownInt32(this.#ends, 2 * this.#length + 16);
    }
    this.#starts[this.#length] = this.#counts.length;
    const from = this.#counts.length;
    this.#items.reserve(capacityFor(from + entries.length));
    for (const each of entries) {
      this.#items.copyOne(this.#counts.length, vector, each);
      this.#counts.append(this.#values.countOf(each));
    }
    this.#ends[this.#length++] = this.#counts.length;
  }

  finish(): Vector {
    const values = this.#counts.finish();
    const [starts, ends, keys] = [this.#starts, this.#ends, this.#items.vector];
    return { lane: 'map', starts, ends, keys, values, nulls: null };
  }
}

function capacityFor(count: number): number {
  return count === 0 ? 0 : 2 ** Math.ceil(Math.log2(count));
}

/** All values with their counts, in the order of Java's HashMap. */
export function multisetOf(type: LogicalType): CountForm {
  return (values, rows) => new MultisetWriter(values, rows, type);
}

class PercentileWriter implements ResultWriter {
  readonly #values: CountedGroups;
  readonly #percentages: readonly number[];
  readonly #numbers: F64Builder;
  readonly #lists: ListBuilder | null;

  constructor(values: CountedGroups, rows: number, percentages: readonly number[], many: boolean) {
    this.#values = values;
    this.#percentages = percentages;
    this.#numbers = new F64Builder(rows);
    this.#lists = many ? new ListBuilder(this.#numbers, rows) : null;
  }

  append(slot: number): void {
    const steps = this.#steps(slot);
    // As many as a BIGINT cannot count are less than none.
    if (steps.total <= 0 || steps.total >= 2 ** 63) {
      (this.#lists ?? this.#numbers).appendNull();
      return;
    }
    for (const percentage of this.#percentages) {
      this.#numbers.append(percentileOf(steps, percentage));
    }
    this.#lists?.commit();
  }

  finish(): Vector {
    return (this.#lists ?? this.#numbers).finish();
  }

  #steps(slot: number): Steps {
    const { table } = this.#values;
    const values: number[] = [];
    const ends: number[] = [];
    let total = 0;
    const doubles = (table.orderColumn(0).vector as F64Vector).values;
    let entry = slot < 0 ? -1 : table.first(slot);
    for (; entry >= 0; entry = table.next(entry)) {
      total += this.#values.countOf(entry);
      values.push(doubles[entry] as number);
      ends.push(total);
    }
    return { values, ends, total };
  }
}

/** Values ascending, each with the number of rows up to and with it. */
interface Steps {
  readonly values: readonly number[];
  readonly ends: readonly number[];
  readonly total: number;
}

/** Between the two rows around the place, in proportion; the arithmetic is Flink's to the digit. */
function percentileOf(steps: Steps, percentage: number): number {
  const place = percentage * (steps.total - 1) + 1;
  const [low, high] = [Math.floor(place), Math.ceil(place)];
  const [below, above] = [valueAt(steps, low), valueAt(steps, high)];
  if (low === high || below === above) return below;
  return (high - place) * below + (place - low) * above;
}

/** The value of the row of this number, from 1. */
function valueAt({ values, ends }: Steps, row: number): number {
  const step = ends.findIndex((end) => end >= row);
  return values[step < 0 ? values.length - 1 : step] as number;
}

/** @param many an ARRAY of them */
export function percentilesOf(percentages: readonly number[], many: boolean): CountForm {
  return (values, rows) => new PercentileWriter(values, rows, percentages, many);
}
