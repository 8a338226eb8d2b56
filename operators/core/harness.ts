/**
 * Test support: drives one operator from a printed table to a printed table.
 *
 *     +I | a | 1 | 2001-01-01 00:00:00.000      a change: kind, then a cell a column
 *     1: -D | a                                  the same of input 1 (0 when nothing is said)
 *     watermark 2001-01-01 00:05:00.000          a mark, between the rows of a batch
 *     idle, active, end                          of one input; `end` sends END_OF_TIME before
 *     clock 2001-01-01 00:00:10.000              processing time
 *     barrier
 *     recover                                    the operator dies and comes back (`survivor.ts`)
 *
 * Rows and watermarks that follow each other on one input make up one batch, up to `batchRows`. The
 * operator is driven by the code of the task loop (`runtime/drive.ts`) on heap state of its own,
 * its output is checked (`checked-output.ts`), and what it reclaims is poisoned. Watermarks of the
 * output that no row parts are printed once, the last.
 *
 * Each table is run again with a recovery between its events, on the heap and on sorted files,
 * where batches of one row are asked for, or of any size; what comes out must be the same. Rows
 * that a watermark fires may come in another order then: their keys have none.
 */

import { deepStrictEqual } from 'node:assert';
import { ManualClock } from '../../conf/clock.js';
import { assert } from '../../conf/errors/error.js';
import { Random } from '../../conf/random.js';
import type { StateBackend, StateStore } from '../../state/api/store.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import type { Scalar } from '../../state/column/scalar.js';
import { vectorOf } from '../../state/column/scalar-access.js';
import { VectorPool } from '../../state/column/vector-pool.js';
import { CheckingBackend } from '../../state/contract/checking-store.js';
import { ForstBackend } from '../../state/forst/backend.js';
import { InlineBackground } from '../../state/forst/background.js';
import { BlockCache } from '../../state/forst/block-cache.js';
import { TableMemory } from '../../state/forst/table-memory.js';
import type { FileSystem } from '../../state/fs/file-system.js';
import { MemoryFileSystem } from '../../state/fs/memory.js';
import { HeapBackend } from '../../state/heap/backend.js';
import { Drive, type DriveContext, type Step } from '../runtime/drive.js';
import { Batch } from './batch.js';
import { CheckedOutput, type Emitted } from './checked-output.js';
import { parseCell, parseMilliseconds, printCell, printMilliseconds } from './harness-cell.js';
import { END_OF_TIME, type Message, START_OF_TIME } from './message.js';
import type { Operator, OperatorMetrics } from './operator.js';
import { INSERT, KIND_SYMBOLS, type RowKind } from './row-kind.js';
import { Survivor } from './survivor.js';

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
  /** False for operators made for a test that keep what they know to themselves. */
  readonly recovers?: boolean;
  /** False where state on files is known to differ, as `docs/differences.md` says. */
  readonly files?: boolean;
  /** Whether on files only the changes of one row have an order, as `docs/differences.md` says. */
  readonly byRow?: boolean;
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
  | { readonly kind: 'recover' }
  | { readonly kind: 'clock'; readonly now: number };

/** The batch sizes under which an operator must yield the same. */
export const BATCH_SIZES: readonly number[] = [1, 3, 1_000_000];

export interface Outcome {
  readonly emitted: readonly Emitted[];
  readonly metrics: OperatorMetrics;
}

/** What came out, printed a line an entry; and the operator's counters. */
export async function runTable(
  create: () => Operator,
  text: string,
  options: HarnessOptions,
): Promise<{ readonly text: string; readonly metrics: OperatorMetrics }> {
  const events = parseEvents(text, options.inputs);
  const { emitted, metrics } = await runEvents(create, events, options);
  return { text: printEmitted(emitted, options.output), metrics };
}

export async function runEvents(
  create: () => Operator,
  events: readonly Event[],
  options: HarnessOptions,
): Promise<Outcome> {
  const outcome = await runOnce(create, events, options, checked);
  if ((options.batchRows ?? 1) > 1 || options.recovers === false) return outcome;
  for (const makeBackend of options.files === false ? [checked] : [checked, onFiles]) {
    const again = await runOnce(create, interrupted(events), options, makeBackend);
    deepStrictEqual(again.metrics, outcome.metrics);
    const [printed, wanted] = [again, outcome].map((one) =>
      printEmitted(one.emitted, options.output),
    );
    if (printed === wanted) continue;
    deepStrictEqual(unordered(again.emitted, options), unordered(outcome.emitted, options));
  }
  return outcome;
}

/** The heap, which refuses keys that were not named. */
function checked(fileSystem: FileSystem): StateBackend {
  return new CheckingBackend(new HeapBackend(fileSystem));
}

/** Sorted files, with hardly any memory: what is near leaves after each batch. */
function onFiles(fileSystem: FileSystem): StateBackend {
  const random = new Random(1);
  return new ForstBackend({
    fileSystem,
    folder: 'shared',
    cache: new BlockCache(1 << 20),
    background: new InlineBackground(),
    settings: {
      blockBytes: 4096,
      bloomBitsPerKey: 10,
      codecs: ['NONE'],
      levels: { baseBytes: 1 << 16, newestFiles: 4 },
      targetFileBytes: 1 << 16,
      readParallelism: 4,
      compacts: true,
    },
    tables: new TableMemory({ memoryBytes: 1, writeBufferBytes: 100 }),
    random: () => random.nextUint32(),
  });
}

