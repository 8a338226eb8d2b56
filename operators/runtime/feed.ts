/**
 * Tables with `'connector' = 'feed'`: their rows are given while a query runs, by a golden test or
 * a program that holds a `LocalExecutor`. What was fed is kept: a query that starts later reads it
 * from the beginning.
 */
import type { LogicalType } from '../../state/column/logical-type.js';
import type { Scalar } from '../../state/column/scalar.js';
import { vectorOf } from '../../state/column/scalar-access.js';
import { Batch } from '../core/batch.js';
import { INSERT, type RowKind } from '../core/row-kind.js';
import type { ReadResult, Source, SourceContext, SplitReader } from '../core/source.js';
import type { SourceSpec } from '../source/source-spec.js';

export interface FeedRow {
  readonly kind: RowKind;
  /** The physical columns of the table, in order. */
  readonly values: readonly Scalar[];
}

/** What one table was fed, in order: rows, and watermarks in ms since the epoch. */
interface Log {
  readonly entries: (readonly FeedRow[] | number)[];
  ended: boolean;
  readonly readers: Set<() => void>;
}

export class Feeds {
  readonly #logs = new Map<string, Log>();

  source(spec: SourceSpec): Source {
    const log = this.#log(spec.table);
    return {
      bounded: true,
      splits: async () => [{ id: spec.table }],
      async open(split, context) {
        const position = split.position as FeedPosition | undefined;
        return new FeedReader(spec, log, context, position ?? { entry: 0, row: 0 });
      },
    };
  }

  /** @param table the qualified name, as in the source's spec */
  rows(table: string, rows: readonly FeedRow[]): void {
    if (rows.length > 0) this.#append(table, rows);
  }

  /** @param time ms since the epoch */
  watermark(table: string, time: number): void {
    this.#append(table, time);
  }

  end(table: string): void {
    const log = this.#log(table);
    log.ended = true;
    for (const wake of log.readers) wake();
  }

  #append(table: string, entry: readonly FeedRow[] | number): void {
    const log = this.#log(table);
    log.entries.push(entry);
    for (const wake of log.readers) wake();
  }

  #log(table: string): Log {
    const log = this.#logs.get(table) ?? { entries: [], ended: false, readers: new Set() };
    this.#logs.set(table, log);
    return log;
  }
}

interface FeedPosition {
  readonly entry: number;
  readonly row: number;
}

class FeedReader implements SplitReader {
  readonly #types: readonly LogicalType[];
  readonly #spec: SourceSpec;
  readonly #log: Log;
  readonly #context: SourceContext;
  readonly #wake: () => void;
  #position: FeedPosition;

  constructor(spec: SourceSpec, log: Log, context: SourceContext, position: FeedPosition) {
    this.#spec = spec;
    this.#log = log;
    this.#context = context;
    this.#position = position;
    this.#types = spec.columns.map((column) => spec.schema[column]?.type as LogicalType);
    this.#wake = () => context.wake();
    log.readers.add(this.#wake);
  }

  next(): ReadResult {
    const { entry, row } = this.#position;
    const next = this.#log.entries[entry];
    if (next === undefined) return { kind: this.#log.ended ? 'end' : 'wait' };
    if (typeof next === 'number') {
      this.#position = { entry: entry + 1, row: 0 };
      return { kind: 'batch', batch: this.#mark(next) };
    }
    const end = row + this.#context.batchRows;
    this.#position = end < next.length ? { entry, row: end } : { entry: entry + 1, row: 0 };
    return { kind: 'batch', batch: this.#batch(next.slice(row, end)) };
  }

  position(): FeedPosition {
    return this.#position;
  }

  close(): void {
    this.#log.readers.delete(this.#wake);
  }

  #batch(rows: readonly FeedRow[]): Batch {
    const columns = this.#spec.columns.map((column, i) =>
      vectorOf(
        this.#types[i] as LogicalType,
        rows.map(({ values }) => values[column] ?? null),
      ),
    );
    const plain = rows.every(({ kind }) => kind === INSERT);
    const kinds = plain ? null : Uint8Array.from(rows, ({ kind }) => kind);
    return new Batch(columns, rows.length, kinds);
  }

  /** No rows, and the watermark behind them. */
  #mark(time: number): Batch {
    const columns = this.#types.map((type) => vectorOf(type, []));
    const marks = { count: 1, positions: new Int32Array(1), values: Float64Array.of(time) };
    return new Batch(columns, 0, null, null, marks);
  }
}
