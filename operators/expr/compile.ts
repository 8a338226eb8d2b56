/**
 * Compiled expressions over batches: a filter and a projection in fused generated loops.
 *
 * Promise: rows keep their physical positions; a filter gives a selection and copies nothing; a
 * column that only passes through is the same vector; kinds and marks stay. A failing call raises
 * DATA_EXPRESSION with its place and the row.
 *
 * Per part (a few hundred calls at most) there is one loop for each shape of the columns it reads
 * (`code/shape.ts`). Integer and decimal arithmetic runs on doubles; a loop whose result leaves the
 * safe integers says so and the batch is run again on bigints, as are the next few batches.
 */

import { systemClock } from '../../conf/clock.js';
import { assert, MillraceError } from '../../conf/errors/error.js';
import { isTooLarge } from '../../conf/errors/too-large.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import type { Scalar } from '../../state/column/scalar.js';
import { scalarAt, vectorOf } from '../../state/column/scalar-access.js';
import type { Vector } from '../../state/column/vector.js';
import { type Arrays, FRESH } from '../../state/column/vector-pool.js';
import { Batch } from '../core/batch.js';
import { compileKernel, type Kernel } from './code/kernel.js';
import { isPassing, passThrough } from './code/pass.js';
import { fitsFlat, type Shape, shapeKey, shapeOf } from './code/shape.js';
import { makeBuffers, toVector } from './code/store.js';
import type { CallExpr, Expr } from './expression.js';
import { withRow } from './failed-row.js';
import { timeLimitOf } from './functions/javascript.js';
import { findFunction } from './registry.js';
import { Arena } from './runtime/arena.js';
import { withinTime } from './runtime/javascript.js';
import { countCalls, exprDigest, inputColumns } from './walk.js';

export interface CompileInput {
  readonly inputs: readonly LogicalType[];
  /** BOOLEAN; null = every row passes. */
  readonly condition: Expr | null;
  readonly projection: readonly Expr[];
  /** Session time zone. */
  readonly timeZone: string | undefined;
  /** For CURRENT_TIMESTAMP and its like, ms since the epoch; the system's time when absent. */
  readonly now?: () => number;
  /** Of the output columns and selections; fresh ones when absent. */
  readonly arrays?: Arrays;
}

/** Calls in one loop, about: beyond it the JIT gives up on a function. */
const CALLS_PER_LOOP = 300;

/** Batches that go wide at once after one that overflowed. */
const WIDE_RUN = 16;

export class CompiledCalc {
  readonly #parts: readonly Part[];
  readonly #filter: Part | null;
  readonly #projection: readonly Expr[];
  readonly #inputs: readonly LogicalType[];
  /** An error tells the row: not within one, nor where no expression reads it. */
  readonly #tellsRow: boolean;

  /** @param within one value of another evaluation, which tells the row of an error */
  constructor(input: CompileInput, within = false) {
    this.#inputs = input.inputs;
    this.#projection = input.projection;
    const all = input.condition === null ? [] : [input.condition];
    all.push(...input.projection);
    this.#tellsRow = !within && all.some((expr) => inputColumns(expr).size > 0);
    const computed = input.projection
      .map((expr, index) => ({ expr, index }))
      .filter(({ expr }) => !isPassing(expr));
    const groups = split(computed, input.condition);
    const together =
      input.condition !== null && groups.length === 1 && sharesCalls(input.condition, computed);
    const first = groups[0] ?? [];
    this.#filter =
      input.condition === null ? null : new Part(input, input.condition, together ? first : []);
    this.#parts = (together ? [] : groups).map((group) => new Part(input, null, group));
  }

  /** The rows that pass, projected; null when nothing is left, not even a mark. */
  apply(batch: Batch): Batch | null {
    const columns: (Vector | undefined)[] = new Array(this.#projection.length);
    let { selection } = batch;
    if (this.#filter !== null) {
      selection = this.#run(this.#filter, batch, columns);
      if (selection?.length === 0 && batch.marks === null) return null;
    }
    const rest = selection === batch.selection ? batch : batch.withSelection(selection);
    for (const part of this.#parts) this.#run(part, rest, columns);
    for (const [i, expr] of this.#projection.entries()) {
      columns[i] ??= passThrough(expr, batch);
    }
    return new Batch(columns as Vector[], batch.rows, batch.kinds, selection, batch.marks);
  }

  /** Physical rows for which the condition is true, in ascending order. */
  select(batch: Batch): Int32Array | null {
    return this.#filter === null ? batch.selection : this.#run(this.#filter, batch, []);
  }

  #run(part: Part, batch: Batch, columns: (Vector | undefined)[]): Int32Array | null {
    try {
      return part.run(batch, columns);
    } catch (error) {
      throw this.#withRow(error, batch, part.failedRow);
    }
  }

  #withRow(error: unknown, batch: Batch, row: number): unknown {
    if (isTooLarge(error)) {
      return new MillraceError('DATA_EXPRESSION', `A value is too large: ${error.message}`, {
        cause: error,
      });
    }
    return this.#tellsRow ? withRow(error, batch.columns, row, this.#inputs) : error;
  }

