/**
 * The result of an access to state that may still be under way: Flink's `StateFuture`.
 *
 * Callbacks run on the thread of the task, with the key of the record whose access it is: at once
 * where the result is there, else when it arrives. There is no way to wait for it and no way to
 * catch a failure: an error in a callback, or of the state, fails the task.
 */
export interface StateFuture<T> {
  thenApply<U>(apply: (value: T) => U): StateFuture<U>;
  thenAccept(accept: (value: T) => void): StateFuture<void>;
  thenCompose<U>(compose: (value: T) => StateFuture<U>): StateFuture<U>;
  /** Once both are there. */
  thenCombine<U, V>(other: StateFuture<U>, combine: (mine: T, its: U) => V): StateFuture<V>;
  /** One branch or the other; the first of the result says which. Without a second, nothing. */
  thenConditionallyApply<U, V = undefined>(
    condition: (value: T) => boolean,
    whenTrue: (value: T) => U,
    whenFalse?: (value: T) => V,
  ): StateFuture<Chosen<U, V>>;
  thenConditionallyAccept(
    condition: (value: T) => boolean,
    whenTrue: (value: T) => void,
    whenFalse?: (value: T) => void,
  ): StateFuture<boolean>;
  thenConditionallyCompose<U, V = undefined>(
    condition: (value: T) => boolean,
    whenTrue: (value: T) => StateFuture<U>,
    whenFalse?: (value: T) => StateFuture<V>,
  ): StateFuture<Chosen<U, V>>;
}

export type Chosen<U, V> = readonly [true, U] | readonly [false, V | undefined];

/** Elements of a list or a map that are read in chunks, the next one when it is needed. */
export interface StateIterator<T> {
  isEmpty(): boolean;
  /**
   * Calls `next` with each element, in order; the results it returns, once all are there. Results
   * that are futures may be under way together.
   */
  onNext<U>(next: (value: T) => StateFuture<U>): StateFuture<U[]>;
  onNext(next: (value: T) => void): StateFuture<void>;
}
