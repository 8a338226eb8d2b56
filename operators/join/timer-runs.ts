/**
 * Keys by the times they wait for, in memory: what `KeyTimers` reads ahead of the slices of time
 * whose turn has come, so that none is looked through again for each time in it.
 *
 * Runs, each in order of time, of which a cursor says how much has been taken. A new run is joined
 * with those before it that are not much larger, so there are few, and an entry is moved a
 * logarithm of times. Of equal times those that came first go first.
 */
import { concat } from '../../state/column/concat.js';
import { gatherColumns } from '../../state/column/gather.js';
import type { Vector } from '../../state/column/vector.js';
import { consecutive } from '../core/consecutive.js';
import { orderOf } from '../core/time-order.js';

interface Run {
  /** Key columns, a row a time. */
  columns: readonly Vector[];
  times: Float64Array;
  /** The first that was not taken. */
  at: number;
}

export interface DueRun {
  readonly columns: readonly Vector[];
  /** Rows of the columns, and the time of each. */
  readonly rows: Int32Array;
  readonly times: Float64Array;
}

export class TimerRuns {
  readonly #runs: Run[] = [];

  /** The least time, `Infinity` without. */
  next(): number {
    let least = Infinity;
    for (const { times, at } of this.#runs) least = Math.min(least, times[at] as number);
    return least;
  }

  /**
   * @param columns of the keys, by row; the run's from now on, like `times`
   * @param times at least one
   */
  add(columns: readonly Vector[], times: Float64Array): void {
    this.#runs.push(sorted(columns, times));
    for (let last = this.#runs.length - 1; last > 0; last--) {
      if (left(this.#runs[last - 1] as Run) > 2 * left(this.#runs[last] as Run)) return;
      const pair = this.#runs.splice(last - 1, 2);
      this.#runs.push(joined(pair.map((run) => ({ run, end: run.times.length }))));
    }
  }

  /** The entries of the first times up to `until`, `limit` at most; they stay until `take`. */
  due(until: number, limit: number): DueRun {
    const run = this.#dueRun(until);
    if (run === null) return NOTHING;
    const end = Math.min(run.at + limit, endOf(run, until));
    const times = run.times.subarray(run.at, end);
    return { columns: run.columns, rows: consecutive(run.at, end), times };
  }

  /** Takes out what `due` gave last, for the same time: so many entries. */
  take(until: number, count: number): void {
    const run = count === 0 ? null : this.#dueRun(until);
    if (run === null) return;
    run.at += count;
    if (left(run) === 0) this.#runs.splice(this.#runs.indexOf(run), 1);
  }

  /** The only run of which times have come: where there are several, these times become one. */
  #dueRun(until: number): Run | null {
    const due = this.#runs.filter(({ times, at }) => (times[at] as number) <= until);
    if (due.length < 2) return due[0] ?? null;
    const one = joined(due.map((run) => ({ run, end: endOf(run, until) })));
    for (const run of due) run.at = endOf(run, until);
    const rest = this.#runs.filter((run) => left(run) > 0);
    this.#runs.splice(0, Infinity, ...rest, one);
    return one;
  }
}

const NOTHING: DueRun = { columns: [], rows: new Int32Array(0), times: new Float64Array(0) };

function left({ times, at }: Run): number {
  return times.length - at;
}

/** The first entry behind `until`. */
function endOf({ times, at }: Run, until: number): number {
  let [low, high] = [at, times.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] as number) <= until) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The entries of runs that were not taken, up to an end of each. */
function joined(parts: readonly { readonly run: Run; readonly end: number }[]): Run {
  const counts = parts.map(({ run, end }) => end - run.at);
  const times = new Float64Array(counts.reduce((sum, count) => sum + count, 0));
  let at = 0;
  parts.forEach(({ run, end }, p) => {
    times.set(run.times.subarray(run.at, end), at);
    at += counts[p] as number;
  });
  const rests = parts.map(({ run, end }, p) => ({
    columns: gatherColumns(run.columns, consecutive(run.at, end), counts[p] as number),
    count: counts[p] as number,
  }));
  const columns = (rests[0]?.columns ?? []).map((_, c) =>
    concat(rests.map(({ columns: own, count }) => ({ vector: own[c] as Vector, count }))),
  );
  return sorted(columns, times);
}

function sorted(columns: readonly Vector[], times: Float64Array): Run {
  const order = orderOf(times);
  if (order === null) return { columns, times, at: 0 };
  const count = order.length;
  const ordered = new Float64Array(count);
  for (let i = 0; i < count; i++) ordered[i] = times[order[i] as number] as number;
  return { columns: gatherColumns(columns, order, count), times: ordered, at: 0 };
}
