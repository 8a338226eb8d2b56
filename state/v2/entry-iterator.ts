/** Elements below a prefix, page by page: the next page is read when the last one is used up. */
import type { StateFuture, StateIterator } from '../api/v2/future.js';
import type { Page } from './entry-store.js';
import { Future, StateFutureUtils } from './future.js';
import type { Merge } from './record-context.js';
import type { StateHost } from './state-host.js';
import type { Values } from './values.js';

/** An element of an entry; undefined = it is not to be seen. */
export type ElementOf<T> = (suffix: string, value: Uint8Array) => T | undefined;

export class EntryIterator<T> implements StateIterator<T> {
  readonly #host: StateHost;
  readonly #prefix: string;
  readonly #values: Values<unknown>;
  readonly #elementOf: ElementOf<T>;
  readonly #page: Page;
  readonly #elements: readonly T[];

  private constructor(
    host: StateHost,
    prefix: string,
    values: Values<unknown>,
    elementOf: ElementOf<T>,
    page: Page,
  ) {
    this.#host = host;
    this.#prefix = prefix;
    this.#values = values;
    this.#elementOf = elementOf;
    this.#page = page;
    this.#elements = elementsOf(page, elementOf);
  }

  /** Reads from the first element on; a page of expired ones is passed over. */
  static open<T>(
    host: StateHost,
    prefix: string,
    values: Values<unknown>,
    elementOf: ElementOf<T>,
    after?: string,
  ): Future<EntryIterator<T>> {
    const future = new Future<EntryIterator<T>>();
    const renew: Merge | undefined = values.renews ? (bytes) => values.renewed(bytes) : undefined;
    const what = { kind: 'scan', after, ...(renew === undefined ? {} : { renew }) } as const;
    host.executor.submit(prefix, what, (page) =>
      future.complete(new EntryIterator(host, prefix, values, elementOf, page as Page)),
    );
    return future.thenCompose((iterator) =>
      iterator.#elements.length === 0 && !iterator.#page.isLast
        ? iterator.#next()
        : Future.of(iterator),
    );
  }

  isEmpty(): boolean {
    return this.#elements.length === 0;
  }

  onNext<U>(next: (value: T) => StateFuture<U>): StateFuture<U[]>;
  onNext(next: (value: T) => void): StateFuture<void>;
  onNext(next: (value: T) => unknown): StateFuture<unknown> {
    const results: StateFuture<unknown>[] = [];
    return this.#visit((value) => {
      const result = next(value);
      if (result instanceof Future) results.push(result);
    }).thenCompose(() => StateFutureUtils.combineAll(results));
  }

  #visit(next: (value: T) => void): StateFuture<void> {
    for (const element of this.#elements) next(element);
    if (this.#page.isLast) return Future.of(undefined);
    return this.#next().thenCompose((iterator) => iterator.#visit(next));
  }

  #next(): Future<EntryIterator<T>> {
    const last = this.#page.entries.at(-1)?.[0];
    return EntryIterator.open(this.#host, this.#prefix, this.#values, this.#elementOf, last);
  }
}

export function elementsOf<T>(page: Page, elementOf: ElementOf<T>): T[] {
  return page.entries.flatMap(([suffix, value]) => {
    const element = elementOf(suffix, value);
    return element === undefined ? [] : [element];
  });
}