/** Recoveries of one run, at most about. */
const RECOVERIES = 8;

function interrupted(events: readonly Event[]): readonly Event[] {
  const every = Math.ceil(events.length / RECOVERIES);
  return events.flatMap((event, i) =>
    i % every === 0 ? [{ kind: 'recover' } as const, event] : [event],
  );
}

/**
 * Printed, insertions that directly follow each other in the order of their text; or by row all
 * changes between two marks.
 */
function unordered(emitted: readonly Emitted[], options: HarnessOptions): readonly string[] {
  const { output, byRow = false } = options;
  const lines: string[] = [];
  let run: string[] = [];
  const sorted = (): string[] => {
    if (!byRow) return run.sort();
    const row = (line: string): string => line.slice(line.indexOf('|'));
    return run.sort((a, b) => (row(a) < row(b) ? -1 : row(a) > row(b) ? 1 : 0));
  };
  for (const entry of emitted) {
    const line = printEntry(entry, output);
    if (entry.kind === 'row' && (byRow || entry.change === INSERT)) {
      run.push(line);
      continue;
    }
    lines.push(...sorted(), line);
    run = [];
  }
  return [...lines, ...sorted()];
}

async function runOnce(
  create: () => Operator,
  events: readonly Event[],
  options: HarnessOptions,
  makeBackend: (fileSystem: FileSystem) => StateBackend,
): Promise<Outcome> {
  const output = new CheckedOutput(options.output, options.pairs ?? true);
  const clock = new ManualClock();
  const fileSystem = new MemoryFileSystem();
  const backend = makeBackend(fileSystem);
  const store = await backend.open({ first: 0, last: 127, of: 128 }, []);
  const subject = new Survivor(create, backend, fileSystem, store);
  const context = contextOf(options, clock, subject.state);
  const drive = new Drive(subject.operator, context, output);
  const gathering = new Gathering(options, (input, message) =>
    finish(drive.accept(input, message), clock, drive),
  );
  for (const event of events) {
    if (event.kind === 'row') await gathering.row(event);
    else if (event.kind === 'watermark') await gathering.mark(event);
    else {
      await gathering.flush();
      if (event.kind === 'recover') await subject.recover();
      else await finish(step(drive, event, clock), clock, drive);
    }
  }
  await gathering.flush();
  drive.close();
  await backend.close();
  return { emitted: output.emitted, metrics: context.metrics };
}

function* step(drive: Drive, event: InputEvent | TaskEvent, clock: ManualClock): Step {
  if (event.kind === 'barrier') {
    yield* drive.accept(0, { kind: 'barrier', checkpoint: 1 });
  } else if (event.kind === 'clock') {
    clock.advanceTo(event.now);
    yield* drive.processingTime(event.now);
  } else if (event.kind !== 'recover') {
    if (event.kind === 'end') {
      yield* drive.accept(event.input, { kind: 'watermark', value: END_OF_TIME });
    }
    yield* drive.accept(event.input, { kind: event.kind });
  }
}

function contextOf(options: HarnessOptions, clock: ManualClock, state: StateStore): DriveContext {
  return {
    state,
    clock,
    now: clock.now(),
    inputs: options.inputs,
    watermark: START_OF_TIME,
    batchRows: options.outputRows ?? 2048,
    vectors: new VectorPool(true),
    timeZone: options.timeZone ?? 'UTC',
    task: 0,
    parallelism: 1,
    maxParallelism: 128,
    metrics: { lateRows: 0 },
  };
}

/**
 * A test always has room, and what waits for a time finds that it has come. Every second time that
 * an operator is between two calls it is asked to stop behind a row.
 */
async function finish(run: Step, clock: ManualClock, drive: Drive): Promise<void> {
  let calls = 0;
  for (const wait of run) {
    if (wait === 'room') {
      if (calls++ % 2 === 0) drive.stop();
      continue;
    }
    if ('until' in wait) clock.advanceTo(wait.until);
    else await wait.wait();
  }
}

/** Rows and marks of one input on their way into a batch. */
class Gathering {
  readonly #options: HarnessOptions;
  readonly #send: (input: number, message: Message) => Promise<void>;
  #input = 0;
  #rows: InputRow[] = [];
  #positions: number[] = [];
  #values: number[] = [];

  constructor(options: HarnessOptions, send: (input: number, message: Message) => Promise<void>) {
    this.#options = options;
    this.#send = send;
  }

  async row(row: InputRow): Promise<void> {
    const full = this.#rows.length >= (this.#options.batchRows ?? Infinity);
    if (row.input !== this.#input || full) await this.flush();
    this.#input = row.input;
    this.#rows.push(row);
  }

  async mark(mark: InputMark): Promise<void> {
    if (mark.input !== this.#input) await this.flush();
    this.#input = mark.input;
    if (mark.value <= (this.#values.at(-1) ?? -Infinity)) return;
    this.#positions.push(this.#rows.length);
    this.#values.push(mark.value);
  }

  async flush(): Promise<void> {
    const [rows, values] = [this.#rows, this.#values];
    if (rows.length > 0) {
      await this.#send(this.#input, { kind: 'batch', batch: this.#batch() });
    } else if (values.length > 0) {
      await this.#send(this.#input, { kind: 'watermark', value: values.at(-1) as number });
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
    case 'recover':
      return { kind: word };
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
