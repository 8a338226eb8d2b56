/** `java.util.Random`: the same seed gives the same numbers as Flink's RAND. */

const HIGH = 0x5de;
const LOW = 0xece66d;

export class JavaRandom {
  /** The 48 bits of state, 24 and 24. */
  #high: number;
  #low: number;

  /** @param seed an integer, 48 bits of which count */
  constructor(seed: bigint) {
    const state = (seed ^ 0x5deece66dn) & 0xffffffffffffn;
    this.#high = Number(state >> 24n);
    this.#low = Number(state & 0xffffffn);
  }

  nextDouble(): number {
    const high = this.#next(26);
    return (high * 2 ** 27 + this.#next(27)) / 2 ** 53;
  }

  /** From 0 to `bound` − 1; `bound` is above 0. */
  nextInt(bound: number): number {
    if ((bound & -bound) === bound) return Math.floor((bound * this.#next(31)) / 2 ** 31);
    for (;;) {
      const bits = this.#next(31);
      const value = bits % bound;
      if (bits - value + (bound - 1) <= 0x7fffffff) return value;
    }
  }

  #next(bits: number): number {
    const low = this.#low * LOW + 0xb;
    const high = this.#low * HIGH + this.#high * LOW + Math.floor(low / 2 ** 24);
    this.#low = low % 2 ** 24;
    this.#high = high % 2 ** 24;
    return Math.floor((this.#high * 2 ** 24 + this.#low) / 2 ** (48 - bits));
  }
}
