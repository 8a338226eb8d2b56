/**
 * Seeded pseudo-random numbers: the same seed gives the same sequence on every machine, so that
 * generated data, fuzzing and simulations can be repeated. The generator is sfc32 (Chris
 * Doty-Humphrey, PractRand): 128 bits of state, a few integer operations a number. Not for secrets.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  /** @param seed any finite number; its integer part counts, modulo 2^64 */
  constructor(seed: number) {
    const whole = BigInt.asUintN(64, BigInt(Math.trunc(seed)));
    this.#a = 0;
    this.#b = Number(whole & 0xffffffffn) | 0;
    this.#c = Number(whole >> 32n) | 0;
    for (let round = 0; round < 12; round++) this.nextUint32();
  }

  /** A new generator whose sequence is fixed by this one's state; for handing to a part. */
  fork(): Random {
    return new Random(this.nextUint32() + this.nextUint32() * 2 ** 20);
  }

  /** From 0 to 2^32 − 1. */
  nextUint32(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    this.#c |= 0;
    return sum >>> 0;
  }

  /** From 0 (included) to 1 (excluded), in steps of 2^-53. */
  nextDouble(): number {
    const high = this.nextUint32() >>> 5;
    const low = this.nextUint32() >>> 6;
    return (high * 2 ** 26 + low) / 2 ** 53;
  }

  /** An integer from `min` to `max`, both included; the range may span up to 2^53 integers. */
  nextInt(min: number, max: number): number {
    return min + Math.floor(this.nextDouble() * (max - min + 1));
  }

  /** A 64-bit integer from `min` to `max`, both included. */
  nextBigInt(min: bigint, max: bigint): bigint {
    const span = max - min + 1n;
    const bits = (BigInt(this.nextUint32()) << 32n) | BigInt(this.nextUint32());
    return min + ((bits * span) >> 64n);
  }

  nextBoolean(): boolean {
    return this.nextUint32() >= 2 ** 31;
  }

  /** One of the items; undefined if there is none. */
  pick<T>(items: readonly T[]): T | undefined {
    return items[this.nextInt(0, items.length - 1)];
  }

  /** A number of the normal distribution with mean 0 and deviation 1 (Box and Muller's method). */
  nextGaussian(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.nextDouble()));
    return radius * Math.cos(2 * Math.PI * this.nextDouble());
  }
}
