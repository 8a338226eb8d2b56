/** Values of a state as bytes; with a TTL, behind the time they expire: 8 bytes, big endian, ms. */
import type { Serializer } from '../api/v2/state.js';

const TIME_BYTES = 8;

export class Values<T> {
  readonly #type: Serializer<T>;
  readonly #ttlMs: number | undefined;
  readonly #now: () => number;

  /** @param now processing time */
  constructor(type: Serializer<T>, ttlMs: number | undefined, now: () => number) {
    this.#type = type;
    this.#ttlMs = ttlMs;
    this.#now = now;
  }

  write(value: T): Uint8Array {
    const bytes = this.#type.write(value);
    if (this.#ttlMs === undefined) return bytes;
    const timed = Buffer.allocUnsafe(TIME_BYTES + bytes.length);
    timed.writeBigUInt64BE(BigInt(this.#now() + this.#ttlMs));
    timed.set(bytes, TIME_BYTES);
    return timed;
  }

  /** undefined where there is none, or it has expired. */
  read(bytes: Uint8Array | undefined): T | undefined {
    return bytes === undefined || this.isExpired(bytes) ? undefined : this.of(bytes);
  }

  /** The value of bytes that have not expired. */
  of(bytes: Uint8Array): T {
    return this.#type.read(this.#ttlMs === undefined ? bytes : bytes.subarray(TIME_BYTES));
  }

  isExpired(bytes: Uint8Array): boolean {
    if (this.#ttlMs === undefined) return false;
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, TIME_BYTES);
    return Number(view.readBigUInt64BE()) <= this.#now();
  }
}
