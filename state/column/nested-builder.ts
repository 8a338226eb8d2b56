/** Builders of ARRAY, MAP and ROW columns over the builders of their children. */
import type { ColumnBuilder } from './builder.js';
import { grownCapacity, grownInt32, grownNulls } from './growth.js';
import { type Scalar, ScalarMap } from './scalar.js';
import type { ListVector, MapVector, RowVector } from './vector.js';

export class ListBuilder implements ColumnBuilder {
  #starts: Int32Array;
  #ends: Int32Array;
  #nulls: Uint8Array | null = null;
  #open = 0;
  length = 0;

  constructor(
    readonly child: ColumnBuilder,
    capacity: number,
  ) {
    this.#starts = new Int32Array(capacity);
    this.#ends = new Int32Array(capacity);
  }

  reserve(extra: number): void {
    const capacity = grownCapacity(this.#starts.length, this.length + extra);
    this.#starts = grownInt32(this.#starts, capacity);
    this.#ends = grownInt32(this.#ends, capacity);
    this.#nulls = grownNulls(this.#nulls, capacity);
  }

  /** Ends a list of what was appended to `child` since the last one. */
  commit(): void {
    if (this.length === this.#starts.length) this.reserve(1);
    this.#starts[this.length] = this.#open;
    this.#open = this.child.length;
    this.#ends[this.length++] = this.#open;
  }

  appendNull(): void {
    this.commit();
    this.#nulls ??= new Uint8Array(this.#starts.length);
    this.#nulls[this.length - 1] = 1;
  }

  appendScalar(value: Scalar): void {
    if (value === null) {
      this.appendNull();
      return;
    }
    for (const item of value as readonly Scalar[]) this.child.appendScalar(item);
    this.commit();
  }

  finish(): ListVector {
    const [starts, ends, nulls] = [this.#starts, this.#ends, this.#nulls];
    this.#starts = new Int32Array(starts.length);
    this.#ends = new Int32Array(starts.length);
    this.#nulls = null;
    this.#open = 0;
    this.length = 0;
    return { lane: 'list', starts, ends, child: this.child.finish(), nulls };
  }
}

export class MapBuilder implements ColumnBuilder {
  #starts: Int32Array;
  #ends: Int32Array;
  #nulls: Uint8Array | null = null;
  #open = 0;
  length = 0;

  constructor(
    readonly keys: ColumnBuilder,
    readonly values: ColumnBuilder,
    capacity: number,
  ) {
    this.#starts = new Int32Array(capacity);
    this.#ends = new Int32Array(capacity);
  }

  reserve(extra: number): void {
    const capacity = grownCapacity(this.#starts.length, this.length + extra);
    this.#starts = grownInt32(this.#starts, capacity);
    this.#ends = grownInt32(this.#ends, capacity);
    this.#nulls = grownNulls(this.#nulls, capacity);
  }

  /** Ends a map of what was appended to `keys` and `values` since the last one. */
  commit(): void {
    if (this.length === this.#starts.length) this.reserve(1);
    this.#starts[this.length] = this.#open;
    this.#open = this.keys.length;
    this.#ends[this.length++] = this.#open;
  }

  appendNull(): void {
    this.commit();
    this.#nulls ??= new Uint8Array(this.#starts.length);
    this.#nulls[this.length - 1] = 1;
  }

  appendScalar(value: Scalar): void {
    if (!(value instanceof ScalarMap)) {
      this.appendNull();
      return;
    }
    for (const [key, item] of value.entries) {
      this.keys.appendScalar(key);
      this.values.appendScalar(item);
    }
    this.commit();
  }

  finish(): MapVector {
    const [starts, ends, nulls] = [this.#starts, this.#ends, this.#nulls];
    this.#starts = new Int32Array(starts.length);
    this.#ends = new Int32Array(starts.length);
    this.#nulls = null;
    this.#open = 0;
    this.length = 0;
    const [keys, values] = [this.keys.finish(), this.values.finish()];
    return { lane: 'map', starts, ends, keys, values, nulls };
  }
}

export class RowBuilder implements ColumnBuilder {
  #nulls: Uint8Array | null = null;
  #capacity: number;
  length = 0;

  constructor(
    readonly children: readonly ColumnBuilder[],
    capacity: number,
  ) {
    this.#capacity = capacity;
  }

  reserve(extra: number): void {
    this.#capacity = grownCapacity(this.#capacity, this.length + extra);
    this.#nulls = grownNulls(this.#nulls, this.#capacity);
    for (const child of this.children) child.reserve(extra);
  }

  /** Ends a row; each child has got its value before. */
  commit(): void {
    if (this.length === this.#capacity) this.reserve(1);
    this.length++;
  }

  appendNull(): void {
    for (const child of this.children) child.appendNull();
    this.commit();
    this.#nulls ??= new Uint8Array(this.#capacity);
    this.#nulls[this.length - 1] = 1;
  }

  appendScalar(value: Scalar): void {
    if (value === null) {
      this.appendNull();
      return;
    }
    const fields = value as readonly Scalar[];
    this.children.forEach((child, i) => {
      child.appendScalar(fields[i] ?? null);
    });
    this.commit();
  }

  finish(): RowVector {
    const nulls = this.#nulls;
    this.#nulls = null;
    this.length = 0;
    return { lane: 'row', children: this.children.map((child) => child.finish()), nulls };
  }
}
