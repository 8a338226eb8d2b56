/** Aggregates over the rows that a variable took, computed anew for each match asked about. */
import type { KeyRows } from '../../state/api/reads.js';
import type { KeyedTable } from '../../state/api/table.js';
import { gatherI32 } from '../../state/column/gather.js';
import { INT, type LogicalType, withNullable } from '../../state/column/logical-type.js';
import type { Vector } from '../../state/column/vector.js';
import { FRESH } from '../../state/column/vector-pool.js';
import { HeapStore } from '../../state/heap/store.js';
import { AggregateSet } from '../aggregate/aggregate-set.js';
import { Batch } from '../core/batch.js';
import type { OperatorContext } from '../core/operator.js';
import { compileEvaluator } from '../expr/compile.js';
import type { AggregateValue } from './match-spec.js';

const PAIR = [withNullable(INT, false)];

export class RangeAggregates {
  readonly #arguments: (batch: Batch) => readonly Vector[];
  readonly #set: AggregateSet;
  /** Holds nothing between two calls. */
  readonly #table: KeyedTable;

  /** @param row types of the rows that are handed in */
  constructor(
    values: readonly AggregateValue[],
    row: readonly LogicalType[],
    context: OperatorContext,
  ) {
    const expressions = values.flatMap(({ args }) => args);
    const { timeZone } = context;
    const now = (): number => context.now;
    this.#arguments = compileEvaluator({ inputs: row, expressions, timeZone, now });
    let next = 0;
    const calls = values.map(({ name, args, type, option, span }) => ({
      name,
      args: args.map(() => next++),
      argTypes: args.map((arg) => arg.type),
      distinct: false,
      filter: null,
      type,
      ...(option === undefined ? {} : { option }),
      ...(span === undefined ? {} : { span }),
    }));
    this.#set = new AggregateSet(calls, PAIR, false, 0);
    const store = new HeapStore({ first: 0, last: 0, of: 1 });
    this.#table = store.table({ name: 'asked', key: PAIR, values: this.#set.state });
    this.#set.open(store, { key: PAIR });
  }

  /**
   * A vector a value.
   * @param rows of all that are asked about, those of each in their order
   * @param owners by row who is asked about, 0 to count − 1
   */
  results(rows: readonly Vector[], owners: Int32Array, count: number): readonly Vector[] {
    const all = numbered(Int32Array.from({ length: count }, (_, i) => i));
    const slots = new Int32Array(count);
    this.#table.locate(all, slots, true);
    this.#set.initialize(this.#table, this.#table.inserted());
    const columns = this.#arguments(new Batch(rows, owners.length));
    const keys = numbered(owners);
    const own = gatherI32(slots, owners, owners.length);
    const update = { columns, keys, scopedKeys: keys, slots: own, signs: null };
    this.#set.update(this.#table, [], update, null);
    const results = this.#set.results(this.#table, slots, count, all, FRESH);
    this.#set.forget(all);
    this.#table.remove(slots, count);
    return results;
  }
}

function numbered(values: Int32Array): KeyRows {
  const column: Vector = { lane: 'i32', values, nulls: null };
  return { columns: [column], selection: null, count: values.length };
}
