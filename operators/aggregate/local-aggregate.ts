/**
 * The first of two phases of a group aggregate: what a batch holds of each key, as accumulators.
 * Fewer rows go to other tasks, and a key that everybody has does not reach its task row by row.
 * Keeps nothing from one batch to the next, so there is nothing to store and nothing that waits.
 */
import { assert } from '../../conf/errors/error.js';
import { gatherColumns } from '../../state/column/gather.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import { HeapTable } from '../../state/heap/keyed-table.js';
import { Batch } from '../core/batch.js';
import { keyRows } from '../core/key-rows.js';
import type { Operator, OperatorContext, Output } from '../core/operator.js';
import type { AggregateCall } from '../expr/expression.js';
import { AggregateSet, canMerge } from './aggregate-set.js';
import type { LocalAggregateSpec } from './local-aggregate-spec.js';
import { physicalRows, TouchedGroups } from './touched-groups.js';

/** Of the columns behind the keys. */
export function accumulatorTypes(calls: readonly AggregateCall[]): readonly LogicalType[] {
  return new AggregateSet(calls, [], false, 0).state;
}

/** Whether inserts can be aggregated in two phases. */
export function hasTwoPhases(calls: readonly AggregateCall[]): boolean {
  return canMerge(calls, false);
}

export function createLocalAggregate(spec: LocalAggregateSpec): Operator {
  return new LocalAggregate(spec);
}

class LocalAggregate implements Operator {
  readonly #spec: LocalAggregateSpec;
  readonly #touched = new TouchedGroups();
  #groups: { readonly table: HeapTable; readonly set: AggregateSet } | null = null;

  constructor(spec: LocalAggregateSpec) {
    this.#spec = spec;
  }

  open(context: OperatorContext): void {
    const [input = []] = context.inputs;
    const { keys, aggregates } = this.#spec;
    const key = keys.map((column) => input[column] as LogicalType);
    const set = new AggregateSet(aggregates, key, false, 0);
    this.#groups = { table: new HeapTable({ name: 'local', key, values: set.state }), set };
  }

  apply(batch: Batch, _input: number, output: Output): boolean {
    assert(this.#groups !== null, 'An operator is opened before it is used');
    const { table, set } = this.#groups;
    const { columns, count } = batch;
    const keys = keyRows(batch, this.#spec.keys);
    const slots = new Int32Array(count);
    table.reset();
    table.locate(keys, slots, true);
    set.initialize(table, table.inserted());
    set.update(table, [], { columns, keys, scopedKeys: keys, slots, signs: null }, null);
    const groups = this.#touched.of(slots);
    const rows = groups.slots.length;
    const accumulators = set.state.map((_, column) => table.column(column).vector);
    const made = gatherColumns(accumulators, groups.slots, rows);
    output.push(
      new Batch([...table.keys(groups.slots, rows), ...made], rows),
      physicalRows(batch, groups.rows),
    );
    return true;
  }
}
