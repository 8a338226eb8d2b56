/**
 * Aggregates that users wrote. A group's accumulator is theirs, any data that can be cloned; it is
 * kept as bytes, read for a batch where a group is first met and written back behind the batch.
 */
import { deserialize, serialize } from 'node:v8';
import type { ValueColumn } from '../../../state/api/table.js';
import { createBuilder } from '../../../state/column/builder.js';
import { BytesBuilder } from '../../../state/column/bytes-builder.js';
import { BYTES, type LogicalType, withNullable } from '../../../state/column/logical-type.js';
import type { Scalar } from '../../../state/column/scalar.js';
import { scalarAt } from '../../../state/column/scalar-access.js';
import type { BytesVector, Vector } from '../../../state/column/vector.js';
import type { AggregateCall } from '../../expr/expression.js';
import type { JavascriptOption } from '../../expr/functions/javascript.js';
import { fail } from '../../expr/runtime/failure.js';
import { called, checkedResult, isPromise, withinTime } from '../../expr/runtime/javascript.js';
import { type AggregateExport, loadJavascript } from '../../expr/runtime/javascript-module.js';
import type { RunningResults } from '../running-results.js';
import {
  type Accumulator,
  ADD,
  type AggregateFunction,
  RESET,
  SUBTRACT,
  type Updates,
} from './function.js';

export const JAVASCRIPT_AGGREGATE = 'JAVASCRIPT AGGREGATE';

/** Made by the binder, which knows the module; no name in SQL is this one. */
export const javascriptAggregate: AggregateFunction = {
  name: JAVASCRIPT_AGGREGATE,
  signature: 'an aggregate of CREATE FUNCTION',
  nulls: 'always',
  bind: () => null,
  accumulator: (call) => new JavascriptAccumulator(call),
};

/** A group's accumulator while a batch is applied, and what it gives now. */
interface Live {
  accumulator: unknown;
  value: Scalar;
}

class JavascriptAccumulator implements Accumulator {
  readonly takesNulls = true;
  readonly state: readonly LogicalType[] = [withNullable(BYTES, false)];
  failedRow = -1;
  readonly #call: AggregateCall;
  readonly #name: string;
  readonly #limitMs: number;
  readonly #loaded: AggregateExport;

  constructor(call: AggregateCall) {
    const { file, export: name, timeoutMs } = call.option as unknown as JavascriptOption;
    this.#call = call;
    this.#name = name;
    this.#limitMs = timeoutMs;
    this.#loaded = loadJavascript(file, name) as AggregateExport;
  }

  /** No bytes: the group has no accumulator yet. */
  initialize([column]: readonly ValueColumn[], slots: Int32Array, count: number): void {
    column?.copy(slots, count, NO_BYTES, new Int32Array(count));
  }

  update(updates: Updates, [column]: readonly ValueColumn[], running: RunningResults | null): void {
    withinTime(this.#limitMs, () => this.#update(updates, column as ValueColumn, running));
    this.failedRow = -1;
  }

  #update(updates: Updates, column: ValueColumn, running: RunningResults | null): void {
    const { args, rows, count, slots, signs } = updates;
    const { argTypes, type } = this.#call;
    const groups = new Map<number, Live>();
    const results = running === null ? null : createBuilder(type, 2 * count);
    for (let i = 0; i < count; i++) {
      const slot = slots[i] as number;
      const row = rows === null ? i : (rows[i] as number);
      const sign = signs === null ? ADD : (signs[i] as number);
      this.failedRow = row;
      const group = groups.get(slot) ?? this.#read(column, slot, groups);
      results?.appendScalar(group.value);
      if ((sign & (ADD | SUBTRACT)) !== 0) {
        const values = args.map((arg, a) => scalarAt(arg, row, argTypes[a] as LogicalType));
        this.#apply(group, (sign & ADD) !== 0, values);
      }
      results?.appendScalar(group.value);
      if ((sign & RESET) !== 0) groups.set(slot, this.#create());
    }
    if (results !== null) running?.give(results.finish());
    this.#write(column, groups);
  }

  results([column]: readonly ValueColumn[], slots: Int32Array, count: number): Vector {
    const results = createBuilder(this.#call.type, count);
    withinTime(this.#limitMs, () => {
      for (let i = 0; i < count; i++) {
        const { accumulator } = this.#read(column as ValueColumn, slots[i] as number, null);
        results.appendScalar(this.#value(accumulator));
      }
    });
    return results.finish();
  }

  #apply(group: Live, adds: boolean, values: readonly Scalar[]): void {
    const { accumulate, retract } = this.#loaded;
    const step = adds ? accumulate : retract;
    const next = called(this.#name, this.#call.span, () => step?.(group.accumulator, ...values));
    if (isPromise(next)) {
      fail(this.#call.span, `Function '${this.#name}' gave a promise; it cannot wait`);
    }
    if (next !== undefined) group.accumulator = next;
    group.value = this.#value(group.accumulator);
  }

  #value(accumulator: unknown): Scalar {
    const { span, type } = this.#call;
    const value = called(this.#name, span, () => this.#loaded.getValue(accumulator));
    return checkedResult(value, type, this.#name, span) as Scalar;
  }

  #create(): Live {
    const { createAccumulator } = this.#loaded;
    return { accumulator: called(this.#name, this.#call.span, createAccumulator), value: null };
  }

  #read(column: ValueColumn, slot: number, groups: Map<number, Live> | null): Live {
    const { data, starts, ends } = column.vector as BytesVector;
    const bytes = slot < 0 ? data.subarray(0, 0) : data.subarray(starts[slot], ends[slot]);
    const group =
      bytes.length === 0 ? this.#create() : { accumulator: deserialize(bytes), value: null };
    if (groups !== null) {
      if (bytes.length > 0) (group as Live).value = this.#value(group.accumulator);
      groups.set(slot, group);
    }
    return group;
  }

  #write(column: ValueColumn, groups: ReadonlyMap<number, Live>): void {
    const bytes = new BytesBuilder(groups.size);
    for (const { accumulator } of groups.values()) {
      const written = called(this.#name, this.#call.span, () => serialize(accumulator));
      bytes.appendScalar(new Uint8Array(written));
    }
    column.copy(Int32Array.from(groups.keys()), groups.size, bytes.finish(), null);
  }
}

const NO_BYTES: BytesVector = {
  lane: 'bytes',
  data: new Uint8Array(0),
  starts: new Int32Array(1),
  ends: new Int32Array(1),
  nulls: null,
};
