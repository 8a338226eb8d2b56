/**
 * The first of two phases of a group aggregate: what a batch holds of each key, as accumulators.
 * Fewer rows go to other tasks, and a key that everybody has does not reach its task row by row.
 * Keeps nothing from one batch to the next, so there is nothing to store and nothing that waits.
 */
import { assert } from '../../conf/errors/error.js';
import { gatherColumns } from '../../state/column/gather.js';
import { BIGINT, type LogicalType, withNullable } from '../../state/column/logical-type.js';
import type { F64Vector } from '../../state/column/vector.js';
import { HeapTable } from '../../state/heap/keyed-table.js';
import { Batch } from '../core/batch.js';
import { keyRows } from '../core/key-rows.js';
import type { Operator, OperatorContext, Output } from '../core/operator.js';
import { INSERT } from '../core/row-kind.js';
import type { AggregateCall } from '../expr/expression.js';
import { AggregateSet, canMerge } from './aggregate-set.js';
import { ADD, SUBTRACT } from './functions/function.js';
import type { LocalAggregateSpec } from './local-aggregate-spec.js';
import { physicalRows, TouchedGroups } from './touched-groups.js';

/** By how many rows a key grew in a batch. */
export const ROWS_TYPE = withNullable(BIGINT, false);

/** What is taken back of these can be taken off where the value that it was added to is not. */
const ADDING = new Set(['COUNT', 'SUM', '$SUM0', 'AVG']);

/** Of the columns behind the keys, but for `ROWS_TYPE`. */
export function accumulatorTypes(
  calls: readonly AggregateCall[],
  retracting: boolean,
): readonly LogicalType[] {
  return new AggregateSet(calls, [], retracting, 0).state;
}

/** Whether rows can be aggregated in two phases. @param retracting some may be taken back */
export function hasTwoPhases(calls: readonly AggregateCall[], retracting: boolean): boolean {
  return (
    (!retracting || calls.every(({ name }) => ADDING.has(name))) && canMerge(calls, retracting)
  );
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
    const { keys, aggregates, retracting } = this.#spec;
    const key = keys.map((column) => input[column] as LogicalType);
    const set = new AggregateSet(aggregates, key, retracting, 0);
    const values = retracting ? [...set.state, ROWS_TYPE] : set.state;
    this.#groups = { table: new HeapTable({ name: 'local', key, values }), set };
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
    const signs = this.#spec.retracting ? counted(batch, slots, table, set.state.length) : null;
    set.update(table, [], { columns, keys, scopedKeys: keys, slots, signs }, null);
    const groups = this.#touched.of(slots);
    const rows = groups.slots.length;
    const accumulators = table.descriptor.values.map((_, column) => table.column(column).vector);
    const made = gatherColumns(accumulators, groups.slots, rows);
    output.push(
      new Batch([...table.keys(groups.slots, rows), ...made], rows),
      physicalRows(batch, groups.rows),
    );
    return true;
  }
}

/** Counts by how many rows each group grows. @returns what each row does to the accumulators */
function counted(
  { kinds, selection }: Batch,
  slots: Int32Array,
  table: HeapTable,
  column: number,
): Uint8Array {
  const { values } = table.column(column).vector as F64Vector;
  for (const slot of table.inserted()) values[slot] = 0;
  const signs = new Uint8Array(slots.length).fill(ADD);
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] as number;
    const kind = kinds === null ? INSERT : kinds[selection === null ? i : (selection[i] as number)];
    const isTaken = ((kind as number) & 1) === 1;
    values[slot] = (values[slot] as number) + (isTaken ? -1 : 1);
    if (isTaken) signs[i] = SUBTRACT;
  }
  return signs;
}
