/**
 * Test support: drives one operator from a printed table to a printed table.
 *
 *     +I | a | 1 | 2001-01-01 00:00:00.000      a change: kind, then a cell a column
 *     1: -D | a                                  the same of input 1 (0 when nothing is said)
 *     watermark 2001-01-01 00:05:00.000          a mark, between the rows of a batch
 *     idle, active, end                          of one input; `end` sends END_OF_TIME before
 *     clock 2001-01-01 00:00:10.000              processing time
 *     barrier
 *
 * Rows and watermarks that follow each other on one input make up one batch, up to `batchRows`. The
 * operator is driven by the code of the task loop (`runtime/drive.ts`) on heap state of its own,
 * its output is checked (`checked-output.ts`). Watermarks of the output that no row parts are
 * printed once, the last.
 */
import { ManualClock } from '../../conf/clock.js';
import { assert } from '../../conf/errors/error.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import type { Scalar } from '../../state/column/scalar.js';
import { vectorOf } from '../../state/column/scalar-access.js';
import { HeapStore } from '../../state/heap/store.js';
import { Drive, type DriveContext, type Step } from '../runtime/drive.js';
import { Batch } from './batch.js';
import { CheckedOutput, type Emitted } from './checked-output.js';
import { parseCell, parseMilliseconds, printCell, printMilliseconds } from './harness-cell.js';
import { END_OF_TIME, type Message, START_OF_TIME } from './message.js';
import type { Operator, OperatorMetrics } from './operator.js';
import { INSERT, KIND_SYMBOLS, type RowKind } from './row-kind.js';

export interface HarnessOptions {
  readonly inputs: readonly (readonly LogicalType[])[];
  readonly output: readonly LogicalType[];
  /** Rows of an input batch; all that follow each other when absent. */
  readonly batchRows?: number;
  /** Rows of an output batch, about; 2048 when absent. */
  readonly outputRows?: number;
  /** Session time zone; UTC when absent. */
  readonly timeZone?: string;
  /** False where the operator may part −U from +U, as a filter may. */
  readonly pairs?: boolean;
}

export type Event = InputRow | InputMark | InputEvent | TaskEvent;

export interface InputRow {
  readonly kind: 'row';
  readonly input: number;
  readonly change: RowKind;
  readonly values: readonly Scalar[];
}

export interface InputMark {
  readonly kind: 'watermark';
  readonly input: number;
  /** Milliseconds since the epoch. */
  readonly value: number;
}

export interface InputEvent {
  readonly kind: 'idle' | 'active' | 'end';
  readonly input: number;
}

export type TaskEvent =
  | { readonly kind: 'barrier' }
  | { readonly kind: 'clock'; readonly now: number };

/** The batch sizes under which an operator must yield the same. */
export const BATCH_SIZES: readonly number[] = [1, 3, 1_000_000];

/** What came out, printed a line an entry; and the operator's counters. */
export function runTable(
  operator: Operator,
  text: string,
  options: HarnessOptions,
): { readonly text: string; readonly metrics: OperatorMetrics } {
  const { emitted, metrics } = runEvents(operator, parseEvents(text, options.inputs), options);
  return { text: printEmitted(emitted, options.output), metrics };
}

export function runEvents(
  operator: Operator,
  events: readonly Event[],
  options: HarnessOptions,
): { readonly emitted: readonly Emitted[]; readonly metrics: OperatorMetrics } {
  const output = new CheckedOutput(options.output, options.pairs ?? true);
  const clock = new ManualClock();
  const context = contextOf(options, clock);
  const drive = new Drive(operator, context, output);
  const gathering = new Gathering(options, (input, message) =>
    finish(drive.accept(input, message)),
  );
  for (const event of events) {
    if (event.kind === 'row') gathering.row(event);
    else if (event.kind === 'watermark') gathering.mark(event);
    else {
      gathering.flush();
      finish(step(drive, event, clock));
    }
  }
  gathering.flush();
  drive.close();
  return { emitted: output.emitted, metrics: context.metrics };
}

function* step(drive: Drive, event: InputEvent | TaskEvent, clock: ManualClock): Step {
  if (event.kind === 'barrier') {
    yield* drive.accept(0, { kind: 'barrier', checkpoint: 1 });
  } else if (event.kind === 'clock') {
    clock.advanceTo(event.now);
    yield* drive.processingTime(event.now);
  } else {
    if (event.kind === 'end') {
      yield* drive.accept(event.input, { kind: 'watermark', value: END_OF_TIME });
    }
    yield* drive.accept(event.input, { kind: event.kind });
  }
}

