/**
 * Runs the code of records over state that may be far, after Flink's asynchronous execution
 * controller.
 *
 * - All code of users runs on this thread, one piece at a time; only reads are elsewhere.
 * - One record has a key at a time (`key-queues.ts`), so a key's records see each other's writes
 *   and in `RECORD_ORDER` run one after the other; other keys go on meanwhile.
 * - Accesses of records that have their key collect in a buffer, which is sent as a batch when it
 *   is full, after a while, or to drain. A batch starts in order: writes are done, near reads are
 *   answered, and all far reads become one read of the store. What waits for an access runs when
 *   the batch has been started, at once for what is near.
 * - A merge (read, then write), and a scan that renews what it reads, has its prefix for itself
 *   until it is done; later accesses of the record to the prefix wait behind it.
 * - The number of records in flight is bounded; `process` waits for room. Timers may exceed it.
 *
 * A failure of the store or of a user's code ends everything: it is thrown by whatever is awaited.
 */
import type { Clock } from '../../conf/clock.js';
import { assert, MillraceError } from '../../conf/errors/error.js';
import type { EntryStore, FarValues, Page } from './entry-store.js';
import { KeyQueues } from './key-queues.js';
import {
  type Access,
  addressOf,
  type Merge,
  type Outcome,
  type RecordContext,
} from './record-context.js';

export interface ExecutorSettings {
  /** Records in flight. */
  readonly inFlightLimit: number;
  /** Accesses of a batch. */
  readonly bufferSize: number;
  /** 0 or less = a batch waits until it is full or drained. */
  readonly bufferTimeoutMs: number;
  /**
   * `RECORD_ORDER`: the code of a record runs when it has its key. `FIRST_REQUEST_ORDER`: it runs
   * at once, and has its key from its first access on.
   */
  readonly order: 'RECORD_ORDER' | 'FIRST_REQUEST_ORDER';
}

/** Entries of a page of a scan. */
const PAGE_ENTRIES = 128;

export class Executor {
  readonly #store: EntryStore;
  readonly #clock: Clock;
  readonly #settings: ExecutorSettings;
  readonly #keys = new KeyQueues();
  #active: Access[] = [];
  /** Of the batch that collects: a timer of an earlier one does nothing. */
  #batch = 0;
  #inFlight = 0;
  /** Outcomes whose callbacks have not run. */
  readonly #done: (() => void)[] = [];
  #isDelivering = false;
  /** By prefix, accesses behind a merge under way. */
  readonly #behind = new Map<string, Access[]>();
  #current: RecordContext | undefined;
  #failure: unknown;
  /** Batches sent so far. */
  #sent = 0;
  #progressed: (() => void)[] = [];
  #reading = 0;

  constructor(store: EntryStore, clock: Clock, settings: ExecutorSettings) {
    this.#store = store;
    this.#clock = clock;
    this.#settings = settings;
  }

  get metrics() {
    return {
      numInFlightRecords: this.#inFlight,
      activeBufferSize: this.#active.length,
      blockingBufferSize: this.#keys.blocked,
      numBlockingKeys: this.#keys.blockedKeys,
      numSentBatches: this.#sent,
    };
  }