  /** The generated loops so far, for people. */
  source(): string {
    return [this.#filter, ...this.#parts].flatMap((part) => part?.sources() ?? []).join('\n\n');
  }
}

export function compileCalc(input: CompileInput): CompiledCalc {
  return new CompiledCalc(input);
}

export interface CompiledPredicate {
  /** Physical rows for which the condition is true, in ascending order; null = all rows. */
  select(batch: Batch): Int32Array | null;
}

/** A condition alone, as for a join's residual over the columns of both sides. */
export function compilePredicate(
  input: Omit<CompileInput, 'projection' | 'condition'> & { readonly condition: Expr },
): CompiledPredicate {
  return new CompiledCalc({ ...input, projection: [] });
}

/** Expressions over every selected row: one vector each, at the rows' physical positions. */
export function compileEvaluator(
  input: Omit<CompileInput, 'condition' | 'projection'> & { readonly expressions: readonly Expr[] },
): (batch: Batch) => readonly Vector[] {
  const calc = new CompiledCalc({ ...input, condition: null, projection: input.expressions });
  return (batch) => {
    const result = calc.apply(batch);
    assert(result !== null, 'Without a condition every batch has a result');
    return result.columns;
  };
}

/** Whether the condition computes what an output needs too; then one loop does both. */
function sharesCalls(condition: Expr, outputs: readonly Output[]): boolean {
  const digests = new Set<string>();
  callDigests(condition, digests);
  const found = new Set<string>();
  for (const { expr } of outputs) callDigests(expr, found);
  return [...found].some((digest) => digests.has(digest));
}

function callDigests(expr: Expr, into: Set<string>): void {
  if (expr.kind !== 'call') return;
  // A widened column is cheaper to compute again than to keep rows together for.
  if (expr.name !== 'CAST' || expr.args[0]?.kind === 'call') into.add(exprDigest(expr));
  for (const arg of expr.args) callDigests(arg, into);
}

interface Output {
  readonly expr: Expr;
  /** Column of the projection. */
  readonly index: number;
}

/** Groups of outputs that fit one loop each, with the condition in the first. */
function split(outputs: readonly Output[], condition: Expr | null): Output[][] {
  const groups: Output[][] = [];
  let size = condition === null ? 0 : countCalls(condition);
  for (const output of outputs) {
    const calls = countCalls(output.expr);
    const group = groups[groups.length - 1];
    if (group === undefined || size + calls > CALLS_PER_LOOP) {
      groups.push([output]);
      size = group === undefined ? size + calls : calls;
    } else {
      group.push(output);
      size += calls;
    }
  }
  return groups;
}

/** A kernel that ran, and what it was compiled for. */
interface LastRun {
  readonly kernel: Kernel;
  readonly selected: boolean;
  /** By column of the input. */
  readonly shapes: readonly (Shape | undefined)[];
}

/** One loop and its instances by shape. */
class Part {
  /** Row at which the last run failed. */
  failedRow = 0;
  readonly #columns: readonly number[];
  readonly #shapes: (Shape | undefined)[] = [];
  readonly #kernels = new Map<string, Kernel>();
  /** Where users' functions are called. */
  readonly #limitMs: number;
  #wideLeft = 0;
  /** The narrow kernel that ran last: most batches have the shape of the one before. */
  #last: LastRun | null = null;
  #arenaBytes = 4096;

  constructor(
    readonly input: CompileInput,
    readonly condition: Expr | null,
    readonly outputs: readonly Output[],
  ) {
    const columns = new Set<number>();
    if (condition !== null) inputColumns(condition, columns);
    for (const { expr } of outputs) inputColumns(expr, columns);
    this.#columns = [...columns].sort((a, b) => a - b);
    const all = outputs.map(({ expr }) => expr);
    this.#limitMs = timeLimitOf(condition === null ? all : [condition, ...all]);
  }

