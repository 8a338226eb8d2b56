/** A map a key, an entry an entry. */
import type { MapState as Contract, Serializer } from '../api/v2/state.js';
import { type ElementOf, EntryIterator } from './entry-iterator.js';
import { bytesOf, latin1 } from './entry-store.js';
import type { Future } from './future.js';
import { KeyedState } from './keyed-state.js';
import type { StateHost } from './state-host.js';
import type { Values } from './values.js';

export class MapState<K, V> extends KeyedState implements Contract<K, V> {
  readonly #keyType: Serializer<K>;
  readonly #values: Values<V>;

  constructor(
    host: StateHost,
    table: number,
    keyType: Serializer<K>,
    values: Values<V>,
    namespace = '',
  ) {
    super(host, table, namespace);
    this.#keyType = keyType;
    this.#values = values;
  }

  in(namespace: string): MapState<K, V> {
    return new MapState(this.host, this.table, this.#keyType, this.#values, namespace);
  }

  asyncGet(key: K): Future<V | undefined> {
    return this.asyncRead(this.#suffix(key), this.#values, (bytes) => this.#values.read(bytes));
  }

  get(key: K): V | undefined {
    return this.#values.read(this.readNow(this.#suffix(key), this.#values));
  }

  asyncContains(key: K): Future<boolean> {
    return this.asyncRead(this.#suffix(key), this.#values, (bytes) => this.#isThere(bytes));
  }

  contains(key: K): boolean {
    return this.#isThere(this.readNow(this.#suffix(key), this.#values));
  }

  asyncPut(key: K, value: V | undefined): Future<void> {
    return this.asyncWrite(this.#put(key, value));
  }

  put(key: K, value: V | undefined): void {
    this.writeNow(this.#put(key, value));
  }

  asyncPutAll(entries: Iterable<readonly [K, V]>): Future<void> {
    return this.asyncWrite(this.#putAll(entries));
  }

  putAll(entries: Iterable<readonly [K, V]>): void {
    this.writeNow(this.#putAll(entries));
  }

  asyncRemove(key: K): Future<void> {
    return this.asyncPut(key, undefined);
  }

  remove(key: K): void {
    this.put(key, undefined);
  }

  asyncEntries(): Future<EntryIterator<readonly [K, V]>> {
    return this.#open(this.#entryOf);
  }

  entries(): readonly (readonly [K, V])[] {
    return this.#all(this.#entryOf);
  }

  asyncKeys(): Future<EntryIterator<K>> {
    return this.#open(this.#keyOf);
  }

  keys(): readonly K[] {
    return this.#all(this.#keyOf);
  }

  asyncValues(): Future<EntryIterator<V>> {
    return this.#open(this.#valueOf);
  }

  values(): readonly V[] {
    return this.#all(this.#valueOf);
  }

  asyncIsEmpty(): Future<boolean> {
    return this.asyncKeys().thenApply((keys) => keys.isEmpty());
  }

  isEmpty(): boolean {
    return this.keys().length === 0;
  }

  readonly #entryOf: ElementOf<readonly [K, V]> = (suffix, bytes) =>
    this.#isThere(bytes)
      ? [this.#keyType.read(bytesOf(suffix)), this.#values.of(bytes)]
      : undefined;

  readonly #keyOf: ElementOf<K> = (suffix, bytes) =>
    this.#isThere(bytes) ? this.#keyType.read(bytesOf(suffix)) : undefined;

  readonly #valueOf: ElementOf<V> = (_, bytes) => this.#values.read(bytes);

  #suffix(key: K): string {
    return latin1(this.#keyType.write(key));
  }

  #isThere(bytes: Uint8Array | undefined): bytes is Uint8Array {
    return bytes !== undefined && !this.#values.isHidden(bytes);
  }

  #put(key: K, value: V | undefined): (prefix: string) => void {
    const suffix = this.#suffix(key);
    const { store } = this.host;
    if (value === undefined) return (prefix) => store.delete(prefix, suffix);
    const bytes = this.#values.write(value);
    return (prefix) => store.put(prefix, suffix, bytes);
  }

  #putAll(entries: Iterable<readonly [K, V]>): (prefix: string) => void {
    const puts = [...entries].map(([key, value]) => this.#put(key, value));
    return (prefix) => {
      for (const put of puts) put(prefix);
    };
  }

  #open<T>(elementOf: ElementOf<T>): Future<EntryIterator<T>> {
    return EntryIterator.open(this.host, this.prefix, this.#values, elementOf);
  }

  #all<T>(elementOf: ElementOf<T>): readonly T[] {
    return this.allNow(this.#values, elementOf);
  }
}
