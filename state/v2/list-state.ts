/** A list a key, an entry an element: adding reads nothing. */
import type { ListState as Contract } from '../api/v2/state.js';
import { type ElementOf, EntryIterator } from './entry-iterator.js';
import type { Future } from './future.js';
import { KeyedState } from './keyed-state.js';
import type { StateHost } from './state-host.js';
import type { Values } from './values.js';

export class ListState<T> extends KeyedState implements Contract<T> {
  readonly #values: Values<T>;
  readonly #elementOf: ElementOf<T>;

  constructor(host: StateHost, table: number, values: Values<T>, namespace = '') {
    super(host, table, namespace);
    this.#values = values;
    this.#elementOf = (_, value) => values.read(value);
  }

  in(namespace: string): ListState<T> {
    return new ListState(this.host, this.table, this.#values, namespace);
  }

  asyncGet(): Future<EntryIterator<T>> {
    return EntryIterator.open(this.host, this.prefix, this.#values, this.#elementOf);
  }

  get(): readonly T[] {
    return this.allNow(this.#values, this.#elementOf);
  }

  asyncAdd(value: T): Future<void> {
    return this.asyncAddAll([value]);
  }

  add(value: T): void {
    this.addAll([value]);
  }

  asyncAddAll(values: readonly T[]): Future<void> {
    return this.asyncWrite(this.#append(values));
  }

  addAll(values: readonly T[]): void {
    this.writeNow(this.#append(values));
  }

  asyncUpdate(values: readonly T[]): Future<void> {
    return this.asyncWrite(this.#replace(values));
  }

  update(values: readonly T[]): void {
    this.writeNow(this.#replace(values));
  }

  #replace(values: readonly T[]): (prefix: string) => void {
    const append = this.#append(values);
    return (prefix) => {
      this.host.store.clear(prefix);
      append(prefix);
    };
  }

  #append(values: readonly T[]): (prefix: string) => void {
    const entries = values.map((value) => this.#values.write(value));
    return (prefix) => {
      for (const bytes of entries) this.host.store.put(prefix, this.host.nextSequence(), bytes);
    };
  }
}
