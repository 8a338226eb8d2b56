/**
 * Jobs on the caller's own thread, by the same tasks as on workers: for golden tests, and for
 * whoever embeds the engine. Time is the caller's clock; `idle` says when nothing can move any
 * more, so that a test feeds a row, waits for `idle`, and looks at what came out.
 */
import type { Clock } from '../../conf/clock.js';
import { retain } from '../core/hold.js';
import type { ReadResult, Source } from '../core/source.js';
import type { JobSpec } from '../core/spec.js';
import type { Attempt } from './attempt.js';
import type { Beginning, Durability } from './durability.js';
import type { Environment } from './environment.js';
import { type FeedRow, Feeds } from './feed.js';
import { type JobListener, JobRun, type Launched } from './job-run.js';
import { Part, type PartHost } from './part.js';
import { Scheduler } from './scheduler.js';

export class LocalExecutor {
  readonly #clock: Clock;
  readonly #scheduler = new Scheduler();
  readonly #feeds = new Feeds();
  readonly #environment: Environment;

  /**
   * @param clock what the jobs read and set timers on
   * @param read told of the rows of each batch that a source gives
   */
  constructor(clock: Clock, environment: Environment, read?: (rows: number) => void) {
    this.#clock = clock;
    this.#environment = {
      source: (node) => {
        const { operator } = node;
        const fed = operator.kind === 'source' && operator.connector === 'feed';
        const source = fed ? this.#feeds.source(operator) : environment.source(node);
        return read === undefined ? source : watched(source, read);
      },
      sink: (spec) => environment.sink(spec),
      backend: (context) => environment.backend(context),
      localBackend: (context) => environment.localBackend(context),
      fileSystem: (root, settings) => environment.fileSystem(root, settings),
    };
  }

  /** @param id 32 hexadecimal digits */
  start(
    id: string,
    spec: JobSpec,
    listener: JobListener = {},
    durability: Durability | null = null,
  ): JobRun {
    const clock = this.#clock;
    const launch = (attempt: Attempt, beginning: Beginning): Launched =>
      this.#launch(id, attempt, beginning);
    const run = new JobRun({ id, spec, clock, listener, launch, durability });
    run.start();
    return run;
  }

  #launch(id: string, attempt: Attempt, beginning: Beginning): Launched {
    const host: PartHost = {
      clock: this.#clock,
      scheduler: this.#scheduler,
      environment: this.#environment,
      emit: (event) => {
        // The listener may keep rows for as long as it likes.
        if (event.kind === 'rows') retain(event.batch);
        attempt.event(0, event);
      },
      cross: () => {},
    };
    const where = { jobId: id, job: attempt.spec, part: 0, parts: 1 };
    const { attempt: number, restored, folders } = beginning;
    const stored = { restored, ...(folders === undefined ? {} : { folders }) };
    const part = new Part({ ...where, attempt: number, ...stored }, host);
    return {
      lines: [{ post: (command) => part.command(command), meters: () => part.meters() }],
      open: () => part.open(),
    };
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

/** A source that tells how many rows it gives. */
function watched(source: Source, read: (rows: number) => void): Source {
  const tell = (result: ReadResult): ReadResult => {
    if (result.kind === 'batch') read(result.batch.count);
    return result;
  };
  return {
    bounded: source.bounded,
    ...(source.discoveryIntervalMs === undefined
      ? {}
      : { discoveryIntervalMs: source.discoveryIntervalMs }),
    splits: (parallelism) => source.splits(parallelism),
    async open(split, context) {
      const reader = await source.open(split, context);
      return {
        next() {
          const result = reader.next();
          return result instanceof Promise ? result.then(tell) : tell(result);
        },
        position: () => reader.position(),
        progress: () => reader.progress?.(),
        close: () => reader.close(),
      };
    },
  };
}
