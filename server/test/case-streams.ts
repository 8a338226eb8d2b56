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
import { describe, MillraceError } from '../../conf/errors/error.js';
import type { Column, JobSpec } from '../../operators/core/spec.js';
import { connectors } from '../../operators/runtime/connectors.js';
import type { Environment } from '../../operators/runtime/environment.js';
import type { JobRun } from '../../operators/runtime/job-run.js';
import { LocalExecutor } from '../../operators/runtime/local-executor.js';
import type { JobSnapshot } from '../../operators/runtime/snapshot.js';
import { type Activity, WatchedStores } from './activity.js';
import { CaseDurability } from './case-durability.js';
import { caseSink, reachedAt } from './case-sink.js';
import type { ChangeLog } from './change-log.js';
import type { Disturbance } from './profile.js';

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
  readonly durability: CaseDurability;
}

/** A disturbed job that goes on for long is left in peace after so many. */
const MOST_RESTORES = 20;

/** Says what is wrong with the dataflow at a record; the message is the whole report. */
export class Unrest extends Error {}

export class CaseStreams {
  readonly clock = new ManualClock();
  readonly executor: LocalExecutor;
  readonly #limit: Limit;
  readonly #disturbance: Disturbance | undefined;
  readonly #streams = new Map<string, Stream>();
  readonly #stores = new WatchedStores();
  readonly #durabilities: CaseDurability[] = [];
  readonly #reported = new Set<Stream>();
  /** By job. */
  readonly #queries = new Map<string, Query>();
  readonly #disturbed = new Map<CaseDurability, JobRun>();
  #rows = 0;
  #started = 0;

  constructor(limit: Limit, disturbance?: Disturbance) {
    this.#limit = limit;
    this.#disturbance = disturbance;
    const sink = caseSink((job) => this.#queries.get(job));
    const environment: Environment = {
      ...this.#stores.watch(connectors),
      sink: (spec) => (spec.connector === 'collect' ? sink : connectors.sink(spec)),
    };
    const read = disturbance === undefined ? undefined : (rows: number) => this.#read(rows);
    this.executor = new LocalExecutor(this.clock, environment, read);
  }

  /** What was done to the jobs so far. */
  get activity(): Activity {
    const { flushes, evictions } = this.#stores;
    const restores = this.#durabilities.reduce((sum, one) => sum + one.restores, 0);
    const rescales = this.#durabilities.reduce((sum, one) => sum + one.rescales, 0);
    return { flushes, evictions, restores, rescales };
  }

  find(name: string): Stream | undefined {
    return this.#streams.get(name);
  }

  start(name: string, query: Query): void {
    const { run, durability } = this.#start(query.job, query);
    this.#streams.set(name, { name, log: query.log, run, durability });
  }

  /** Runs a job to its end. @throws Unrest when it rests before; its error when it failed */
  async finish(job: JobSpec, query?: Query): Promise<void> {
    const { run } = this.#start(job, query);
    try {
      await this.#atRest([['the job', run]]);
      if (!run.ended) throw new Unrest(`The job does not end by itself: ${openSources(job)}.`);
    } finally {
      run.cancel();
    }
    if (run.failure !== undefined) throw run.failure;
  }

  /** All streams come to rest. @throws Unrest for those that failed, once, or never rest */
  async settle(): Promise<void> {
    const streams = [...this.#streams.values()];
    await this.#atRest(streams.map(({ name, run }) => [`stream '${name}'`, run]));
    const failed = streams.filter((one) => one.run.state === 'FAILED' && !this.#reported.has(one));
    for (const stream of failed) this.#reported.add(stream);
    const texts = failed.map(({ name, run }) => {
      return `Stream '${name}' failed.\n${describe(run.error as MillraceError)}`;
    });
    if (texts.length > 0) throw new Unrest(texts.join('\n'));
  }

  /** Takes a checkpoint of every stream that runs. @throws Unrest when one does not complete */
  async barrier(): Promise<void> {
    const running = [...this.#streams.values()].filter(({ run }) => !run.ended);
    const before = running.map(({ durability }) => durability.completed);
    for (const { durability } of running) void durability.checkpoint();
    await this.settle();
    const stuck = running.filter(
      ({ durability, run }, i) => durability.completed === before[i] && !run.ended,
    );
    if (stuck.length === 0) return;
    const names = stuck.map(({ name }) => `'${name}'`).join(', ');
    throw new Unrest(`The barrier did not go through stream ${names}.`);
  }

  /** Kills every stream that runs, and restores it from its last checkpoint. */
  async recover(): Promise<void> {
    for (const { run, durability } of this.#streams.values()) this.#recover(durability, run);
    await this.settle();
  }

  /** Ends everything; what still moves after the limit is left to itself. */
  async close(): Promise<void> {
    for (const { run } of this.#streams.values()) run.cancel();
    await this.#atRest([]).catch(() => {});
  }

  #start(job: JobSpec, query: Query | undefined): { run: JobRun; durability: CaseDurability } {
    this.#started++;
    const id = this.#started.toString(16).padStart(32, '0');
    if (query !== undefined) this.#queries.set(id, query);
    const { parallelisms = [], alignment = 'aligned' } = this.#disturbance ?? {};
    let since = 0;
    const restoring = (snapshot: JobSnapshot | null): void => {
      if (query === undefined) return;
      const { log } = query;
      log.rewind(snapshot === null ? null : reachedAt(snapshot), since);
      since = log.next;
    };
    const spec = withParallelism(job, parallelisms[0]);
    const durability = new CaseDurability({ spec, parallelisms, alignment, restoring });
    this.#durabilities.push(durability);
    const run = this.executor.start(id, spec, {}, durability);
    if (this.#disturbance !== undefined) this.#disturbed.set(durability, run);
    return { run, durability };
  }

  /** Rows were read: perhaps it is time to take a checkpoint and to kill what runs. */
  #read(rows: number): void {
    this.#rows += rows;
    if (this.#rows < (this.#disturbance?.barrierRows ?? Infinity)) return;
    this.#rows = 0;
    for (const [durability, run] of this.#disturbed) {
      if (run.ended) this.#disturbed.delete(durability);
      else void this.#rehearse(durability, run);
    }
  }

  async #rehearse(durability: CaseDurability, run: JobRun): Promise<void> {
    if (durability.restores >= MOST_RESTORES || !(await durability.checkpoint())) return;
    this.#recover(durability, run);
  }

  #recover(durability: CaseDurability, run: JobRun): void {
    const why = new MillraceError('WORKER_LOST', 'The test kills the job');
    durability.recover(() => run.fail(why));
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

function withParallelism(job: JobSpec, parallelism: number | undefined): JobSpec {
  return parallelism === undefined ? job : { ...job, parallelism };
}
