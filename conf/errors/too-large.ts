/** JavaScript's own limits of strings, buffers and bigints; its other range errors are bugs. */
const LIMITS =
  /^(Invalid .*(length|count)|Maximum BigInt|Array buffer allocation|Cannot create a string)/;

/** Whether a value or a table grew past what JavaScript or the memory of the process holds. */
export function isTooLarge(error: unknown): error is Error {
  return error instanceof Error && LIMITS.test(error.message);
}
