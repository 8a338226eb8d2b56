/**
 * Joins each row with the rows that are made of it. Stateless: a change of a row is the same change
 * of each of its rows, and watermarks pass through; an update's −U and +U make rows of their own,
 * so those do not stand side by side any more. Rows go out in the input's order.
 */
import { assert } from '../../conf/errors/error.js';
import { gatherColumns, gatherI32, gatherU8 } from '../../state/column/gather.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import type { Vector } from '../../state/column/vector.js';
import { Batch } from '../core/batch.js';
import type { Operator, OperatorContext, Output } from '../core/operator.js';
import { type CompiledPredicate, compilePredicate } from '../expr/compile.js';
import type { CorrelateSpec, RowMaker } from './correlate-spec.js';
import { javascriptRows } from './javascript-rows.js';
import type { MadeRows, MakeRows } from './made-rows.js';
import { replicate } from './replicate.js';
import { unnest } from './unnest.js';

export function createCorrelate(spec: CorrelateSpec): Operator {
  return new Correlate(spec);
}

class Correlate implements Operator {
  readonly #spec: CorrelateSpec;
  #make: MakeRows | null = null;
  #condition: CompiledPredicate | null = null;
  #batchRows = 0;

  constructor(spec: CorrelateSpec) {
    this.#spec = spec;
  }

  open(context: OperatorContext): void {
    const { inputs, timeZone, batchRows } = context;
    const { maker, arguments: args, made, condition } = this.#spec;
    const input = inputs[0] ?? [];
    const types = args.map((arg) => input[arg] as LogicalType);
    this.#make = makerOf(maker, types);
    if (condition !== null) {
      const all = [...input, ...made];
      const now = (): number => context.now;
      this.#condition = compilePredicate({ inputs: all, condition, timeZone, now });
    }
    this.#batchRows = batchRows;
  }

  apply(batch: Batch, _input: number, output: Output): boolean {
    assert(this.#make !== null, 'An operator is opened before it is used');
    const args = this.#spec.arguments.map((arg) => batch.columns[arg] as Vector);
    const made = this.#make(batch, args);
    const kept = this.#kept(batch, made);
    const joined = this.#spec.outer ? withMissing(batch, made, kept) : pairsOf(made, kept);
    for (let from = 0; from < joined.count; from += this.#batchRows) {
      const to = Math.min(joined.count, from + this.#batchRows);
      const origins = joined.origins.subarray(from, to);
      output.push(piece(batch, made, origins, joined.places.subarray(from, to)), origins);
    }
    return true;
  }

  /** The rows made for which the condition is true; null = all. */
  #kept(batch: Batch, { columns, origins, count }: MadeRows): Int32Array | null {
    if (this.#condition === null) return null;
    const left = gatherColumns(batch.columns, origins, count);
    return this.#condition.select(new Batch([...left, ...columns], count));
  }
}

function makerOf(maker: RowMaker, types: readonly LogicalType[]): MakeRows {
  switch (maker.kind) {
    case 'unnest':
      return unnest(types[0] as LogicalType, maker.ordinality);
    case 'replicate':
      return replicate;
    case 'javascript':
      return javascriptRows(maker, types);
  }
}

/** Rows that go out: the row of the input, and the one made, −1 = none. */
interface Pairs {
  readonly count: number;
  readonly origins: Int32Array;
  readonly places: Int32Array;
}

function pairsOf({ origins, count }: MadeRows, kept: Int32Array | null): Pairs {
  if (kept !== null) {
    const { length } = kept;
    return { count: length, origins: gatherI32(origins, kept, length), places: kept };
  }
  const places = Int32Array.from({ length: count }, (_, i) => i);
  return { count, origins, places };
}

/** With each row of which nothing is left. */
function withMissing({ selection, count }: Batch, made: MadeRows, kept: Int32Array | null): Pairs {
  const joined = pairsOf(made, kept);
  const origins = new Int32Array(joined.count + count);
  const places = new Int32Array(joined.count + count);
  let rows = 0;
  let next = 0;
  for (let i = 0; i < count; i++) {
    const row = selection === null ? i : (selection[i] as number);
    if (next === joined.count || joined.origins[next] !== row) {
      origins[rows] = row;
      places[rows++] = -1;
    }
    for (; next < joined.count && joined.origins[next] === row; next++) {
      origins[rows] = row;
      places[rows++] = joined.places[next] as number;
    }
  }
  return { count: rows, origins, places };
}

function piece(batch: Batch, made: MadeRows, origins: Int32Array, places: Int32Array): Batch {
  const { length } = origins;
  const columns = [
    ...gatherColumns(batch.columns, origins, length),
    ...gatherColumns(made.columns, places, length),
  ];
  const kinds = batch.kinds === null ? null : gatherU8(batch.kinds, origins, length);
  return new Batch(columns, length, kinds);
}
