/**
 * The results of aggregates behind each row of sequences, computed from the first row of each on:
 * nothing is kept from one call to the next, so every aggregate of OVER serves, DISTINCT among
 * them.
 */
import type { KeyedTable } from '../../state/api/table.js';
import { gatherColumns } from '../../state/column/gather.js';
import { INT, type LogicalType } from '../../state/column/logical-type.js';
import type { Vector } from '../../state/column/vector.js';
import { FRESH } from '../../state/column/vector-pool.js';
import { HeapStore } from '../../state/heap/store.js';
import { AggregateSet } from '../aggregate/aggregate-set.js';
import type { AggregateCall } from '../expr/expression.js';
import type { Sequences } from './sequences.js';

/** The number of a sequence. */
const KEY = [INT];
const ONE_GROUP = { first: 0, last: 0, of: 1 };

interface Scratch {
  readonly set: AggregateSet;
  readonly table: KeyedTable;
  readonly distinct: readonly KeyedTable[];
}

export class PrefixResults {
  readonly #calls: readonly AggregateCall[];
  /** The columns that aggregates read. */
  readonly #read: readonly number[];
  #scratch: Scratch;

  constructor(calls: readonly AggregateCall[]) {
    this.#read = [...new Set(calls.flatMap((call) => call.args))];
    this.#calls = calls.map((call) => {
      return { ...call, args: call.args.map((arg) => this.#read.indexOf(arg)) };
    });
    this.#scratch = scratchFor(this.#calls);
  }

  get types(): readonly LogicalType[] {
    return this.#calls.map((call) => call.type);
  }

  /**
   * @param columns by row id
   * @returns a vector an aggregate; the result behind the row at place i stands at 2i + 1
   */
  compute(columns: readonly Vector[], { ids, owners, size }: Sequences): readonly Vector[] {
    const { set, table, distinct } = this.#scratch;
    const read = this.#read.map((column) => columns[column] as Vector);
    const key: Vector = { lane: 'i32', values: owners, nulls: null };
    const keys = { columns: [key], selection: null, count: size };
    const slots = new Int32Array(size);
    table.locate(keys, slots, true);
    const own = table.inserted().slice();
    set.initialize(table, own);
    const rows = { columns: gatherColumns(read, ids, size), keys, scopedKeys: keys, slots };
    const results = set.update(table, distinct, { ...rows, signs: null }, FRESH);
    if (distinct.length > 0) {
      this.#scratch = scratchFor(this.#calls);
    } else {
      const columns = table.keys(own, own.length);
      set.forget({ columns, selection: null, count: own.length });
      table.remove(own, own.length);
    }
    return results;
  }
}

function scratchFor(calls: readonly AggregateCall[]): Scratch {
  const store = new HeapStore(ONE_GROUP);
  const set = new AggregateSet(calls, KEY, false, 0);
  const { state, together } = set;
  const table = store.table({ name: 'prefix', key: KEY, values: state, together });
  const distinct = set.distinctTables.map((each) => store.table(each));
  set.open(store, { key: KEY });
  return { set, table, distinct };
}
