/**
 * Keyed state for code of users: Flink's State V2 (`org.apache.flink.api.common.state.v2`).
 *
 * A state is declared once and holds a value for each key and namespace; accesses are to the key of
 * the record that is processed. Each access has two forms: `async…` gives a future, the other one
 * answers at once, which it can only where the state is near (error STATE_FAR otherwise).
 * What is not there is `undefined`.
 */
import type { StateFuture, StateIterator } from './future.js';

export interface State<Self> {
  asyncClear(): StateFuture<void>;
  clear(): void;
  /** The same state of another namespace, a text of the user's such as a window; '' at first. */
  in(namespace: string): Self;
}

export interface ValueState<T> extends State<ValueState<T>> {
  asyncValue(): StateFuture<T | undefined>;
  value(): T | undefined;
  /** `undefined` clears. */
  asyncUpdate(value: T | undefined): StateFuture<void>;
  update(value: T | undefined): void;
}

export interface ListState<T> extends State<ListState<T>> {
  asyncGet(): StateFuture<StateIterator<T>>;
  get(): readonly T[];
  asyncAdd(value: T): StateFuture<void>;
  add(value: T): void;
  asyncAddAll(values: readonly T[]): StateFuture<void>;
  addAll(values: readonly T[]): void;
  /** Replaces the list. */
  asyncUpdate(values: readonly T[]): StateFuture<void>;
  update(values: readonly T[]): void;
}

/** Entries come in the order of their keys' bytes. */
export interface MapState<K, V> extends State<MapState<K, V>> {
  asyncGet(key: K): StateFuture<V | undefined>;
  get(key: K): V | undefined;
  asyncContains(key: K): StateFuture<boolean>;
  contains(key: K): boolean;
  /** `undefined` removes. */
  asyncPut(key: K, value: V | undefined): StateFuture<void>;
  put(key: K, value: V | undefined): void;
  asyncPutAll(entries: Iterable<readonly [K, V]>): StateFuture<void>;
  putAll(entries: Iterable<readonly [K, V]>): void;
  asyncRemove(key: K): StateFuture<void>;
  remove(key: K): void;
  asyncEntries(): StateFuture<StateIterator<readonly [K, V]>>;
  entries(): readonly (readonly [K, V])[];
  asyncKeys(): StateFuture<StateIterator<K>>;
  keys(): readonly K[];
  asyncValues(): StateFuture<StateIterator<V>>;
  values(): readonly V[];
  asyncIsEmpty(): StateFuture<boolean>;
  isEmpty(): boolean;
}

/** What `add` puts into what is there; `In` and `Out` are one type in Flink's `ReducingState`. */
export interface FoldingState<In, Out> extends State<FoldingState<In, Out>> {
  asyncGet(): StateFuture<Out | undefined>;
  get(): Out | undefined;
  asyncAdd(value: In): StateFuture<void>;
  add(value: In): void;
}

export type ReducingState<T> = FoldingState<T, T>;
export type AggregatingState<In, Out> = FoldingState<In, Out>;

/** Values as bytes. Equal values that are keys must give equal bytes. */
export interface Serializer<T> {
  /** Kept with the state: a state is not read by a serializer of another name. */
  readonly name: string;
  write(value: T): Uint8Array;
  read(bytes: Uint8Array): T;
}

/**
 * Time to live, by processing time: Flink's `StateTtlConfig`. Each element of a list and entry of a
 * map lives by itself. What has expired is dropped in the background, in memory by and by, in files
 * by compaction.
 */
export interface StateTtlConfig {
  /** More than 0. */
  readonly ttlMs: number;
  /** What it counts from; `OnCreateAndWrite` where absent. `Disabled`: nothing expires. */
  readonly updateType?: 'Disabled' | 'OnCreateAndWrite' | 'OnReadAndWrite';
  /** Whether reading gives what has expired and was not dropped yet; it does not where absent. */
  readonly stateVisibility?: 'NeverReturnExpired' | 'ReturnExpiredIfNotCleanedUp';
}

export interface ValueDescriptor<T> {
  readonly name: string;
  readonly type: Serializer<T>;
  /** Absent = nothing expires. */
  readonly ttl?: StateTtlConfig;
}

export interface MapDescriptor<K, V> extends ValueDescriptor<V> {
  readonly keyType: Serializer<K>;
}

export interface ReducingDescriptor<T> extends ValueDescriptor<T> {
  readonly reduce: (before: T, value: T) => T;
}

/** `type` is the accumulator's. Functions return it, changed or new. */
export interface AggregatingDescriptor<In, Acc, Out> extends ValueDescriptor<Acc> {
  readonly createAccumulator: () => Acc;
  readonly add: (value: In, accumulator: Acc) => Acc;
  readonly getResult: (accumulator: Acc) => Out;
}
