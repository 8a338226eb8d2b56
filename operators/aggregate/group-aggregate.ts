/**
 * Continuous group aggregation over a changelog. Each input row yields the changes that Flink's
 * GroupAggFunction yields: +I for a group's first row, −U/+U where the result changed, nothing
 * where it did not, −D when the last row of a group goes; a retraction for a group that is not
 * there is ignored.
 *
 * Slots for the whole batch are found first, then what each row does to its group is decided from
 * row counts, then each aggregate runs one loop that notes its result before and behind every row.
 * Those notes are the output already: physical rows 2i and 2i + 1 belong to input row i, and a
 * selection leaves out what is not emitted. Sequential within a batch: rows of one key see each
 * other.
 *
 * With mini-batches a group changes once a batch: from what it was before its first row to what it
 * is behind its last one, as Flink's MiniBatchGroupAggFunction has it. Groups go out in the order
 * of their first rows.
 *
 * A group that expired starts anew with +I. Where groups expire, updates without effect go out all
 * the same, as in Flink: they keep what operators downstream have of the group alive.
 */
import { assert } from '../../conf/errors/error.js';
import type { KeyRows, Reads } from '../../state/api/reads.js';
import type { KeyedTable } from '../../state/api/table.js';
import { gatherColumns, gatherI32 } from '../../state/column/gather.js';
import { BIGINT, type LogicalType, withNullable } from '../../state/column/logical-type.js';
import { paired } from '../../state/column/pair.js';
import type { F64Vector, Vector } from '../../state/column/vector.js';
import { cleared, FRESH, type VectorPool } from '../../state/column/vector-pool.js';
import { Batch } from '../core/batch.js';
import { keyRows } from '../core/key-rows.js';
import type { MiniBatch, Operator, OperatorContext, Output } from '../core/operator.js';
import { DELETE, INSERT, UPDATE_AFTER, UPDATE_BEFORE } from '../core/row-kind.js';
import type { AggregateCall } from '../expr/expression.js';
import { isApproximate } from '../expr/types/family.js';
import { AggregateSet } from './aggregate-set.js';
import { markChanged, markNullItems } from './changed-rows.js';
import { removeEmpty } from './distinct-values.js';
import { ADD, RESET, SUBTRACT } from './functions/function.js';
import type { GroupAggregateSpec } from './group-aggregate-spec.js';
import {
  FIRST,
  type FoldedChanges,
  foldedChanges,
  IGNORED,
  LAST,
  type Results,
  UPDATE,
} from './group-change.js';
import { LastResults } from './last-results.js';
import { physicalRows, TouchedGroups } from './touched-groups.js';

const ROW_COUNT = 0;
const NO_SLOTS = new Int32Array(0);

export function createGroupAggregate(spec: GroupAggregateSpec): Operator {
  return new GroupAggregate(spec);
}

class GroupAggregate implements Operator {
  declare readonly miniBatch?: MiniBatch;
  readonly #spec: GroupAggregateSpec;
  #groups: Groups | null = null;

  constructor(spec: GroupAggregateSpec) {
    this.#spec = spec;
    if (spec.miniBatch !== undefined) this.miniBatch = spec.miniBatch;
  }

  open(context: OperatorContext): void {
    const [input] = context.inputs;
    assert(input !== undefined, 'A group aggregate has one input');
    this.#groups = new Groups(this.#spec, input, context);
  }

  reads(batch: Batch, _input: number, reads: Reads): void {
    this.#open().reads(batch, reads);
  }

  apply(batch: Batch, _input: number, output: Output): boolean {
    const groups = this.#open();
    if (this.miniBatch === undefined) groups.apply(batch, output);
    else groups.applyTogether(batch, output);
    return true;
  }

  #open(): Groups {
    assert(this.#groups !== null, 'An operator is opened before it is used');
    return this.#groups;
  }
}

class Groups {
  readonly table: KeyedTable;
  readonly #spec: GroupAggregateSpec;
  readonly #set: AggregateSet;
  /** Of the keys, those of FLOAT and DOUBLE. */
  readonly #floatKeys: readonly number[];
  /** Of the output's columns, kinds and selection. */
  readonly #vectors: VectorPool;
  readonly #distinct: readonly KeyedTable[];
  readonly #last: LastResults;
  readonly #touched = new TouchedGroups();
  readonly #pageRows: number;
  /** No update is without effect: some aggregate changes with every row, or groups expire. */
  readonly #alwaysChanges: boolean;
  #slots: Int32Array = new Int32Array(0);
  /** −U, +U, −U, … and 0, 0, 1, 1, …: never written again, so batches share them. */
  #pairKinds = new Uint8Array(0);
  #pairOrigins: Int32Array = new Int32Array(0);

