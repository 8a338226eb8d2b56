/**
 * Equi-join of two insert-only inputs whose rows meet when their times are near, with the rows of
 * Flink's `TimeIntervalJoin`, late ones included.
 *
 * A row meets the kept rows of the other side in its interval, even those that time has run out of
 * but that nobody has cleaned up yet; those go then. It is kept itself while the operator's time
 * (the watermark from the epoch on, or the clock) leaves a chance that one comes for it. Kept rows
 * also go when their key is looked through, a while after the time of its first row: so a key costs
 * one timer a side, not one a row (`key-timers.ts`). A row of an outer side that goes, or
 * is not kept, without having met one comes out padded with NULLs.
 *
 * Rows come out later than their time attributes say, by up to the longer side of the interval: so
 * far watermarks are held back.
 *
 * A piece and what is due are worked off in pages: a call grows neither with a key nor with what
 * has run out.
 */
import { assert } from '../../conf/errors/error.js';
import type { KeyRows, Reads } from '../../state/api/reads.js';
import type { SortedRows } from '../../state/api/row-list.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import type { TimeVector, Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import { keyRows } from '../core/key-rows.js';
import { END_OF_TIME } from '../core/message.js';
import type { Operator, OperatorContext, Output } from '../core/operator.js';
import { INSERT } from '../core/row-kind.js';
import { IntervalApart } from './interval-apart.js';
import { IntervalArrivals } from './interval-arrivals.js';
import type { IntervalJoinSpec } from './interval-join-spec.js';
import { IntervalPages } from './interval-pages.js';
import { IntervalSide, type IntervalSideShape } from './interval-side.js';
import { JoinOutput, MISSING, sharedColumns } from './join-output.js';
import { KeyTimers, type LocatedKeys, NO_TIME, type SideNumber } from './key-timers.js';
import { located } from './located.js';
import { Residual } from './residual.js';

/** Pages of one call. */
const PAGES_A_CALL = 8;

/** Slices of time for which a row is kept, about, and the least width of one. */
const SLICES = 64;
const LEAST_SLICE_MS = 128;

/** One input, and what serves its pieces. */
interface Driven {
  readonly number: SideNumber;
  readonly own: IntervalSide;
  readonly other: IntervalSide;
  readonly arrivals: IntervalArrivals;
  readonly pages: IntervalPages;
  readonly changes: JoinOutput;
}

export class IntervalJoin implements Operator {
  readonly watermarkDelayMs: number;
  readonly firesByClock: boolean;
  readonly #spec: IntervalJoinSpec;
  #context: OperatorContext | null = null;
  #cleanUps!: KeyTimers;
  #sides: readonly Driven[] = [];
  /** Of the piece now applied, by arrival: slot and id of a row that is kept; id −1: it is not. */
  #slots = new Int32Array(0);
  #ids = new Int32Array(0);
  /** By arrival the slot of its key on the other side. */
  #facing = new Int32Array(0);
  /** Arrivals that are the first of their key. */
  #firsts = new Int32Array(0);
  #firstCount = 0;
  /** The next arrival to be done, and whether it has met one. */
  #next = 0;
  #hasMet = false;
  #begun = false;
  /** Which round of reads of what is due is named. */
  #round = 0;

  constructor(spec: IntervalJoinSpec) {
    const { isEventTime, lower, upper } = spec.bounds;
    this.#spec = spec;
    this.firesByClock = !isEventTime;
    this.watermarkDelayMs = isEventTime ? Math.max(-lower, upper) : 0;
  }

