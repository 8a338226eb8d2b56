/**
 * A keyed table on the heap: the index, the key columns and the value columns, all by slot.
 * `locate` hashes the batch's keys, brings batch and kept columns to the same lanes, then runs the
 * generated loop (`locate-code.ts`). There is no JavaScript object a key.
 *
 * Where the key is one integer and the keys lie close together (`dense-lookup.ts`), they are found
 * by their own place instead. A key that is far off, null or wider than 32 bits ends that, until
 * there are twice as many.
 */
import type { KeyRows } from '../api/reads.js';
import type { KeyedTable, TableDescriptor } from '../api/table.js';
import { gatherColumns } from '../column/gather.js';
import { grownCapacity } from '../column/growth.js';
import { hashColumns, hashF64 } from '../column/hash.js';
import { int32Range, toInt32 } from '../column/int32.js';
import type { LogicalType } from '../column/logical-type.js';
import type { F64Vector, I32Vector, TimeVector, Vector } from '../column/vector.js';
import type { Arrays } from '../column/vector-pool.js';
import { narrow, type WideLane, type WideVector, widen, widerLane } from '../column/wide.js';
import { FixedColumn, type HeapColumn, rowsUsed } from './column.js';
import { DenseLookup } from './dense-lookup.js';
import { Freezer } from './frozen.js';
import { KeyLookup } from './key-lookup.js';
import { lifetimeOf, type StateTime } from './lifetime.js';
import { locateFor } from './locate-code.js';
import { makeColumn } from './make-column.js';
import { fitsRecord, RecordColumn, Records } from './record-column.js';
import { SlotSpace } from './slot-space.js';
import type { SlotWatch } from './watch.js';
import { WrittenTimes } from './written-times.js';

/** A table's content as it stood, by slot. */
export interface TableCopy {
  readonly keys: readonly Vector[];
  /** With a time to live, when each key was written stands before them. */
  readonly values: readonly Vector[];
  /** The slots in use. */
  readonly slots: Int32Array;
}

export interface FrozenTable {
  /** Copies about so many slots. @returns whether all are copied */
  advance(slots: number): boolean;
  copy(): TableCopy;
}

export class HeapTable implements KeyedTable {
  readonly descriptor: TableDescriptor;
  watch: SlotWatch | null = null;
  #index = new KeyLookup();
  /** In place of `#index` when it is not null. */
  #dense: DenseLookup | null = null;
  /** From so many keys on it takes the place of `#index` where they lie close together. */
  #leastDense = LEAST_DENSE;
  /** Of the keys in `#index` while they may go to a dense one; NaN when they may not. */
  #least = Infinity;
  #greatest = -Infinity;
  readonly #space = new SlotSpace();
  readonly #keys: readonly HeapColumn[];
  readonly #values: readonly HeapColumn[];
  /** When the key of a slot was written; null where keys live forever. */
  readonly written: WrittenTimes | null;
  /** The slot that `turn` looks at next. */
  #hand = 0;
  #capacity = 0;
  /** All keys are single 32-bit integers in a column of doubles: no two have one hash. */
  #isNarrow = true;
  #hashes: Int32Array = new Int32Array(0);
  /** Positions that the last `locate` missed, then the slots it inserted. */
  #inserted: Int32Array = new Int32Array(0);
  #insertedCount = 0;
  /** What a checkpoint still takes. */
  readonly #freezer = new Freezer();

  /**
   * @param hasRecords value columns that the descriptor names together share records; whoever asks
   * for it reads them through `ValueColumn.record`
   */
  constructor(descriptor: TableDescriptor, hasRecords = false, time: StateTime = { now: 0 }) {
    this.descriptor = descriptor;
    this.#keys = descriptor.key.map(makeColumn);
    this.#values = valueColumns(descriptor, hasRecords);
    const lifetime = lifetimeOf(descriptor, time);
    this.written = lifetime === null ? null : new WrittenTimes(lifetime);
  }

  get size(): number {
    return this.#space.size;
  }

  /** Slots the columns have room for. */
  get capacity(): number {
    return this.#capacity;
  }

