/**
 * Matches rows that come in their order: looks for partial matches of their partitions, takes them
 * on row by row, and keeps the rows that some match may still name.
 *
 * The rows of a page are worked on in rounds: the first row of each partition, then the second, and
 * so on, so that conditions are computed for many partitions at once. Matches that come out are put
 * in the order of the rows that brought them out.
 */
import type { KeyRows, Reads } from '../../state/api/reads.js';
import type { SortedRows } from '../../state/api/row-list.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import type { Vector } from '../../state/column/vector.js';
import { Batch } from '../core/batch.js';
import { keyRows } from '../core/key-rows.js';
import type { OperatorContext, Output } from '../core/operator.js';
import { compileEvaluator } from '../expr/compile.js';
import { mapColumns } from '../expr/walk.js';
import { Automaton, type PartitionMatches } from './automaton.js';
import { Condition } from './conditions.js';
import { KeptMatches } from './kept-matches.js';
import {
  type MatchSpec,
  type MatchValue,
  movedValue,
  VALUE_BASE,
  valueColumns,
} from './match-spec.js';
import { Asked, MatchValues } from './match-values.js';
import { Partials } from './partials.js';

/** Rows in the order in which they are matched, 0 to count − 1. */
export interface MatchPage {
  readonly columns: readonly Vector[];
  /** By row, ms. */
  readonly times: Float64Array;
  readonly count: number;
}

interface Partition {
  readonly slot: number;
  readonly matches: PartitionMatches;
  /** Its rows of the page. */
  readonly rows: readonly number[];
  /** The number of the first of them. */
  readonly first: number;
}

export class Matching {
  readonly #spec: MatchSpec;
  readonly #partials: Partials;
  readonly #automaton: Automaton;
  readonly #kept: KeptMatches;
  readonly #lists: SortedRows;
  /** Input columns of the lists' rows: what values read, ascending. */
  readonly #columns: readonly number[];
  /** By variable; null where each row will do. */
  readonly #conditions: readonly (Condition | null)[];
  readonly #values: MatchValues;
  readonly #measures: (batch: Batch) => readonly Vector[];
  /** Matches that came out; `rows` are rows of the page here. */
  readonly #found = new Asked();

