/**
 * Rows by a primary key that is not their own, of which one may stand at a time, with the changes
 * and the failure of Flink's `WatermarkCompactingSinkMaterializer`.
 *
 * Changes wait for the watermark to rise: by then both halves of an update have come, which an
 * exchange may have parted. Then, key by key: a change and its opposite of an equal row cancel each
 * other, whichever came first; the others apply to the row that stands, in order of arrival. One
 * row left is +I or +U (nothing where it is the one that stood), none is −D, several are a
 * conflict: DO NOTHING keeps what stood, or the first, and forgets the others; DO ERROR fails.
 */
import { assert, MillraceError } from '../../conf/errors/error.js';
import type { KeyRows, Reads } from '../../state/api/reads.js';
import { type LinkedList, type LinkedRows, releaseRows } from '../../state/api/row-list.js';
import type { TimeTable } from '../../state/api/table.js';
import { INT, type LogicalType, withNullable } from '../../state/column/logical-type.js';
import { bindEquality, type RowEquality } from '../../state/column/row-comparison.js';
import { scalarAt } from '../../state/column/scalar-access.js';
import type { I32Vector, Vector } from '../../state/column/vector.js';
import { ArenaChanges } from '../core/arena-changes.js';
import type { Batch } from '../core/batch.js';
import { keyRows } from '../core/key-rows.js';
import type { Operator, OperatorContext, Output } from '../core/operator.js';
import { DELETE, INSERT, isAccumulate, UPDATE_AFTER } from '../core/row-kind.js';
import { printValue } from '../expr/print-value.js';
import type { ConflictSpec } from './conflict-materializer-spec.js';

/** All keys that wait are due at once. */
const DUE = 0;
const KIND = withNullable(INT, false);

/** Stands for the row that stood before the changes, among ids of waiting ones. */
const STANDING = -1;

export class ConflictMaterializer implements Operator {
  readonly #spec: ConflictSpec;
  #context!: OperatorContext;
  /** The keys with changes. */
  #due!: TimeTable;
  /** By key the row that stands, then the changes with their kinds. */
  #lists!: LinkedRows;
  #changes!: ArenaChanges;
  #equal: RowEquality = () => false;
  /** Whether two waiting changes are of one row, and one of them of that which stands. */
  #same: RowEquality = () => false;
  #sameStanding: RowEquality = () => false;
  #equalStanding: RowEquality = () => false;
  #round = 0;

  constructor(spec: ConflictSpec) {
    this.#spec = spec;
  }

  open(context: OperatorContext): void {
    const row = context.inputs[0] ?? [];
    const { primaryKey, ttlMs = 0 } = this.#spec;
    const key = primaryKey.map((column) => row[column] as LogicalType);
    const lists = [row, [...row, KIND]];
    this.#context = context;
    this.#due = context.state.timeTable({ name: 'due', key, values: [] });
    const single = [true, false];
    const ttl = [ttlMs, ttlMs];
    this.#lists = context.state.linkedRows({ name: 'rows', key, lists, single, ttlMs: ttl });
    this.#changes = new ArenaChanges(this.#standing.rows, row.length, context);
  }

