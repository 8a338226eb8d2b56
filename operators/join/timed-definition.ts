/**
 * Test support: what definitions of joins by event time have in common, which is how watermarks of
 * two inputs become one; and random rows and watermarks for them.
 */
import type { Random } from '../../conf/random.js';
import type { Scalar } from '../../state/column/scalar.js';
import type { Emitted } from '../core/checked-output.js';
import type { Event, InputRow } from '../core/harness.js';
import { END_OF_TIME, START_OF_TIME } from '../core/message.js';
import { INSERT } from '../core/row-kind.js';

export type Values = readonly Scalar[];

/** Rows are BIGINT key, INT, TIMESTAMP(3). */
export abstract class TimedDefinition {
  readonly emitted: Emitted[] = [];
  protected watermark = START_OF_TIME;
  readonly #watermarks = [START_OF_TIME, START_OF_TIME];

  take(event: Event): void {
    if (event.kind === 'row') this.arrive(event);
    if (event.kind === 'watermark') this.#move(event.input, event.value);
    if (event.kind === 'end') this.#move(event.input, END_OF_TIME);
  }

  protected abstract arrive(row: InputRow): void;

  /** The watermark of both inputs has moved on. */
  protected abstract advance(watermark: number): void;

  #move(input: number, value: number): void {
    this.#watermarks[input] = value;
    const watermark = Math.min(...this.#watermarks);
    if (watermark <= this.watermark) return;
    this.watermark = watermark;
    this.advance(watermark);
  }
}

export function timeOf(values: Values): number {
  return Number(values[2] as bigint) / 1e6;
}

/** Rows of both inputs, some of them late, and watermarks between them; then both end. */
export function randomArrivals(random: Random): Event[] {
  const events: Event[] = [];
  const watermarks = [0, 0];
  while (events.length < 100) {
    const input = random.nextInt(0, 1);
    // Of watermarks that no row parts the last counts: there are none.
    if (events.at(-1)?.kind === 'row' && random.nextInt(0, 5) === 0) {
      const value = (watermarks[input] as number) + random.nextInt(0, 12);
      watermarks[input] = value;
      events.push({ kind: 'watermark', input, value });
      continue;
    }
    const key = random.nextInt(0, 9) === 0 ? null : BigInt(random.nextInt(0, 2));
    const time = Math.max(1, Math.min(...watermarks) + random.nextInt(-25, 25));
    const values = [key, random.nextInt(0, 3), BigInt(time) * 1_000_000n];
    events.push({ kind: 'row', input, change: INSERT, values });
  }
  return [...events, { kind: 'end', input: 0 }, { kind: 'end', input: 1 }];
}
