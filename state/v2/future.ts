/** `StateFuture` as the executor completes it, and Flink's `StateFutureUtils`. */
import { assert } from '../../conf/errors/error.js';
import type { Chosen, StateFuture, StateIterator } from '../api/v2/future.js';

export class Future<T> implements StateFuture<T> {
  #isDone = false;
  #value: T | undefined;
  #callbacks: ((value: T) => void)[] = [];

  static of<T>(value: T): Future<T> {
    const future = new Future<T>();
    future.complete(value);
    return future;
  }

  /** Runs what waits for it. @throws what a callback throws */
  complete(value: T): void {
    assert(!this.#isDone, 'A future is completed once');
    this.#isDone = true;
    this.#value = value;
    const callbacks = this.#callbacks;
    this.#callbacks = [];
    for (const callback of callbacks) callback(value);
  }

  /** Runs `callback` with the value, at once where it is there. */
  whenDone(callback: (value: T) => void): void {
    if (this.#isDone) callback(this.#value as T);
    else this.#callbacks.push(callback);
  }

  thenApply<U>(apply: (value: T) => U): Future<U> {
    const next = new Future<U>();
    this.whenDone((value) => next.complete(apply(value)));
    return next;
  }

  thenAccept(accept: (value: T) => void): Future<void> {
    return this.thenApply((value) => {
      accept(value);
    });
  }

  thenCompose<U>(compose: (value: T) => StateFuture<U>): Future<U> {
    const next = new Future<U>();
    this.whenDone((value) => ours(compose(value)).whenDone((result) => next.complete(result)));
    return next;
  }

  thenCombine<U, V>(other: StateFuture<U>, combine: (mine: T, its: U) => V): Future<V> {
    const next = new Future<V>();
    this.whenDone((mine) => ours(other).whenDone((its) => next.complete(combine(mine, its))));
    return next;
  }

  thenConditionallyApply<U, V = undefined>(
    condition: (value: T) => boolean,
    whenTrue: (value: T) => U,
    whenFalse?: (value: T) => V,
  ): Future<Chosen<U, V>> {
    return this.thenApply(
      (value): Chosen<U, V> =>
        condition(value) ? [true, whenTrue(value)] : [false, whenFalse?.(value)],
    );
  }

  thenConditionallyAccept(
    condition: (value: T) => boolean,
    whenTrue: (value: T) => void,
    whenFalse?: (value: T) => void,
  ): Future<boolean> {
    return this.thenConditionallyApply(condition, whenTrue, whenFalse).thenApply(([is]) => is);
  }

  thenConditionallyCompose<U, V = undefined>(
    condition: (value: T) => boolean,
    whenTrue: (value: T) => StateFuture<U>,
    whenFalse?: (value: T) => StateFuture<V>,
  ): Future<Chosen<U, V>> {
    return this.thenCompose((value): StateFuture<Chosen<U, V>> => {
      if (condition(value)) return whenTrue(value).thenApply((result) => [true, result]);
      if (whenFalse === undefined) return Future.of([false, undefined]);
      return whenFalse(value).thenApply((result) => [false, result]);
    });
  }
}

function ours<T>(future: StateFuture<T>): Future<T> {
  assert(future instanceof Future, 'State futures come from states and StateFutureUtils');
  return future;
}

export const StateFutureUtils = {
  completedVoidFuture(): StateFuture<void> {
    return Future.of(undefined);
  },

  completedFuture<T>(value: T): StateFuture<T> {
    return Future.of(value);
  },

  /** All values, in the order of their futures, once all are there. */
  combineAll<T>(futures: Iterable<StateFuture<T>>): StateFuture<T[]> {
    const all = [...futures];
    const values = new Array<T>(all.length);
    const combined = new Future<T[]>();
    let missing = all.length;
    if (missing === 0) combined.complete(values);
    for (const [i, future] of all.entries()) {
      ours(future).whenDone((value) => {
        values[i] = value;
        missing--;
        if (missing === 0) combined.complete(values);
      });
    }
    return combined;
  },

  /** All elements of an iterator. */
  toIterable<T>(future: StateFuture<StateIterator<T>>): StateFuture<Iterable<T>> {
    return future.thenCompose((iterator) => {
      const values: T[] = [];
      const done = iterator.onNext((value) => {
        values.push(value);
      });
      return done.thenApply(() => values);
    });
  },
};
