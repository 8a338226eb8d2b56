/**
 * The aggregates of one operator over one keyed table: their accumulators' value columns laid side
 * by side behind the operator's own, their DISTINCT tables beside it. Group and window aggregation
 * use it alike; a window hands in the tables of its namespace.
 */
import { assert, MillraceError } from '../../conf/errors/error.js';
import type { KeyRows, Reads } from '../../state/api/reads.js';
import type { StateStore } from '../../state/api/store.js';
import type { KeyedTable, TableDescriptor, ValueColumn } from '../../state/api/table.js';
import { BIGINT, type LogicalType, withNullable } from '../../state/column/logical-type.js';
import type { F64Vector, Vector } from '../../state/column/vector.js';
import { type Arrays, FRESH } from '../../state/column/vector-pool.js';
import { placeOf } from '../expr/cast.js';
import type { AggregateCall } from '../expr/expression.js';
import { withRow } from '../expr/failed-row.js';
import { type DistinctGroups, DistinctValues, type OwnDescription } from './distinct-values.js';
import type { Accumulator, StateKey } from './functions/function.js';
import { aggregateFunctions, overFunctions } from './functions/registry.js';
import { LoopAccumulator } from './loop-accumulator.js';
import { LoopGroup, type LoopMember } from './loop-group.js';
import { RunningResults } from './running-results.js';
import { signsOf } from './signs.js';

const COUNT_TYPE = withNullable(BIGINT, false);
/** Of a DISTINCT table over a retracting input, by group: see `CountedGroups`. */
const GROUP_COUNTS = [COUNT_TYPE, COUNT_TYPE];

interface Member {
  readonly call: AggregateCall;
  readonly accumulator: Accumulator;
  /** Its first value column. */
  readonly first: number;
  /** Index of its DISTINCT table, −1 = none. */
  readonly distinct: number;
}

/** The rows of one table in one batch. */
export interface TableRows {
  readonly columns: readonly Vector[];
  readonly keys: KeyRows;
  /**
   * The same rows' keys for accumulators with tables of their own; the window stands before them.
   */
  readonly scopedKeys: KeyRows;
  readonly slots: Int32Array;
  /** ADD, SUBTRACT, RESET by logical row; null = all ADD. */
  readonly signs: Uint8Array | null;
}

export class AggregateSet {
  /** Types of all value columns of the accumulators. */
  readonly state: readonly LogicalType[];
  /** Which of the table's value columns are read and written together. */
  readonly together: readonly number[];
  /** The DISTINCT tables to declare, in the order in which `update` takes them. */
  readonly distinctTables: readonly TableDescriptor[];
  readonly #members: readonly Member[];
  readonly #distinct: readonly DistinctValues[];
  readonly #loops = new LoopGroup();
  readonly #base: number;
  /** The first of the columns of `GROUP_COUNTS`. */
  readonly #counts: number;

