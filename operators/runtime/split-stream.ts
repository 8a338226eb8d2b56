/**
 * One split of a source on its way through a task: its reader, and the nodes up to the watermark,
 * which are made for each split, since a watermark belongs to one. It is read one batch ahead of
 * what is sent, so that splits are sent in a fixed order however long their reads take.
 */

import type { Timer } from '../../conf/clock.js';
import { assert } from '../../conf/errors/error.js';
import { END_OF_TIME } from '../core/message.js';
import type { ReadResult, Split, SplitReader } from '../core/source.js';
import type { Downstream } from './marked-output.js';

export interface SplitHost {
  await<T>(promise: Promise<T>, then: (value: T) => void): void;
  after(delayMs: number, fire: () => void): Timer;
  now(): number;
  wake(): void;
}

/** A split with its reader. */
export interface OpenedSplit {
  readonly split: Split;
  /** Among the splits of the task. */
  readonly number: number;
  readonly reader: SplitReader;
  /** It was idle when it was stored. */
  readonly idle: boolean;
}

export interface SplitChain {
  readonly entry: Downstream;
  /** The split's watermark. */
  watermark(): number;
  close(): void;
}

export class SplitStream {
  readonly number: number;
  readonly #reader: SplitReader;
  readonly #chain: SplitChain;
  readonly #host: SplitHost;
  /** After so long without a row the split is idle; 0 = never. */
  readonly #idleTimeoutMs: number;
  #state: 'open' | 'reading' | 'waiting' | 'ended' = 'open';
  #closed = false;
  /** What was read and not sent. */
  #result: Exclude<ReadResult, { kind: 'wait' }> | null = null;
  #waitTimer: Timer | null = null;
  #idleTimer: Timer | null = null;
  #idle: boolean;
  readonly #split: Split;
  /** A batch was read; before, the split is as it was opened. */
  #begun = false;
  /** Replay offset before the read that is under way or not sent. */
  #before: unknown;

  constructor(opened: OpenedSplit, chain: SplitChain, host: SplitHost, idleTimeoutMs: number) {
    this.number = opened.number;
    this.#reader = opened.reader;
    this.#split = opened.split;
    this.#idle = opened.idle;
    this.#chain = chain;
    this.#host = host;
    this.#idleTimeoutMs = idleTimeoutMs;
  }

  get idle(): boolean {
    return this.#idle;
  }

  /** The split, to be read on from behind the last batch that was sent. */
  get split(): Split {
    if (!this.#begun) return this.#split;
    const pending = this.#state === 'reading' || this.#result !== null;
    return { ...this.#split, position: pending ? this.#before : this.#reader.position() };
  }

  /** Something was read that may be sent. */
  get ready(): boolean {
    return this.#result !== null && !this.#closed;
  }

  /** The reader has no rows for now. */
  get waiting(): boolean {
    return this.#state === 'waiting';
  }

  get ended(): boolean {
    return this.#state === 'ended';
  }

  get watermark(): number {
    return this.#chain.watermark();
  }

  /** Share read, 0 to 1; 0 when unknown. */
  get progress(): number {
    return this.ended ? 1 : (this.#reader.progress?.() ?? 0);
  }

  /** The reader has rows again. */
  wake(): void {
    if (this.#state !== 'waiting' || this.#closed) return;
    this.#waitTimer?.cancel();
    this.#state = 'open';
    this.#host.wake();
  }

  /** Reads the next batch, unless one was read that is not sent, or begins to wait. */
  readAhead(): void {
    if (this.#state !== 'open' || this.#result !== null || this.#closed) return;
    const result = this.#read();
    if (!(result instanceof Promise)) {
      this.#arrived(result);
      return;
    }
    this.#state = 'reading';
    this.#host.await(result, (read) => {
      this.#state = 'open';
      this.#arrived(read);
    });
  }

  /** Sends what was read. Call while `ready`. */
  advance(): void {
    const result = this.#result;
    assert(result !== null, 'A split is sent while it is ready');
    this.#result = null;
    this.#take(result);
  }

  /** Resolves when the reader has let go of what it holds. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#waitTimer?.cancel();
    this.#idleTimer?.cancel();
    this.#chain.close();
    await this.#reader.close();
  }

  #read(): ReadResult | Promise<ReadResult> {
    if (this.#begun) this.#before = this.#reader.position();
    return this.#reader.next();
  }

  #arrived(result: ReadResult): void {
    if (result.kind === 'wait') this.#wait(result.at);
    else this.#result = result;
  }

  #take(result: Exclude<ReadResult, { kind: 'wait' }>): void {
    switch (result.kind) {
      case 'batch':
        this.#begun = true;
        this.#active();
        this.#chain.entry.send({ kind: 'batch', batch: result.batch });
        break;
      case 'end':
        this.#active();
        this.#state = 'ended';
        this.#chain.entry.send({ kind: 'watermark', value: END_OF_TIME });
        this.#chain.entry.send({ kind: 'end' });
        break;
    }
  }

  #wait(at: number | undefined): void {
    this.#state = 'waiting';
    if (at !== undefined) {
      const delay = Math.max(0, at - this.#host.now());
      this.#waitTimer = this.#host.after(delay, () => this.wake());
    }
    if (this.#idleTimeoutMs === 0 || this.#idle || this.#idleTimer !== null) return;
    this.#idleTimer = this.#host.after(this.#idleTimeoutMs, () => {
      this.#idle = true;
      this.#chain.entry.send({ kind: 'idle' });
    });
  }

  #active(): void {
    this.#idleTimer?.cancel();
    this.#idleTimer = null;
    if (!this.#idle) return;
    this.#idle = false;
    this.#chain.entry.send({ kind: 'active' });
  }
}