  constructor(spec: MatchSpec, context: OperatorContext) {
    const { state, inputs, timeZone } = context;
    const input = inputs[0] ?? [];
    const key = spec.partition.map((column) => input[column] as LogicalType);
    this.#spec = spec;
    this.#columns = [...valueColumns(spec.values, new Set())].sort((a, b) => a - b);
    const row = this.#columns.map((column) => input[column] as LogicalType);
    this.#partials = new Partials(spec.variables.length);
    this.#automaton = new Automaton(spec, this.#partials);
    this.#kept = new KeptMatches(state, key, this.#partials, this.#automaton);
    this.#lists = state.sortedRows({ name: 'rows', key, row });
    const at = (column: number): number => this.#columns.indexOf(column);
    const values = spec.values.map((value) => movedValue(value, at));
    const made = { lists: this.#lists, partials: this.#partials };
    this.#conditions = spec.variables.map(({ condition }, variable) => {
      if (condition === null) return null;
      const readerOf = (own: readonly MatchValue[]): MatchValues =>
        new MatchValues(own, variable, made, row, context);
      return new Condition(condition, variable, this.#partials, values, readerOf, context);
    });
    this.#values = new MatchValues(values, null, made, row, context);
    this.#measures = compileEvaluator({
      inputs: values.map(({ type }) => type),
      expressions: spec.measures.map((measure) => mapColumns(measure, (c) => c - VALUE_BASE)),
      timeZone,
      now: () => context.now,
    });
  }

  /** Names what rows of these partitions touch. */
  reads(keys: KeyRows, reads: Reads): void {
    reads.rows(this.#lists, keys);
    this.#kept.reads(keys, reads);
  }

  /**
   * Takes rows on.
   * @param origins by row the row of the piece that caused it; null when none did
   * @returns the rows with which a match begins
   */
  match(page: MatchPage, output: Output, origins: Int32Array | null): Int32Array {
    const { columns, count } = page;
    const slots = new Int32Array(count);
    this.#lists.locate(
      keyRows({ columns, selection: null, count }, this.#spec.partition),
      slots,
      true,
    );
    const partitions = this.#partitions(slots);
    this.#add(page, slots);
    for (const condition of this.#conditions) condition?.start(columns, count);
    const begins: number[] = [];
    let active: readonly Partition[] = partitions;
    for (let round = 0; active.length > 0; round++) {
      this.#ask(active, round, page.times);
      for (const condition of this.#conditions) condition?.answer();
      for (const partition of active) {
        if (this.#step(partition, round, page.times)) begins.push(partition.rows[round] as number);
      }
      active = active.filter(({ rows }) => rows.length > round + 1);
    }
    this.#finish(partitions, output, origins);
    return Int32Array.from(begins).sort();
  }

  /** Ends what is too old at `time`, ms, in partitions that have no rows now. */
  expire(keys: KeyRows, time: number, output: Output): void {
    const slots = new Int32Array(keys.count);
    this.#lists.locate(keys, slots, false);
    const partitions = this.#partitions(
      slots.filter((slot) => slot >= 0),
      false,
    );
    for (const partition of partitions) {
      this.#automaton.advance(partition.matches, time, (id) => this.#note(id, partition, 0, time));
    }
    this.#finish(partitions, output, null);
  }

  /** The partitions of rows, in order of their first ones; `hasRows` = the rows are to come. */
  #partitions(slots: Int32Array, hasRows = true): Partition[] {
    const rows = new Map<number, number[]>();
    for (const [row, slot] of slots.entries()) {
      const own = rows.get(slot);
      if (own === undefined) rows.set(slot, [row]);
      else own.push(row);
    }
    const distinct = Int32Array.from(rows.keys());
    const matches = this.#kept.take(this.#keysOf(distinct));
    return [...rows].map(([slot, own], i) => {
      const count = this.#lists.count(slot);
      const first = count === 0 ? 0 : this.#lists.weightAt(slot, count - 1) + 1;
      return { slot, matches: matches[i] as PartitionMatches, rows: hasRows ? own : [], first };
    });
  }

  #add({ columns, count }: MatchPage, slots: Int32Array): void {
    const ids = new Int32Array(count);
    const own = this.#columns.map((column) => columns[column] as Vector);
    this.#lists.rows.add(own, null, count, ids);
    for (const [row, slot] of slots.entries()) {
      const place = this.#lists.count(slot);
      const number = place === 0 ? 0 : this.#lists.weightAt(slot, place - 1) + 1;
      this.#lists.insert(slot, place, ids[row] as number, number);
    }
  }

  /** Asks what the conditions say of the next row of each partition. */
  #ask(partitions: readonly Partition[], round: number, times: Float64Array): void {
    for (const partition of partitions) {
      const { slot, matches, rows, first } = partition;
      const row = rows[round] as number;
      const time = times[row] as number;
      this.#automaton.advance(matches, time, (id) => this.#note(id, partition, row, time));
      const { ids, size } = matches.partial;
      for (let i = 0; i < size; i++) {
        const id = ids[i] as number;
        for (const variable of this.#automaton.asks(id)) {
          const condition = this.#conditions[variable] ?? null;
          if (condition === null) this.#partials.setHolds(id, variable, true);
          else condition.ask(id, slot, first + round, row);
        }
      }
    }
  }

  #step(partition: Partition, round: number, times: Float64Array): boolean {
    const { matches, rows, first } = partition;
    const row = rows[round] as number;
    const time = times[row] as number;
    const found = (id: number): void => this.#note(id, partition, row, time);
    return this.#automaton.step(matches, first + round, time, found);
  }

  #note(id: number, { slot }: Partition, row: number, time: number): void {
    this.#found.ids.push(id);
    this.#found.slots.push(slot);
    this.#found.rows.push(row);
    this.#found.times.push(time);
  }

  /** Sends the matches, and keeps what is left of the partitions. */
  #finish(partitions: readonly Partition[], output: Output, origins: Int32Array | null): void {
    const slots = Int32Array.from(partitions, ({ slot }) => slot);
    const matches = partitions.map((partition) => partition.matches);
    this.#emit(output, origins);
    for (const partition of partitions) this.#forget(partition);
    this.#kept.keep(this.#keysOf(slots), matches);
    this.#lists.rows.reclaim();
    this.#lists.prune(slots, slots.length);
  }

  #emit(output: Output, origins: Int32Array | null): void {
    const found = this.#found.inOrder();
    const { count } = found;
    if (count > 0) {
      const values = this.#values.read(found);
      const keys = this.#lists.keys.keys(Int32Array.from(found.slots), count);
      const columns = [...keys, ...this.#measures(new Batch(values, count))];
      const causes = origins && Int32Array.from(found.rows, (row) => origins[row] as number);
      const batch = new Batch(columns, count);
      if (causes === null) output.push(batch);
      else output.push(batch, causes);
    }
    for (const id of found.ids) this.#partials.release(id);
    this.#found.clear();
  }

  /** Rows before the first one that a match may name. */
  #forget({ slot, matches: { partial, complete } }: Partition): void {
    const [first, waiting] = [partial.first(), complete.first()];
    const start = this.#partials.startOf(first);
    const bound = waiting < 0 ? start : Math.min(start, this.#partials.startOf(waiting));
    const lists = this.#lists;
    while (lists.count(slot) > 0 && lists.weightAt(slot, 0) < bound) {
      lists.rows.release(lists.at(slot, 0));
      lists.remove(slot, 0);
    }
  }

  #keysOf(slots: Int32Array): KeyRows {
    const columns = this.#lists.keys.keys(slots, slots.length);
    return { columns, selection: null, count: slots.length };
  }
}
