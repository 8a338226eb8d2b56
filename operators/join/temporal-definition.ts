/**
 * Test support: an event-time temporal join by its definition, over plain arrays and maps: all that
 * came for a key is looked through each time.
 */
import type { Scalar } from '../../state/column/scalar.js';
import type { InputRow } from '../core/harness.js';
import { isAccumulate, UPDATE_BEFORE } from '../core/row-kind.js';
import type { TemporalJoinSpec } from './temporal-join-spec.js';
import { TimedDefinition, timeOf, type Values } from './timed-definition.js';

interface Key {
  waiting: InputRow[];
  readonly versions: Map<number, InputRow>;
  timer: number | null;
}

export class TemporalDefinition extends TimedDefinition {
  readonly #spec: TemporalJoinSpec;
  readonly #matches: (left: Values, right: Values) => boolean;
  readonly #keys = new Map<Scalar, Key>();

  constructor(spec: TemporalJoinSpec, matches: (left: Values, right: Values) => boolean) {
    super();
    this.#spec = spec;
    this.#matches = matches;
  }

  protected override arrive(row: InputRow): void {
    const { input, values, change } = row;
    if (input === 1 && change === UPDATE_BEFORE) return;
    const name = values[0] ?? null;
    const key: Key = this.#keys.get(name) ?? { waiting: [], versions: new Map(), timer: null };
    this.#keys.set(name, key);
    const time = timeOf(row.values);
    if (input === 0) key.waiting.push(row);
    else key.versions.set(time, row);
    key.timer = Math.min(key.timer ?? Infinity, time);
  }

  protected override advance(watermark: number): void {
    for (const key of this.#keys.values()) {
      if (key.timer !== null && key.timer <= watermark) this.#look(key, watermark);
    }
    this.emitted.push({ kind: 'watermark', value: watermark });
  }

  #look(key: Key, watermark: number): void {
    for (const row of key.waiting) if (timeOf(row.values) <= watermark) this.#meet(row, key);
    key.waiting = key.waiting.filter((row) => timeOf(row.values) > watermark);
    const current = latest(key, watermark);
    for (const time of key.versions.keys()) if (time < current) key.versions.delete(time);
    key.timer =
      key.waiting.length === 0
        ? null
        : Math.min(...key.waiting.map(({ values }) => timeOf(values)));
  }

  #meet({ values, change }: InputRow, key: Key): void {
    const version = key.versions.get(latest(key, timeOf(values)));
    const isThere = version !== undefined && isAccumulate(version.change);
    const met = isThere && values[0] !== null && this.#matches(values, version.values);
    if (!met && this.#spec.type === 'inner') return;
    const other = met ? version.values : values.map(() => null);
    this.emitted.push({ kind: 'row', change, values: [...values, ...other] });
  }
}

function latest({ versions }: Key, time: number): number {
  return Math.max(-Infinity, ...[...versions.keys()].filter((each) => each <= time));
}
