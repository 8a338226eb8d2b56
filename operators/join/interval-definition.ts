/**
 * Test support: an interval join on event time by its definition, over plain arrays, with every row
 * of a key looked at each time; and random rows and watermarks for it.
 */
import type { Random } from '../../conf/random.js';
import type { Scalar } from '../../state/column/scalar.js';
import type { Emitted } from '../core/checked-output.js';
import type { Event, InputRow } from '../core/harness.js';
import { END_OF_TIME, START_OF_TIME } from '../core/message.js';
import { INSERT } from '../core/row-kind.js';
import type { IntervalJoinSpec } from './interval-join-spec.js';

type Values = readonly Scalar[];

interface Kept {
  readonly values: Values;
  readonly time: number;
  met: boolean;
}

/** What is kept of one side for a key, and when it is looked through. */
interface Cache {
  rows: Kept[];
  timer: number | null;
}

/** Rows are BIGINT key, INT, TIMESTAMP(3). */
export class IntervalDefinition {
  readonly emitted: Emitted[] = [];
  readonly #spec: IntervalJoinSpec;
  readonly #matches: (left: Values, right: Values) => boolean;
  readonly #keys = new Map<Scalar, [Cache, Cache]>();
  readonly #watermarks = [START_OF_TIME, START_OF_TIME];
  #watermark = START_OF_TIME;

  constructor(spec: IntervalJoinSpec, matches: (left: Values, right: Values) => boolean) {
    this.#spec = spec;
    this.#matches = matches;
  }

  take(event: Event): void {
    if (event.kind === 'row') this.#arrive(event);
    if (event.kind === 'watermark') this.#advance(event.input, event.value);
    if (event.kind === 'end') this.#advance(event.input, END_OF_TIME);
  }

  #arrive({ input, values }: InputRow): void {
    const [own, other] = this.#caches(values[0] ?? null, input);
    const { back, ahead } = this.#reach(input);
    const time = timeOf(values);
    const now = Math.max(0, this.#watermark);
    let met = false;
    for (const kept of other.rows) {
      if (kept.time < time - back || kept.time > time + ahead || values[0] === null) continue;
      if (!this.#pair(input, values, kept.values)) continue;
      met = true;
      kept.met = true;
    }
    this.#expire(1 - input, other, now);
    if (now >= time + ahead) {
      if (!met) this.#pad(input, values);
      return;
    }
    own.rows.push({ values, time, met });
    own.timer ??= this.#timer(input, time);
  }

  #advance(input: number, value: number): void {
    this.#watermarks[input] = value;
    const watermark = Math.min(...this.#watermarks);
    if (watermark <= this.#watermark) return;
    this.#watermark = watermark;
    for (const caches of this.#keys.values()) {
      for (const [side, cache] of caches.entries()) {
        if (cache.timer === null || cache.timer > watermark) continue;
        this.#expire(side, cache, watermark);
        const times = cache.rows.map((kept) => kept.time);
        cache.timer = times.length === 0 ? null : this.#timer(side, Math.min(...times));
      }
    }
    const { lower, upper } = this.#spec.bounds;
    const isEnd = watermark === END_OF_TIME;
    const late = isEnd ? watermark : watermark - Math.max(-lower, upper);
    this.emitted.push({ kind: 'watermark', value: late });
  }

  #expire(side: number, cache: Cache, now: number): void {
    const { ahead } = this.#reach(side);
    const last = now === END_OF_TIME ? Infinity : now - ahead - 1;
    for (const { time, met, values } of cache.rows) {
      if (time <= last && !met) this.#pad(side, values);
    }
    cache.rows = cache.rows.filter(({ time }) => time > last);
  }

  #timer(side: number, time: number): number {
    return time + this.#reach(side).ahead + this.#spec.cleanUpAfterMs + 1;
  }

  #reach(side: number): { back: number; ahead: number } {
    const { lower, upper } = this.#spec.bounds;
    return side === 0 ? { back: upper, ahead: -lower } : { back: -lower, ahead: upper };
  }

  #pair(input: number, own: Values, other: Values): boolean {
    const [left, right] = input === 0 ? [own, other] : [other, own];
    if (!this.#matches(left, right)) return false;
    this.emitted.push({ kind: 'row', change: INSERT, values: [...left, ...right] });
    return true;
  }

  #pad(side: number, values: Values): void {
    const { type } = this.#spec;
    if (type === 'inner' || type === (side === 0 ? 'right' : 'left')) return;
    const nulls = values.map(() => null);
    const row = side === 0 ? [...values, ...nulls] : [...nulls, ...values];
    this.emitted.push({ kind: 'row', change: INSERT, values: row });
  }

  #caches(key: Scalar, input: number): [own: Cache, other: Cache] {
    const fresh = (): Cache => ({ rows: [], timer: null });
    const caches = this.#keys.get(key) ?? [fresh(), fresh()];
    this.#keys.set(key, caches);
    return input === 0 ? caches : [caches[1], caches[0]];
  }
}

function timeOf(values: Values): number {
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
