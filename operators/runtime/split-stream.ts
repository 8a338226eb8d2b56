/**
 * One split of a source on its way through a task: its reader, and the nodes up to the watermark,
 * which are made for each split, since a watermark belongs to one. At most one read is under way.
 */

import type { Timer } from '../../conf/clock.js';
import { assert } from '../../conf/errors/error.js';
import { END_OF_TIME } from '../core/message.js';
import type { ReadResult, SplitReader } from '../core/source.js';
import type { Downstream } from './marked-output.js';

export interface SplitHost {
  await<T>(promise: Promise<T>, then: (value: T) => void): void;
  after(delayMs: number, fire: () => void): Timer;
  now(): number;
  wake(): void;
}

export interface SplitChain {
  readonly entry: Downstream;
  /** The split's watermark. */
  watermark(): number;
  close(): void;
}

export class SplitStream {
  readonly #reader: SplitReader;
  readonly #chain: SplitChain;
  readonly #host: SplitHost;
  /** After so long without a row the split is idle; 0 = never. */
  readonly #idleTimeoutMs: number;
  #state: 'ready' | 'reading' | 'waiting' | 'ended' = 'ready';
  #result: ReadResult | null = null;
  #waitTimer: Timer | null = null;
  #idleTimer: Timer | null = null;
  #idle = false;

  constructor(reader: SplitReader, chain: SplitChain, host: SplitHost, idleTimeoutMs: number) {
    this.#reader = reader;
    this.#chain = chain;
    this.#host = host;
    this.#idleTimeoutMs = idleTimeoutMs;
  }

  get ready(): boolean {
    return this.#state === 'ready';
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
    if (this.#state !== 'waiting') return;
    this.#waitTimer?.cancel();
    this.#state = 'ready';
    this.#host.wake();
  }

  /** Reads and sends one batch, or begins to wait. Call while `ready`. */
  advance(): void {
    assert(this.ready, 'A split is read while it is ready');
    const result = this.#result ?? this.#reader.next();
    this.#result = null;
    if (!(result instanceof Promise)) {
      this.#take(result);
      return;
    }
    this.#state = 'reading';
    this.#host.await(result, (read) => {
      this.#result = read;
      this.#state = 'ready';
    });
  }

  /** Resolves when the reader has let go of what it holds. */
  async close(): Promise<void> {
    this.#state = 'ended';
    this.#waitTimer?.cancel();
    this.#idleTimer?.cancel();
    this.#chain.close();
    await this.#reader.close();
  }

  #take(result: ReadResult): void {
    switch (result.kind) {
      case 'batch':
        this.#active();
        this.#chain.entry.send({ kind: 'batch', batch: result.batch });
        break;
      case 'wait':
        this.#wait(result.at);
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
