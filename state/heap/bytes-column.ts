/**
 * Strings and bytes of a heap table. State copies what it keeps into its own arena, one buffer a
 * column, by appending; a value that is replaced or freed leaves garbage. When the arena is full
 * and much of it is garbage, the live values move to a fresh one; otherwise it grows. A buffer is
 * never written at a place twice, so vectors pushed downstream may share it.
 */
import { assert } from '../../conf/errors/error.js';
import { arenaFor, grownArena, grownInt32, grownNulls } from '../column/growth.js';
import type { LogicalType } from '../column/logical-type.js';
import { mappedBytes } from '../column/mapped.js';
import type { BytesVector, Vector } from '../column/vector.js';
import type { HeapColumn } from './column.js';
import { type FrozenColumn, frozenColumn } from './frozen-column.js';

const GREATEST_ARENA = 2 ** 31 - 1;

export class BytesColumn implements HeapColumn {
  readonly record = null;
  readonly clears = true;
  #data: Uint8Array = new Uint8Array(0);
  #starts: Int32Array = new Int32Array(0);
  #ends: Int32Array = new Int32Array(0);
  #nulls: Uint8Array | null = null;
  #used = 0;
  #garbage = 0;
  #finish: (() => void) | null = null;
  vector: BytesVector;

  constructor(readonly type: LogicalType) {
    this.vector = this.#renewed();
  }

  reserve(capacity: number): void {
    if (capacity <= this.#starts.length) return;
    this.#starts = grownInt32(this.#starts, capacity);
    this.#ends = grownInt32(this.#ends, capacity);
    this.#nulls = grownNulls(this.#nulls, this.#starts.length);
    this.vector = this.#renewed();
  }

  nullable(): Uint8Array {
    if (this.#nulls !== null) return this.#nulls;
    this.#nulls = new Uint8Array(this.#starts.length);
    this.vector = this.#renewed();
    return this.#nulls;
  }

  /** Values that stand one behind the other in the source go over in one piece. */
  copy(slots: Int32Array, count: number, source: Vector, rows: Int32Array | null): void {
    const from = source as BytesVector;
    const { starts, ends } = from;
    // Ranges of its own move when it makes room.
    const isOwn = starts === this.#starts;
    for (let i = 0; i < count; ) {
      const first = rows === null ? i : (rows[i] as number);
      const start = starts[first] as number;
      let end = ends[first] as number;
      let next = i + 1;
      for (; next < count && !isOwn; next++) {
        const row = rows === null ? next : (rows[next] as number);
        if (starts[row] !== end) break;
        end = ends[row] as number;
      }
      let at = this.#append(isOwn ? this.#data : from.data, start, end);
      for (; i < next; i++) {
        const row = rows === null ? i : (rows[i] as number);
        const size = (ends[row] as number) - (starts[row] as number);
        this.#place(slots[i] as number, at, at + size, isNull(from, row));
        at += size;
      }
    }
  }

  copyOne(slot: number, source: Vector, row: number): void {
    const from = source as BytesVector;
    const start = from.starts[row] as number;
    const size = (from.ends[row] as number) - start;
    const at = this.#append(from.data, start, start + size);
    this.#place(slot, at, at + size, isNull(from, row));
  }

  /** Bytes `start` to `end` − 1 of other data, behind all others. @returns where they stand now */
  #append(from: Uint8Array, start: number, end: number): number {
    const size = end - start;
    if (this.#used + size > this.#data.length) this.#makeRoom(size);
    const data = this.#data;
    const at = this.#used;
    put(data, at, from, start, end);
    this.#used = at + size;
    return at;
  }

  #place(slot: number, start: number, end: number, isNull: boolean): void {
    this.#forget(slot);
    this.#starts[slot] = start;
    this.#ends[slot] = end;
    if (isNull) this.nullable()[slot] = 1;
    else if (this.#nulls !== null) this.#nulls[slot] = 0;
  }

  nanos(): Int32Array {
    assert(false, 'Only times have nanoseconds');
  }

  widen(): void {
    assert(false, 'Bytes have one lane');
  }

  clear(slot: number): void {
    this.#forget(slot);
    if (this.#nulls !== null) this.#nulls[slot] = 0;
  }

  reset(): void {
    this.#data = mappedBytes(this.#data.length);
    this.#starts.fill(0);
    this.#ends.fill(0);
    this.#nulls?.fill(0);
    this.#used = 0;
    this.#garbage = 0;
    this.vector = this.#renewed();
  }

  memoryBytes(): number {
    return this.#data.length + this.#starts.length * (this.#nulls === null ? 8 : 9);
  }

  bytesEach(slots: number): number {
    return 8 + (this.#used - this.#garbage) / Math.max(1, slots);
  }

  freeze(end: number, finish: () => void): FrozenColumn {
    this.#finish = finish;
    return frozenColumn(() => this.vector, end);
  }

  thaw(): void {
    this.#finish = null;
  }

  #renewed(): BytesVector {
    const [data, starts, ends, nulls] = [this.#data, this.#starts, this.#ends, this.#nulls];
    return { lane: 'bytes', data, starts, ends, nulls };
  }

  /** The slot's value becomes garbage, if it has one. */
  #forget(slot: number): void {
    this.#garbage += (this.#ends[slot] as number) - (this.#starts[slot] as number);
    this.#starts[slot] = 0;
    this.#ends[slot] = 0;
  }

  #makeRoom(size: number): void {
    const live = this.#used - this.#garbage;
    const needed = live + size;
    assert(needed <= GREATEST_ARENA, 'The strings of one state column stay below 2 GiB a task');
    if (arenaFor(needed) > this.#data.length) {
      const capacity = grownArena(this.#data.length, this.#used + size);
      if (capacity <= GREATEST_ARENA) {
        const data = mappedBytes(capacity);
        data.set(this.#data.subarray(0, this.#used));
        this.#data = data;
        this.vector = this.#renewed();
        return;
      }
    }
    this.#compact(Math.min(GREATEST_ARENA, arenaFor(needed)));
  }

  /** Moves what is live to a fresh arena; pushed views have ranges of their own. */
  #compact(capacity: number): void {
    this.#finish?.();
    const data = mappedBytes(capacity);
    const [starts, ends] = [this.#starts, this.#ends];
    let at = 0;
    for (let slot = 0; slot < starts.length; slot++) {
      const start = starts[slot] as number;
      const size = (ends[slot] as number) - start;
      if (size === 0) continue;
      put(data, at, this.#data, start, start + size);
      starts[slot] = at;
      at += size;
      ends[slot] = at;
    }
    this.#data = data;
    this.#used = at;
    this.#garbage = 0;
    this.vector = this.#renewed();
  }
}

/** Puts bytes `start` to `end` − 1 at a place of others; few in a loop, which is faster. */
function put(to: Uint8Array, at: number, from: Uint8Array, start: number, end: number): void {
  const size = end - start;
  if (size < 32) for (let i = 0; i < size; i++) to[at + i] = from[start + i] as number;
  else to.set(from.subarray(start, end), at);
}

function isNull({ nulls }: BytesVector, row: number): boolean {
  return nulls !== null && nulls[row] === 1;
}
