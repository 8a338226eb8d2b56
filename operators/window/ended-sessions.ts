/**
 * Rows of sessions that have ended, on their way out: sessions in order of their ends, the rows of
 * each in order of arrival, with the window's columns behind their own.
 */
import type { RowArena } from '../../state/api/row-list.js';
import { gather } from '../../state/column/gather.js';
import { grownInt32 } from '../../state/column/growth.js';
import type { F64Vector, I32Vector, Vector } from '../../state/column/vector.js';
import { Batch } from '../core/batch.js';
import type { OperatorContext, Output } from '../core/operator.js';
import type { WindowClock } from './window-math.js';

interface Session {
  readonly start: number;
  readonly end: number;
  /** Its rows among `#ids`. */
  readonly from: number;
  until: number;
}

export class EndedSessions {
  readonly #rows: RowArena;
  readonly #width: number;
  readonly #clock: WindowClock;
  readonly #context: OperatorContext;
  #sessions: Session[] = [];
  #ids: Int32Array = new Int32Array(64);
  #count = 0;

  /**
   * @param rows columns of the input, the number of arrival, and the kind where rows have one
   * @param width columns of the input
   */
  constructor(rows: RowArena, width: number, clock: WindowClock, context: OperatorContext) {
    this.#rows = rows;
    this.#width = width;
    this.#clock = clock;
    this.#context = context;
  }

  /** The rows that are added next are those of a session; edges are on the windows' timeline. */
  begin(start: number, end: number): void {
    this.#sessions.push({ start, end, from: this.#count, until: this.#count });
  }

  /** A row, which stays in the arena until `emit` has returned. */
  add(id: number): void {
    if (this.#count === this.#ids.length) this.#ids = grownInt32(this.#ids, 2 * this.#count);
    this.#ids[this.#count++] = id;
    (this.#sessions.at(-1) as Session).until = this.#count;
  }

  emit(output: Output): void {
    const { batchRows } = this.#context;
    const arrivals = this.#count === 0 ? null : (this.#rows.column(this.#width) as F64Vector);
    const sessions = this.#sessions.sort((a, b) => a.end - b.end);
    let page: Session[] = [];
    let rows = 0;
    for (const session of sessions) {
      const ids = this.#ids.subarray(session.from, session.until);
      ids.sort((a, b) => (arrivals?.values[a] as number) - (arrivals?.values[b] as number));
      for (let from = session.from; from < session.until; ) {
        const until = Math.min(session.until, from + batchRows - rows);
        page.push({ ...session, from, until });
        rows += until - from;
        from = until;
        if (rows < batchRows) continue;
        this.#push(page, rows, output);
        page = [];
        rows = 0;
      }
    }
    if (rows > 0) this.#push(page, rows, output);
    this.#sessions = [];
    this.#count = 0;
  }

  #push(page: readonly Session[], rows: number, output: Output): void {
    const ids = new Int32Array(rows);
    const [starts, ends, times] = [0, 1, 2].map(() => new Float64Array(rows)) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    let at = 0;
    for (const { start, end, from, until } of page) {
      ids.set(this.#ids.subarray(from, until), at);
      const next = at + until - from;
      starts.fill(start, at, next);
      ends.fill(end, at, next);
      times.fill(this.#clock.windowTime(end), at, next);
      at = next;
    }
    const all = this.#rows.columns().map((column) => gather(column, ids, rows));
    const kinds = all[this.#width + 1] as I32Vector | undefined;
    const columns = [...all.slice(0, this.#width), ...[starts, ends, times].map(timeVector)];
    output.push(
      new Batch(columns, rows, kinds === undefined ? null : Uint8Array.from(kinds.values)),
    );
  }
}

function timeVector(values: Float64Array): Vector {
  return { lane: 'time', values, nanos: null, nulls: null };
}
