/**
 * MIN and MAX that can take values back: an ordered table keeps each value of a key with the number
 * of times it is there, so that the next extreme is found when the present one goes. A count may be
 * negative where a value is taken back before it came; then it does not count until it has come.
 */
import { assert } from '../../../conf/errors/error.js';
import type { OrderedTable } from '../../../state/api/ordered.js';
import type { KeyRows, Reads } from '../../../state/api/reads.js';
import type { StateStore } from '../../../state/api/store.js';
import { gather } from '../../../state/column/gather.js';
import { INT, type LogicalType, withNullable } from '../../../state/column/logical-type.js';
import type { I32Vector, Vector } from '../../../state/column/vector.js';
import type { HeapColumn } from '../../../state/heap/column.js';
import { makeColumn } from '../../../state/heap/make-column.js';
import type { RunningResults } from '../running-results.js';
import { type Accumulator, ADD, RESET, type StateKey, SUBTRACT, type Updates } from './function.js';

const COUNT_TYPE = withNullable(INT, false);

export class CountedExtreme implements Accumulator {
  readonly state: readonly LogicalType[] = [];
  readonly #type: LogicalType;
  readonly #isGreatest: boolean;
  #values: OrderedTable | null = null;

  constructor(type: LogicalType, isGreatest: boolean) {
    this.#type = type;
    this.#isGreatest = isGreatest;
  }

  open(store: StateStore, name: string, key: StateKey): void {
    this.#values = store.orderedTable({
      name: `${name}.values`,
      ...key,
      order: [{ type: this.#type, descending: this.#isGreatest, nullsFirst: false }],
      values: [COUNT_TYPE],
    });
  }

  reads(keys: KeyRows, reads: Reads): void {
    reads.first(this.#table(), keys, Infinity);
  }

  initialize(): void {}

  update(updates: Updates, _: unknown, running: RunningResults | null): void {
    const { args, rows, count, signs, keys } = updates;
    const [argument] = args;
    assert(argument !== undefined, 'MIN and MAX have an argument');
    const table = this.#table();
    const groups = new Int32Array(count);
    table.groups(keys, groups, true);
    table.bind([argument]);
    const recorder = running === null ? null : new Recorder(this.#type, count);
    for (let i = 0; i < count; i++) {
      const group = groups[i] as number;
      const sign = signs === null ? ADD : (signs[i] as number);
      const row = rows === null ? i : (rows[i] as number);
      recorder?.record(2 * i, table, this.#best(table, group));
      if ((sign & ADD) !== 0) this.#count(table, group, row, 1);
      else if ((sign & SUBTRACT) !== 0) this.#count(table, group, row, -1);
      recorder?.record(2 * i + 1, table, this.#best(table, group));
      if ((sign & RESET) !== 0) clear(table, group);
    }
    table.prune(groups, count);
    if (recorder !== null) running?.give(recorder.finish());
  }

  results(_state: unknown, _slots: Int32Array, count: number, keys: KeyRows): Vector {
    const table = this.#table();
    const groups = new Int32Array(count);
    table.groups(keys, groups, false);
    const entries = groups.map((group) => (group < 0 ? -1 : this.#best(table, group)));
    return gather(table.orderColumn(0).vector, entries, count);
  }

  forget(keys: KeyRows): void {
    const table = this.#table();
    const groups = new Int32Array(keys.count);
    table.groups(keys, groups, false);
    for (const group of groups) if (group >= 0) clear(table, group);
    table.prune(groups, keys.count);
  }

  #table(): OrderedTable {
    assert(this.#values !== null, 'An accumulator is opened before it is used');
    return this.#values;
  }

  #count(table: OrderedTable, group: number, row: number, change: number): void {
    const entry = table.put(group, row);
    const counts = (table.column(0).vector as I32Vector).values;
    const count = (table.added ? 0 : (counts[entry] as number)) + change;
    if (count === 0) table.remove(group, entry);
    else counts[entry] = count;
  }

  /** The first entry that is there, −1 when none is. */
  #best(table: OrderedTable, group: number): number {
    const counts = (table.column(0).vector as I32Vector).values;
    let entry = table.first(group);
    while (entry !== -1 && (counts[entry] as number) <= 0) entry = table.next(entry);
    return entry;
  }
}

function clear(table: OrderedTable, group: number): void {
  for (let entry = table.first(group); entry !== -1; entry = table.first(group)) {
    table.remove(group, entry);
  }
}

/**
 * Running extremes as values: an entry may be gone, and its place taken by another value, before
 * the batch ends. Each change of the extreme is copied once, the results are gathered from the
 * copies.
 */
class Recorder {
  readonly #positions: Int32Array;
  readonly #copies: HeapColumn;
  #copied = 0;
  #entry = -1;

  constructor(type: LogicalType, count: number) {
    this.#positions = new Int32Array(2 * count);
    this.#copies = makeColumn(type);
    this.#copies.reserve(2 * count);
  }

  record(at: number, table: OrderedTable, entry: number): void {
    const isSame = entry === this.#entry && !table.added;
    this.#entry = entry;
    if (entry !== -1 && !isSame) {
      this.#copies.copyOne(this.#copied++, table.orderColumn(0).vector, entry);
    }
    this.#positions[at] = entry === -1 ? -1 : this.#copied - 1;
  }

  finish(): Vector {
    return gather(this.#copies.vector, this.#positions, this.#positions.length);
  }
}
