/**
 * Rows of sessions that have ended, on their way out: sessions in order of their ends, the rows of
 * each in order of arrival, a page at a time. Only a session that has more rows than a page is
 * parted; what it leaves of its last page is for those behind it.
 */
import type { RowArena } from '../../state/api/row-list.js';
import { grownInt32 } from '../../state/column/growth.js';
import type { F64Vector } from '../../state/column/vector.js';
import type { OperatorContext, Output } from '../core/operator.js';
import type { WindowClock } from './window-math.js';

/** The rows that are kept of all keys. */
export interface KeptRows {
  /** Columns of the input, the number of arrival, and the kind where rows have one. */
  readonly rows: RowArena;
  /** Columns of the input. */
  readonly width: number;
  readonly clock: WindowClock;
}

/** What of a session stands on a page; edges are on the windows' timeline. */
export interface SessionPart {
  readonly start: number;
  readonly end: number;
  /** Its rows among the page's. */
  readonly from: number;
  readonly until: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

export interface SessionPage {
  /** Rows of the arena, good until `push` has returned. */
  readonly ids: Int32Array;
  readonly parts: readonly SessionPart[];
}

/** What ended sessions become. Of a session that is parted, the rows stay until its last page. */
export interface SessionOutput {
  push(page: SessionPage, output: Output): void;
}

interface Session {
  readonly start: number;
  readonly end: number;
  /** Its rows among `#ids`. */
  readonly from: number;
  until: number;
}

export class EndedSessions {
  readonly #kept: KeptRows;
  readonly #made: SessionOutput;
  readonly #pageRows: number;
  #sessions: Session[] = [];
  #ids: Int32Array = new Int32Array(64);
  #count = 0;
  #parts: SessionPart[] = [];
  #page: Int32Array;
  #rows = 0;

  constructor(kept: KeptRows, made: SessionOutput, { batchRows }: OperatorContext) {
    this.#kept = kept;
    this.#made = made;
    this.#pageRows = batchRows;
    this.#page = new Int32Array(batchRows);
  }

  /** The rows that are added next are those of a session. */
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
    if (this.#count === 0) return;
    const { rows, width } = this.#kept;
    const { values: arrivals } = rows.column(width) as F64Vector;
    for (const session of this.#sessions.sort((a, b) => a.end - b.end)) {
      const ids = this.#ids.subarray(session.from, session.until);
      ids.sort((a, b) => (arrivals[a] as number) - (arrivals[b] as number));
      if (this.#rows > 0 && this.#rows + ids.length > this.#pageRows) this.#push(output);
      this.#lay(session, ids, output);
    }
    if (this.#rows > 0) this.#push(output);
    this.#sessions = [];
    this.#count = 0;
  }

  #lay({ start, end }: Session, ids: Int32Array, output: Output): void {
    for (let at = 0; at < ids.length; ) {
      const from = this.#rows;
      const next = Math.min(ids.length, at + this.#pageRows - from);
      const until = from + next - at;
      const [isFirst, isLast] = [at === 0, next === ids.length];
      this.#page.set(ids.subarray(at, next), from);
      this.#parts.push({ start, end, from, until, isFirst, isLast });
      this.#rows = until;
      if (until === this.#pageRows) this.#push(output);
      at = next;
    }
  }

  #push(output: Output): void {
    this.#made.push({ ids: this.#page.subarray(0, this.#rows), parts: this.#parts }, output);
    this.#parts = [];
    this.#rows = 0;
  }
}