function contextOf(options: HarnessOptions, clock: ManualClock): DriveContext {
  return {
    state: new HeapStore({ first: 0, last: 127, of: 128 }),
    clock,
    inputs: options.inputs,
    watermark: START_OF_TIME,
    batchRows: options.outputRows ?? 2048,
    timeZone: options.timeZone ?? 'UTC',
    task: 0,
    parallelism: 1,
    maxParallelism: 128,
    metrics: { lateRows: 0 },
  };
}

/** Heap state is always near and a test always has room. */
function finish(run: Step): void {
  for (const wait of run) assert(wait === 'room', 'A test waits for no fetch');
}

/** Rows and marks of one input on their way into a batch. */
class Gathering {
  readonly #options: HarnessOptions;
  readonly #send: (input: number, message: Message) => void;
  #input = 0;
  #rows: InputRow[] = [];
  #positions: number[] = [];
  #values: number[] = [];

  constructor(options: HarnessOptions, send: (input: number, message: Message) => void) {
    this.#options = options;
    this.#send = send;
  }

  row(row: InputRow): void {
    const full = this.#rows.length >= (this.#options.batchRows ?? Infinity);
    if (row.input !== this.#input || full) this.flush();
    this.#input = row.input;
    this.#rows.push(row);
  }

  mark(mark: InputMark): void {
    if (mark.input !== this.#input) this.flush();
    this.#input = mark.input;
    if (mark.value <= (this.#values.at(-1) ?? -Infinity)) return;
    this.#positions.push(this.#rows.length);
    this.#values.push(mark.value);
  }

  flush(): void {
    const [rows, values] = [this.#rows, this.#values];
    if (rows.length > 0) {
      this.#send(this.#input, { kind: 'batch', batch: this.#batch() });
    } else if (values.length > 0) {
      this.#send(this.#input, { kind: 'watermark', value: values.at(-1) as number });
    }
    this.#rows = [];
    this.#positions = [];
    this.#values = [];
  }

  #batch(): Batch {
    const rows = this.#rows;
    const types = this.#options.inputs[this.#input] as readonly LogicalType[];
    const columns = types.map((type, c) =>
      vectorOf(
        type,
        rows.map((row) => row.values[c] as Scalar),
      ),
    );
    const inserts = rows.every((row) => row.change === INSERT);
    const kinds = inserts ? null : Uint8Array.from(rows, (row) => row.change);
    const count = this.#values.length;
    const positions = Int32Array.from(this.#positions);
    const values = Float64Array.from(this.#values);
    return new Batch(
      columns,
      rows.length,
      kinds,
      null,
      count ? { count, positions, values } : null,
    );
  }
}

/** @param inputs column types of each input */
export function parseEvents(
  text: string,
  inputs: readonly (readonly LogicalType[])[],
): readonly Event[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').map((line) => parseEvent(line, inputs));
}

function parseEvent(line: string, inputs: readonly (readonly LogicalType[])[]): Event {
  const prefix = /^(\d+):\s*/.exec(line);
  const input = prefix === null ? 0 : Number(prefix[1]);
  const rest = prefix === null ? line : line.slice(prefix[0].length);
  const [word, argument] = [rest.split(' ', 1)[0] as string, rest.replace(/^\S+\s*/, '')];
  switch (word) {
    case 'watermark':
      return { kind: 'watermark', input, value: parseMilliseconds(argument) };
    case 'clock':
      return { kind: 'clock', now: parseMilliseconds(argument) };
    case 'barrier':
      return { kind: 'barrier' };
    case 'idle':
    case 'active':
    case 'end':
      return { kind: word, input };
    default:
      return parseRow(rest, input, inputs[input] ?? []);
  }
}

function parseRow(line: string, input: number, types: readonly LogicalType[]): InputRow {
  const [symbol, ...cells] = line.split('|').map((cell) => cell.trim());
  const change = KIND_SYMBOLS.indexOf(symbol as (typeof KIND_SYMBOLS)[number]);
  assert(change >= 0 && cells.length === types.length, `A row has a kind and its cells: ${line}`);
  const values = cells.map((cell, c) => parseCell(cell, types[c] as LogicalType));
  return { kind: 'row', input, change: change as RowKind, values };
}

export function printEmitted(emitted: readonly Emitted[], types: readonly LogicalType[]): string {
  return emitted.map((entry) => printEntry(entry, types)).join('\n');
}

function printEntry(entry: Emitted, types: readonly LogicalType[]): string {
  if (entry.kind === 'watermark') {
    return entry.value === END_OF_TIME
      ? 'watermark end'
      : `watermark ${printMilliseconds(entry.value)}`;
  }
  if (entry.kind !== 'row') return entry.kind;
  const cells = entry.values.map((value, c) => printCell(value, types[c] as LogicalType));
  return [KIND_SYMBOLS[entry.change], ...cells].join(' | ');
}
