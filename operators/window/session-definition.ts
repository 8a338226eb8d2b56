/**
 * Test support: sessions by their definition, over plain arrays: of each key the rows that are
 * still there, looked through whole each time; and random rows and watermarks for them.
 */
import type { Random } from '../../conf/random.js';
import type { Scalar } from '../../state/column/scalar.js';
import type { Event, InputRow } from '../core/harness.js';
import { END_OF_TIME, START_OF_TIME } from '../core/message.js';
import { INSERT } from '../core/row-kind.js';

/** A session that ended, its rows in order of arrival. */
export interface Session {
  readonly key: Scalar;
  readonly start: number;
  readonly end: number;
  readonly rows: readonly InputRow[];
}

interface Kept {
  readonly row: InputRow;
  readonly time: number;
}

/** Rows are BIGINT key, INT, TIMESTAMP(3). */
export class SessionDefinition {
  /** Sessions and watermarks as they come out; sessions of one watermark by end, then by key. */
  readonly emitted: (Session | number)[] = [];
  late = 0;
  readonly #gapMs: number;
  readonly #keys = new Map<Scalar, Kept[]>();
  #watermark = START_OF_TIME;

  constructor(gapMs: number) {
    this.#gapMs = gapMs;
  }

  take(event: Event): void {
    if (event.kind === 'row') this.#arrive(event);
    if (event.kind === 'watermark') this.#advance(event.value);
    if (event.kind === 'end') this.#advance(END_OF_TIME);
  }

  #arrive(row: InputRow): void {
    const key = row.values[0] ?? null;
    const time = Number(row.values[2] as bigint) / 1e6;
    const kept = this.#keys.get(key) ?? [];
    this.#keys.set(key, kept);
    const joins = kept.some((other) => Math.abs(other.time - time) <= this.#gapMs);
    if (!joins && time + this.#gapMs - 1 <= this.#watermark) this.late++;
    else kept.push({ row, time });
  }

  #advance(watermark: number): void {
    if (watermark <= this.#watermark) return;
    this.#watermark = watermark;
    const ended: Session[] = [];
    for (const [key, kept] of this.#keys) {
      for (const rows of this.#sessions(kept)) {
        const times = rows.map(({ time }) => time);
        const [start, end] = [Math.min(...times), Math.max(...times) + this.#gapMs];
        if (end - 1 > watermark) continue;
        const own = kept.filter((one) => rows.includes(one));
        ended.push({ key, start, end, rows: own.map(({ row }) => row) });
        for (const one of own) kept.splice(kept.indexOf(one), 1);
      }
    }
    this.emitted.push(...ended.sort((a, b) => a.end - b.end || order(a.key) - order(b.key)));
    this.emitted.push(watermark);
  }

  #sessions(kept: readonly Kept[]): Kept[][] {
    const sessions: Kept[][] = [];
    let last = -Infinity;
    for (const one of kept.toSorted((a, b) => a.time - b.time)) {
      if (one.time - last > this.#gapMs) sessions.push([]);
      sessions.at(-1)?.push(one);
      last = one.time;
    }
    return sessions;
  }
}

function order(key: Scalar): number {
  return key === null ? -1 : Number(key);
}

/** Rows of a few keys, some of them late, and watermarks between them; then the end. */
export function randomSessionRows(random: Random, gapMs: number): Event[] {
  const events: Event[] = [];
  let watermark = 0;
  while (events.length < 100) {
    if (events.at(-1)?.kind === 'row' && random.nextInt(0, 4) === 0) {
      watermark += random.nextInt(1, 2 * gapMs);
      events.push({ kind: 'watermark', input: 0, value: watermark });
      continue;
    }
    const key = random.nextInt(0, 9) === 0 ? null : BigInt(random.nextInt(0, 3));
    const time = Math.max(1, watermark + random.nextInt(-2 * gapMs, 4 * gapMs));
    const values = [key, random.nextInt(0, 9), BigInt(time) * 1_000_000n];
    events.push({ kind: 'row', input: 0, change: INSERT, values });
  }
  return [...events, { kind: 'end', input: 0 }];
}