  /**
   * @param keyTypes of the columns of `TableRows.keys`
   * @param base how many value columns the operator has before the accumulators'
   * @param own what else is to be said of the tables of DISTINCT values
   */
  constructor(
    calls: readonly AggregateCall[],
    keyTypes: readonly LogicalType[],
    retracting: boolean,
    base: number,
    own: OwnDescription = {},
  ) {
    this.#base = base;
    const distinct = new Map<string, DistinctValues>();
    const state: LogicalType[] = [];
    this.#members = calls.map((call) => {
      const row = aggregateFunctions.get(call.name) ?? overFunctions.get(call.name);
      assert(row !== undefined, `No aggregate is named ${call.name}`);
      const accumulator = row.accumulator(call, retracting);
      const first = base + state.length;
      state.push(...accumulator.state);
      if (call.distinct) addDistinct(call, distinct, keyTypes, retracting, own);
      const table = call.distinct ? [...distinct.keys()].indexOf(distinctName(call)) : -1;
      return { call, accumulator, first, distinct: table };
    });
    this.#distinct = [...distinct.values()];
    this.#counts = base + state.length;
    this.state = retracting ? [...state, ...this.#distinct.flatMap(() => GROUP_COUNTS)] : state;
    this.together = this.#members.flatMap(({ accumulator, first }) =>
      accumulator instanceof LoopAccumulator ? accumulator.state.map((_, c) => first + c) : [],
    );
    this.distinctTables = this.#distinct.map((values) => values.descriptor);
  }

  /** Declares what accumulators keep beside the table, by `TableRows.scopedKeys` of these types. */
  open(store: StateStore, key: StateKey): void {
    this.#members.forEach(({ accumulator }, i) => {
      accumulator.open?.(store, `aggregate-${i}`, key);
    });
  }

  /** Names what accumulators touch beside the table. */
  reads(scopedKeys: KeyRows, reads: Reads): void {
    for (const { accumulator } of this.#members) accumulator.reads?.(scopedKeys, reads);
  }

  /** By DISTINCT table, the keys that rows touch there. */
  distinctKeys(columns: readonly Vector[], keys: KeyRows): readonly KeyRows[] {
    return this.#distinct.map((_, distinct) => {
      const member = this.#members.find((one) => one.distinct === distinct) as Member;
      const args = member.call.args.map((arg) => columns[arg] as Vector);
      return { ...keys, columns: [...keys.columns, ...args] };
    });
  }

  initialize(table: KeyedTable, slots: Int32Array): void {
    if (slots.length === 0) return;
    for (const member of this.#members) {
      member.accumulator.initialize(stateOf(table, member), slots, slots.length);
    }
    this.#distinct.forEach((_, distinct) => {
      const { counted } = this.#groups(table, distinct, slots);
      if (counted === null) return;
      for (const slot of slots) counted.live[slot] = counted.rounds[slot] = 0;
    });
  }

  /**
   * Applies the rows to every aggregate.
   * @param recording gives the result of each aggregate before and behind each row, in arrays of
   *   this; null = only the end counts
   */
  update(
    table: KeyedTable,
    distinctTables: readonly KeyedTable[],
    rows: TableRows,
    recording: Arrays | null,
  ): readonly Vector[] {
    const { columns, keys, scopedKeys, slots } = rows;
    const { selection, count } = keys;
    const passed: Uint8Array[] = [];
    const running: (RunningResults | null)[] = [];
    const together: LoopMember[] = [];
    for (const member of this.#members) {
      const { call, accumulator, distinct } = member;
      const args = call.args.map((arg) => columns[arg] as Vector);
      const filter = call.filter === null ? null : (columns[call.filter] as Vector);
      const nullable = accumulator.takesNulls === true ? null : (args[0] ?? null);
      let signs = signsOf(rows.signs, filter, nullable, selection, count);
      if (distinct >= 0) {
        passed[distinct] ??= (this.#distinct[distinct] as DistinctValues).update(
          distinctTables[distinct] as KeyedTable,
          this.#groups(table, distinct, slots),
          keys,
          args,
          signs,
        );
        signs = passed[distinct];
      }
      const out = recording === null ? null : resultsOf(call, accumulator, count, recording);
      const state = stateOf(table, member);
      const updates = { args, rows: selection, count, slots, signs, keys: scopedKeys };
      if (signs === rows.signs && accumulator instanceof LoopAccumulator) {
        together.push({ accumulator, part: accumulator.part(updates, state, out) });
      } else {
        try {
          accumulator.update(updates, state, out);
        } catch (error) {
          throw located(error, call, args, accumulator.failedRow ?? -1);
        }
      }
      running.push(out);
    }
    this.#loops.update(together, { rows: selection, count, slots, signs: rows.signs });
    return running.flatMap((out) => (out === null ? [] : [out.finish()]));
  }

  #groups(table: KeyedTable, distinct: number, slots: Int32Array): DistinctGroups {
    if (!(this.#distinct[distinct] as DistinctValues).retracting) return { slots, counted: null };
    const first = this.#counts + GROUP_COUNTS.length * distinct;
    const [live, rounds] = GROUP_COUNTS.map(
      (_, c) => (table.column(first + c).vector as F64Vector).values,
    ) as [Float64Array, Float64Array];
    return { slots, counted: { live, rounds } };
  }

  /** Those of the groups of which nothing is to be remembered once they are empty. */
  forgettable(table: KeyedTable, slots: Int32Array): Int32Array {
    const all = this.#distinct.flatMap((_, i) => this.#groups(table, i, slots).counted ?? []);
    if (all.length === 0) return slots;
    return slots.filter((slot) => all.every(({ rounds }) => rounds[slot] === 0));
  }

  /**
   * Adds what other accumulators have, row by row to those of a slot; all aggregates merge.
   * @param others their value columns, as `state`
   */
  merge(table: KeyedTable, slots: Int32Array, count: number, others: readonly Vector[]): void {
    for (const member of this.#members) {
      const { accumulator } = member;
      assert(accumulator instanceof LoopAccumulator, 'Only loops can be merged');
      const first = member.first - this.#base;
      const own = others.slice(first, first + accumulator.state.length);
      accumulator.merge(stateOf(table, member), slots, count, own);
    }
  }

  /** The results of slots, a vector an aggregate; `keys` are their scoped keys, in order. */
  results(
    table: KeyedTable,
    slots: Int32Array,
    count: number,
    keys: KeyRows,
    arrays: Arrays,
  ): readonly Vector[] {
    return this.#members.map((member) =>
      member.accumulator.results(stateOf(table, member), slots, count, keys, arrays),
    );
  }

  /** Frees what accumulators keep beside the table for scoped keys that are gone. */
  forget(keys: KeyRows): void {
    for (const { accumulator } of this.#members) accumulator.forget?.(keys);
  }

  /** The numbers of the accumulators that keep state beside the table. */
  get kept(): readonly number[] {
    return [...this.#members.keys()].filter(
      (i) => this.#members[i]?.accumulator.forget !== undefined,
    );
  }

  /** True when some accumulator keeps state beside the table. */
  get keepsMore(): boolean {
    return this.kept.length > 0;
  }
}

