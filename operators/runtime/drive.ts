/**
 * Drives one operator: messages in, messages out. The task loop and the operator tests share it, so
 * that what a test shows is what runs.
 *
 * Promise: with the same rows, marks and order of inputs the operator sees the same calls in effect
 * and the output holds the same rows and marks in the same order, however the rows were batched.
 *
 * Algorithm: the marks of a batch are turned into marks of the common watermark of all inputs. The
 * batch is cut where one of them reaches a timer: one that is set, or one that a row before the
 * mark may set (`rowTimer` gives a lower bound, so a cut may turn out needless and then fires
 * nothing). Pieces keep their physical row numbers, so columns are never copied. A mark that fires
 * leaves as a watermark behind what it fired; the others leave in batches (`marked-output.ts`).
 *
 * Every step is a generator that yields only where it has to wait; whoever drives it resumes it
 * when that is over. On heap state and with room downstream it runs through.
 */
import { assert } from '../../conf/errors/error.js';
import { ReadList } from '../../state/api/read-list.js';
import type { Ticket } from '../../state/api/store.js';
import { Batch, type Marks } from '../core/batch.js';
import { consecutive } from '../core/consecutive.js';
import { firstMarkAt } from '../core/marks.js';
import { END_OF_TIME, type Message } from '../core/message.js';
import type { Operator, OperatorContext } from '../core/operator.js';
import { Bundle } from './bundle.js';
import { CombinedWatermark, sliceMarks } from './combined-watermark.js';
import { type Downstream, MarkedOutput } from './marked-output.js';

/** What a step waits for: a fetch under way, room downstream, or a time. */
export type Wait = Ticket | 'room' | Pause;

export interface Pause {
  /** Processing time, ms. */
  readonly until: number;
}

export type Step = Generator<Wait, void, void>;

/** The context as its owner holds it: the drive moves the watermark and the time. */
export interface DriveContext extends OperatorContext {
  watermark: number;
  now: number;
}

export class Drive {
  readonly #operator: Operator;
  readonly #context: DriveContext;
  readonly #downstream: Downstream;
  readonly #output: MarkedOutput;
  readonly #watermark: CombinedWatermark;
  /** Of an operator with a mini-batch. */
  readonly #bundle: Bundle | null;
  #openInputs: number;
  #idle = false;
  /** What is applied in several calls. */
  #piece: Batch | null = null;

  /** Opens the operator, at the watermark of the context: where a restored one stood. */
  constructor(operator: Operator, context: DriveContext, downstream: Downstream) {
    this.#operator = operator;
    this.#context = context;
    this.#downstream = downstream;
    this.#output = new MarkedOutput(downstream, operator.watermarkDelayMs);
    this.#openInputs = context.inputs.length;
    this.#watermark = new CombinedWatermark(this.#openInputs, context.watermark);
    this.#bundle = operator.miniBatch === undefined ? null : new Bundle(operator.miniBatch);
    // State that gets a time to live now counts as written now.
    context.state.begin(context.now);
    operator.open(context);
  }

