/** Values of a state as bytes; with a time to live, behind the time when they were written. */
import type { Serializer, StateTtlConfig } from '../api/v2/state.js';
import { numberAt, putNumber } from '../keyed/layout.js';

const TIME_BYTES = 8;

export class Values<T> {
  /** Reading is a write of what is read. */
  readonly renews: boolean;
  readonly #type: Serializer<T>;
  readonly #ttlMs: number;
  readonly #isShown: boolean;
  readonly #now: () => number;

  /** @param now processing time */
  constructor(type: Serializer<T>, ttl: StateTtlConfig | undefined, now: () => number) {
    this.#type = type;
    this.#ttlMs = ttlOf(ttl);
    this.#isShown = ttl?.stateVisibility === 'ReturnExpiredIfNotCleanedUp';
    this.renews = this.#ttlMs > 0 && ttl?.updateType === 'OnReadAndWrite';
    this.#now = now;
  }

  write(value: T): Uint8Array {
    const bytes = this.#type.write(value);
    return this.#ttlMs > 0 ? this.#timed(bytes) : bytes;
  }

  /** undefined where there is none, or none is to be seen. */
  read(bytes: Uint8Array | undefined): T | undefined {
    return bytes === undefined || this.isHidden(bytes) ? undefined : this.of(bytes);
  }

  /** The value of bytes that are not hidden. */
  of(bytes: Uint8Array): T {
    return this.#type.read(this.#ttlMs > 0 ? bytes.subarray(TIME_BYTES) : bytes);
  }

  /** It has expired, and what has is not returned. */
  isHidden(bytes: Uint8Array): boolean {
    return !this.#isShown && this.#isExpired(bytes);
  }

  /** The bytes as written now; undefined where there is none that lives. */
  renewed(bytes: Uint8Array | undefined): Uint8Array | undefined {
    if (bytes === undefined || this.#isExpired(bytes)) return undefined;
    return this.#timed(bytes.subarray(TIME_BYTES));
  }

  #isExpired(bytes: Uint8Array): boolean {
    return this.#ttlMs > 0 && numberAt(bytes, 0) + this.#ttlMs <= this.#now();
  }

  #timed(bytes: Uint8Array): Uint8Array {
    const timed = Buffer.allocUnsafe(TIME_BYTES + bytes.length);
    putNumber(this.#now(), timed, 0);
    timed.set(bytes, TIME_BYTES);
    return timed;
  }
}

/** How long what is written lives, ms; 0 = forever. */
export function ttlOf(ttl: StateTtlConfig | undefined): number {
  return ttl === undefined || ttl.updateType === 'Disabled' ? 0 : ttl.ttlMs;
}
