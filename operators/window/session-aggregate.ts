/**
 * Aggregation by key and session, with the rows of Flink's session windows: final results only,
 * sessions in order of their ends. Sessions, late rows and what `session-times.ts` does are as in
 * `kept-sessions.ts`, which keeps rows where some aggregate cannot be merged; here rows go into
 * accumulators, which are merged where sessions grow together (`live-sessions.ts`). A session whose
 * rows were all taken back says nothing.
 *
 * A key whose time has come is looked at whole: its sessions that are due go out, the first ones of
 * all keys of a page together, then the second ones.
 */
import type { Reads } from '../../state/api/reads.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import { canMerge } from '../aggregate/aggregate-set.js';
import { Batch } from '../core/batch.js';
import { keyRows } from '../core/key-rows.js';
import type { Operator, OperatorContext, Output } from '../core/operator.js';
import { EndedGroups } from './ended-groups.js';
import { KeptSessions } from './kept-sessions.js';
import { LiveSessions } from './live-sessions.js';
import type { SessionAggregateSpec } from './session-aggregate-spec.js';
import { SessionArrivals } from './session-arrivals.js';
import { SessionTimes } from './session-times.js';
import { sessionProperty } from './window-results.js';

export function createSessionAggregate(spec: SessionAggregateSpec): Operator {
  const { keys, aggregates, time, gapMs, retracting } = spec;
  if (canMerge(aggregates, retracting)) return new SessionAggregate(spec);
  const kept = { time, partition: keys, gapMs, retracting };
  return new KeptSessions(kept, (rows, context) => new EndedGroups(spec, rows, context));
}

class SessionAggregate implements Operator {
  readonly firesByClock: boolean;
  readonly #spec: SessionAggregateSpec;
  #context!: OperatorContext;
  #arrivals!: SessionArrivals;
  #times!: SessionTimes;
  #live!: LiveSessions;

  constructor(spec: SessionAggregateSpec) {
    this.#spec = spec;
    this.firesByClock = spec.time === null;
  }

  open(context: OperatorContext): void {
    const { keys, gapMs } = this.#spec;
    const [types = []] = context.inputs;
    const key = keys.map((column) => types[column] as LogicalType);
    this.#context = context;
    this.#arrivals = new SessionArrivals(this.#spec, context);
    this.#times = new SessionTimes(context.state, key, gapMs, context.batchRows);
    this.#live = new LiveSessions(this.#spec, key, this.#arrivals, this.#times, context);
  }

  reads(batch: Batch, _input: number, reads: Reads): void {
    const keys = keyRows(batch, this.#spec.keys);
    this.#live.reads(keys, reads);
    this.#times.reads(keys, () => this.#arrivals.noteTimes(batch, this.#times), reads);
  }

  apply(batch: Batch): boolean {
    this.#context.metrics.lateRows += this.#live.enter(batch);
    return true;
  }

  nextTimer(): number {
    return this.#times.next();
  }

  rowTimer(batch: Batch): number {
    return this.#arrivals.rowTimer(batch, this.#times);
  }

  fireReads(now: number, reads: Reads): boolean {
    return this.#times.fireReads(
      now,
      reads,
      (page, own) => this.#live.reads(page.keys, own),
      (page) => this.#live.nextTimers(page, this.#live.dueSlots(page)),
    );
  }

  /** One page of the keys of the least time. */
  fire(now: number, output: Output): boolean {
    if (this.#times.next() > now) return true;
    const page = this.#times.due(now);
    const slots = this.#live.dueSlots(page);
    const timers = this.#live.nextTimers(page, slots);
    for (let due = this.#live.firstDue(page, slots); due.length > 0; ) {
      this.#emit(this.#live.withRows(due), output);
      this.#live.drop(due);
      due = this.#live.firstDue(page, slots);
    }
    this.#live.settle(page, slots, timers);
    this.#times.done(page, timers);
    return this.#times.next() > now;
  }

  /** A page has no more keys than a batch has rows. */
  #emit(slots: Int32Array, output: Output): void {
    if (slots.length === 0) return;
    const { vectors } = this.#context;
    const { keys, results } = this.#live.results(slots, vectors);
    const starts = Float64Array.from(slots, (slot) => this.#live.start(slot));
    const ends = Float64Array.from(slots, (slot) => this.#live.end(slot));
    const { clock } = this.#arrivals;
    const properties = this.#spec.properties.map((name) => {
      return sessionProperty(name, starts, ends, clock);
    });
    output.push(new Batch([...keys, ...results, ...properties], slots.length));
    vectors.reclaim();
  }
}
