/** The progress of a job, put together from the meters of its tasks. */
import type { Clock } from '../../conf/clock.js';
import { NO_COUNTS, plusCounts, type StateCounts } from '../../state/api/counts.js';
import { START_OF_TIME } from '../core/message.js';
import type { JobSpec } from '../core/spec.js';
import type { StateMeter } from './meter.js';
import type { NodeMeter, PartMeters } from './part-messages.js';
import { isSource } from './stages.js';

export interface NodeProgress {
  readonly id: string;
  readonly description: string;
  readonly rowsIn: number;
  readonly rowsOut: number;
  readonly lateRows: number;
  /** Of all its tasks; null = it keeps no state. */
  readonly state: StateMeter | null;
}

export interface JobProgress {
  /** Rows that the sources gave. */
  readonly rows: number;
  /** Since the last look, a second or so ago; over all once the job has ended. */
  readonly rowsPerSecond: number;
  /** The watermark of the sources, ms since the epoch. Absent before there is one. */
  readonly eventTime?: number;
  /** By how much the event time is behind the clock, ms. */
  readonly lagMs?: number;
  readonly lateRows: number;
  /** Share of the input read, 0 to 1; absent where an input has no end. */
  readonly share?: number;
  readonly nodes: readonly NodeProgress[];
  readonly state: StateCounts;
}

/** How long rows are counted for a rate. */
const RATE_WINDOW_MS = 1000;

export class ProgressMeter {
  readonly #job: JobSpec;
  readonly #clock: Clock;
  readonly #meters = new Map<string, NodeMeter>();
  /** By part. */
  readonly #state = new Map<number, StateCounts>();
  #bounded = true;
  #startedAt: number;
  /** Where the rate is counted from. */
  #mark: { readonly at: number; readonly rows: number };
  #rate: number | null = null;

  constructor(job: JobSpec, clock: Clock) {
    this.#job = job;
    this.#clock = clock;
    this.#startedAt = clock.now();
    this.#mark = { at: this.#startedAt, rows: 0 };
  }

  /** An input of the job has no end. */
  unbounded(): void {
    this.#bounded = false;
  }

  update(part: number, { nodes, state }: PartMeters): void {
    this.#state.set(part, state);
    for (const meter of nodes) this.#meters.set(`${meter.node}/${meter.task}`, meter);
    const at = this.#clock.now();
    if (at - this.#mark.at < RATE_WINDOW_MS) return;
    const rows = this.#rows();
    this.#rate = ((rows - this.#mark.rows) * 1000) / (at - this.#mark.at);
    this.#mark = { at, rows };
  }

  /** Of each node in each task, as told last. */
  get meters(): readonly NodeMeter[] {
    return [...this.#meters.values()];
  }

  /** @param endedAt when the job ended, if it has */
  read(endedAt?: number): JobProgress {
    const rows = this.#rows();
    const eventTime = this.#eventTime();
    const now = endedAt ?? this.#clock.now();
    const overall = (rows * 1000) / Math.max(1, now - this.#startedAt);
    const nodes = this.#nodes();
    const share = this.#share(endedAt !== undefined);
    return {
      rows,
      rowsPerSecond: Math.round(endedAt === undefined ? (this.#rate ?? overall) : overall),
      ...(eventTime === undefined ? {} : { eventTime, lagMs: now - eventTime }),
      lateRows: nodes.reduce((sum, node) => sum + node.lateRows, 0),
      ...(share === undefined ? {} : { share }),
      nodes,
      state: [...this.#state.values()].reduce(plusCounts, NO_COUNTS),
    };
  }

  #sources(): NodeMeter[] {
    const { nodes } = this.#job;
    return [...this.#meters.values()].filter(({ node }) => {
      const spec = nodes[node];
      return spec !== undefined && isSource(spec);
    });
  }

  #rows(): number {
    return this.#sources().reduce((sum, { meter }) => sum + meter.rowsOut, 0);
  }

  #eventTime(): number | undefined {
    const times = this.#sources()
      .map(({ meter }) => meter.watermark)
      .filter((time) => time !== START_OF_TIME);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  #share(ended: boolean): number | undefined {
    if (!this.#bounded) return undefined;
    if (ended) return 1;
    const sources = this.#sources();
    const splits = sources.reduce((sum, { meter }) => sum + meter.splits, 0);
    const read = sources.reduce((sum, { meter }) => sum + meter.splitsRead, 0);
    return splits === 0 ? 0 : read / splits;
  }

  #nodes(): NodeProgress[] {
    const states = this.#job.nodes.map((): StateMeter | null => null);
    const sums = this.#job.nodes.map(() => ({ rowsIn: 0, rowsOut: 0, lateRows: 0 }));
    for (const { node, meter } of this.#meters.values()) {
      const sum = sums[node];
      if (sum === undefined) continue;
      sum.rowsIn += meter.rowsIn;
      sum.rowsOut += meter.rowsOut;
      sum.lateRows += meter.lateRows;
      states[node] = together(states[node] ?? null, meter.state);
    }
    return this.#job.nodes.map(({ id, description }, node) => ({
      id,
      description,
      rowsIn: sums[node]?.rowsIn ?? 0,
      rowsOut: sums[node]?.rowsOut ?? 0,
      lateRows: sums[node]?.lateRows ?? 0,
      state: states[node] ?? null,
    }));
  }
}

function together(a: StateMeter | null, b: StateMeter | null): StateMeter | null {
  if (a === null || b === null) return a ?? b;
  return {
    hits: a.hits + b.hits,
    misses: a.misses + b.misses,
    blockHits: a.blockHits + b.blockHits,
    nearReads: a.nearReads + b.nearReads,
    farReads: a.farReads + b.farReads,
    inFlightRows: a.inFlightRows + b.inFlightRows,
    waitMs: a.waitMs + b.waitMs,
    memoryBytes: a.memoryBytes + b.memoryBytes,
  };
}
