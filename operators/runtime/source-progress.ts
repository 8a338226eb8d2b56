/**
 * How far the tasks of a source have come whose splits are found while it runs.
 *
 * A task that has read all it was given cannot be left out as if it were idle: it may be about to
 * be given a split, while another task reads a later one; the rows of the first would be late by
 * chance. Nor may it stand still, or no window would close where there are more tasks than new
 * files. So it follows the others: to the least watermark of those that have rows to read, once
 * every split that was dealt is known to its task; to the greatest where all is read. What is found
 * later is judged by its rows' times.
 */
import { END_OF_TIME, START_OF_TIME } from '../core/message.js';

/** What a task tells of itself. Plain data. */
export interface TaskReach {
  /** Splits that it was given. */
  readonly assigned: number;
  /** It has rows to read. */
  readonly isReading: boolean;
  /** By the operator behind which its splits become one stream, ms since the epoch. */
  readonly watermarks: Readonly<Record<string, number>>;
}

/** Where tasks may go on to. */
export interface Follow {
  readonly tasks: readonly number[];
  readonly watermarks: Readonly<Record<string, number>>;
}

export class SourceProgress {
  /** By task. */
  readonly #dealt: number[];
  readonly #reached: (TaskReach | null)[];

  constructor(tasks: number) {
    this.#dealt = new Array<number>(tasks).fill(0);
    this.#reached = new Array<TaskReach | null>(tasks).fill(null);
  }

  dealt(task: number, splits: number): void {
    this.#dealt[task] = (this.#dealt[task] as number) + splits;
  }

  /** @returns null as long as nobody can go on */
  reached(task: number, reach: TaskReach): Follow | null {
    this.#reached[task] = reach;
    const known = this.#reached.filter((one) => one !== null);
    const areAllKnown =
      known.length === this.#dealt.length &&
      known.every(({ assigned }, number) => assigned === this.#dealt[number]);
    if (!areAllKnown) return null;
    const reading = known.filter(({ isReading }) => isReading);
    const tasks = known.flatMap(({ isReading }, number) => (isReading ? [] : [number]));
    if (tasks.length === 0) return null;
    const watermarks: Record<string, number> = {};
    for (const name of Object.keys(reach.watermarks)) {
      const of = (all: readonly TaskReach[]): number[] =>
        all.map((one) => one.watermarks[name] ?? START_OF_TIME);
      const value = reading.length > 0 ? Math.min(...of(reading)) : Math.max(...of(known));
      const isBehind = tasks.some((number) => (of(known)[number] as number) < value);
      if (isBehind && value < END_OF_TIME) watermarks[name] = value;
    }
    return Object.keys(watermarks).length === 0 ? null : { tasks, watermarks };
  }
}