  locate(rows: KeyRows, slots: Int32Array, insert: boolean): number {
    this.watch?.locating?.(rows);
    const added =
      this.written === null
        ? this.find(rows, slots, insert)
        : this.#findLiving(this.written, rows, slots, insert);
    this.#freezer.before(slots, rows.count);
    if (this.watch !== null) this.watch.located(rows, slots);
    return added;
  }

  /** `locate` of which the watch is not told, and which finds expired keys as well. */
  find(rows: KeyRows, slots: Int32Array, insert: boolean): number {
    const { selection, count } = rows;
    if (count > this.#hashes.length) {
      this.#hashes = new Int32Array(grownCapacity(this.#hashes.length, count));
      this.#inserted = new Int32Array(this.#hashes.length);
    }
    const columns = this.#aligned(rows);
    this.#insertedCount = 0;
    if (this.#dense !== null) {
      if (this.#findDense(this.#dense, columns[0] as Vector, rows, slots, insert)) {
        return this.#insertedCount;
      }
      this.#leaveDense(this.#dense);
    }
    const isNarrow = this.#hash(columns, selection, count);
    const [index, keys, hashes, list] = [this.#index, this.#keys, this.#hashes, this.#inserted];
    const isUnique = isNarrow && this.#isNarrow;
    const loops = locateFor(keys, columns, { isSelected: selection !== null, isUnique });
    index.touch(hashes, count);
    const missing = loops.find(index, keys, columns, hashes, selection, count, slots, list);
    if (!insert || missing === 0) return 0;
    this.#isNarrow = isUnique;
    const space = this.#space;
    this.#reserve(space.endAfter(missing));
    this.#insertedCount = loops.insert(
      index,
      space,
      keys,
      columns,
      hashes,
      selection,
      list,
      missing,
      slots,
      list,
    );
    this.#noteRange();
    return this.#insertedCount;
  }

  inserted(): Int32Array {
    return this.#inserted.subarray(0, this.#insertedCount);
  }

  remove(slots: Int32Array, count: number): void {
    if (this.watch !== null) this.watch.removing(slots, count);
    this.free(slots, count);
  }

