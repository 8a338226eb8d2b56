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
 * changes. Rows of different partitions that follow each other do that together.
 */
import { assert } from '../../conf/errors/error.js';
import type { Reads } from '../../state/api/reads.js';
import type { SortedRows } from '../../state/api/row-list.js';
import { gatherColumns, gatherI32 } from '../../state/column/gather.js';
import { grownInt32 } from '../../state/column/growth.js';
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
import { Sequences } from './sequences.js';
import type { SortedOverSpec } from './sorted-over-spec.js';

const COUNT_TYPE = withNullable(BIGINT, false);

/** Rows of the partitions of a wave, about: a row more than these are of one partition. */
const WAVE_ROWS = 8192;

/** The rows of a piece, in order; each stands in the arena until it was entered. */
interface Piece {
  readonly slots: Int32Array;
  readonly ids: Int32Array;
  readonly prefixes: Float64Array;
}

/** Rows of a piece that are all of different partitions: their lists change together. */
interface Wave {
  /** The rows are number `first` to `end` − 1 of the piece. */
  readonly first: number;
  readonly end: number;
  /** By row where it comes or goes; −1: nothing changes. */
  readonly positions: Int32Array;
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
  readonly #sequences = new Sequences();
  /** The number of the last wave, and by slot of the last one that its partition was in. */
  #waves = 0;
  #waveOf: Int32Array = new Int32Array(0);

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
    for (let waves = 0; this.#next < batch.count; waves++) {
      if (waves > 0 && this.#changes.full) {
        this.#changes.flush(output);
        rows.reclaim();
        return false;
      }
      this.#next = this.#enter(this.#piece, this.#next, batch, output);
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

  /** Enters the next rows of the piece. @returns the number of the row behind them */
  #enter(piece: Piece, from: number, batch: Batch, output: Output): number {
    this.#bind();
    const wave = this.#lay(piece, this.#wave(piece, from), batch);
    const made = this.#remake(wave);
    const { starts, ends } = this.#sequences;
    let [list, next] = [0, 0];
    for (let row = wave.first; row < wave.end; row++) {
      this.#lists.rows.release(piece.ids[row] as number);
      const position = wave.positions[row - wave.first] as number;
      if (position < 0) continue;
      if (this.#changes.full) this.#changes.flush(output);
      const slot = piece.slots[row] as number;
      const origin = batch.selection === null ? row : (batch.selection[row] as number);
      const kind = kindOf(batch, row);
      const first = next;
      next += (ends[list] as number) - (starts[list++] as number);
      const own = made.subarray(first, next);
      if (!isAccumulate(kind)) this.#retract(slot, position, own, origin);
      else this.#add(slot, position, own, piece.prefixes[row] as number, kind, origin);
    }
    return wave.end;
  }

  /** The next rows that are all of different partitions, and of how many rows these are. */
  #wave({ slots }: Piece, first: number): { first: number; end: number } {
    const number = ++this.#waves;
    if (this.#lists.slotEnd > this.#waveOf.length) {
      this.#waveOf = grownInt32(this.#waveOf, this.#lists.slotEnd);
    }
    let [end, size] = [first, 0];
    for (; end < slots.length && size < WAVE_ROWS; end++) {
      const slot = slots[end] as number;
      if (this.#waveOf[slot] === number) break;
      this.#waveOf[slot] = number;
      size += this.#lists.count(slot) + 1;
    }
    return { first, end };
  }

  /** Lays out the lists that change, as they will stand. */
  #lay(piece: Piece, { first, end }: { first: number; end: number }, batch: Batch): Wave {
    const lists = this.#lists;
    const positions = new Int32Array(end - first);
    this.#sequences.clear();
    lists.touch(piece.slots.subarray(first, end), end - first);
    for (let row = first; row < end; row++) {
      const slot = piece.slots[row] as number;
      const id = piece.ids[row] as number;
      const weight = piece.prefixes[row] as number;
      const adds = isAccumulate(kindOf(batch, row));
      const position = adds
        ? positionBehind(lists, slot, id, weight, this.#compare)
        : positionOf(lists, slot, id, weight, this.#compare, this.#equalRows);
      positions[row - first] = position;
      if (position < 0) continue;
      const start = this.#firstChanged(slot, position, id);
      this.#sequences.add(lists, slot, position, adds ? id : -1, start);
      if (adds) this.#number(slot, position, id);
    }
    return { first, end, positions };
  }

  /** With RANGE the first peer of the row at a position, else the position. */
  #firstChanged(slot: number, position: number, id: number): number {
    let start = position;
    if (!this.#spec.peers) return start;
    while (start > 0 && this.#compare(this.#lists.at(slot, start - 1), id) === 0) start--;
    return start;
  }

  /** Numbers a row that comes: behind the last of its peers, who stand before it. */
  #number(slot: number, position: number, id: number): void {
    const before = position > 0 ? this.#lists.at(slot, position - 1) : -1;
    const isFirst = before < 0 || this.#compare(before, id) !== 0;
    const { values } = this.#lists.rows.column(this.#bound.length - 1) as F64Vector;
    values[id] = isFirst ? 0 : (values[before] as number) + 1;
  }

  /** The rows whose results may be others, made anew with them; their ids, list by list. */
  #remake({ first, end }: Wave): Int32Array {
    const { rows } = this.#lists;
    const places = this.#sequences.changed();
    const count = places.length;
    const made = new Int32Array(count);
    if (count === 0 || first === end) return made;
    const columns = rows.columns();
    const results = this.#results.compute(columns, this.#sequences);
    const changed = gatherI32(this.#sequences.ids, places, count);
    const own = [
      ...gatherColumns(columns.slice(0, this.#width), changed, count),
      ...this.#resultsOf(results, places),
      ...gatherColumns(columns.slice(-1), changed, count),
    ];
    rows.add(own, null, count, made);
    this.#bind();
    return made;
  }

  /** By aggregate the results at places; LAG has no peers. */
  #resultsOf(results: readonly Vector[], places: Int32Array): readonly Vector[] {
    const own = places.map((place) => 2 * place + 1);
    const shared = this.#spec.peers ? this.#lastPeers(places) : own;
    return results.map((vector, aggregate) => {
      const from = this.#spec.aggregates[aggregate]?.name === 'LAG' ? own : shared;
      return gatherColumns([vector], from, places.length)[0] as Vector;
    });
  }

  /** Where the results of the last peers stand. */
  #lastPeers(places: Int32Array): Int32Array {
    const { ids, owners } = this.#sequences;
    const last = new Int32Array(places.length);
    for (let i = places.length - 1; i >= 0; i--) {
      const place = places[i] as number;
      const isPeer =
        i + 1 < places.length &&
        owners[place] === owners[place + 1] &&
        this.#compare(ids[place] as number, ids[place + 1] as number) === 0;
      last[i] = isPeer ? (last[i + 1] as number) : 2 * place + 1;
    }
    return last;
  }

  /** @param made the rows from the first that changes on */
  #add(
    slot: number,
    position: number,
    made: Int32Array,
    weight: number,
    kind: number,
    origin: number,
  ): void {
    const lists = this.#lists;
    const count = lists.count(slot);
    const start = count + 1 - made.length;
    lists.insert(slot, position, made[position - start] as number, weight);
    for (let at = start; at <= count; at++) {
      const own = made[at - start] as number;
      if (at === position) this.#changes.add(kind, own, origin);
      else this.#exchange(slot, at, own, origin);
    }
  }

  #retract(slot: number, position: number, made: Int32Array, origin: number): void {
    const lists = this.#lists;
    const left = lists.count(slot) - 1;
    const start = left - made.length;
    const id = lists.at(slot, position);
    lists.remove(slot, position);
    lists.rows.release(id);
    for (let at = start; at <= left; at++) {
      if (at === position) this.#changes.add(DELETE, id, origin);
      if (at < left) this.#exchange(slot, at, made[at - start] as number, origin);
    }
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

function kindOf({ kinds, selection }: Batch, row: number): number {
  if (kinds === null) return INSERT;
  return kinds[selection === null ? row : (selection[row] as number)] as number;
}

/** Whether an aggregate's own state counts the rows that it took in. */
function isCounted({ name, distinct }: AggregateCall): boolean {
  return !distinct && COUNTED.has(name);
}

const COUNTED = new Set(['SUM', '$SUM0', 'AVG', '$WELFORD_M2$1']);

function countOf({ args, argTypes }: AggregateCall): AggregateCall {
  return { name: 'COUNT', args, argTypes, distinct: false, filter: null, type: COUNT_TYPE };
}
