/**
 * The lookups of one batch: which rows ask, what was found so far, and when those that found
 * nothing ask again.
 *
 * Invariant: a row that found something does not ask again; what it found stays.
 */
import type { Clock, Timer } from '../../conf/clock.js';
import { MillraceError } from '../../conf/errors/error.js';
import { concat } from '../../state/column/concat.js';
import { gather } from '../../state/column/gather.js';
import type { Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import { type FoundRows, NOTHING_FOUND } from '../core/lookup.js';
import type { Found } from './found-pages.js';
import type { LookupRetry } from './lookup-join-spec.js';

/** One answer: to these logical rows of the batch, in order. */
interface Answer {
  readonly asked: Int32Array;
  readonly found: FoundRows;
}

export interface LookupRules {
  readonly clock: Clock;
  /** From the first question to the last answer; null = however long. */
  readonly timeoutMs: number | null;
  readonly retry: LookupRetry | null;
  /** Asks for the keys of these logical rows. */
  readonly ask: (asked: Int32Array) => FoundRows | Promise<FoundRows>;
}

export class LookupBatch {
  /** Tickets that are out. */
  holders = 0;
  readonly #rules: LookupRules;
  readonly #rows: number;
  readonly #deadline: number;
  readonly #answers: Answer[] = [];
  #asked: Int32Array;
  #pending: Promise<void> | null = null;
  #attempts = 0;
  /** When those without a match ask again, ms; null when nobody does. */
  #againAt: number | null = null;

  /**
   * Asks at once.
   * @param rows of the batch
   * @param asked the logical rows that ask
   */
  constructor(rows: number, asked: Int32Array, rules: LookupRules) {
    this.#rules = rules;
    this.#rows = rows;
    this.#asked = asked;
    this.#deadline = rules.clock.now() + (rules.timeoutMs ?? Infinity);
    this.#ask();
  }

  get ready(): boolean {
    return this.#pending === null;
  }

  get againAt(): number | null {
    return this.#againAt;
  }

  /** Resolves when the question under way is answered. */
  async wait(): Promise<void> {
    await this.#pending;
  }

  /** Asks again for the rows without a match, if their time has come. */
  askAgain(): void {
    const { clock } = this.#rules;
    if (this.#againAt === null || clock.now() < this.#againAt) return;
    this.#againAt = null;
    if (clock.now() >= this.#deadline) throw this.#timedOut();
    this.#attempts++;
    this.#ask();
  }

  /** All that was found. */
  found(): Found {
    const starts = new Int32Array(this.#rows);
    const ends = new Int32Array(this.#rows);
    const full = this.#answers.filter(({ found }) => found.rows.length > 0);
    const rows: number[] | null = full.length > 1 ? [] : null;
    let shift = 0;
    for (const { asked, found } of full) {
      const from = rows?.length ?? 0;
      asked.forEach((row, i) => {
        const [start, end] = [found.starts[i] as number, found.starts[i + 1] as number];
        if (end === start) return;
        starts[row] = from + start;
        ends[row] = from + end;
      });
      for (let i = 0; rows !== null && i < found.rows.length; i++) rows.push(shift + i);
      shift += found.rows.length;
    }
    const [only = { found: NOTHING_FOUND }] = full;
    if (rows === null) return { ...only.found, starts, ends };
    return { columns: joinedColumns(full), rows: Int32Array.from(rows), starts, ends };
  }

  #ask(): void {
    if (this.#asked.length === 0) return;
    const answer = this.#rules.ask(this.#asked);
    if (!(answer instanceof Promise)) {
      this.#answered(answer);
      return;
    }
    this.#pending = this.#within(answer).then((found) => {
      this.#pending = null;
      this.#answered(found);
    });
    // Whoever waits for it sees the failure; until then it is nobody's.
    this.#pending.catch(() => undefined);
  }

  #answered(found: FoundRows): void {
    const { retry, clock } = this.#rules;
    this.#answers.push({ asked: this.#asked, found });
    if (retry === null || this.#attempts === retry.attempts) return;
    this.#asked = this.#asked.filter((_, i) => found.starts[i] === found.starts[i + 1]);
    if (this.#asked.length === 0) return;
    this.#againAt = Math.min(clock.now() + retry.delayMs, this.#deadline);
  }

  #within(answer: Promise<FoundRows>): Promise<FoundRows> {
    const { clock } = this.#rules;
    if (this.#deadline === Infinity) return answer;
    let timer: Timer | null = null;
    const limit = new Promise<never>((_, reject) => {
      timer = clock.after(this.#deadline - clock.now(), () => reject(this.#timedOut()));
    });
    return Promise.race([answer, limit]).finally(() => timer?.cancel());
  }

  #timedOut(): MillraceError {
    const reason = `A lookup has not been answered within ${this.#rules.timeoutMs} ms`;
    return new MillraceError('LOOKUP_TIMEOUT', reason);
  }
}

/**
 * Batches on their way, told apart by their columns and selection, which stay what they are. One
 * that comes twice is looked up once.
 */
export class LookupBatches {
  readonly #byColumns = new Map<Batch['columns'], Map<Batch['selection'], LookupBatch>>();

  find({ columns, selection }: Batch): LookupBatch | undefined {
    return this.#byColumns.get(columns)?.get(selection);
  }

  add({ columns, selection }: Batch, lookups: LookupBatch): LookupBatch {
    const own = this.#byColumns.get(columns) ?? new Map<Batch['selection'], LookupBatch>();
    this.#byColumns.set(columns, own.set(selection, lookups));
    return lookups;
  }

  remove({ columns, selection }: Batch): void {
    const own = this.#byColumns.get(columns);
    own?.delete(selection);
    if (own?.size === 0) this.#byColumns.delete(columns);
  }
}

/** The rows of several answers, one behind the other. */
function joinedColumns(answers: readonly Answer[]): readonly Vector[] {
  const [first] = answers;
  return (first?.found.columns ?? []).map((_, c) =>
    concat(
      answers.map(({ found: { columns, rows } }) => {
        const vector = gather(columns[c] as Vector, rows, rows.length);
        return { vector, count: rows.length };
      }),
    ),
  );
}
