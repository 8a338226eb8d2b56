/**
 * OVER in the order of a column that is no time attribute, over any changelog, with the changes of
 * Flink's `NonTimeRowsUnboundedPrecedingFunction` and `NonTimeRangeUnboundedPrecedingFunction`.
 *
 * All rows of a partition are kept with their results, sorted, ties by arrival. A row that comes
 * (+I, +U as it came) or goes (−D) changes what stands behind it: each row whose result is another
 * one gives −U and +U, peers (RANGE) with it, in the order of the list. A retraction that finds no
 * equal row changes nothing. As in Flink a sum or an average that takes in one row more is another
 * one even where its value is the same: so COUNT stands beside each of them.
 *
 * A row of a partition of n costs its aggregates over n rows and a copy of each row whose result
 * changes.
 */
import { assert } from '../../conf/errors/error.js';
import type { Reads } from '../../state/api/reads.js';
import type { SortedRows } from '../../state/api/row-list.js';
import { gatherColumns } from '../../state/column/gather.js';
import { BIGINT, type LogicalType, withNullable } from '../../state/column/logical-type.js';
import {
  bindComparator,
  bindEquality,
  type RowComparator,
  type RowEquality,
} from '../../state/column/row-comparison.js';
import type { F64Vector, Vector } from '../../state/column/vector.js';
import { ArenaChanges } from '../core/arena-changes.js';
import type { Batch } from '../core/batch.js';
import { keyRows } from '../core/key-rows.js';
import type { Operator, OperatorContext, Output } from '../core/operator.js';
import { DELETE, INSERT, isAccumulate, UPDATE_AFTER, UPDATE_BEFORE } from '../core/row-kind.js';
import type { AggregateCall } from '../expr/expression.js';
import { sortPrefixes } from '../rank/sort-prefix.js';
import { positionBehind, positionOf } from '../rank/sorted-search.js';

import { PrefixResults } from './prefix-results.js';
import type { SortedOverSpec } from './sorted-over-spec.js';

const COUNT_TYPE = withNullable(BIGINT, false);

/** Output batches of one call of `apply`. */
const BATCHES_A_CALL = 8;

/** The rows of a piece, in order; each stands in the arena until it was entered. */
interface Piece {
  readonly slots: Int32Array;
  readonly ids: Int32Array;
  readonly prefixes: Float64Array;
}

/** A list that is about to change. */
interface Sequence {
  readonly slot: number;
  /** Ids of the rows that will stand, in order. */
  readonly ids: Int32Array;
  /** From where on results may be others. */
  readonly start: number;
}

export class SortedOver implements Operator {
  readonly #spec: SortedOverSpec;
  readonly #results: PrefixResults;
  #width = 0;
  #lists!: SortedRows;
  #changes!: ArenaChanges;
  #bound: readonly Vector[] = [];
  #compare: RowComparator = () => 0;
  #equalRows: RowEquality = () => true;
  #equalResults: RowEquality = () => true;
  #piece: Piece | null = null;
  #next = 0;

  constructor(spec: SortedOverSpec) {
    this.#spec = spec;
    const counts = spec.aggregates.filter(isCounted).map(countOf);
    this.#results = new PrefixResults([...spec.aggregates, ...counts]);
  }