  /** `remove` of which the watch is not told. */
  free(slots: Int32Array, count: number): void {
    this.#freezer.before(slots, count);
    const hashes = new Int32Array(count);
    const keys = this.#keys.map((column) => column.vector);
    if (this.#dense !== null) toInt32(keys[0] as F64Vector | I32Vector, slots, count, hashes);
    else hashColumns(keys, slots, count, hashes);
    const [dense, index] = [this.#dense, this.#index];
    for (let i = 0; i < count; i++) {
      const slot = slots[i] as number;
      if (dense !== null) dense.remove(hashes[i] as number);
      else index.remove(hashes[i] as number, slot);
    }
    this.#space.releaseAll(slots, count);
    for (const column of [...this.#keys, ...this.#values]) {
      for (let i = 0; column.clears && i < count; i++) column.clear(slots[i] as number);
    }
  }

  column(index: number): HeapColumn {
    return this.#values[index] as HeapColumn;
  }

  /** What is stored of a key: its values, behind the time when it was written, if it expires. */
  get stored(): readonly HeapColumn[] {
    return this.written === null ? this.#values : [this.written, ...this.#values];
  }

  /** The live ones of the next so many slots, round and round. */
  turn(count: number): Int32Array {
    const { end } = this.#space;
    const first = this.#hand < end ? this.#hand : 0;
    this.#hand = Math.min(first + count, end);
    const live = new Int32Array(this.#hand - first);
    let found = 0;
    for (let slot = first; slot < this.#hand; slot++) {
      if (this.#space.has(slot)) live[found++] = slot;
    }
    return live.subarray(0, found);
  }

  /** Takes out those of the next so many keys that have expired. */
  sweep(count: number): void {
    const { written } = this;
    if (written === null) return;
    const expired = this.turn(count).filter((slot) => written.isOver(slot));
    if (expired.length > 0) this.remove(expired, expired.length);
  }

  keys(slots: Int32Array, count: number, arrays?: Arrays): readonly Vector[] {
    const columns = this.#keys.map((column) => column.vector);
    return gatherColumns(columns, slots, count, arrays);
  }

  live(from: number, out: Int32Array): number {
    if (from === 0) this.watch?.walking?.();
    return this.held(from, out);
  }

  /** `live` of which the watch is not told. */
  held(from: number, out: Int32Array): number {
    return this.#space.live(from, out);
  }

  /** The content as it stands; `advance` until it is done, then ask for the copy. */
  frozen(): FrozenTable {
    const frozen = this.#freezer.freeze([...this.#keys, ...this.stored], this.#space.end);
    const live = this.#space.frozen();
    return {
      advance: (slots) => frozen.advance(slots),
      copy: () => {
        const vectors = frozen.vectors();
        const keys = vectors.slice(0, this.#keys.length);
        return { keys, values: vectors.slice(keys.length), slots: live() };
      },
    };
  }

  /** Somebody reads, in the background, what the table held: it may not be used for other keys. */
  get isFrozen(): boolean {
    return this.#freezer.isActive;
  }

  /** Forgets all keys and keeps the memory. */
  reset(): void {
    this.#index.clear();
    this.#dense?.clear();
    this.#space.reset();
    this.#isNarrow = true;
    this.#least = Infinity;
    this.#greatest = -Infinity;
    this.#insertedCount = 0;
    for (const column of this.#keys) column.reset();
    for (const column of this.stored) column.reset();
  }

  memoryBytes(): number {
    const columns = [...this.#keys, ...this.stored];
    const bytes = columns.reduce((sum, column) => sum + column.memoryBytes(), 0);
    return bytes + this.#index.memoryBytes() + (this.#dense?.memoryBytes() ?? 0);
  }

  /** Bytes of a key and what is stored of it, on the average. */
  entryBytes(): number {
    const columns = [...this.#keys, ...this.stored];
    return columns.reduce((sum, column) => sum + column.bytesEach(this.size), 0);
  }

  /** `find` among the keys that live; those that it may insert are written now. */
  #findLiving(written: WrittenTimes, rows: KeyRows, slots: Int32Array, insert: boolean): number {
    this.find(rows, slots, false);
    const found = slots.subarray(0, rows.count);
    this.#freezer.before(found, found.length);
    const expired = written.takeExpired(found);
    if (expired.length > 0) this.remove(expired, expired.length);
    if (!insert) {
      if (expired.length > 0) this.find(rows, slots, false);
      return 0;
    }
    const added = expired.length > 0 || found.includes(-1) ? this.find(rows, slots, true) : 0;
    for (const slot of this.inserted()) written.begin(slot);
    for (let i = 0; i < found.length; i++) written.renew(found[i] as number);
    return added;
  }

  /** @returns false where some row's key cannot be in a dense index; nothing is changed then */
  #findDense(
    dense: DenseLookup,
    column: Vector,
    { selection, count }: KeyRows,
    slots: Int32Array,
    insert: boolean,
  ): boolean {
    const [keys, list, space, kept] = [this.#hashes, this.#inserted, this.#space, this.#keys[0]];
    if (!isDenseLane(column) || kept?.vector.lane !== column.lane) return false;
    if (!toInt32(column, selection, count, keys)) return false;
    const missing = dense.find(keys, count, slots, list);
    if (!insert || missing === 0) return true;
    if (!dense.cover(keys, list, missing, space.size + missing)) return false;
    this.#reserve(space.endAfter(missing));
    const added = dense.insert(space, keys, list, missing, slots);
    const rows = keys.subarray(0, added);
    for (let a = 0; a < added && selection !== null; a++) {
      rows[a] = selection[rows[a] as number] as number;
    }
    kept.copy(list, added, column, rows);
    this.#insertedCount = added;
    return true;
  }

  /** Keeps the range of the keys, and turns to a dense index when they lie close together. */
  #noteRange(): void {
    const kept = this.#keys[0]?.vector;
    const isSmall = kept?.lane === 'i32' || this.#isNarrow;
    if (kept === undefined || this.#keys.length > 1 || !isDenseLane(kept) || !isSmall) {
      this.#least = Number.NaN;
      return;
    }
    const keys = this.#hashes.subarray(0, this.#insertedCount);
    toInt32(kept, this.#inserted, keys.length, keys);
    const { least, greatest } = int32Range(keys);
    this.#least = Math.min(this.#least, least);
    this.#greatest = Math.max(this.#greatest, greatest);
    const { size } = this.#space;
    if (size < this.#leastDense) return;
    const dense = DenseLookup.over(this.#least, this.#greatest, size);
    if (dense !== null) this.#turnDense(dense, kept);
  }

  #turnDense(dense: DenseLookup, kept: F64Vector | I32Vector): void {
    const slots = this.#liveSlots();
    const keys = new Int32Array(slots.length);
    toInt32(kept, slots, slots.length, keys);
    for (let i = 0; i < keys.length; i++) dense.add(keys[i] as number, slots[i] as number);
    this.#dense = dense;
    this.#index = new KeyLookup();
  }

  #leaveDense(dense: DenseLookup): void {
    this.#dense = null;
    this.#least = dense.least;
    this.#greatest = dense.greatest;
    this.#leastDense = 2 * Math.max(this.#space.size, LEAST_DENSE);
    const slots = this.#liveSlots();
    const hashes = new Int32Array(slots.length);
    const keys = this.#keys.map((column) => column.vector);
    hashColumns(keys, slots, slots.length, hashes);
    for (let i = 0; i < slots.length; i++) {
      this.#index.add(hashes[i] as number, slots[i] as number);
    }
  }

  #liveSlots(): Int32Array {
    const slots = new Int32Array(this.#space.size);
    this.#space.live(0, slots);
    return slots;
  }

  #reserve(slots: number): void {
    if (slots <= this.#capacity) return;
    this.#capacity = grownCapacity(this.#capacity, slots);
    for (const column of this.#keys) column.reserve(this.#capacity);
    for (const column of this.stored) column.reserve(this.#capacity);
  }

  /** @returns whether all rows have a narrow key, see `#isNarrow` */
  #hash(columns: readonly Vector[], selection: Int32Array | null, count: number): boolean {
    const [column, second] = columns;
    if (column?.lane === 'f64' && second === undefined) {
      const kept = this.#keys[0] as HeapColumn;
      if (column.nulls === null && kept.vector.nulls === null) {
        return hashF64(column.values, selection, count, this.#hashes);
      }
    }
    hashColumns(columns, selection, count, this.#hashes);
    return false;
  }

  /**
   * The batch's key columns in the lanes of the kept ones, which widen where the batch is wider.
   */
  #aligned(rows: KeyRows): readonly Vector[] {
    let columns = rows.columns;
    for (let c = 0; c < this.#keys.length; c++) {
      const column = columns[c] as Vector;
      const key = this.#keys[c] as HeapColumn;
      const aligned = key instanceof FixedColumn ? alignedKey(key, column, rows) : column;
      if (aligned.nulls !== null && key.vector.nulls === null) key.nullable();
      if (aligned === column) continue;
      columns = columns.map((other, i) => (i === c ? aligned : other));
    }
    return columns;
  }
}

/** Fewer keys are near anyway. */
const LEAST_DENSE = 64;

function isDenseLane(vector: Vector): vector is F64Vector | I32Vector {
  return (vector.lane === 'f64' || vector.lane === 'i32') && vector.nulls === null;
}

function valueColumns(
  { values, together = [] }: TableDescriptor,
  hasRecords: boolean,
): readonly HeapColumn[] {
  if (!hasRecords) return values.map(makeColumn);
  const inRecord = together.filter((c) => fitsRecord(values[c] as LogicalType));
  if (inRecord.length < 2) return values.map(makeColumn);
  const records = new Records(inRecord.length);
  return values.map((type, c) => {
    const offset = inRecord.indexOf(c);
    return offset < 0 ? makeColumn(type) : new RecordColumn(type, records, offset);
  });
}

function alignedKey(key: FixedColumn, column: Vector, rows: KeyRows): Vector {
  if (column.lane === 'time') {
    const kept = key.vector as TimeVector;
    if (column.nanos !== null && kept.nanos === null) key.nanos();
    if (column.nanos !== null || kept.nanos === null) return column;
    return { ...column, nanos: new Int32Array(column.values.length) };
  }
  if (column.lane === key.vector.lane) return column;
  const used = rows.selection === null ? rows.count : rowsUsed(rows.selection, rows.count);
  const wide = narrow(column as WideVector, used);
  const lane = widerLane(wide.lane, key.vector.lane as WideLane);
  if (lane !== 'f64') key.widen(lane);
  return widen(wide, lane, used);
}