  /**
   * Takes one message of one input. Barriers of several inputs are aligned before: one comes.
   * @param isReadAhead what a batch touches was read ahead
   */
  *accept(input: number, message: Message, isReadAhead = false): Step {
    switch (message.kind) {
      case 'batch':
        if (this.#bundle === null) yield* this.#batch(input, message.batch, isReadAhead);
        else yield* this.#collect(this.#bundle, message.batch);
        break;
      case 'watermark':
        yield* this.#advance(this.#watermark.advance(input, message.value));
        break;
      case 'idle':
      case 'active':
        yield* this.#advance(this.#watermark.setIdle(input, message.kind === 'idle'));
        this.#forwardIdleness();
        break;
      case 'barrier':
        yield* this.flush();
        this.#downstream.send(message);
        break;
      case 'end':
        this.#end(input);
        break;
    }
  }

  /** Where the operator stands, ms since the epoch. */
  get watermark(): number {
    return this.#context.watermark;
  }

  /** Says again what was said before the operator was stored. */
  announce(): void {
    this.#output.watermark(this.#context.watermark);
  }

  /**
   * Applies a batch that brings no mark to an operator that reads no state: nothing fires and
   * nothing is fetched, so there is no step to go through.
   * @returns false where there is
   */
  acceptNow(input: number, batch: Batch): boolean {
    const operator = this.#operator;
    if (batch.marks !== null || operator.reads !== undefined || operator.fetch !== undefined) {
      return false;
    }
    if (batch.count === 0) return true;
    this.#context.now = this.#context.clock.now();
    this.#output.start(batch);
    while (!operator.apply(batch, input, this.#output));
    return true;
  }

  /** Applies the rows that wait for their mini-batch: before the state is sealed. */
  *flush(): Step {
    const batch = this.#bundle?.take() ?? null;
    if (batch !== null) yield* this.#batch(0, batch, false);
  }

  /** Processing time has come to `now` (ms): fires what is due, with the last whole millisecond. */
  *processingTime(now: number): Step {
    if (this.#bundle !== null && this.#bundle.dueAt <= now) yield* this.flush();
    else if (this.nextProcessingTimer() <= now) yield* this.#fire(now - 1);
  }

  /** When `processingTime` has something to do next; `Infinity` when nothing will be due. */
  nextProcessingTimer(): number {
    if (this.#bundle !== null) return this.#bundle.dueAt;
    const { firesByClock } = this.#operator;
    const timer = firesByClock === true ? this.#operator.nextTimer?.() : undefined;
    return timer === undefined || this.#openInputs === 0 ? Infinity : timer + 1;
  }

  close(): void {
    this.#operator.close?.();
  }

  *#batch(input: number, arrived: Batch, isReadAhead: boolean): Step {
    this.#context.now = this.#context.clock.now();
    const ticket = this.#fetch(input, arrived, isReadAhead, true);
    if (ticket !== null && !ticket.ready) yield ticket;
    if (this.#operator.fetchesAgainAt !== undefined) yield* this.#fetchAgain(arrived);
    this.#context.state.begin(this.#context.now);
    let behind: Ticket | null = null;
    try {
      behind = this.#fetchBehind(input, arrived);
      if (behind !== null && !behind.ready) yield behind;
      const batch = this.#watermark.takeMarks(input, arrived);
      const marks = batch.marks;
      if (marks === null) yield* this.#apply(input, batch);
      else yield* this.#pieces(input, batch, marks);
    } finally {
      ticket?.release();
      behind?.release();
    }
  }

  /** Something may be read ahead of its turn. */
  get readsAhead(): boolean {
    const { reads, fetchesAhead } = this.#operator;
    return reads !== undefined || fetchesAhead === true;
  }

  /** Keeps the rows of a batch for later, and applies what has become a whole bundle. */
  *#collect(bundle: Bundle, arrived: Batch): Step {
    const batch = this.#watermark.takeMarks(0, arrived);
    for (let row = 0; row < batch.count; ) {
      row = bundle.add(batch, row, this.#context.clock.now());
      if (bundle.isFull) yield* this.flush();
    }
    const { marks } = batch;
    if (marks !== null) yield* this.#advance(marks.values[marks.count - 1] as number);
  }

  /**
   * Starts reading what a batch that comes later will touch; null where nothing is read. Its time
   * is not known yet, so what it touches is guessed by that of the batch before it.
   */
  readAhead(input: number, batch: Batch): Ticket | null {
    if (this.#bundle !== null) return null;
    return this.#fetch(input, batch, false, this.#operator.fetchesAhead === true);
  }

  /** @param fromOutside also what lies outside of state */
  #fetch(input: number, batch: Batch, isRepeated: boolean, fromOutside: boolean): Ticket | null {
    const operator = this.#operator;
    if (batch.count === 0) return null;
    const brought = (fromOutside ? operator.fetch?.(batch) : undefined) ?? null;
    if (operator.reads === undefined) return brought;
    const reads = new ReadList();
    operator.reads(batch, input, reads);
    const near = this.#context.state.prefetch(reads, isRepeated);
    return brought === null ? near : both(brought, near);
  }

  /** Starts reading what could be named only now that the rest is near. */
  #fetchBehind(input: number, batch: Batch): Ticket | null {
    const operator = this.#operator;
    if (operator.readsBehind === undefined || batch.count === 0) return null;
    const reads = new ReadList();
    operator.readsBehind(batch, input, reads);
    return reads.isEmpty ? null : this.#context.state.prefetch(reads);
  }

  /** What the operator wants to ask again, once it is time. */
  *#fetchAgain(batch: Batch): Step {
    const operator = this.#operator;
    if (operator.fetchesAgainAt === undefined || operator.fetch === undefined) return;
    for (let at = operator.fetchesAgainAt(batch); at !== null; ) {
      if (at > this.#context.clock.now()) yield { until: at };
      const ticket = operator.fetch(batch);
      if (!ticket.ready) yield ticket;
      ticket.release();
      at = operator.fetchesAgainAt(batch);
    }
  }

  *#pieces(input: number, batch: Batch, marks: Marks): Step {
    let row = 0;
    let first = 0;
    let decided = 0;
    for (;;) {
      const rest =
        row === 0 && first === 0 ? batch : piece(batch, row, batch.rows, first, marks.count);
      const cut = this.#cut(input, rest, marks, decided);
      if (cut === marks.count) {
        yield* this.#apply(input, rest);
        return;
      }
      const end = marks.positions[cut] as number;
      const value = marks.values[cut] as number;
      yield* this.#apply(input, piece(batch, row, end, first, cut));
      row = end;
      decided = cut + 1;
      const fires = value >= this.#nextTimer();
      if (fires) yield* this.#advance(value);
      else this.#context.watermark = value;
      first = fires ? cut + 1 : cut;
    }
  }

  /** The first mark, from number `from` on, that may reach a timer. */
  #cut(input: number, rest: Batch, marks: Marks, from: number): number {
    const operator = this.#operator;
    if (operator.nextTimer === undefined || from === marks.count) return marks.count;
    if (operator.firesByClock === true) return marks.count;
    let timer = operator.nextTimer();
    const last = marks.values[marks.count - 1] as number;
    if (operator.rowTimer !== undefined && rest.count > 0) {
      timer = Math.min(timer, operator.rowTimer(rest, input));
    }
    return timer > last ? marks.count : Math.max(from, firstMarkAt(marks, timer));
  }

  /**
   * Between two steps of a batch: ends what is applied now behind a whole row, so that a barrier
   * may come there.
   * @returns the rows that are left, with all their marks, which is what is applied next; null
   * where the operator is inside of a row or knows no such place
   */
  stop(): Batch | null {
    const piece = this.#piece;
    const rows = piece === null ? null : (this.#operator.stop?.(this.#output) ?? null);
    if (piece === null || rows === null) return null;
    this.#piece = behind(piece, rows);
    return this.#piece;
  }

  *#apply(input: number, batch: Batch): Step {
    if (batch.count > 0) {
      this.#output.start(batch);
      this.#piece = batch;
      while (!this.#operator.apply(this.#piece, input, this.#output)) {
        yield 'room';
        const awaited = this.#operator.awaits?.() ?? null;
        if (awaited !== null && !awaited.ready) yield awaited;
      }
      this.#piece = null;
    }
    const marks = batch.marks;
    if (marks === null) return;
    yield* this.#advance(marks.values[marks.count - 1] as number);
  }

  *#advance(watermark: number): Step {
    if (watermark === END_OF_TIME) yield* this.flush();
    if (watermark > this.#context.watermark) {
      if (watermark >= this.#nextTimer()) yield* this.#fire(watermark);
      this.#context.watermark = watermark;
    }
    this.#output.watermark(watermark);
  }

  /** Calls `fire` until it is done, before each call what it names is brought near. */
  *#fire(time: number): Step {
    const operator = this.#operator;
    const held: Ticket[] = [];
    this.#context.now = this.#context.clock.now();
    this.#context.state.begin(this.#context.now);
    try {
      for (let isDone = false; !isDone; ) {
        yield* this.#fetchToFire(time, held);
        this.#output.start(null);
        isDone = operator.fire?.(time, this.#output) !== false;
        if (!isDone) yield 'room';
      }
    } finally {
      for (const ticket of held) ticket.release();
    }
  }

  *#fetchToFire(time: number, held: Ticket[]): Step {
    const operator = this.#operator;
    for (let isMore = operator.fireReads !== undefined; isMore; ) {
      const reads = new ReadList();
      isMore = operator.fireReads?.(time, reads) === true;
      if (reads.isEmpty) continue;
      const ticket = this.#context.state.prefetch(reads);
      held.push(ticket);
      if (!ticket.ready) yield ticket;
    }
  }

  /** When a watermark has something to do next. */
  #nextTimer(): number {
    const { firesByClock } = this.#operator;
    return (firesByClock === true ? undefined : this.#operator.nextTimer?.()) ?? Infinity;
  }

  #forwardIdleness(): void {
    if (this.#idle === this.#watermark.idle) return;
    this.#idle = !this.#idle;
    this.#downstream.send({ kind: this.#idle ? 'idle' : 'active' });
  }

  #end(input: number): void {
    this.#output.start(null);
    this.#operator.endInput?.(input, this.#output);
    this.#openInputs--;
    if (this.#openInputs > 0) {
      this.#forwardIdleness();
      return;
    }
    assert(this.#watermark.current === END_OF_TIME, 'An input ends behind the end of time');
    this.#downstream.send({ kind: 'end' });
  }
}

function both(one: Ticket, other: Ticket): Ticket {
  return {
    get ready() {
      return one.ready && other.ready;
    },
    wait: async () => {
      await Promise.all([one.wait(), other.wait()]);
    },
    release: () => {
      one.release();
      other.release();
    },
  };
}

/**
 * Physical rows `from` to `to` − 1 of a batch with its marks `first` to `last` − 1; copies nothing.
 */
function piece(batch: Batch, from: number, to: number, first: number, last: number): Batch {
  const marks = batch.marks === null ? null : sliceMarks(batch.marks, first, last);
  const { columns, kinds, selection } = batch;
  if (selection !== null) {
    const part = selection.subarray(lowerBound(selection, from), lowerBound(selection, to));
    return new Batch(columns, batch.rows, kinds, part, marks);
  }
  if (from === 0) return new Batch(columns, to, kinds, null, marks);
  return new Batch(columns, to, kinds, consecutive(from, to), marks);
}

/** The logical rows from number `from` on; copies nothing. */
function behind(batch: Batch, from: number): Batch {
  const { selection, rows } = batch;
  return batch.withSelection(selection?.subarray(from) ?? consecutive(from, rows));
}

/** Index of the first entry at or above `row`. */
function lowerBound(selection: Int32Array, row: number): number {
  let low = 0;
  let high = selection.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((selection[middle] as number) >= row) high = middle;
    else low = middle + 1;
  }
  return low;
}
