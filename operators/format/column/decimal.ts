/**
 * DECIMAL(p, s) as unscaled values: doubles while they are safe integers, then 64 bits, then
 * BigInt. Text is rounded half up to the scale; what then has more than p digits is null, as in
 * Flink.
 */
import type { Vector } from '../../../state/column/vector.js';
import type { Arrays } from '../../../state/column/vector-pool.js';
import { trimEnd, trimStart } from '../text/bytes.js';
import { parseDecimal, parseShortDecimal } from '../text/parse-number.js';
import { Column, enlarge } from './column.js';

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);
const LONG = 2n ** 63n;
const SHORT_PRECISION = 15;

export class DecimalColumn extends Column {
  values: Float64Array = new Float64Array(0);
  /** Every value, once one left the doubles. */
  wide: bigint[] | null = null;
  readonly #bound: bigint;
  readonly #shortBound: number;

  constructor(
    readonly precision: number,
    readonly scale: number,
  ) {
    super();
    this.#bound = 10n ** BigInt(precision);
    this.#shortBound = precision <= SHORT_PRECISION ? 10 ** precision : Number.POSITIVE_INFINITY;
  }

  begin(capacity: number, arrays: Arrays): void {
    this.start(capacity, arrays);
    this.values = this.zeroed(arrays.f64(capacity));
    this.wide = null;
  }

  set(bytes: Uint8Array, start: number, end: number, at: number): boolean {
    const from = trimStart(bytes, start, end);
    const to = trimEnd(bytes, from, end);
    const value = parseShortDecimal(bytes, from, to, this.scale);
    if (this.wide === null && value > -this.#shortBound && value < this.#shortBound) {
      this.values[at] = value;
      return true;
    }
    const big = parseDecimal(bytes, from, to, this.scale);
    if (big === undefined) return false;
    this.put(big, at);
    return true;
  }

  /** An unscaled value; null when it has too many digits. */
  put(value: bigint, at: number): void {
    if (value >= this.#bound || value <= -this.#bound) {
      this.setNull(at);
      return;
    }
    if (this.wide === null && (value > SAFE || value < -SAFE)) {
      this.wide = Array.from(this.values.subarray(0, this.capacity), BigInt);
    }
    if (this.wide === null) this.values[at] = Number(value);
    else this.wide[at] = value;
  }

  take(): Vector {
    const { wide, nulls } = this;
    if (wide === null) return { lane: 'f64', values: this.values, nulls };
    if (wide.some((value) => value >= LONG || value < -LONG)) {
      return { lane: 'big', values: wide, nulls };
    }
    return { lane: 'i64', values: BigInt64Array.from(wide), nulls };
  }

  protected reset(at: number): void {
    if (this.wide === null) this.values[at] = 0;
    else this.wide[at] = 0n;
  }

  protected grow(capacity: number): void {
    this.values = enlarge(this.values, new Float64Array(capacity));
    while (this.wide !== null && this.wide.length < capacity) this.wide.push(0n);
  }
}
