/** One value a key. */
import type { ValueState as Contract } from '../api/v2/state.js';
import type { Future } from './future.js';
import { KeyedState } from './keyed-state.js';
import type { StateHost } from './state-host.js';
import type { Values } from './values.js';

export class ValueState<T> extends KeyedState implements Contract<T> {
  readonly #values: Values<T>;

  constructor(host: StateHost, table: number, values: Values<T>, namespace = '') {
    super(host, table, namespace);
    this.#values = values;
  }

  in(namespace: string): ValueState<T> {
    return new ValueState(this.host, this.table, this.#values, namespace);
  }

  asyncValue(): Future<T | undefined> {
    return this.asyncRead('', this.#values, (bytes) => this.#values.read(bytes));
  }

  value(): T | undefined {
    return this.#values.read(this.readNow('', this.#values));
  }

  asyncUpdate(value: T | undefined): Future<void> {
    return this.asyncWrite(this.#update(value));
  }

  update(value: T | undefined): void {
    this.writeNow(this.#update(value));
  }

  /** The value is taken as it is now: the caller may change it later. */
  #update(value: T | undefined): (prefix: string) => void {
    const { store } = this.host;
    if (value === undefined) return (prefix) => store.delete(prefix, '');
    const bytes = this.#values.write(value);
    return (prefix) => store.put(prefix, '', bytes);
  }
}
