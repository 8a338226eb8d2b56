/**
 * Builder of wide integers: starts in the f64 lane and moves to i64 and big when a value asks for
 * it. A scanner appends numbers while they are safe and bigints where they are not.
 */
import type { ColumnBuilder } from './builder.js';
import { grownCapacity, grownNulls } from './growth.js';
import type { Scalar } from './scalar.js';
import { laneOf, type WideLane, type WideVector, widen, widerLane } from './wide.js';

export class WideBuilder implements ColumnBuilder {
  lane: WideLane = 'f64';
  /** The values while the lane is f64; a scanner may write here after `reserve`. */
  values: Float64Array;
  #longs: BigInt64Array = new BigInt64Array(0);
  #bigs: bigint[] = [];
  nulls: Uint8Array | null = null;
  length = 0;
  #capacity: number;

  constructor(capacity: number) {
    this.values = new Float64Array(capacity);
    this.#capacity = capacity;
  }

  reserve(extra: number): void {
    const capacity = grownCapacity(this.#capacity, this.length + extra);
    if (capacity === this.#capacity) return;
    this.#capacity = capacity;
    this.nulls = grownNulls(this.nulls, capacity);
    if (this.lane === 'f64') {
      const grown = new Float64Array(capacity);
      grown.set(this.values);
      this.values = grown;
    } else if (this.lane === 'i64') {
      const grown = new BigInt64Array(capacity);
      grown.set(this.#longs);
      this.#longs = grown;
    }
  }

  /** @param value a safe integer, not −0 */
  append(value: number): void {
    if (this.length === this.#capacity) this.reserve(1);
    if (this.lane === 'f64') this.values[this.length++] = value;
    else this.#set(BigInt(value));
  }

  appendBigint(value: bigint): void {
    if (this.length === this.#capacity) this.reserve(1);
    const lane = laneOf(value);
    if (lane === 'f64' && this.lane === 'f64') {
      this.values[this.length++] = Number(value);
      return;
    }
    this.#widen(widerLane(lane, this.lane));
    this.#set(value);
  }

  appendNull(): void {
    if (this.length === this.#capacity) this.reserve(1);
    this.nulls ??= new Uint8Array(this.#capacity);
    this.nulls[this.length] = 1;
    if (this.lane === 'f64') this.values[this.length++] = 0;
    else this.#set(0n);
  }

  appendScalar(value: Scalar): void {
    if (value === null) this.appendNull();
    else this.appendBigint(value as bigint);
  }

  finish(): WideVector {
    const vector = this.#vector();
    this.lane = 'f64';
    this.values = new Float64Array(this.#capacity);
    this.#longs = new BigInt64Array(0);
    this.#bigs = [];
    this.nulls = null;
    this.length = 0;
    return vector;
  }

  #vector(): WideVector {
    const { nulls } = this;
    if (this.lane === 'f64') return { lane: 'f64', values: this.values, nulls };
    if (this.lane === 'i64') return { lane: 'i64', values: this.#longs, nulls };
    return { lane: 'big', values: this.#bigs, nulls };
  }

  #set(value: bigint): void {
    if (this.lane === 'i64') this.#longs[this.length++] = value;
    else this.#bigs[this.length++] = value;
  }

  #widen(lane: WideLane): void {
    if (lane === this.lane) return;
    const wide = widen(this.#vector(), lane, this.length);
    this.lane = lane;
    if (wide.lane === 'i64') this.#longs = wide.values;
    else if (wide.lane === 'big') this.#bigs = wide.values as bigint[];
  }
}
