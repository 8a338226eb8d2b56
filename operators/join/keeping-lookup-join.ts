/**
 * A lookup join of changes that keeps what it found: a table of the outside may answer otherwise
 * when a row is taken back, and then nobody below would find what to take back. With the rows of
 * Flink's `KeyedLookupJoinWrapper`.
 *
 * - A row that adds (+I, +U) asks; what it finds goes out and is kept under its key, in the place
 *   of what stood there.
 * - One that takes back (−U, −D) does not ask: each row kept goes out as −D and is kept no longer.
 *   Where none is (it found nothing, or that has expired) LEFT takes back the row with NULLs.
 *
 * Where the key is not unique, it is the whole row, and several that are equal may stand at a time:
 * what each found is a run of its own, and one that takes back takes the oldest run. Which one is
 * no matter, since the rows are equal; a run of nothing need not be kept either.
 *
 * State: a list of the projected rows found, and of each whether it begins a run.
 */
import { assert } from '../../conf/errors/error.js';
import type { Reads } from '../../state/api/reads.js';
import { type LinkedList, type LinkedRows, releaseRows } from '../../state/api/row-list.js';
import { gather } from '../../state/column/gather.js';
import { BOOLEAN, type LogicalType, withNullable } from '../../state/column/logical-type.js';
import type { U8Vector, Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import { keyRows } from '../core/key-rows.js';
import type { OperatorContext, Output } from '../core/operator.js';
import { DELETE, isAccumulate } from '../core/row-kind.js';
import { MISSING } from './join-output.js';
import { kindOf, LookupJoin, type MakeLookup } from './lookup-join.js';
import type { LookupJoinSpec, LookupKeep } from './lookup-join-spec.js';

const BEGINS = withNullable(BOOLEAN, false);

export class KeepingLookupJoin extends LookupJoin {
  readonly #keep: LookupKeep;
  #kept!: LinkedRows;
  #list!: LinkedList;
  /** Of the piece now applied, by logical row. */
  #slots = new Int32Array(0);
  /** By row id; valid as the columns of the rows kept are. */
  #begins: Uint8Array = new Uint8Array(0);

  constructor(spec: LookupJoinSpec, makeLookup: MakeLookup) {
    super(spec, makeLookup);
    assert(spec.keep !== null, 'A join that keeps knows by what');
    this.#keep = spec.keep;
  }

  override open(context: OperatorContext): void {
    super.open(context);
    const [left = []] = context.inputs;
    const { key, ttlMs = 0 } = this.#keep;
    this.#kept = context.state.linkedRows({
      name: 'found',
      key: key.map((column) => left[column] as LogicalType),
      lists: [[...this.spec.projection.map(({ type }) => type), BEGINS]],
      ttlMs: [ttlMs],
    });
    this.#list = this.#kept.lists[0] as LinkedList;
  }

  reads(batch: Batch, _input: number, reads: Reads): void {
    reads.rows(this.#kept, keyRows(batch, this.#keep.key));
  }

  protected override begin(batch: Batch): void {
    super.begin(batch);
    this.#slots = new Int32Array(batch.count);
    this.#kept.locate(keyRows(batch, this.#keep.key), this.#slots, true);
  }

  protected override page(batch: Batch, output: Output): void {
    const { pages, changes } = this.opened;
    const ids = this.#copyIn();
    const columns = this.#list.rows.columns();
    this.#begins = (columns.at(-1) as U8Vector).values;
    changes.start(batch.columns, columns.slice(0, -1));
    for (let pair = 0; pair < pages.count; pair++) {
      const number = pages.numbers[pair] as number;
      if (number >= this.next) {
        this.#pass(batch, number, output);
        this.#replace(number);
        this.next = number + 1;
      }
      const id = ids[pair] as number;
      const row = pages.physical[pair] as number;
      this.#list.append(this.#slots[number] as number, id);
      changes.add(kindOf(batch, row), row, id, row, output);
    }
    this.#pass(batch, pages.complete, output);
    // Rows that are kept next may move the columns.
    changes.flush(output);
  }

  protected override finish(): void {
    super.finish();
    this.#list.rows.reclaim();
    this.#kept.prune(this.#slots, this.#slots.length);
  }

  /** The page's rows found, not yet listed. @returns their ids by pair */
  #copyIn(): Int32Array {
    const { pages, projection } = this.opened;
    const { count, numbers } = pages;
    const found = projection.page(pages);
    const begins = new Uint8Array(count);
    for (let pair = 0; pair < count; pair++) {
      const number = numbers[pair] as number;
      const isFirst = pair === 0 || numbers[pair - 1] !== number;
      if (isFirst && number >= this.next) begins[pair] = 1;
    }
    const columns: Vector[] = projection.columns.map((column) => gather(column, found, count));
    const ids = new Int32Array(count);
    columns.push({ lane: 'u8', values: begins, nulls: null });
    this.#list.rows.add(columns, null, count, ids);
    return ids;
  }

  /** The rows before `end` that have not come out: they take back, or found nothing. */
  #pass(batch: Batch, end: number, output: Output): void {
    const { selection } = batch;
    for (; this.next < end; this.next++) {
      const row = selection === null ? this.next : (selection[this.next] as number);
      const kind = kindOf(batch, row);
      if (!isAccumulate(kind)) this.#takeBack(this.next, row, output);
      else {
        this.#replace(this.next);
        this.#lonely(kind, row, output);
      }
    }
  }

  /** @param number of the logical row */
  #takeBack(number: number, row: number, output: Output): void {
    const list = this.#list;
    const slot = this.#slots[number] as number;
    let id = list.first(slot);
    if (id < 0) {
      this.#lonely(DELETE, row, output);
      return;
    }
    do {
      this.opened.changes.add(DELETE, row, id, row, output);
      list.unlink(slot, id);
      list.rows.release(id);
      id = list.first(slot);
    } while (id >= 0 && this.#begins[id] === 0);
  }

  /** What stood for the key of a logical row stands no longer. */
  #replace(number: number): void {
    if (this.#keep.isUnique) releaseRows(this.#list, this.#slots[number] as number);
  }

  #lonely(kind: number, row: number, output: Output): void {
    if (this.spec.type === 'left') this.opened.changes.add(kind, row, MISSING, row, output);
  }
}