  constructor(spec: GroupAggregateSpec, input: readonly LogicalType[], context: OperatorContext) {
    const store = context.state;
    const keyTypes = spec.keys.map((key) => input[key] as LogicalType);
    const counts = spec.retracting ? [withNullable(BIGINT, false)] : [];
    const { ttlMs = 0 } = spec;
    // As in Flink a value that is there is not written again unless it is counted.
    const distinct = { ttlMs, renewAfterMs: spec.retracting ? 0 : Infinity };
    const { aggregates, retracting } = spec;
    const set = new AggregateSet(aggregates, keyTypes, retracting, counts.length, distinct);
    this.#spec = spec;
    this.#set = set;
    this.#floatKeys = keyTypes.flatMap((type, key) => (isApproximate(type) ? [key] : []));
    this.#vectors = context.vectors;
    this.#pageRows = Math.max(1, context.batchRows >>> 1);
    this.#alwaysChanges = ttlMs > 0 || spec.aggregates.some(countsEveryRow);
    const { together } = set;
    const kept = ttlMs > 0 ? set.kept : [];
    const last = kept.map((aggregate) => (aggregates[aggregate] as AggregateCall).type);
    const values = [...counts, ...set.state, ...last];
    this.#last = new LastResults(aggregates, kept, values.length - last.length);
    this.table = store.table({ name: 'groups', key: keyTypes, values, together, ttlMs });
    this.#distinct = set.distinctTables.map((descriptor) => store.table(descriptor));
    set.open(store, { key: keyTypes, ttlMs });
  }