  run(batch: Batch, columns: (Vector | undefined)[]): Int32Array | null {
    if (this.#last !== null && this.#wideLeft === 0 && this.#fits(this.#last, batch)) {
      const passed = this.#runKernel(this.#last.kernel, batch, columns);
      if (passed !== undefined) return passed;
      this.#wideLeft = WIDE_RUN;
    }
    const shapes = this.#columns.map((index) => {
      const shape = shapeOf(batch.columns[index] as Vector, this.#shapes[index]);
      this.#shapes[index] = shape;
      return shapeKey(shape);
    });
    const key = `${batch.selection === null ? '' : 'S'}${shapes.join(' ')}`;
    if (this.#wideLeft > 0) {
      this.#wideLeft--;
      return this.#runKernel(this.#kernel(key, batch, true), batch, columns) as Int32Array | null;
    }
    const kernel = this.#kernel(key, batch, false);
    this.#last = { kernel, selected: batch.selection !== null, shapes: [...this.#shapes] };
    const passed = this.#runKernel(kernel, batch, columns);
    if (passed !== undefined) return passed;
    this.#wideLeft = WIDE_RUN;
    return this.#runKernel(this.#kernel(key, batch, true), batch, columns) as Int32Array | null;
  }

  /** Whether the kernel serves the batch, told without putting its shapes into words. */
  #fits({ selected, shapes }: LastRun, batch: Batch): boolean {
    if (selected !== (batch.selection !== null)) return false;
    for (const index of this.#columns) {
      if (!fitsFlat(batch.columns[index] as Vector, shapes[index] as Shape)) return false;
    }
    return true;
  }

  #kernel(key: string, batch: Batch, wide: boolean): Kernel {
    const { input } = this;
    const full = wide ? `W${key}` : key;
    let kernel = this.#kernels.get(full);
    if (kernel === undefined) {
      kernel = compileKernel({
        shapes: this.#shapes,
        wide,
        get timeZone() {
          return input.timeZone;
        },
        emitCall,
        scalarFunction: (expr) => scalarFunction(expr, input),
        isVolatile: (call) => findFunction(call.name)?.volatility === 'row',
        condition: this.condition,
        outputs: this.outputs.map((output) => output.expr),
        selected: batch.selection !== null,
      });
      this.#kernels.set(full, kernel);
    }
    return kernel;
  }

  /** The selection behind the filter; undefined when a narrow run overflowed. */
  #runKernel(
    kernel: Kernel,
    batch: Batch,
    columns: (Vector | undefined)[],
  ): Int32Array | null | undefined {
    const { rows, count, selection } = batch;
    const { arrays = FRESH } = this.input;
    const isWhole = this.condition === null && selection === null;
    const buffers = kernel.slots.map((slot) => makeBuffers(slot, rows, arrays, isWhole));
    const arena = new Arena(kernel.usesArena ? this.#arenaBytes : 0);
    const now = kernel.usesNow ? (this.input.now ?? systemClock.now)() : 0;
    const passed = this.condition === null ? NONE : arrays.i32(count);
    const run = { arena, now, row: 0 };
    let length: number;
    try {
      length = withinTime(this.#limitMs, () =>
        kernel.loop(batch.columns, buffers, selection, count, rows, passed, run),
      );
    } catch (error) {
      this.failedRow = run.row;
      throw error;
    }
    if (length < 0) return undefined;
    this.#arenaBytes = Math.max(this.#arenaBytes, Math.ceil(arena.size * 1.25));
    for (const [i, output] of this.outputs.entries()) {
      const slot = kernel.slots[i];
      const buffer = buffers[i];
      assert(slot !== undefined && buffer !== undefined, 'A kernel has a slot for each output');
      columns[output.index] = toVector(slot, buffer, arena, kernel.constants.data, batch);
    }
    if (this.condition === null || length === count) return selection;
    return passed.subarray(0, length);
  }

  sources(): string[] {
    return [...this.#kernels].map(([key, kernel]) => `// ${key}\n${kernel.source}`);
  }
}

/** The expression over column 0, for one value at a time. */
function scalarFunction(expr: Expr, input: CompileInput): (value: Scalar) => Scalar {
  const type = expr.kind === 'call' ? (expr.args[0] as Expr).type : expr.type;
  const alone = { inputs: [type], condition: null, projection: [expr], arrays: FRESH };
  const calc = new CompiledCalc({ ...input, ...alone }, true);
  return (value) => {
    const result = calc.apply(new Batch([vectorOf(type, [value])], 1));
    return result === null ? null : scalarAt(result.columns[0] as Vector, 0, expr.type);
  };
}

const NONE = new Int32Array(0);

function emitCall(gen: Parameters<KernelEmit>[0], call: CallExpr): ReturnType<KernelEmit> {
  const emit = findFunction(call.name)?.emit;
  assert(emit !== undefined, `The function ${call.name} has an evaluation`);
  return emit(gen, call);
}

type KernelEmit = NonNullable<NonNullable<ReturnType<typeof findFunction>>['emit']>;
