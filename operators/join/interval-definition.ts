/**
 * Test support: an interval join on event time by its definition, over plain arrays, with every row
 * of a key looked at each time.
 */
import type { Scalar } from '../../state/column/scalar.js';
import type { InputRow } from '../core/harness.js';
import { END_OF_TIME } from '../core/message.js';
import { INSERT } from '../core/row-kind.js';
import type { IntervalJoinSpec } from './interval-join-spec.js';
import { TimedDefinition, timeOf, type Values } from './timed-definition.js';

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

export class IntervalDefinition extends TimedDefinition {
  readonly #spec: IntervalJoinSpec;
  readonly #matches: (left: Values, right: Values) => boolean;
  readonly #keys = new Map<Scalar, [Cache, Cache]>();

  constructor(spec: IntervalJoinSpec, matches: (left: Values, right: Values) => boolean) {
    super();
    this.#spec = spec;
    this.#matches = matches;
  }

  protected override arrive({ input, values }: InputRow): void {
    const [own, other] = this.#caches(values[0] ?? null, input);
    const { back, ahead } = this.#reach(input);
    const time = timeOf(values);
    const now = Math.max(0, this.watermark);
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

  protected override advance(watermark: number): void {
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