/**
 * Whether groups of these aggregates can be merged, as if the rows of both had come to one: what
 * sessions that grow together need.
 */
export function canMerge(calls: readonly AggregateCall[], retracting: boolean): boolean {
  return calls.every((call) => {
    const accumulator = aggregateFunctions.get(call.name)?.accumulator(call, retracting);
    return !call.distinct && accumulator instanceof LoopAccumulator && accumulator.merges;
  });
}

/** A failure on a value, with the place of the call and the values of the row. */
function located(
  error: unknown,
  { span, argTypes }: AggregateCall,
  args: readonly Vector[],
  row: number,
): unknown {
  if (!(error instanceof MillraceError) || error.code !== 'DATA_EXPRESSION') return error;
  const { code, reason, hint, cause, place = span && placeOf(span) } = error;
  const detail = { cause, ...(hint === undefined ? {} : { hint }) };
  const placed = new MillraceError(code, reason, place ? { ...detail, place } : detail);
  return row < 0 ? placed : withRow(placed, args, row, argTypes);
}

function distinctName({ args, filter }: AggregateCall): string {
  return `distinct-${args.join('-')}${filter === null ? '' : `-${filter}`}`;
}

function addDistinct(
  call: AggregateCall,
  tables: Map<string, DistinctValues>,
  keyTypes: readonly LogicalType[],
  retracting: boolean,
  own: OwnDescription,
): void {
  const name = distinctName(call);
  if (tables.has(name)) return;
  tables.set(name, new DistinctValues(name, keyTypes, call.argTypes, retracting, own));
}

function stateOf(table: KeyedTable, { accumulator, first }: Member): readonly ValueColumn[] {
  return accumulator.state.map((_, c) => table.column(first + c));
}

/** Only a loop is known to write all of the arrays. */
function resultsOf(
  call: AggregateCall,
  accumulator: Accumulator,
  count: number,
  arrays: Arrays,
): RunningResults {
  const from = accumulator instanceof LoopAccumulator ? arrays : FRESH;
  return new RunningResults(call.type, 2 * count, isNullable(call), from);
}

/** COUNT and $SUM0 have a value for no rows at all; what the call's type says is about groups. */
function isNullable(call: AggregateCall): boolean {
  return call.name !== 'COUNT' && call.name !== '$SUM0';
}
