/** What all states do: accesses below the prefix of their key and namespace, and to clear it. */
import { type ElementOf, elementsOf } from './entry-iterator.js';
import type { Page } from './entry-store.js';
import { Future } from './future.js';
import type { Merge, Outcome } from './record-context.js';
import type { StateHost } from './state-host.js';
import type { Values } from './values.js';

export abstract class KeyedState {
  protected readonly host: StateHost;
  protected readonly table: number;
  protected readonly namespace: string;

  constructor(host: StateHost, table: number, namespace: string) {
    this.host = host;
    this.table = table;
    this.namespace = namespace;
  }

  asyncClear(): Future<void> {
    return this.asyncWrite((prefix) => this.host.store.clear(prefix));
  }

  clear(): void {
    this.writeNow((prefix) => this.host.store.clear(prefix));
  }

  protected get prefix(): string {
    return this.host.prefix(this.table, this.namespace);
  }

  protected asyncWrite(write: (prefix: string) => void): Future<void> {
    const { prefix } = this;
    const future = new Future<void>();
    const what = { kind: 'write', write: () => write(prefix) } as const;
    this.host.executor.submit(prefix, what, () => future.complete(undefined));
    return future;
  }

  protected writeNow(write: (prefix: string) => void): void {
    const { prefix } = this;
    this.host.executor.now(prefix, { kind: 'write', write: () => write(prefix) });
  }

  /** Gives what `read` makes of the entry, which is written anew where reading renews it. */
  protected asyncRead<V, T>(
    suffix: string,
    values: Values<V>,
    read: (bytes: Uint8Array | undefined) => T,
  ): Future<T> {
    const future = new Future<T>();
    const merge: Merge = (bytes) => values.renewed(bytes);
    const what = values.renews
      ? ({ kind: 'merge', suffix, merge } as const)
      : ({ kind: 'get', suffix } as const);
    this.host.executor.submit(this.prefix, what, (outcome) =>
      future.complete(read(bytesIn(outcome))),
    );
    return future;
  }

  protected readNow<V>(suffix: string, values: Values<V>): Uint8Array | undefined {
    const bytes = bytesIn(this.host.executor.now(this.prefix, { kind: 'get', suffix }));
    const renewed = values.renews ? values.renewed(bytes) : undefined;
    if (renewed !== undefined) {
      this.writeNow((prefix) => this.host.store.put(prefix, suffix, renewed));
    }
    return bytes;
  }

  /** All elements, at once. */
  protected allNow<V, T>(values: Values<V>, elementOf: ElementOf<T>): T[] {
    const { executor, store } = this.host;
    const page = executor.now(this.prefix, { kind: 'scan', after: undefined }) as Page;
    this.writeNow((prefix) => {
      for (const [suffix, bytes] of values.renews ? page.entries : []) {
        const renewed = values.renewed(bytes);
        if (renewed !== undefined) store.put(prefix, suffix, renewed);
      }
    });
    return elementsOf(page, elementOf);
  }
}

function bytesIn(outcome: Outcome): Uint8Array | undefined {
  return outcome as Uint8Array | undefined;
}
