/**
 * Values that conditions and measures read of matched rows, as columns: one entry for each match
 * that is asked about. Which rows a variable has is a range of row numbers, since rows follow each
 * other strictly.
 */
import { assert } from '../../conf/errors/error.js';
import type { SortedRows } from '../../state/api/row-list.js';
import { gather, gatherColumns } from '../../state/column/gather.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import type { Vector } from '../../state/column/vector.js';
import type { OperatorContext } from '../core/operator.js';
import type { AggregateValue, MatchValue, RowValue } from './match-spec.js';
import { type Partials, UNBEGUN } from './partials.js';
import { RangeAggregates } from './range-aggregates.js';

/** Matches that are asked about, partial ones or those that came out. */
export class Asked {
  /** In `Partials`. */
  readonly ids: number[] = [];
  /** Of the partition, in the lists of rows. */
  readonly slots: number[] = [];
  /** The number of the row that a condition is about. */
  readonly rows: number[] = [];
  /** When a match came out, ms. */
  readonly times: number[] = [];

  get count(): number {
    return this.ids.length;
  }

  /** The same by their rows, those of one row as they are. */
  inOrder(): Asked {
    const order = [...this.rows.keys()].sort((a, b) => this.#row(a) - this.#row(b));
    const sorted = new Asked();
    for (const i of order) {
      sorted.ids.push(this.ids[i] as number);
      sorted.slots.push(this.slots[i] as number);
      sorted.rows.push(this.#row(i));
      sorted.times.push(this.times[i] as number);
    }
    return sorted;
  }

  #row(i: number): number {
    return this.rows[i] as number;
  }

  clear(): void {
    this.ids.length = this.slots.length = this.rows.length = this.times.length = 0;
  }
}

/** Whose condition is asked about: that variable has the current row, too; null for measures. */
type Current = number | null;

export class MatchValues {
  readonly #values: readonly MatchValue[];
  readonly #current: Current;
  readonly #lists: SortedRows;
  readonly #partials: Partials;
  /** By variable, with the places of its values. */
  readonly #aggregates: readonly {
    readonly variable: number | null;
    readonly places: readonly number[];
    readonly made: RangeAggregates;
  }[];

  /**
   * @param values whose columns are those of the lists
   * @param row types of the lists' rows
   */
  constructor(
    values: readonly MatchValue[],
    current: Current,
    state: { readonly lists: SortedRows; readonly partials: Partials },
    row: readonly LogicalType[],
    context: OperatorContext,
  ) {
    this.#values = values;
    this.#current = current;
    this.#lists = state.lists;
    this.#partials = state.partials;
    const groups = new Map<number | null, number[]>();
    for (const [place, value] of values.entries()) {
      if (value.kind !== 'aggregate') continue;
      const group = groups.get(value.variable);
      if (group === undefined) groups.set(value.variable, [place]);
      else group.push(place);
    }
    this.#aggregates = [...groups].map(([variable, places]) => {
      const own = places.map((place) => values[place] as AggregateValue);
      return { variable, places, made: new RangeAggregates(own, row, context) };
    });
  }

  /** A vector a value. */
  read(asked: Asked): readonly Vector[] {
    const out: Vector[] = [];
    for (const [place, value] of this.#values.entries()) {
      if (value.kind === 'row') out[place] = this.#row(value, asked);
      if (value.kind === 'rowtime') out[place] = rowtimes(asked);
    }
    for (const { variable, places, made } of this.#aggregates) {
      const results = this.#aggregated(variable, made, asked);
      for (const [i, place] of places.entries()) out[place] = results[i] as Vector;
    }
    return out;
  }

  #row({ variable, column, from, offset }: RowValue, asked: Asked): Vector {
    const { count } = asked;
    const found = new Int32Array(count);
    for (let i = 0; i < count; i++) {
      const first = this.#first(asked, i, variable);
      const end = this.#end(asked, i, variable);
      const row = from === 'first' ? first + offset : end - 1 - offset;
      found[i] = row >= first && row < end ? this.#idOf(asked.slots[i] as number, row) : -1;
    }
    return gather(this.#lists.rows.column(column), found, count);
  }

  #aggregated(variable: number | null, made: RangeAggregates, asked: Asked): readonly Vector[] {
    const ids: number[] = [];
    const owners: number[] = [];
    for (let i = 0; i < asked.count; i++) {
      const end = this.#end(asked, i, variable);
      for (let row = this.#first(asked, i, variable); row < end; row++) {
        ids.push(this.#idOf(asked.slots[i] as number, row));
        owners.push(i);
      }
    }
    const rows = gatherColumns(this.#lists.rows.columns(), Int32Array.from(ids), ids.length);
    return made.results(rows, Int32Array.from(owners), asked.count);
  }

  /** The number of the first row that a variable has. */
  #first(asked: Asked, i: number, variable: number | null): number {
    const id = asked.ids[i] as number;
    const partials = this.#partials;
    if (partials.startOf(id) === UNBEGUN) return asked.rows[i] as number;
    return variable === null ? partials.startOf(id) : partials.firstOf(id, variable);
  }

  /** One past the last. */
  #end(asked: Asked, i: number, variable: number | null): number {
    const id = asked.ids[i] as number;
    const partials = this.#partials;
    const current = this.#current;
    // The row in question is the last of all, and the next of its own variable.
    if (current !== null && (variable === null || variable === current)) {
      return (asked.rows[i] as number) + 1;
    }
    if (partials.startOf(id) === UNBEGUN) return asked.rows[i] as number;
    return partials.firstOf(id, variable === null ? this.#partials.variables : variable + 1);
  }

  #idOf(slot: number, row: number): number {
    const position = row - this.#lists.weightAt(slot, 0);
    assert(position < this.#lists.count(slot), 'The rows of a match are kept');
    return this.#lists.at(slot, position);
  }
}

function rowtimes({ times }: Asked): Vector {
  return { lane: 'time', values: Float64Array.from(times), nanos: null, nulls: null };
}
