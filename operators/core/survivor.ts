/**
 * Test support: an operator that dies and comes back. `recover` seals its state, writes it to files
 * in memory, throws the operator away and opens a new one on what the files hold. Whoever drives it
 * notices nothing: what the runtime would say again, it says again (ended inputs).
 */
import { assert } from '../../conf/errors/error.js';
import type { DurableStore, StateBackend, StateStore } from '../../state/api/store.js';
import type { FileSystem } from '../../state/fs/file-system.js';
import type { Operator, OperatorContext, Output } from './operator.js';

export class Survivor {
  readonly operator: Operator;
  /** The state of its present life. */
  readonly state: StateStore;
  readonly #create: () => Operator;
  readonly #backend: StateBackend;
  readonly #fileSystem: FileSystem;
  #inner: Operator;
  #store: DurableStore;
  #context: OperatorContext | null = null;
  #lives = 0;
  readonly #ended: number[] = [];

  /** @param store the state of its first life */
  constructor(
    create: () => Operator,
    backend: StateBackend,
    fileSystem: FileSystem,
    store: DurableStore,
  ) {
    this.#create = create;
    this.#backend = backend;
    this.#fileSystem = fileSystem;
    this.#store = store;
    this.#inner = create();
    this.operator = this.#front(this.#inner);
    this.state = this.#present(store);
  }

  async recover(): Promise<void> {
    const context = this.#context;
    assert(context !== null, 'An operator is opened before it dies');
    const checkpoint = ++this.#lives;
    const sealed = this.#store.seal(checkpoint);
    const handle = await sealed.write({
      fileSystem: this.#fileSystem,
      shared: 'shared',
      exclusive: `checkpoint-${checkpoint}`,
      isFull: false,
    });
    sealed.release(true);
    this.#inner.close?.();
    this.#store = await this.#backend.open(this.#store.keyGroups, [handle]);
    this.#inner = this.#create();
    this.#inner.open(context);
    for (const input of this.#ended) this.#inner.endInput?.(input, NOWHERE);
  }

  #present({ keyGroups }: DurableStore): StateStore {
    return {
      keyGroups,
      table: (descriptor) => this.#store.table(descriptor),
      timeTable: (descriptor) => this.#store.timeTable(descriptor),
      orderedTable: (descriptor) => this.#store.orderedTable(descriptor),
      linkedRows: (descriptor) => this.#store.linkedRows(descriptor),
      sortedRows: (descriptor) => this.#store.sortedRows(descriptor),
      prefetch: (reads) => this.#store.prefetch(reads),
      begin: (now) => this.#store.begin(now),
      memoryBytes: () => this.#store.memoryBytes(),
    };
  }

  /** Has the methods that the operator has: they mean something by being there. */
  #front(model: Operator): Operator {
    const { watermarkDelayMs = 0, firesByClock = false, miniBatch } = model;
    const { fetchesAhead = false } = model;
    const front: Operator = {
      watermarkDelayMs,
      firesByClock,
      fetchesAhead,
      ...(miniBatch === undefined ? {} : { miniBatch }),
      open: (context) => {
        this.#context = context;
        this.#inner.open(context);
      },
      apply: (batch, input, output) => this.#inner.apply(batch, input, output),
      endInput: (input, output) => {
        this.#ended.push(input);
        this.#inner.endInput?.(input, output);
      },
      close: () => this.#inner.close?.(),
    };
    for (const name of OPTIONAL) {
      if (model[name] === undefined) continue;
      const call = (...given: readonly unknown[]): unknown => {
        const method = this.#inner[name] as (...all: readonly unknown[]) => unknown;
        return method.apply(this.#inner, [...given]);
      };
      Object.assign(front, { [name]: call });
    }
    return front;
  }
}

const OPTIONAL = [
  'reads',
  'readsBehind',
  'fetch',
  'fetchesAgainAt',
  'awaits',
  'stop',
  'nextTimer',
  'rowTimer',
  'fireReads',
  'fire',
] as const satisfies readonly (keyof Operator)[];

/** What an ended input made the operator emit went out in its first life. */
const NOWHERE: Output = { push: () => {} };
