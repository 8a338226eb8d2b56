/**
 * Frames that begin with a partition's first row: one running aggregate a partition. With a time to
 * live, a partition is forgotten when none of its rows came for between that time and half as long
 * again, at the moment at which Flink's cleanup timer fires.
 */
import type { KeyRows, Reads } from '../../state/api/reads.js';
import type { StateStore } from '../../state/api/store.js';
import type { KeyedTable } from '../../state/api/table.js';
import { gatherColumns } from '../../state/column/gather.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import type { Vector } from '../../state/column/vector.js';
import { FRESH } from '../../state/column/vector-pool.js';
import { AggregateSet } from '../aggregate/aggregate-set.js';
import { type Frame, type FrameRows, lastPeers } from './frame.js';
import type { OverSpec } from './over-spec.js';

export class UnboundedFrame implements Frame {
  readonly #isRange: boolean;
  readonly #set: AggregateSet;
  readonly #table: KeyedTable;
  readonly #distinct: readonly KeyedTable[];

  constructor(spec: OverSpec, input: readonly LogicalType[], store: StateStore) {
    const key = spec.partition.map((column) => input[column] as LogicalType);
    this.#isRange = spec.frame.unit === 'range';
    const { ttlMs = 0 } = spec;
    const longest = Math.floor(1.5 * ttlMs);
    const lifetime = { ttlMs: longest, renewAfterMs: longest - ttlMs + 1 };
    this.#set = new AggregateSet(spec.aggregates, key, false, 0, lifetime);
    const { state, together } = this.#set;
    this.#table = store.table({ name: 'frames', key, values: state, together, ...lifetime });
    this.#distinct = this.#set.distinctTables.map((table) => store.table(table));
    this.#set.open(store, { key, ttlMs: lifetime.ttlMs });
  }

  get readsValues(): boolean {
    return this.#distinct.length > 0;
  }

  reads(keys: KeyRows, reads: Reads): void {
    reads.keys(this.#table, keys);
    this.#set.reads(keys, reads);
  }

  valueReads(columns: readonly Vector[], keys: KeyRows, reads: Reads): void {
    this.#set.distinctKeys(columns, keys).forEach((rows, distinct) => {
      reads.keys(this.#distinct[distinct] as KeyedTable, rows);
    });
  }

  compute({ columns, keys, times }: FrameRows): readonly Vector[] {
    const { count } = keys;
    const slots = new Int32Array(count);
    this.#table.locate(keys, slots, true);
    this.#set.initialize(this.#table, this.#table.inserted());
    const rows = { columns, keys, scopedKeys: keys, slots, signs: null };
    const running = this.#set.update(this.#table, this.#distinct, rows, FRESH);
    const places = lastPeers(slots, times, this.#isRange);
    // The result behind row i stands at 2i + 1.
    for (let i = 0; i < count; i++) places[i] = 2 * (places[i] as number) + 1;
    return gatherColumns(running, places, count);
  }
}
