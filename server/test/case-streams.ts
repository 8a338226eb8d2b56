/**
 * The jobs of one golden file: streams that run on, and bounded jobs that are awaited. They run on
 * this thread, on a clock that stands still; after each push all of them come to rest, so what a
 * record sees does not depend on time.
 *
 * Nothing can hang: a job at rest that has not ended is an error where an end is awaited, and a
 * dataflow that does not come to rest is given up after a limit of real time.
 */
import type { Clock } from '../../conf/clock.js';
import { ManualClock } from '../../conf/clock.js';
import { describe, type MillraceError } from '../../conf/errors/error.js';
import type { Batch } from '../../operators/core/batch.js';
import type { Column, JobSpec } from '../../operators/core/spec.js';
import { connectors } from '../../operators/runtime/connectors.js';
import type { JobRun } from '../../operators/runtime/job-run.js';
import { LocalExecutor } from '../../operators/runtime/local-executor.js';
import { resultRows } from '../sessions/result-row.js';
import { cellTexts } from './cell-text.js';
import type { ChangeLog } from './change-log.js';

/** Real time after which a dataflow that still moves is given up. */
export interface Limit {
  readonly clock: Clock;
  readonly ms: number;
}

/** A query and where its changes go. */
export interface Query {
  readonly job: JobSpec;
  readonly columns: readonly Column[];
  readonly log: ChangeLog;
  readonly timeZone: string;
}

export interface Stream {
  readonly name: string;
  readonly log: ChangeLog;
  readonly run: JobRun;
  /** Barriers that have gone through. */
  barriers: number;
}

/** Says what is wrong with the dataflow at a record; the message is the whole report. */
export class Unrest extends Error {}

export class CaseStreams {
  readonly clock = new ManualClock();
  readonly executor = new LocalExecutor(this.clock, connectors);
  readonly #limit: Limit;
  readonly #streams = new Map<string, Stream>();
  readonly #reported = new Set<Stream>();
  #started = 0;
  #barriers = 0;

  constructor(limit: Limit) {
    this.#limit = limit;
  }

  find(name: string): Stream | undefined {
    return this.#streams.get(name);
  }

  start(name: string, query: Query): void {
    const stream: Stream = { name, log: query.log, run: this.#run(query), barriers: 0 };
    this.#streams.set(name, stream);
  }

  /** Runs a job to its end. @throws Unrest when it rests before; its error when it failed */
  async finish(job: JobSpec, query?: Query): Promise<void> {
    const run = query === undefined ? this.#start(job, () => {}) : this.#run(query);
    try {
      await this.#atRest([['the job', run]]);
      if (!run.ended) throw new Unrest(`The job does not end by itself: ${openSources(job)}.`);
    } finally {
      run.cancel();
    }
    if (run.error !== undefined) throw run.error;
  }

  /** All streams come to rest. @throws Unrest for those that failed, once, or never rest */
  async settle(): Promise<void> {
    const streams = [...this.#streams.values()];
    await this.#atRest(streams.map(({ name, run }) => [`stream '${name}'`, run]));
    const failed = streams.filter((one) => one.run.error !== undefined && !this.#reported.has(one));
    for (const stream of failed) this.#reported.add(stream);
    const texts = failed.map(({ name, run }) => {
      return `Stream '${name}' failed.\n${describe(run.error as MillraceError)}`;
    });
    if (texts.length > 0) throw new Unrest(texts.join('\n'));
  }

  /** Sends a barrier through every stream that runs. @throws Unrest when one does not arrive */
  async barrier(): Promise<void> {
    const running = [...this.#streams.values()].filter(({ run }) => !run.ended);
    const before = running.map(({ barriers }) => barriers);
    this.#barriers++;
    for (const { run } of running) run.barrier(this.#barriers);
    await this.settle();
    const stuck = running.filter((one, i) => one.barriers === before[i] && !one.run.ended);
    if (stuck.length === 0) return;
    const names = stuck.map(({ name }) => `'${name}'`).join(', ');
    throw new Unrest(`The barrier did not go through stream ${names}.`);
  }

  /** Ends everything; what still moves after the limit is left to itself. */
  async close(): Promise<void> {
    for (const { run } of this.#streams.values()) run.cancel();
    await this.#atRest([]).catch(() => {});
  }

  #run({ job, columns, log, timeZone }: Query): JobRun {
    return this.#start(job, (batch) => {
      for (const { kind, values } of resultRows(batch, columns)) {
        log.add({ kind, cells: cellTexts(values, columns, timeZone) });
      }
    });
  }

  #start(job: JobSpec, rows: (batch: Batch) => void): JobRun {
    this.#started++;
    const id = this.#started.toString(16).padStart(32, '0');
    const run: JobRun = this.executor.start(id, job, {
      rows: (batch, taken) => {
        rows(batch);
        taken(batch.count);
      },
      barrier: () => {
        for (const stream of this.#streams.values()) if (stream.run === run) stream.barriers++;
      },
    });
    return run;
  }

  async #atRest(jobs: readonly (readonly [name: string, run: JobRun])[]): Promise<void> {
    const { clock, ms } = this.#limit;
    let giveUp: () => void = () => {};
    const late = new Promise<boolean>((resolve) => {
      giveUp = () => resolve(true);
    });
    const timer = clock.after(ms, giveUp);
    const tooLate = await Promise.race([this.executor.idle().then(() => false), late]);
    timer.cancel();
    if (!tooLate) return;
    const moving = jobs.filter(([, run]) => !run.ended);
    for (const [, run] of moving) run.cancel();
    const names = moving.map(([name, run]) => `${name} (${openSources(run.spec)})`);
    throw new Unrest(`Not at rest after ${ms / 1000} s: ${names.join(', ')}.`);
  }
}

/** Where more rows may come from, for people. */
function openSources(job: JobSpec): string {
  const sources = job.nodes.flatMap(({ operator }) => {
    if (operator.kind !== 'source') return [];
    return [`${operator.connector} table ${operator.table}`];
  });
  return sources.length === 0 ? 'it reads no table' : `more may come from ${sources.join(', ')}`;
}
