/**
 * Output arrays that are used again: memory that was written a moment ago is still in the cache,
 * where a fresh array of a batch costs the misses and the zeroing of new pages.
 *
 * Promise: an array that was taken is its taker's until `reclaim`. Then it is free again, unless
 * somebody pinned it: a pinned array becomes free when its last pin is gone, and one that is never
 * let go of is the collector's, as if it had never been in a pool.
 *
 * Algorithm: a stack of free arrays an array type, so that the one used last is given next. Pins
 * are counted an array's buffer, since whoever pins may hold a view or another vector over it. A
 * buffer that is in no pool needs no pin. The bytes of strings, the children of collections and
 * bigints are never in a pool. `docs/design/vector-pool.md` has the contract of batches.
 */
import { assert } from '../../conf/errors/error.js';
import type { Vector } from './vector.js';

export type PooledArray = Uint8Array | Int32Array | Float32Array | Float64Array | BigInt64Array;

/** Where new arrays come from. */
export interface Arrays {
  /** Whether elements are 0; else they hold anything. */
  readonly isZeroed: boolean;
  /** At least `length` elements. So do all of these. */
  u8(length: number): Uint8Array;
  i32(length: number): Int32Array;
  f32(length: number): Float32Array;
  f64(length: number): Float64Array;
  i64(length: number): BigInt64Array;
}

/** Arrays that nobody used before and that are left to the collector. */
export const FRESH: Arrays = {
  isZeroed: true,
  u8: (length) => new Uint8Array(length),
  i32: (length) => new Int32Array(length),
  f32: (length) => new Float32Array(length),
  f64: (length) => new Float64Array(length),
  i64: (length) => new BigInt64Array(length),
};

/** The array, with its first elements 0. */
export function cleared<T extends PooledArray>(array: T, length: number): T {
  if (array instanceof BigInt64Array) array.fill(0n, 0, length);
  else array.fill(0, 0, length);
  return array;
}

/** An array of a pool. */
interface Lease {
  readonly array: PooledArray;
  /** Where it goes when it is free. */
  readonly home: Lease[];
  readonly poisons: boolean;
  pins: number;
  isTaken: boolean;
}

const leases = new WeakMap<ArrayBufferLike, Lease>();

/** Fewer elements than this are not worth a stack of their own. */
const LEAST_CAPACITY = 64;

/** What a released byte holds where pools poison: no null flag, no row kind, no sensible number. */
const POISON = 0x5a;

export class VectorPool implements Arrays {
  readonly isZeroed = false;
  readonly #poisons: boolean;
  readonly #u8: Lease[] = [];
  readonly #i32: Lease[] = [];
  readonly #f32: Lease[] = [];
  readonly #f64: Lease[] = [];
  readonly #i64: Lease[] = [];
  #taken: Lease[] = [];

  /** @param poisons overwrites what is released, so that a use after that shows as a wrong row */
  constructor(poisons: boolean) {
    this.#poisons = poisons;
  }

  u8(length: number): Uint8Array {
    return this.#take(this.#u8, length) ?? this.#add(new Uint8Array(capacity(length)), this.#u8);
  }

  i32(length: number): Int32Array {
    return this.#take(this.#i32, length) ?? this.#add(new Int32Array(capacity(length)), this.#i32);
  }

  f32(length: number): Float32Array {
    return (
      this.#take(this.#f32, length) ?? this.#add(new Float32Array(capacity(length)), this.#f32)
    );
  }

  f64(length: number): Float64Array {
    return (
      this.#take(this.#f64, length) ?? this.#add(new Float64Array(capacity(length)), this.#f64)
    );
  }

  i64(length: number): BigInt64Array {
    return (
      this.#take(this.#i64, length) ?? this.#add(new BigInt64Array(capacity(length)), this.#i64)
    );
  }

  /** What was taken so far is not its taker's any more. */
  reclaim(): void {
    const taken = this.#taken;
    for (let i = 0; i < taken.length; i++) {
      const lease = taken[i] as Lease;
      lease.isTaken = false;
      if (lease.pins === 0) free(lease);
    }
    taken.length = 0;
  }

  #take<T extends PooledArray>(stack: Lease[], length: number): T | undefined {
    const lease = stack.pop();
    // One that is too small is left to the collector: batches seldom grow.
    if (lease === undefined || lease.array.length < length) return undefined;
    lease.isTaken = true;
    this.#taken.push(lease);
    return lease.array as T;
  }

  #add<T extends PooledArray>(array: T, home: Lease[]): T {
    const lease = { array, home, poisons: this.#poisons, pins: 0, isTaken: true };
    if (this.#poisons) poison(array);
    leases.set(array.buffer, lease);
    this.#taken.push(lease);
    return array;
  }
}

/** A hold on arrays of pools: none of them is used again before `release`. */
export class Pins {
  readonly #leases: Lease[] = [];

  /** Pins what the vector reads; its arrays must be taken or pinned. */
  vector(vector: Vector): void {
    this.array(vector.nulls);
    switch (vector.lane) {
      case 'big':
        break;
      case 'time':
        this.array(vector.values);
        this.array(vector.nanos);
        break;
      case 'row':
        for (const child of vector.children) this.vector(child);
        break;
      case 'bytes':
      case 'list':
      case 'map':
        this.array(vector.starts);
        this.array(vector.ends);
        break;
      default:
        this.array(vector.values);
    }
  }

  array(array: PooledArray | null): void {
    const lease = array === null ? undefined : leases.get(array.buffer);
    if (lease === undefined) return;
    assert(lease.isTaken || lease.pins > 0, 'What is kept was not released before');
    lease.pins++;
    this.#leases.push(lease);
  }

  /** Once. */
  release(): void {
    for (const lease of this.#leases) {
      lease.pins--;
      if (lease.pins === 0 && !lease.isTaken) free(lease);
    }
    this.#leases.length = 0;
  }
}

function free(lease: Lease): void {
  if (lease.poisons) poison(lease.array);
  lease.home.push(lease);
}

function poison(array: PooledArray): void {
  new Uint8Array(array.buffer).fill(POISON);
}

/** Powers of two, so that batches of about one size share their arrays. */
function capacity(length: number): number {
  let found = LEAST_CAPACITY;
  while (found < length) found *= 2;
  return found;
}