  open(context: OperatorContext): void {
    const input = context.inputs[0] ?? [];
    const { partition, order, aggregates, ttlMs = 0 } = this.#spec;
    const key = partition.map((column) => input[column] as LogicalType);
    // Behind the results stands a row's number among its peers.
    const row = [...input, ...this.#results.types, COUNT_TYPE];
    const number = { column: row.length - 1, descending: false, nullsFirst: true };
    const stored = { name: 'rows', key, row, order: [order, number], ttlMs };
    this.#width = input.length;
    this.#lists = context.state.sortedRows(stored);
    const width = input.length + aggregates.length;
    this.#changes = new ArenaChanges(this.#lists.rows, width, context);
  }

  reads(batch: Batch, _input: number, reads: Reads): void {
    reads.rows(this.#lists, keyRows(batch, this.#spec.partition));
  }

  apply(batch: Batch, _input: number, output: Output): boolean {
    this.#piece ??= this.#begin(batch);
    const { rows } = this.#lists;
    for (let batches = 0; this.#next < batch.count; this.#next++) {
      if (this.#changes.full) {
        this.#changes.flush(output);
        rows.reclaim();
        if (++batches === BATCHES_A_CALL) return false;
      }
      this.#enter(this.#piece, this.#next, batch);
    }
    this.#changes.flush(output);
    rows.reclaim();
    this.#lists.prune(this.#piece.slots, batch.count);
    this.#piece = null;
    this.#next = 0;
    return true;
  }

  #begin(batch: Batch): Piece {
    const { columns, selection, count } = batch;
    const piece = {
      slots: new Int32Array(count),
      ids: new Int32Array(count),
      prefixes: new Float64Array(count),
    };
    this.#lists.locate(keyRows(batch, this.#spec.partition), piece.slots, true);
    sortPrefixes(columns, [this.#spec.order], selection, count, piece.prefixes);
    const own = selection === null ? columns : gatherColumns(columns, selection, count);
    const unknown = this.#lists.rows.columns().slice(this.#width, -1);
    const empty = gatherColumns(unknown, new Int32Array(count).fill(-1), count);
    const numbers: Vector = { lane: 'f64', values: new Float64Array(count), nulls: null };
    this.#lists.rows.add([...own, ...empty, numbers], null, count, piece.ids);
    return piece;
  }

  /** Binds comparisons to the arena as it stands. */
  #bind(): void {
    const columns = this.#lists.rows.columns();
    if (columns.every((column, c) => column === this.#bound[c])) return;
    this.#bound = columns;
    const keys = [columns[this.#spec.order.column] as Vector];
    this.#compare = bindComparator([this.#spec.order], keys, keys);
    const rows = columns.slice(0, this.#width);
    this.#equalRows = bindEquality(rows, rows);
    const results = columns.slice(this.#width, -1);
    this.#equalResults = bindEquality(results, results);
  }

  #enter({ slots, ids, prefixes }: Piece, index: number, batch: Batch): void {
    this.#bind();
    const slot = slots[index] as number;
    const id = ids[index] as number;
    const weight = prefixes[index] as number;
    const row = batch.selection === null ? index : (batch.selection[index] as number);
    const kind = batch.kinds === null ? INSERT : (batch.kinds[row] as number);
    const lists = this.#lists;
    if (isAccumulate(kind)) {
      const position = positionBehind(lists, slot, id, weight, this.#compare);
      this.#add(slot, position, id, weight, kind, row);
    } else {
      const equal = this.#equalRows;
      const position = positionOf(lists, slot, id, weight, this.#compare, equal);
      if (position >= 0) this.#retract(slot, position, row);
    }
    lists.rows.release(id);
  }

  #add(
    slot: number,
    position: number,
    id: number,
    weight: number,
    kind: number,
    origin: number,
  ): void {
    const lists = this.#lists;
    const count = lists.count(slot);
    const ids = new Int32Array(count + 1);
    for (let at = 0; at < count; at++) ids[at < position ? at : at + 1] = lists.at(slot, at);
    ids[position] = id;
    const sequence = { slot, ids, start: this.#firstChanged(slot, position, id) };
    const made = this.#remake(sequence, position);
    lists.insert(slot, position, made[position - sequence.start] as number, weight);
    for (let at = sequence.start; at <= count; at++) {
      const own = made[at - sequence.start] as number;
      if (at === position) this.#changes.add(kind, own, origin);
      else this.#exchange(slot, at, own, origin);
    }
  }

  #retract(slot: number, position: number, origin: number): void {
    const lists = this.#lists;
    const left = lists.count(slot) - 1;
    const id = lists.at(slot, position);
    const ids = new Int32Array(left);
    for (let at = 0; at < left; at++) ids[at] = lists.at(slot, at < position ? at : at + 1);
    const sequence = { slot, ids, start: this.#firstChanged(slot, position, id) };
    const made = this.#remake(sequence, -1);
    lists.remove(slot, position);
    lists.rows.release(id);
    for (let at = sequence.start; at <= left; at++) {
      if (at === position) this.#changes.add(DELETE, id, origin);
      if (at < left) this.#exchange(slot, at, made[at - sequence.start] as number, origin);
    }
  }

  /** With RANGE the first peer of the row at a position, else the position. */
  #firstChanged(slot: number, position: number, id: number): number {
    let start = position;
    if (!this.#spec.peers) return start;
    while (start > 0 && this.#compare(this.#lists.at(slot, start - 1), id) === 0) start--;
    return start;
  }

  /**
   * The rows from the start of the change on, made anew with their results; their ids.
   * @param added the position of the row that comes, −1 where none does
   */
  #remake({ ids, start }: Sequence, added: number): Int32Array {
    const { rows } = this.#lists;
    const count = ids.length - start;
    const made = new Int32Array(count);
    if (count === 0) return made;
    const columns = rows.columns();
    const results = this.#results.compute(columns, ids);
    const changed = ids.subarray(start);
    const numbers = gatherColumns(columns.slice(-1), changed, count)[0] as F64Vector;
    if (added >= 0) numbers.values[added - start] = this.#numberAt(ids, added);
    const own = [
      ...gatherColumns(columns.slice(0, this.#width), changed, count),
      ...this.#resultsOf(results, ids, start),
      numbers,
    ];
    rows.add(own, null, count, made);
    this.#bind();
    return made;
  }

  /** Behind the last of its peers, who stand before it. */
  #numberAt(ids: Int32Array, position: number): number {
    const before = position > 0 ? (ids[position - 1] as number) : -1;
    if (before < 0 || this.#compare(before, ids[position] as number) !== 0) return 0;
    const column = this.#lists.rows.column(this.#bound.length - 1) as F64Vector;
    return (column.values[before] as number) + 1;
  }

  /** By aggregate the results of the rows from `start` on; LAG has no peers. */
  #resultsOf(results: readonly Vector[], ids: Int32Array, start: number): readonly Vector[] {
    const count = ids.length - start;
    const shared = this.#places(ids, start);
    const own = Int32Array.from({ length: count }, (_, i) => 2 * (start + i) + 1);
    return results.map((vector, aggregate) => {
      const places = this.#spec.aggregates[aggregate]?.name === 'LAG' ? own : shared;
      return gatherColumns([vector], places, count)[0] as Vector;
    });
  }

  /** Where the results of the rows from `start` on stand. */
  #places(ids: Int32Array, start: number): Int32Array {
    const places = new Int32Array(ids.length - start);
    let last = ids.length - 1;
    for (let at = ids.length - 1; at >= start; at--) {
      const next = ids[at + 1];
      const isPeer = this.#spec.peers && next !== undefined;
      if (!isPeer || this.#compare(ids[at] as number, next) !== 0) last = at;
      places[at - start] = 2 * last + 1;
    }
    return places;
  }

  /** The row at a position of the list becomes another one, if its results are others. */
  #exchange(slot: number, position: number, made: number, origin: number): void {
    const lists = this.#lists;
    const old = lists.at(slot, position);
    assert(old !== made, 'A row is made anew before it takes its place');
    if (this.#equalResults(old, made)) {
      lists.rows.release(made);
      return;
    }
    lists.replace(slot, position, made);
    lists.rows.release(old);
    if (this.#spec.updateBefore) this.#changes.add(UPDATE_BEFORE, old, origin);
    this.#changes.add(UPDATE_AFTER, made, origin);
  }
}

/** Whether an aggregate's own state counts the rows that it took in. */
function isCounted({ name, distinct }: AggregateCall): boolean {
  return !distinct && COUNTED.has(name);
}

const COUNTED = new Set(['SUM', '$SUM0', 'AVG', '$WELFORD_M2$1']);

function countOf({ args, argTypes }: AggregateCall): AggregateCall {
  return { name: 'COUNT', args, argTypes, distinct: false, filter: null, type: COUNT_TYPE };
}
