let counting = new Int32Array(0);

/** The numbers `from` to `to` − 1, as a part of an array that is never written again. */
export function consecutive(from: number, to: number): Int32Array {
  if (counting.length < to) {
    counting = new Int32Array(Math.max(4096, to * 2)).map((_, index) => index);
  }
  return counting.subarray(from, to);
}