  reads(batch: Batch, _input: number, reads: Reads): void {
    const rows = keyRows(batch, this.#spec.primaryKey);
    reads.rows(this.#lists, rows);
    reads.keysAt(this.#due, () => [{ namespace: DUE, rows }]);
  }

  apply(batch: Batch): boolean {
    const { columns, selection, count, kinds } = batch;
    const keys = keyRows(batch, this.#spec.primaryKey);
    const slots = new Int32Array(count);
    this.#due.open(DUE).locate(keys, slots, true);
    this.#lists.locate(keys, slots, true);
    const values = Int32Array.from(kinds ?? new Uint8Array(batch.rows));
    const ids = new Int32Array(count);
    const waiting = this.#waiting;
    const kind: Vector = { lane: 'i32', values, nulls: null };
    waiting.rows.add([...columns, kind], selection, count, ids);
    for (let i = 0; i < count; i++) waiting.append(slots[i] as number, ids[i] as number);
    return true;
  }

  nextTimer(): number {
    return this.#due.size > 0 ? this.#context.watermark + 1 : Infinity;
  }

  rowTimer(): number {
    return this.#context.watermark + 1;
  }

  /** First the keys with changes, then their rows. */
  fireReads(_until: number, reads: Reads): boolean {
    if (this.#due.size === 0) return false;
    if (this.#round++ === 0) {
      reads.namespace(this.#due, DUE);
      return true;
    }
    reads.lazily((own) => own.rows(this.#lists, this.#page().keys));
    return false;
  }

  fire(_until: number, output: Output): boolean {
    if (this.#due.size === 0) return true;
    this.#round = 0;
    const { keys, places } = this.#page();
    const slots = new Int32Array(keys.count);
    this.#lists.locate(keys, slots, false);
    for (const slot of slots) if (slot >= 0) this.#settle(slot);
    this.#changes.flush(output);
    for (const list of this.#lists.lists) list.rows.reclaim();
    this.#lists.prune(slots, slots.length);
    const due = this.#due.open(DUE);
    due.remove(places, places.length);
    if (due.size > 0) return false;
    this.#due.drop(DUE);
    return true;
  }

  /** The next keys with changes, and where they stand. */
  #page(): { readonly keys: KeyRows; readonly places: Int32Array } {
    const due = this.#due.open(DUE);
    const places = new Int32Array(Math.min(due.size, this.#context.batchRows));
    const count = due.live(0, places);
    const columns = due.keys(places, count);
    return { keys: { columns, selection: null, count }, places: places.subarray(0, count) };
  }

  #settle(slot: number): void {
    this.#bind();
    const stood = this.#standing.first(slot);
    const left = this.#applied(this.#cancelled(slot), stood);
    const [first] = left;
    if (left.length > 1 && this.#spec.conflict === 'ERROR') throw this.#conflict(left);
    if (first === undefined) {
      if (stood >= 0) this.#changes.add(DELETE, stood, 0);
      this.#stand(slot, stood, null);
    } else if (left.length === 1 ? this.#isOther(first, stood) : stood < 0) {
      const made = this.#stand(slot, stood, first);
      this.#changes.add(stood < 0 ? INSERT : UPDATE_AFTER, made, 0);
    }
    releaseRows(this.#waiting, slot);
  }

  #isOther(id: number, stood: number): boolean {
    return id !== STANDING && (stood < 0 || !this.#equalStanding(id, stood));
  }

  /** Binds comparisons to the arenas as they stand. */
  #bind(): void {
    const standing = this.#standing.rows.columns();
    const waiting = this.#waiting.rows.columns().slice(0, standing.length);
    const { upsertKey } = this.#spec;
    const keyOf = (columns: readonly Vector[]): readonly Vector[] =>
      upsertKey?.map((column) => columns[column] as Vector) ?? columns;
    this.#equal = bindEquality(waiting, waiting);
    this.#equalStanding = bindEquality(waiting, standing);
    this.#same = bindEquality(keyOf(waiting), keyOf(waiting));
    this.#sameStanding = bindEquality(keyOf(waiting), keyOf(standing));
  }

  /** The changes of a key without those that cancel each other. */
  #cancelled(slot: number): readonly number[] {
    const kinds = this.#kinds();
    const kept: number[] = [];
    const waiting = this.#waiting;
    for (let id = waiting.first(slot); id >= 0; id = waiting.next(id)) {
      const adds = isAccumulate(kinds[id] as number);
      const opposite = kept.findIndex(
        (other) => isAccumulate(kinds[other] as number) !== adds && this.#equal(id, other),
      );
      if (opposite < 0) kept.push(id);
      else kept.splice(opposite, 1);
    }
    return kept;
  }

  /** The rows that are left of the one that stood and the changes. */
  #applied(changes: readonly number[], stood: number): readonly number[] {
    const kinds = this.#kinds();
    const left = stood < 0 ? [] : [STANDING];
    for (const id of changes) {
      const adds = isAccumulate(kinds[id] as number);
      // Without a key of their own rows that are added replace none.
      const replaces = !adds || this.#spec.upsertKey !== null;
      const place = replaces ? left.findIndex((other) => this.#isSame(id, other, stood)) : -1;
      if (!adds) {
        if (place >= 0) left.splice(place, 1);
      } else if (place >= 0) left[place] = id;
      else left.push(id);
    }
    return left;
  }

  #isSame(id: number, other: number, stood: number): boolean {
    return other === STANDING ? this.#sameStanding(id, stood) : this.#same(id, other);
  }

  /** Puts a waiting row where one stood. @returns its id, −1 for none */
  #stand(slot: number, stood: number, id: number | null): number {
    const standing = this.#standing;
    if (stood >= 0) {
      standing.unlink(slot, stood);
      standing.rows.release(stood);
    }
    if (id === null) return -1;
    const made = new Int32Array(1);
    const columns = this.#waiting.rows.columns().slice(0, -1);
    standing.rows.add(columns, Int32Array.of(id), 1, made);
    const [own = -1] = made;
    standing.append(slot, own);
    return own;
  }

  #conflict(left: readonly number[]): MillraceError {
    const { primaryKey, keyNames } = this.#spec;
    const types = this.#context.inputs[0] ?? [];
    const id = left.find((each) => each !== STANDING);
    assert(id !== undefined, 'One of several rows has come');
    const columns = this.#waiting.rows.columns();
    const { timeZone } = this.#context;
    const key = primaryKey.map((column, i) => {
      const type = types[column] as LogicalType;
      const value = printValue(scalarAt(columns[column] as Vector, id, type), type, { timeZone });
      return `${keyNames[i]}=${value ?? 'null'}`;
    });
    const reason =
      'Primary key constraint violation: multiple distinct records with the same primary key ' +
      `detected. Conflicting key: [${key.join(', ')}]. ` +
      'Use ON CONFLICT DO NOTHING to keep the first record.';
    return new MillraceError('DATA_CONFLICT', reason);
  }

  #kinds(): Int32Array {
    const { rows } = this.#waiting;
    return (rows.columns().at(-1) as I32Vector).values;
  }

  get #standing(): LinkedList {
    return this.#lists.lists[0] as LinkedList;
  }

  get #waiting(): LinkedList {
    return this.#lists.lists[1] as LinkedList;
  }
}
