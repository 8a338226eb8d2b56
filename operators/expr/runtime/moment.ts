/** Instants as milliseconds and nanoseconds within the millisecond. */

/** Milliseconds of nanoseconds since the epoch; leaves the rest in `rest.end`. */
export function splitNanos(nanos: bigint, rest: { end: number }): number {
  const within = BigInt.asIntN(64, nanos % 1_000_000n);
  const positive = within < 0n ? within + 1_000_000n : within;
  rest.end = Number(positive);
  return Number((nanos - positive) / 1_000_000n);
}