  open(context: OperatorContext): void {
    const { leftKeys } = this.#spec;
    const [leftTypes = [], rightTypes = []] = context.inputs;
    const key = leftKeys.map((column) => leftTypes[column] as LogicalType);
    const [leftShape, rightShape] = shapesOf(this.#spec);
    const left = new IntervalSide(leftShape, leftTypes, key, context.state);
    const right = new IntervalSide(rightShape, rightTypes, key, context.state);
    this.#context = context;
    const sliceMs = sliceOf(this.#spec);
    this.#cleanUps = new KeyTimers(context.state, { key, sides: 2, keeps: 'first', sliceMs });
    this.#sides = [this.#driven(0, left, right, context), this.#driven(1, right, left, context)];
  }

  reads(batch: Batch, input: number, reads: Reads): void {
    const { own, other } = this.#side(input);
    const { columns, selection, count } = batch;
    const keys = keyRows(batch, own.shape.key);
    reads.rows(own.list, keys);
    reads.rows(other.list, keys);
    const cleanUp = (): Float64Array => {
      const { now } = this.#opened();
      const times = timesOf(own.shape, columns);
      return Float64Array.from({ length: count }, (_, i) => {
        const row = selection === null ? i : (selection[i] as number);
        return this.#cleanUpOf(own, times === null ? now : (times[row] as number));
      });
    };
    this.#cleanUps.reads(keys, cleanUp, reads);
  }

  apply(batch: Batch, input: number, output: Output): boolean {
    const side = this.#side(input);
    if (!this.#begun) this.#begin(side, batch);
    for (let pages = 0; side.pages.next(); pages++) {
      this.#page(side, output);
      if (pages === PAGES_A_CALL) return false;
    }
    this.#keepUpTo(side, side.arrivals.count, output);
    side.changes.flush(output);
    this.#finish(side, batch);
    return true;
  }

  nextTimer(): number {
    return this.#cleanUps.next();
  }

  rowTimer(batch: Batch, input: number): number {
    const { own } = this.#side(input);
    const times = timesOf(own.shape, batch.columns);
    if (times === null) return Infinity;
    const now = Math.max(0, this.#opened().watermark);
    let least = Infinity;
    for (let i = 0; i < batch.count; i++) {
      const time = times[batch.selection === null ? i : (batch.selection[i] as number)] as number;
      if (time < least && now < time + own.shape.ahead) least = time;
    }
    return this.#cleanUpOf(own, least);
  }

  #begin(side: Driven, batch: Batch): void {
    const { own, other, arrivals, pages, changes } = side;
    arrivals.start(batch, this.#opened());
    const { count, rows, times, now } = arrivals;
    if (this.#slots.length < count) {
      this.#slots = new Int32Array(count);
      this.#ids = new Int32Array(count);
      this.#facing = new Int32Array(count);
      this.#firsts = new Int32Array(count);
    }
    const keysOf = (selection: Int32Array, of: number): KeyRows =>
      keyRows({ columns: batch.columns, selection, count: of }, own.shape.key);
    other.list.locate(keysOf(rows, count), this.#facing, false);
    const kept = new Int32Array(count);
    const keptRows = new Int32Array(count);
    let keeps = 0;
    for (let i = 0; i < count; i++) {
      kept[keeps] = i;
      keptRows[keeps] = rows[i] as number;
      if ((now[i] as number) < (times[i] as number) + own.shape.ahead) keeps++;
    }
    const slots = new Int32Array(keeps);
    const ids = new Int32Array(keeps);
    own.list.locate(keysOf(keptRows, keeps), slots, true);
    own.copyIn(batch, keptRows, keeps, ids);
    other.list.touch(this.#facing, count);
    own.list.touch(slots, keeps);
    this.#ids.fill(-1, 0, count);
    for (let i = 0; i < keeps; i++) {
      this.#slots[kept[i] as number] = slots[i] as number;
      this.#ids[kept[i] as number] = ids[i] as number;
    }
    changes.start(batch.columns, other.columns());
    pages.start(batch, arrivals, this.#facing);
    this.#next = 0;
    this.#firstCount = 0;
    this.#hasMet = false;
    this.#begun = true;
  }

  /** Emits a page: pairs, then what has gone, row by row. */
  #page(side: Driven, output: Output): void {
    const { own, other, pages, changes } = side;
    if (!own.shape.isOuter && !other.shape.isOuter) {
      changes.addPage(pages, null, output);
      this.#keepUpTo(side, pages.complete, output);
      return;
    }
    const met = other.shape.isOuter ? other.met() : null;
    // Of a row that has left its list nothing is to be written.
    const left = new Set(pages.goneIds.subarray(0, pages.gone));
    let [pair, gone] = [0, 0];
    for (;;) {
      const i = this.#next;
      const row = side.arrivals.rows[i] as number;
      for (; pair < pages.count && pages.numbers[pair] === i; pair++) {
        const id = pages.ids[pair] as number;
        changes.add(INSERT, row, id, row, output);
        this.#hasMet = true;
        if (met !== null && met[id] === 0) {
          if (!left.has(id)) other.list.changing(id);
          met[id] = 1;
        }
      }
      for (; gone < pages.gone && pages.goneBy[gone] === i; gone++) {
        const id = pages.goneIds[gone] as number;
        if (met !== null && met[id] === 0) changes.add(INSERT, MISSING, id, row, output);
      }
      if (i >= pages.complete) return;
      this.#keepUpTo(side, i + 1, output);
    }
  }

  /** Arrivals up to this one have met all: they are kept, or come out alone. */
  #keepUpTo(side: Driven, end: number, output: Output): void {
    const { own, arrivals, changes } = side;
    const { isOuter } = own.shape;
    const met = isOuter ? own.met() : null;
    for (; this.#next < end; this.#next++) {
      const i = this.#next;
      const id = this.#ids[i] as number;
      if (id >= 0) {
        if (met !== null) met[id] = this.#hasMet ? 1 : 0;
        const isFirst = own.add(this.#slots[i] as number, id, arrivals.times[i] as number);
        if (isFirst) this.#firsts[this.#firstCount++] = i;
      } else if (isOuter && !this.#hasMet) {
        const row = arrivals.rows[i] as number;
        changes.add(INSERT, row, MISSING, row, output);
      }
      this.#hasMet = false;
    }
  }

  #finish(side: Driven, batch: Batch): void {
    const { own, other, arrivals, pages, number } = side;
    const count = this.#firstCount;
    const selection = new Int32Array(count);
    const times = new Float64Array(count);
    for (let f = 0; f < count; f++) {
      const i = this.#firsts[f] as number;
      selection[f] = arrivals.rows[i] as number;
      times[f] = this.#cleanUpOf(own, arrivals.times[i] as number);
    }
    const keyed = { columns: batch.columns, selection, count };
    this.#cleanUps.set(number, keyRows(keyed, own.shape.key), times);
    if (pages.hasGone) {
      other.list.prune(this.#facing, arrivals.count);
      other.list.rows.reclaim();
    }
    this.#begun = false;
  }

  /** First the keys that are due, then their rows, then the times that follow. */
  fireReads(until: number, reads: Reads): boolean {
    const cleanUps = this.#cleanUps;
    if (cleanUps.next() > until) return false;
    const { batchRows } = this.#opened();
    const round = this.#round++;
    if (round === 0) {
      cleanUps.timeReads(until, reads);
      return true;
    }
    reads.lazily((own) => {
      for (const side of this.#sides) {
        const due = cleanUps.due(side.number, until, batchRows);
        if (round === 1) {
          own.rows(side.own.list, due.keys);
          cleanUps.dueReads(due, own);
        } else {
          const located = cleanUps.located(due);
          cleanUps.nextReads(located, this.#nextTimes(side, located.keys, until), own);
        }
      }
    });
    return round === 1;
  }

  fire(until: number, output: Output): boolean {
    const cleanUps = this.#cleanUps;
    this.#round = 0;
    const { batchRows } = this.#opened();
    for (const { own, other, changes } of this.#sides) {
      changes.start(own.columns(), other.columns());
    }
    let room = PAGES_A_CALL * batchRows;
    // In Flink's order: the rows of the right side are looked through first.
    const sides = this.#sides.toReversed();
    const due = sides.map(({ number }) => cleanUps.due(number, until, batchRows));
    const keys = due.map((each) => cleanUps.located(each));
    sides.forEach((side, s) => {
      room = this.#cleanUp(side, keys[s] as LocatedKeys, until, room, output);
    });
    if (room > 0) cleanUps.done(due, keys, until);
    for (const { changes } of this.#sides) changes.flush(output);
    for (const { own } of this.#sides) own.list.rows.reclaim();
    return cleanUps.next() > until;
  }

  /**
   * Takes the expired rows of a side out whose keys are due.
   * @param room how many may go in this call
   * @returns how many may go still; 0 where some are left
   */
  #cleanUp(
    side: Driven,
    { keys, places }: LocatedKeys,
    until: number,
    room: number,
    output: Output,
  ): number {
    const { number, own } = side;
    const next = new Float64Array(keys.count);
    const slots = located(own.list, keys);
    own.list.touch(slots, slots.length);
    const expired = until === END_OF_TIME ? Infinity : own.expired(until);
    const met = own.shape.isOuter ? own.met() : null;
    // Padded, a kept row stands on the side that faces an arrival.
    const { changes } = this.#side(1 - number);
    let left = room;
    let done = 0;
    for (; done < keys.count && left > 0; done++) {
      const slot = slots[done] as number;
      for (; left > 0 && isExpired(own.list, slot, expired); left--) {
        const id = own.shift(slot);
        if (met !== null && met[id] === 0) changes.add(INSERT, MISSING, id, 0, output);
      }
      if (left > 0) next[done] = this.#followUp(own, slot, 0);
    }
    // Where there was no room for a key to the end, its time stays set.
    const count = left > 0 ? done : Math.max(0, done - 1);
    this.#cleanUps.reset(number, { keys: { ...keys, count }, places }, next);
    own.list.prune(slots, slots.length);
    return left;
  }

  /** When keys that are due are looked through again, by logical row. */
  #nextTimes({ own }: Driven, keys: KeyRows, until: number): Float64Array {
    const slots = located(own.list, keys);
    const expired = until === END_OF_TIME ? Infinity : own.expired(until);
    return Float64Array.from(slots, (slot) => {
      return slot < 0 ? NO_TIME : this.#followUp(own, slot, own.list.upperBound(slot, expired));
    });
  }

  /** When a key is looked through again whose rows begin at a position. */
  #followUp(own: IntervalSide, slot: number, position: number): number {
    if (slot < 0 || own.list.count(slot) <= position) return NO_TIME;
    return this.#cleanUpOf(own, own.list.weightAt(slot, position));
  }

  #cleanUpOf(own: IntervalSide, time: number): number {
    return time + own.shape.ahead + this.#spec.cleanUpAfterMs + 1;
  }

  #driven(
    number: SideNumber,
    own: IntervalSide,
    other: IntervalSide,
    context: OperatorContext,
  ): Driven {
    const { residual, type } = this.#spec;
    const { batchRows, vectors } = context;
    const { isLeft, time, strict } = own.shape;
    const shared = sharedColumns(this.#spec, context, isLeft);
    const condition = residual === null ? null : new Residual(residual, context);
    return {
      number,
      own,
      other,
      arrivals: new IntervalArrivals(time, strict, type !== 'inner'),
      pages: new IntervalPages(own, other, condition, batchRows),
      changes: new JoinOutput({ isLeft, leftOnly: false, shared }, batchRows, vectors),
    };
  }

  #side(input: number): Driven {
    return this.#sides[input] as Driven;
  }

  #opened(): OperatorContext {
    assert(this.#context !== null, 'An operator is opened before it is used');
    return this.#context;
  }
}

function shapesOf(spec: IntervalJoinSpec): [IntervalSideShape, IntervalSideShape] {
  const { type, bounds, leftKeys, rightKeys, nullsMeet = [] } = spec;
  const { isEventTime, lower, upper, leftTime, rightTime } = bounds;
  const strict = (key: readonly number[]): number[] => key.filter((_, i) => nullsMeet[i] !== true);
  const left: IntervalSideShape = {
    isLeft: true,
    key: leftKeys,
    strict: strict(leftKeys),
    time: isEventTime ? leftTime : null,
    back: upper,
    ahead: -lower,
    isOuter: type === 'left' || type === 'full',
  };
  const right: IntervalSideShape = {
    isLeft: false,
    key: rightKeys,
    strict: strict(rightKeys),
    time: isEventTime ? rightTime : null,
    back: -lower,
    ahead: upper,
    isOuter: type === 'right' || type === 'full',
  };
  return [left, right];
}

/** Slices of time by which keys are cleaned up: a row is kept for some dozens of them. */
function sliceOf({ bounds, cleanUpAfterMs }: IntervalJoinSpec): number {
  const keptMs = bounds.upper - bounds.lower + cleanUpAfterMs;
  return Math.max(LEAST_SLICE_MS, Math.floor(keptMs / SLICES));
}

/** By physical row; null on processing time. */
function timesOf({ time }: IntervalSideShape, columns: readonly Vector[]): Float64Array | null {
  return time === null ? null : (columns[time] as TimeVector).values;
}

function isExpired(list: SortedRows, slot: number, expired: number): boolean {
  return slot >= 0 && list.count(slot) > 0 && list.weightAt(slot, 0) <= expired;
}

export function createIntervalJoin(spec: IntervalJoinSpec): Operator {
  return spec.bounds.lower > spec.bounds.upper ? new IntervalApart(spec) : new IntervalJoin(spec);
}