  reads(batch: Batch, reads: Reads): void {
    const keys = this.keysOf(batch);
    reads.keys(this.table, keys);
    this.#set.reads(keys, reads);
    this.#set.distinctKeys(batch.columns, keys).forEach((rows, distinct) => {
      reads.keys(this.#distinct[distinct] as KeyedTable, rows);
    });
  }

  keysOf(batch: Batch): KeyRows {
    return keyRows(batch, this.#spec.keys);
  }

  apply(batch: Batch, output: Output): void {
    const { table } = this;
    const { count, columns } = batch;
    const keys = this.keysOf(batch);
    if (count > this.#slots.length) this.#slots = new Int32Array(count);
    const slots = this.#slots.subarray(0, count);
    const added = table.locate(keys, slots, true);
    this.#set.initialize(table, table.inserted());
    const effects = new Uint8Array(count);
    const signs = this.#spec.retracting
      ? this.#counted(batch, slots, effects)
      : firstRows(table.inserted(), slots, effects);
    const rows = { columns, keys, scopedKeys: keys, slots, signs };
    const made = this.#set.update(table, this.#distinct, rows, this.#vectors);
    const results = this.#last.exchange(made, table, slots, table.inserted());
    if (!this.#alwaysChanges) dropUnchanged(results, this.#spec.aggregates, effects);
    if (this.#spec.retracting) {
      removeEmpty(table, this.#rowCounts(), this.#set.forgettable(table, slots));
    }
    if (this.#alwaysChanges && signs === null && added === 0 && this.#spec.updateBefore) {
      this.#emitPairs(keys, results, output);
    } else this.#emit(keys, effects, results, output);
    this.#vectors.reclaim();
  }

  /** As `apply`, but a group's rows change it once. */
  applyTogether(batch: Batch, output: Output): void {
    const { table } = this;
    const { columns, count } = batch;
    const { retracting } = this.#spec;
    const rowKeys = this.keysOf(batch);
    const slots = new Int32Array(count);
    table.locate(rowKeys, slots, true);
    const inserted = table.inserted();
    this.#set.initialize(table, inserted);
    const { slots: groups, rows } = this.#touched.of(slots);
    const keys = { ...rowKeys, selection: physicalRows(batch, rows), count: groups.length };
    const before = this.#standing(groups, inserted);
    const said = this.#results(groups, keys, before);
    if (this.#spec.merges === true) this.#merge(columns.slice(rowKeys.columns.length), slots);
    else {
      const signs = retracting ? this.#counted(batch, slots, new Uint8Array(count)) : null;
      const all = { columns, keys: rowKeys, scopedKeys: rowKeys, slots, signs };
      this.#set.update(table, this.#distinct, all, null);
    }
    const behind = retracting
      ? this.#standing(groups, NO_SLOTS)
      : new Uint8Array(groups.length).fill(1);
    const says = this.#results(groups, keys, behind);
    if (said.count + says.count > 0) {
      const changes = foldedChanges(before, said, behind, says);
      this.#emitFolded(keys, groups, inserted, changes, output);
    }
    if (retracting) removeEmpty(table, this.#rowCounts(), this.#set.forgettable(table, slots));
  }

  /** @param accumulators of a bundle, which has no selection */
  #merge(accumulators: readonly Vector[], slots: Int32Array): void {
    this.#set.merge(this.table, slots, slots.length, accumulators);
    if (!this.#spec.retracting) return;
    const grown = (accumulators.at(-1) as F64Vector).values;
    const counts = this.#rowCounts();
    for (const slot of this.table.inserted()) counts[slot] = 0;
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i] as number;
      counts[slot] = (counts[slot] as number) + (grown[i] as number);
    }
  }

  /** Whether each group has rows. */
  #standing(groups: Int32Array, inserted: Int32Array): Uint8Array {
    const counts = this.#spec.retracting ? this.#rowCounts() : null;
    const standing = new Uint8Array(groups.length);
    let next = 0;
    for (let g = 0; g < groups.length; g++) {
      const slot = groups[g] as number;
      // New slots come in order of their first rows, as the groups do.
      if (slot === inserted[next]) next++;
      else if (counts === null || counts[slot] !== 0) standing[g] = 1;
    }
    return standing;
  }

  /** Of the groups that have rows. */
  #results(groups: Int32Array, { columns, selection }: KeyRows, standing: Uint8Array): Results {
    const slots = chosen(groups, standing);
    const count = slots.length;
    if (count === 0) return { vectors: [], count };
    const keys = { columns, selection: selection && chosen(selection, standing), count };
    return { vectors: this.#set.results(this.table, slots, count, keys, FRESH), count };
  }

  /** A page of groups at a time. */
  #emitFolded(
    { columns, selection, count }: KeyRows,
    groups: Int32Array,
    inserted: Int32Array,
    { effects, joined, places }: FoldedChanges,
    output: Output,
  ): void {
    const { aggregates, ttlMs = 0 } = this.#spec;
    for (let from = 0; from < count; from += this.#pageRows) {
      const to = Math.min(count, from + this.#pageRows);
      const pairs = gatherColumns(joined, places.subarray(2 * from), 2 * (to - from));
      const slots = groups.subarray(from, to);
      const results = this.#last.exchange(pairs, this.table, slots, inserted);
      const page = effects.subarray(from, to);
      if (ttlMs === 0) dropUnchanged(results, aggregates, page);
      const rows = selection?.subarray(from, to) ?? null;
      this.#emit({ columns, selection: rows, count: to - from }, page, results, output);
      this.#vectors.reclaim();
    }
  }

  /** Keeps the groups' row counts and says what each row does to its group and its aggregates. */
  #counted(batch: Batch, slots: Int32Array, effects: Uint8Array): Uint8Array {
    const { kinds, selection } = batch;
    const signs = new Uint8Array(batch.count);
    const counts = this.#rowCounts();
    for (const slot of this.table.inserted()) counts[slot] = 0;
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i] as number;
      const kind =
        kinds === null ? INSERT : kinds[selection === null ? i : (selection[i] as number)];
      const before = counts[slot] as number;
      if (((kind as number) & 1) === 0) {
        counts[slot] = before + 1;
        signs[i] = ADD;
        effects[i] = before === 0 ? FIRST : UPDATE;
      } else if (before > 0) {
        counts[slot] = before - 1;
        signs[i] = before === 1 ? SUBTRACT | RESET : SUBTRACT;
        effects[i] = before === 1 ? LAST : UPDATE;
      }
    }
    return signs;
  }

  #rowCounts(): Float64Array {
    return (this.table.column(ROW_COUNT).vector as F64Vector).values;
  }

  /** Every row updates its group: the usual case of a long-running aggregate. */
  #emitPairs(keys: KeyRows, results: readonly Vector[], output: Output): void {
    const { count } = keys;
    if (count === 0) return;
    const origins = this.#originsOf(keys);
    const columns = [...this.#pairedKeys(keys, origins), ...results];
    output.push(new Batch(columns, 2 * count, this.#pairKinds), origins);
  }

  #emit(keys: KeyRows, effects: Uint8Array, results: readonly Vector[], output: Output): void {
    const { count } = keys;
    const kinds = cleared(this.#vectors.u8(2 * count), 2 * count);
    const taken = this.#vectors.i32(2 * count);
    const { updateBefore } = this.#spec;
    let emitted = 0;
    for (let i = 0; i < count; i++) {
      const effect = effects[i] as number;
      if (effect === IGNORED) continue;
      kinds[2 * i] = effect === LAST ? DELETE : UPDATE_BEFORE;
      kinds[2 * i + 1] = effect === FIRST ? INSERT : UPDATE_AFTER;
      if (effect === LAST || (effect === UPDATE && updateBefore)) taken[emitted++] = 2 * i;
      if (effect !== LAST) taken[emitted++] = 2 * i + 1;
    }
    if (emitted === 0) return;
    const origins = this.#originsOf(keys);
    const columns = [...this.#pairedKeys(keys, origins), ...results];
    const rows = emitted === 2 * count ? null : taken.subarray(0, emitted);
    output.push(new Batch(columns, 2 * count, kinds, rows), origins);
  }

  /** The physical row of each row's pair, twice. */
  #originsOf({ count, selection }: KeyRows): Int32Array {
    if (2 * count > this.#pairKinds.length) {
      this.#pairKinds = new Uint8Array(2 * count);
      this.#pairOrigins = new Int32Array(2 * count);
      for (let i = 0; i < count; i++) {
        this.#pairKinds[2 * i] = UPDATE_BEFORE;
        this.#pairKinds[2 * i + 1] = UPDATE_AFTER;
        this.#pairOrigins[2 * i] = this.#pairOrigins[2 * i + 1] = i;
      }
    }
    if (selection === null) return this.#pairOrigins;
    return gatherI32(selection, this.#pairOrigins, 2 * count, this.#vectors);
  }

  #pairedKeys({ columns, selection, count }: KeyRows, origins: Int32Array): readonly Vector[] {
    const pairs = columns.map((c) => paired(c, selection, count, origins, this.#vectors));
    for (const key of this.#floatKeys) makeOneZero(pairs[key] as F64Vector, 2 * count);
    return pairs;
  }
}

/** −0 and 0 are one key, so a change must not take back the other one than stands. */
function makeOneZero({ values }: F64Vector, count: number): void {
  for (let i = 0; i < count; i++) values[i] = (values[i] as number) + 0;
}

/** Those of which the flag is set. */
function chosen(numbers: Int32Array, flags: Uint8Array): Int32Array {
  const found = new Int32Array(numbers.length);
  let count = 0;
  for (let i = 0; i < numbers.length; i++) {
    found[count] = numbers[i] as number;
    count += flags[i] as number;
  }
  return found.subarray(0, count);
}

/** COUNT(*) and COUNT of what is never null, over all rows. */
function countsEveryRow(call: AggregateCall): boolean {
  if (call.name !== 'COUNT' || call.distinct || call.filter !== null) return false;
  return call.argTypes.every((type) => !type.nullable);
}

/** Over an insert-only input; new slots come in order of their first rows. */
function firstRows(inserted: Int32Array, slots: Int32Array, effects: Uint8Array): null {
  effects.fill(UPDATE);
  let next = 0;
  for (let i = 0; i < slots.length && next < inserted.length; i++) {
    if (slots[i] !== inserted[next]) continue;
    effects[i] = FIRST;
    next++;
  }
  return null;
}

function dropUnchanged(
  results: readonly Vector[],
  calls: readonly AggregateCall[],
  effects: Uint8Array,
): void {
  const count = effects.length;
  const changed = new Uint8Array(count);
  results.forEach((vector, i) => {
    markChanged(vector, count, changed);
    if (calls[i]?.name === 'ARRAY_AGG') markNullItems(vector, count, changed);
  });
  for (let i = 0; i < count; i++) {
    if (effects[i] === UPDATE && changed[i] === 0) effects[i] = IGNORED;
  }
}
