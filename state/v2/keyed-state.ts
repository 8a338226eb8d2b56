/** What all states do: accesses below the prefix of their key and namespace, and to clear it. */
import { Future } from './future.js';
import type { Outcome } from './record-context.js';
import type { StateHost } from './state-host.js';

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

  protected asyncRead<T>(suffix: string, read: (bytes: Uint8Array | undefined) => T): Future<T> {
    const future = new Future<T>();
    this.host.executor.submit(this.prefix, { kind: 'get', suffix }, (outcome) =>
      future.complete(read(bytesIn(outcome))),
    );
    return future;
  }

  protected readNow(suffix: string): Uint8Array | undefined {
    return bytesIn(this.host.executor.now(this.prefix, { kind: 'get', suffix }));
  }
}

function bytesIn(outcome: Outcome): Uint8Array | undefined {
  return outcome as Uint8Array | undefined;
}
