/**
 * Runs an operator's records over public state: what code of users has in place of Flink's keyed
 * process function. See `docs/state-v2.md`.
 *
 * Promises: the records of a key are processed one after the other, in order; those of other keys
 * go on while one waits for its state. A watermark is passed on when all records before it, and all
 * timers it makes due, are done. A snapshot holds exactly what the records before it did: nothing
 * is in flight when it is taken.
 */
import { type Clock, systemClock } from '../../conf/clock.js';
import { Configuration } from '../../conf/configuration.js';
import { assert } from '../../conf/errors/error.js';
import {
  ASYNC_STATE_BUFFER_SIZE,
  ASYNC_STATE_BUFFER_TIMEOUT,
  ASYNC_STATE_IN_FLIGHT,
} from '../../conf/options/async-state.js';
import type { Sealed, StateHandle } from '../api/snapshot.js';
import type { KeyGroupRange } from '../api/store.js';
import type {
  AggregatingDescriptor,
  AggregatingState,
  ListState,
  MapDescriptor,
  MapState,
  ReducingDescriptor,
  ReducingState,
  Serializer,
  ValueDescriptor,
  ValueState,
} from '../api/v2/state.js';
import { groupOfKey, orderedNumber, prefixOf, word } from './address.js';
import { DeclaredStates } from './declared-states.js';
import type { EntryBackend } from './entry-backend.js';
import { bytesOf, type EntryStore, latin1 } from './entry-store.js';
import { Executor, type ExecutorSettings } from './executor.js';
import { FoldingState } from './folding-state.js';
import { ListState as EntryList } from './list-state.js';
import { MapState as EntryMap } from './map-state.js';
import type { StateHost } from './state-host.js';
import { Timers } from './timers.js';
import { ValueState as EntryValue } from './value-state.js';
import { ttlOf, Values } from './values.js';

export interface Timer<K> {
  readonly domain: 'event' | 'processing';
  /** ms since the epoch */
  readonly time: number;
  readonly key: K;
  readonly namespace: string;
}

export interface ExecutionOptions<K> {
  readonly keyType: Serializer<K>;
  readonly backend: EntryBackend;
  /** Key groups of this task; 0 to 127 of 128 when absent: all. */
  readonly keyGroups?: KeyGroupRange;
  /** Of the checkpoint to go on from. */
  readonly restored?: readonly StateHandle[];
  /** Runs with the timer's key. */
  readonly onTimer?: (timer: Timer<K>) => void;
  readonly clock?: Clock;
  readonly order?: ExecutorSettings['order'];
  /** For `execution.async-state.*`. */
  readonly configuration?: Configuration;
}

const ALL_GROUPS: KeyGroupRange = { first: 0, last: 127, of: 128 };

export class KeyedExecution<K> implements StateHost {
  readonly executor: Executor;
  readonly store: EntryStore;
  readonly timers: Timers<K>;
  readonly #keyType: Serializer<K>;
  readonly #keyGroups: KeyGroupRange;
  readonly #clock: Clock;
  readonly #states: DeclaredStates;
  /** Resolves when the last watermark or snapshot asked for is done. */
  #event: Promise<unknown> | undefined;

  /** Reads timers, and no state. @throws STATE_INCOMPATIBLE, errors of the file system */
  static async open<K>(options: ExecutionOptions<K>): Promise<KeyedExecution<K>> {
    const { backend, keyGroups = ALL_GROUPS, restored = [] } = options;
    const states = new DeclaredStates(restored, options.clock ?? systemClock);
    const store = await backend.open(keyGroups, restored, states);
    const execution = new KeyedExecution(options, keyGroups, store, states);
    await execution.timers.restore(keyGroups);
    return execution;
  }

  private constructor(
    options: ExecutionOptions<K>,
    keyGroups: KeyGroupRange,
    store: EntryStore,
    states: DeclaredStates,
  ) {
    const { keyType, clock = systemClock, order = 'RECORD_ORDER' } = options;
    const { configuration = new Configuration() } = options;
    this.#keyType = keyType;
    this.#keyGroups = keyGroups;
    this.#clock = clock;
    this.#states = states;
    this.store = store;
    this.executor = new Executor(store, clock, {
      inFlightLimit: configuration.get(ASYNC_STATE_IN_FLIGHT),
      bufferSize: configuration.get(ASYNC_STATE_BUFFER_SIZE),
      bufferTimeoutMs: configuration.get(ASYNC_STATE_BUFFER_TIMEOUT),
      order,
    });
    this.timers = new Timers({
      executor: this.executor,
      store,
      clock,
      eventTable: states.declare('timers of event time', `timers<${keyType.name}>`),
      processingTable: states.declare('timers of processing time', `timers<${keyType.name}>`),
      keyOf: (key) => keyType.read(bytesOf(key)),
      onTimer: options.onTimer,
    });
  }

