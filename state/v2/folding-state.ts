/**
 * A value a key into which each new one is put: `ReducingState` and `AggregatingState`. Unlike
 * Flink's, `asyncAdd` may be called again before an earlier one is done.
 */
import type { FoldingState as Contract } from '../api/v2/state.js';
import { Future } from './future.js';
import { KeyedState } from './keyed-state.js';
import type { StateHost } from './state-host.js';
import type { Values } from './values.js';

export interface Fold<In, Acc, Out> {
  add(value: In, before: Acc | undefined): Acc;
  result(accumulator: Acc): Out;
}

export class FoldingState<In, Acc, Out> extends KeyedState implements Contract<In, Out> {
  readonly #values: Values<Acc>;
  readonly #fold: Fold<In, Acc, Out>;

  constructor(
    host: StateHost,
    table: number,
    values: Values<Acc>,
    fold: Fold<In, Acc, Out>,
    namespace = '',
  ) {
    super(host, table, namespace);
    this.#values = values;
    this.#fold = fold;
  }

  in(namespace: string): FoldingState<In, Acc, Out> {
    return new FoldingState(this.host, this.table, this.#values, this.#fold, namespace);
  }

  asyncGet(): Future<Out | undefined> {
    return this.asyncRead('', this.#values, (bytes) => this.#result(bytes));
  }

  get(): Out | undefined {
    return this.#result(this.readNow('', this.#values));
  }

  asyncAdd(value: In): Future<void> {
    const future = new Future<void>();
    const merge = (before: Uint8Array | undefined): Uint8Array => this.#add(value, before);
    const what = { kind: 'merge', suffix: '', merge } as const;
    this.host.executor.submit(this.prefix, what, () => future.complete(undefined));
    return future;
  }

  add(value: In): void {
    const bytes = this.#add(value, this.readNow('', this.#values));
    this.writeNow((prefix) => this.host.store.put(prefix, '', bytes));
  }

  #add(value: In, before: Uint8Array | undefined): Uint8Array {
    return this.#values.write(this.#fold.add(value, this.#values.read(before)));
  }

  #result(bytes: Uint8Array | undefined): Out | undefined {
    const accumulator = this.#values.read(bytes);
    return accumulator === undefined ? undefined : this.#fold.result(accumulator);
  }
}
