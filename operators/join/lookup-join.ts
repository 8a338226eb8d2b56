/**
 * Lookup join: each left row with the rows that a table of the outside gives for its key, with the
 * rows of Flink's `LookupJoinRunner`.
 *
 * A batch asks as a whole (`fetch`) and waits at the head of its inbox until all is answered; then
 * it is applied like any other, in order of arrival. So nothing is reordered, whatever the table
 * takes to answer: neither rows, nor a barrier, nor a watermark; and what waits is in the inbox,
 * which a barrier that overtakes takes into the checkpoint. Where the table may be asked ahead, the
 * batches behind ask while the first waits (`runtime/look-ahead.ts`). Nothing is kept here;
 * `keeping-lookup-join.ts` keeps what was found, and asks for the rows that add alone.
 *
 * A row with a NULL in its key, or that fails the condition on the left side alone, does not ask.
 * Of a LEFT join each row comes out at least once.
 */
import { assert } from '../../conf/errors/error.js';
import type { Ticket } from '../../state/api/store.js';
import { constantVector } from '../../state/column/scalar-access.js';
import type { Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import type { FoundRows, LookupContext, LookupSource } from '../core/lookup.js';
import type { Operator, OperatorContext, Output } from '../core/operator.js';
import { INSERT, isAccumulate } from '../core/row-kind.js';
import { type CompiledPredicate, compilePredicate } from '../expr/compile.js';
import { sourceOutput } from '../source/source-spec.js';
import { FoundPages } from './found-pages.js';
import { FoundProjection } from './found-projection.js';
import { JoinOutput, MISSING } from './join-output.js';
import { LookupBatch, LookupBatches } from './lookup-batch.js';
import type { LookupJoinSpec } from './lookup-join-spec.js';
import { Residual } from './residual.js';

/** Pages of one call of `apply`. */
const PAGES_A_CALL = 8;

/** Makes what looks rows up; `key` = columns of them. */
export type MakeLookup = (key: readonly number[], context: LookupContext) => LookupSource;

interface Opened {
  readonly context: OperatorContext;
  readonly source: LookupSource;
  readonly precondition: CompiledPredicate | null;
  readonly pages: FoundPages;
  readonly projection: FoundProjection;
  readonly changes: JoinOutput;
}

export class LookupJoin implements Operator {
  readonly fetchesAhead: boolean;
  protected readonly spec: LookupJoinSpec;
  /** Of the piece now applied: all rows before this one came out. */
  protected next = 0;
  readonly #makeLookup: MakeLookup;
  /** Those that tickets are out for. */
  readonly #batches = new LookupBatches();
  #open: Opened | null = null;
  #begun = false;

  constructor(spec: LookupJoinSpec, makeLookup: MakeLookup) {
    this.spec = spec;
    this.#makeLookup = makeLookup;
    this.fetchesAhead = spec.access.isAsync;
  }

  open(context: OperatorContext): void {
    const { source, keys, residual, precondition, projection, access } = this.spec;
    const [left = []] = context.inputs;
    const found = sourceOutput(source).map(({ type }) => type);
    const { clock, timeZone, batchRows, vectors } = context;
    const both = {
      inputs: [left, found],
      timeZone,
      get now() {
        return context.now;
      },
    };
    const now = (): number => context.now;
    const condition = residual === null ? null : new Residual(residual, both);
    const shape = { isLeft: true, leftOnly: false, shared: projection.map(() => -1) };
    const key = keys.map(({ column }) => column);
    const { capacity } = access;
    this.#open = {
      context,
      source: this.#makeLookup(key, { clock, timeZone, batchRows, capacity }),
      precondition:
        precondition === null
          ? null
          : compilePredicate({ inputs: left, condition: precondition, timeZone, now }),
      pages: new FoundPages(condition, true, batchRows),
      projection: new FoundProjection(projection, { inputs: found, timeZone, now }),
      changes: new JoinOutput(shape, batchRows, vectors),
    };
  }

  fetch(batch: Batch): Ticket {
    const known = this.#batches.find(batch);
    const lookups = known ?? this.#batches.add(batch, this.#lookup(batch));
    if (known !== undefined) lookups.askAgain();
    lookups.holders++;
    return {
      get ready() {
        return lookups.ready;
      },
      wait: () => lookups.wait(),
      release: () => {
        if (--lookups.holders === 0) this.#batches.remove(batch);
      },
    };
  }

  fetchesAgainAt(batch: Batch): number | null {
    return this.#batches.find(batch)?.againAt ?? null;
  }

  apply(batch: Batch, _input: number, output: Output): boolean {
    const { pages, changes } = this.opened;
    if (!this.#begun) this.begin(batch);
    for (let count = 0; pages.next(); count++) {
      this.page(batch, output);
      if (count === PAGES_A_CALL) return false;
    }
    changes.flush(output);
    this.finish();
    return true;
  }

  close(): void {
    // A failure of giving back is of no more interest than what it follows.
    Promise.resolve(this.#open?.source.close()).catch(() => undefined);
  }

  protected begin(batch: Batch): void {
    const { pages, projection } = this.opened;
    const found = this.#batches.find(batch)?.found();
    assert(found !== undefined, 'A batch is looked up before it is applied');
    projection.start(found.columns);
    pages.start(batch, found);
    this.next = 0;
    this.#begun = true;
  }

  /** The piece is done. */
  protected finish(): void {
    this.#begun = false;
  }

  /** Puts the pairs of the page out, and rows before `complete` that have none. */
  protected page(batch: Batch, output: Output): void {
    const { pages, changes, projection } = this.opened;
    const ids = projection.page(pages);
    changes.start(batch.columns, projection.columns);
    if (this.spec.type === 'inner') {
      const { count, physical } = pages;
      changes.addPage({ count, physical, ids }, batch.kinds, output);
    } else this.#addLeft(batch, ids, output);
    if (!projection.isShared) changes.flush(output);
  }

  #addLeft(batch: Batch, ids: Int32Array, output: Output): void {
    const { pages, changes } = this.opened;
    for (let pair = 0; pair < pages.count; pair++) {
      const number = pages.numbers[pair] as number;
      this.#addLonely(batch, number, output);
      const row = pages.physical[pair] as number;
      changes.add(kindOf(batch, row), row, ids[pair] as number, row, output);
      this.next = number + 1;
    }
    this.#addLonely(batch, pages.complete, output);
  }

  /** The rows before `end` that have not come out. */
  #addLonely(batch: Batch, end: number, output: Output): void {
    const { changes } = this.opened;
    const { selection } = batch;
    for (; this.next < end; this.next++) {
      const row = selection === null ? this.next : (selection[this.next] as number);
      changes.add(kindOf(batch, row), row, MISSING, row, output);
    }
  }

  #lookup(batch: Batch): LookupBatch {
    const { source, context } = this.opened;
    const { access, retry } = this.spec;
    const { selection } = batch;
    return new LookupBatch(batch.count, this.#asking(batch), {
      clock: context.clock,
      timeoutMs: access.isAsync ? access.timeoutMs : null,
      retry,
      ask: (asked): FoundRows | Promise<FoundRows> => {
        const rows = selection === null ? asked : asked.map((i) => selection[i] as number);
        return source.lookup({ columns: this.#keys(batch), selection: rows, count: rows.length });
      },
    });
  }

  /**
   * The logical rows that ask: those that pass the precondition and have a whole key; where rows
   * found are kept, of those the ones that add.
   */
  #asking(batch: Batch): Int32Array {
    const { precondition } = this.opened;
    const nulls = this.spec.keys.flatMap((key) =>
      'left' in key ? (batch.columns[key.left]?.nulls ?? []) : [],
    );
    const passing = precondition?.select(batch) ?? batch.selection;
    const kinds = this.spec.keep === null ? null : batch.kinds;
    const asked: number[] = [];
    let at = 0;
    for (let i = 0; i < batch.count; i++) {
      const row = batch.selection === null ? i : (batch.selection[i] as number);
      if (passing !== null && passing[at] !== row) continue;
      at++;
      if (kinds !== null && !isAccumulate(kinds[row] as number)) continue;
      if (!nulls.some((flags) => flags[row] === 1)) asked.push(i);
    }
    return Int32Array.from(asked);
  }

  #keys(batch: Batch): readonly Vector[] {
    return this.spec.keys.map((key) => {
      if ('left' in key) return batch.columns[key.left] as Vector;
      return constantVector(key.value.type, key.value.value, batch.rows);
    });
  }

  protected get opened(): Opened {
    assert(this.#open !== null, 'An operator is opened before it is used');
    return this.#open;
  }
}

export function kindOf({ kinds }: Batch, row: number): number {
  return kinds === null ? INSERT : (kinds[row] as number);
}
