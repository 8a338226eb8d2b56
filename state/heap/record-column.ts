/**
 * Value columns that stand side by side: slot s has the values of all of them within one record of
 * `stride` doubles, mostly one cache line, where columns of their own cost a miss each.
 *
 * Only columns of numbers in doubles stand there. Integers say null by −0, which no integer lane
 * holds otherwise, so a record has no flags. A column that needs more (a wider lane, null flags)
 * leaves: its values move to an array of its own, and its place in the records is unused from then
 * on.
 */
import type { RecordPlace } from '../api/table.js';
import type { LogicalType } from '../column/logical-type.js';
import { storageOf } from '../column/storage.js';
import type { F64Vector, Vector } from '../column/vector.js';
import { FixedColumn, type HeapColumn } from './column.js';
import type { FrozenColumn } from './frozen-column.js';

/** The array that the columns of one table share. */
export class Records {
  values = new Float64Array(0);
  /** Columns still in it. */
  members = 0;

  constructor(readonly stride: number) {}

  reserve(capacity: number): void {
    const length = capacity * this.stride;
    if (length <= this.values.length || this.members === 0) return;
    const values = new Float64Array(length);
    values.set(this.values);
    this.values = values;
  }
}

/** Whether a column of this type can stand in a record: nulls of doubles would need flags. */
export function fitsRecord(type: LogicalType): boolean {
  const storage = storageOf(type);
  return storage === 'wide' || (storage === 'f64' && !type.nullable);
}

export class RecordColumn implements HeapColumn {
  readonly #records: Records;
  readonly #inRecord: RecordPlace;
  readonly #saysNull: boolean;
  #capacity = 0;
  #shared: F64Vector = { lane: 'f64', values: new Float64Array(0), nulls: null };
  /** The column since it left the records. */
  #own: FixedColumn | null = null;
  #finish: (() => void) | null = null;

  constructor(
    readonly type: LogicalType,
    records: Records,
    offset: number,
  ) {
    this.#records = records;
    this.#inRecord = { stride: records.stride, offset };
    this.#saysNull = storageOf(type) === 'wide';
    records.members++;
  }

  get vector(): Vector {
    return this.#own === null ? this.#shared : this.#own.vector;
  }

  get record(): RecordPlace | null {
    return this.#own === null ? this.#inRecord : null;
  }

  reserve(capacity: number): void {
    this.#capacity = Math.max(this.#capacity, capacity);
    if (this.#own !== null) {
      this.#own.reserve(capacity);
      return;
    }
    this.#records.reserve(capacity);
    const { values } = this.#records;
    if (values !== this.#shared.values) this.#shared = { lane: 'f64', values, nulls: null };
  }

  nullable(): Uint8Array {
    return this.#leave().nullable();
  }

  nanos(): Int32Array {
    return this.#leave().nanos();
  }

  copy(slots: Int32Array, count: number, source: Vector, rows: Int32Array | null): void {
    if (this.#own !== null || source.lane !== 'f64') {
      this.#leave().copy(slots, count, source, rows);
      return;
    }
    const { values } = this.#records;
    const { stride, offset } = this.#inRecord;
    for (let i = 0; i < count; i++) {
      const row = rows === null ? i : (rows[i] as number);
      const isNull = source.nulls !== null && source.nulls[row] === 1;
      const place = (slots[i] as number) * stride + offset;
      values[place] = isNull ? -0 : (source.values[row] as number);
    }
  }

  copyOne(slot: number, source: Vector, row: number): void {
    this.copy(Int32Array.of(slot), 1, source, Int32Array.of(row));
  }

  widen(lane: 'i64' | 'big'): void {
    this.#leave().widen(lane);
  }

  freeze(end: number, finish: () => void): FrozenColumn {
    if (this.#own !== null) return this.#own.freeze(end, finish);
    this.#finish = finish;
    return this.#bySlot(end);
  }

  thaw(): void {
    this.#finish = null;
    this.#own?.thaw();
  }

  /** The values of slots 0 to `end` − 1 by slot, with null flags where there are nulls. */
  #bySlot(end: number): FrozenColumn {
    const { stride, offset } = this.#inRecord;
    const out = new Float64Array(end);
    let nulls: Uint8Array | null = null;
    return {
      take: (from, to) => {
        const { values } = this.#records;
        for (let slot = from; slot < to; slot++) {
          const value = values[slot * stride + offset] as number;
          out[slot] = value;
          if (value !== 0 || !this.#saysNull || 1 / value > 0) continue;
          nulls ??= new Uint8Array(end);
          nulls[slot] = 1;
          out[slot] = 0;
        }
      },
      vector: () => ({ lane: 'f64', values: out, nulls }),
    };
  }

  get clears(): boolean {
    return this.#own?.clears === true;
  }

  clear(slot: number): void {
    this.#own?.clear(slot);
  }

  reset(): void {
    this.#own?.reset();
  }

  memoryBytes(): number {
    const { stride, values } = this.#records;
    return this.#own?.memoryBytes() ?? values.byteLength / stride;
  }

  bytesEach(): number {
    return this.#own?.bytesEach() ?? Float64Array.BYTES_PER_ELEMENT;
  }

  #leave(): FixedColumn {
    if (this.#own !== null) return this.#own;
    this.#finish?.();
    const own = new FixedColumn(this.type);
    own.reserve(this.#capacity);
    const bySlot = this.#bySlot(this.#capacity);
    bySlot.take(0, this.#capacity);
    const copied = bySlot.vector() as F64Vector;
    (own.vector as F64Vector).values.set(copied.values);
    if (copied.nulls !== null) own.nullable().set(copied.nulls);
    this.#records.members--;
    this.#own = own;
    return own;
  }
}