  valueState<T>(descriptor: ValueDescriptor<T>): ValueState<T> {
    const { name, type } = descriptor;
    const table = this.#declare(name, `value<${type.name}>`, descriptor);
    return new EntryValue(this, table, this.#values(descriptor));
  }

  listState<T>(descriptor: ValueDescriptor<T>): ListState<T> {
    const { name, type } = descriptor;
    const table = this.#declare(name, `list<${type.name}>`, descriptor);
    return new EntryList(this, table, this.#values(descriptor));
  }

  mapState<MK, V>(descriptor: MapDescriptor<MK, V>): MapState<MK, V> {
    const { name, keyType, type } = descriptor;
    const table = this.#declare(name, `map<${keyType.name}, ${type.name}>`, descriptor);
    return new EntryMap(this, table, keyType, this.#values(descriptor));
  }

  reducingState<T>(descriptor: ReducingDescriptor<T>): ReducingState<T> {
    const { name, type, reduce } = descriptor;
    const table = this.#declare(name, `reducing<${type.name}>`, descriptor);
    return new FoldingState<T, T, T>(this, table, this.#values(descriptor), {
      add: (value, before) => (before === undefined ? value : reduce(before, value)),
      result: (value) => value,
    });
  }

  aggregatingState<In, Acc, Out>(
    descriptor: AggregatingDescriptor<In, Acc, Out>,
  ): AggregatingState<In, Out> {
    const { name, type, createAccumulator, add, getResult } = descriptor;
    const table = this.#declare(name, `aggregating<${type.name}>`, descriptor);
    return new FoldingState<In, Acc, Out>(this, table, this.#values(descriptor), {
      add: (value, before) => add(value, before ?? createAccumulator()),
      result: getResult,
    });
  }

  /** The key of the record or timer whose code runs. */
  get currentKey(): K {
    return this.#keyType.read(bytesOf(this.executor.current.key));
  }

  /** Flink's metrics of asynchronous state, by their names. */
  get metrics(): Executor['metrics'] {
    return this.executor.metrics;
  }

  /**
   * Processes a record: `body` runs with its key, at once or later. Await it before the next:
   * it is a promise while there is no room, or a watermark or snapshot is under way.
   * @throws what failed, also of earlier records
   */
  process(key: K, body: () => void): Promise<void> | undefined {
    this.executor.check();
    if (this.#event === undefined && this.executor.hasRoom && this.store.full === undefined) {
      this.#begin(key, body);
      return undefined;
    }
    return this.#processLater(key, body);
  }

  /** Fires the timers of event time up to `time`; resolves when the watermark may go on. */
  advanceWatermark(time: number): Promise<void> {
    return this.#afterAll(async () => {
      this.timers.watermark = Math.max(this.timers.watermark, time);
      while (this.timers.fireEvents()) await this.executor.drain();
    });
  }

  /** Seals the state as all records so far leave it. */
  snapshot(): Promise<Sealed> {
    return this.#afterAll(async () => this.store.seal());
  }

  /** Resolves when no record is in flight. @throws what failed */
  drain(): Promise<void> {
    return this.#afterAll(async () => undefined);
  }

  /** Drains, and lets the store go. */
  async close(): Promise<void> {
    try {
      await this.drain();
    } finally {
      this.timers.close();
      await this.store.close();
    }
  }

  prefix(table: number, namespace: string): string {
    const { group, key } = this.executor.current;
    return prefixOf(group, table, key, latin1(Buffer.from(namespace, 'utf8')));
  }

  nextSequence(): string {
    return orderedNumber(this.#states.sequence++);
  }

  async #processLater(key: K, body: () => void): Promise<void> {
    while (this.#event !== undefined) await this.#event;
    while (this.store.full !== undefined) await this.store.full;
    await this.executor.room();
    this.#begin(key, body);
  }

  #begin(key: K, body: () => void): void {
    const bytes = this.#keyType.write(key);
    const { first, last, of } = this.#keyGroups;
    const group = groupOfKey(bytes, of);
    assert(group >= first && group <= last, 'A record has a key of its task');
    this.executor.begin(latin1(bytes), word(group), 0, body);
    this.executor.check();
  }

  /** Does something when nothing is in flight; records that come meanwhile wait. */
  #afterAll<T>(action: () => Promise<T>): Promise<T> {
    const before = this.#event;
    const event = (async () => {
      await before;
      await this.executor.drain();
      return action();
    })();
    this.#event = event;
    const clear = (): void => {
      if (this.#event === event) this.#event = undefined;
    };
    event.then(clear, clear);
    return event;
  }

  #declare<T>(name: string, signature: string, { ttl }: ValueDescriptor<T>): number {
    assert(ttl === undefined || ttl.ttlMs > 0, 'A time to live is more than 0 ms');
    return this.#states.declare(name, signature, ttlOf(ttl));
  }

  #values<T>({ type, ttl }: ValueDescriptor<T>): Values<T> {
    return new Values(type, ttl, () => this.#clock.now());
  }
}