  /** The record whose code runs. */
  get current(): RecordContext {
    assert(this.#current !== undefined, 'State is accessed by the code of a record or a timer');
    return this.#current;
  }

  /** Waits until there is room for one more record. */
  async room(): Promise<void> {
    while (this.#inFlight >= this.#settings.inFlightLimit) await this.#step();
    this.check();
  }

  /** @throws what failed */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  get hasRoom(): boolean {
    return this.#failure === undefined && this.#inFlight < this.#settings.inFlightLimit;
  }

  /** Begins a record; its code may run now or later. `check` tells what failed. */
  begin(key: string, group: string, priority: number, body: () => void): void {
    const context: RecordContext = { key, group, priority, references: 1 };
    this.#inFlight++;
    const run = (): void => {
      this.#run(context, body);
      this.#leave(context);
    };
    if (this.#settings.order === 'FIRST_REQUEST_ORDER') {
      this.#deliver(run);
    } else if (this.#keys.occupy(context)) {
      this.#deliver(run);
    } else {
      this.#keys.wait({ context, prefix: '', what: { kind: 'key' }, complete: run });
    }
  }

  /** An access of the record whose code runs. */
  submit(prefix: string, what: Access['what'], complete: (outcome: Outcome) => void): void {
    const context = this.current;
    context.references++;
    const finish = (outcome: Outcome): void => {
      this.#run(context, () => complete(outcome));
      this.#leave(context);
    };
    const access: Access = { context, prefix, what, complete: finish };
    if (this.#keys.occupy(context)) this.#activate(access);
    else this.#keys.wait(access);
  }

  /** The answer to an access of the record whose code runs. @throws STATE_FAR */
  now(prefix: string, what: Access['what']): Outcome {
    const context = this.current;
    if (!this.#keys.occupy(context)) throw far('Another record has the key');
    // What the record asked for before comes first.
    this.#send();
    if (this.#behind.has(prefix)) throw far('An earlier access to this state is under way');
    if (what.kind === 'write') {
      what.write();
      return undefined;
    }
    assert(
      what.kind !== 'key' && what.kind !== 'merge',
      'A merge is read and written in two steps',
    );
    const found =
      what.kind === 'scan'
        ? this.#store.scan(prefix, what.after, Infinity)
        : this.#get(prefix, what.suffix);
    if (found instanceof Promise) {
      found.catch(() => undefined);
      throw far('The state is not near');
    }
    return found;
  }

  /** Resolves when no record is in flight. @throws what failed */
  async drain(): Promise<void> {
    while (this.#inFlight > 0) await this.#step();
    this.check();
  }

  #get(prefix: string, suffix: string): Uint8Array | undefined | Promise<unknown> {
    const near = this.#store.near(prefix, suffix);
    if (near !== undefined) return near ?? undefined;
    const values = this.#store.far([{ prefix, suffix }]);
    return values instanceof Promise ? values : values[0];
  }

  /** Sends what collects, and waits for the next outcome. */
  async #step(): Promise<void> {
    this.check();
    const before = this.#inFlight;
    this.#deliver(() => this.#send());
    this.check();
    if (this.#inFlight < before || this.#active.length > 0) return;
    assert(this.#reading > 0, 'A record in flight waits for an access, and completes its futures');
    await new Promise<void>((resolve) => {
      this.#progressed.push(resolve);
    });
    this.check();
  }

  #activate(access: Access): void {
    this.#active.push(access);
    const { bufferSize, bufferTimeoutMs } = this.#settings;
    if (this.#active.length >= bufferSize) {
      this.#deliver(() => this.#send());
    } else if (this.#active.length === 1 && bufferTimeoutMs > 0) {
      const batch = this.#batch;
      this.#clock.after(bufferTimeoutMs, () => {
        if (batch === this.#batch) this.#deliver(() => this.#send());
      });
    }
  }

  /** Starts what has collected, in order. No callback runs here. */
  #send(): void {
    const batch = this.#active;
    if (batch.length === 0) return;
    this.#active = [];
    this.#batch++;
    this.#sent++;
    const reads: Access[] = [];
    for (const access of batch) this.#start(access, reads);
    this.#read(reads);
  }

  /** @param reads takes what must be read of the store together with others */
  #start(access: Access, reads: Access[]): void {
    const { prefix, what } = access;
    const behind = this.#behind.get(prefix);
    if (behind !== undefined) {
      behind.push(access);
    } else if (what.kind === 'scan') {
      const { renew } = what;
      if (renew !== undefined) this.#behind.set(prefix, []);
      this.#await(this.#store.scan(prefix, what.after, PAGE_ENTRIES), (page) => {
        if (renew !== undefined) this.#renew(access, renew, page);
        this.#finish(access, page);
      });
    } else if (what.kind === 'write') {
      what.write();
      this.#finish(access, undefined);
    } else if (what.kind === 'key') {
      this.#finish(access, undefined);
    } else {
      const near = this.#store.near(prefix, addressOf(access).suffix);
      if (what.kind === 'merge') this.#behind.set(prefix, []);
      if (near === undefined) reads.push(access);
      else this.#answer(access, near ?? undefined, reads);
    }
  }

  #answer(access: Access, value: Uint8Array | undefined, reads: Access[]): void {
    const { prefix, what } = access;
    if (what.kind !== 'merge') {
      this.#finish(access, value);
      return;
    }
    this.#run(access.context, () => this.#merge(prefix, what.suffix, what.merge, value));
    const behind = this.#behind.get(prefix) ?? [];
    this.#behind.delete(prefix);
    this.#finish(access, value);
    for (const next of behind) this.#start(next, reads);
  }

  #merge(prefix: string, suffix: string, merge: Merge, value: Uint8Array | undefined): void {
    const merged = merge(value);
    if (merged !== undefined) this.#store.put(prefix, suffix, merged);
  }

  #renew({ prefix }: Access, renew: Merge, page: Page): void {
    for (const [suffix, value] of page.entries) this.#merge(prefix, suffix, renew, value);
    const behind = this.#behind.get(prefix) ?? [];
    this.#behind.delete(prefix);
    const reads: Access[] = [];
    for (const next of behind) this.#start(next, reads);
    this.#read(reads);
  }

  #read(reads: readonly Access[]): void {
    if (reads.length === 0) return;
    this.#await(this.#store.far(reads.map(addressOf)), (values: FarValues) => {
      const more: Access[] = [];
      for (const [i, access] of reads.entries()) this.#answer(access, values[i], more);
      this.#read(more);
    });
  }

  #await<T>(answer: T | Promise<T>, then: (value: T) => void): void {
    if (!(answer instanceof Promise)) {
      then(answer);
      return;
    }
    this.#reading++;
    answer
      .then((value) => this.#deliver(() => then(value)))
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#reading--;
        const waiting = this.#progressed;
        this.#progressed = [];
        for (const resolve of waiting) resolve();
      });
  }

  #finish(access: Access, outcome: Outcome): void {
    this.#done.push(() => access.complete(outcome));
  }

  /** Does something, and then whatever has become due; what is due meanwhile comes behind. */
  #deliver(action: () => void): void {
    if (this.#isDelivering) {
      this.#done.push(action);
      return;
    }
    this.#isDelivering = true;
    try {
      action();
      for (let at = 0; at < this.#done.length; at++) {
        (this.#done[at] as () => void)();
        if (this.#failure !== undefined) break;
      }
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#done.length = 0;
      this.#isDelivering = false;
    }
  }

  /** Runs code of users for a record. */
  #run(context: RecordContext, code: () => void): void {
    const before = this.#current;
    this.#current = context;
    try {
      code();
    } finally {
      this.#current = before;
    }
  }

  #leave(context: RecordContext): void {
    context.references--;
    if (context.references > 0) return;
    this.#inFlight--;
    for (const access of this.#keys.release(context)) {
      if (access.what.kind === 'key') this.#finish(access, undefined);
      else this.#activate(access);
    }
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
  }
}

function far(why: string): MillraceError {
  return new MillraceError('STATE_FAR', `${why}, and this access cannot wait`);
}
