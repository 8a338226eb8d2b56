/**
 * Jobs on the caller's own thread, by the same tasks as on workers: for golden tests, and for
 * whoever embeds the engine. Time is the caller's clock; `idle` says when nothing can move any
 * more, so that a test feeds a row, waits for `idle`, and looks at what came out.
 */
import type { Clock } from '../../conf/clock.js';
import type { JobSpec } from '../core/spec.js';
import type { Environment } from './environment.js';
import { type FeedRow, Feeds } from './feed.js';
import { type JobListener, JobRun } from './job-run.js';
import { Part, type PartHost } from './part.js';
import { Scheduler } from './scheduler.js';

export class LocalExecutor {
  readonly #clock: Clock;
  readonly #scheduler = new Scheduler();
  readonly #feeds = new Feeds();
  readonly #environment: Environment;

  /** @param clock what the jobs read and set timers on */
  constructor(clock: Clock, environment: Environment) {
    this.#clock = clock;
    this.#environment = {
      source: (node) => {
        const { operator } = node;
        const fed = operator.kind === 'source' && operator.connector === 'feed';
        return fed ? this.#feeds.source(operator) : environment.source(node);
      },
      sink: (spec) => environment.sink(spec),
    };
  }

  /** @param id 32 hexadecimal digits */
  start(id: string, job: JobSpec, listener: JobListener = {}): JobRun {
    const run = new JobRun(id, job, this.#clock, listener);
    const host: PartHost = {
      clock: this.#clock,
      scheduler: this.#scheduler,
      environment: this.#environment,
      emit: (event) => run.event(0, event),
      cross: () => {},
    };
    const part = new Part({ jobId: id, job, part: 0, parts: 1 }, host);
    run.start([{ post: (command) => part.command(command), meters: () => part.meters() }]);
    part.open();
    return run;
  }

  /** Resolves once no job can move: all rows, watermarks and barriers have gone through. */
  idle(): Promise<void> {
    return this.#scheduler.idle();
  }

  /** Gives rows to every running query of a `feed` table. @param table its qualified name */
  feed(table: string, rows: readonly FeedRow[]): void {
    this.#feeds.rows(table, rows);
  }

  /** @param time ms since the epoch */
  feedWatermark(table: string, time: number): void {
    this.#feeds.watermark(table, time);
  }

  endFeed(table: string): void {
    this.#feeds.end(table);
  }
}
