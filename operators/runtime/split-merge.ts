/**
 * Where the streams of a source task's splits become one: the watermark of the task is the least of
 * its splits'. A split that was not begun yet holds it back, so what is late does not depend on the
 * order in which splits are read. A task all of whose splits have ended is not idle, see
 * `source-progress.ts`.
 */
import { watermarkAfter } from '../core/marks.js';
import { END_OF_TIME, type Message, START_OF_TIME } from '../core/message.js';
import { CombinedWatermark } from './combined-watermark.js';
import type { Downstream } from './marked-output.js';

export class SplitMerge {
  readonly #downstream: Downstream;
  readonly #watermark: CombinedWatermark;
  /** The watermark of each split. */
  readonly #splits: number[] = [];
  /** Splits that have not ended. */
  #open = 0;
  #idle = false;

  /** @param watermark where it stood when it was stored, ms since the epoch */
  constructor(downstream: Downstream, watermark = START_OF_TIME) {
    this.#downstream = downstream;
    this.#watermark = new CombinedWatermark(0, watermark);
  }

  /** How far the task has come. */
  get watermark(): number {
    return this.#watermark.current;
  }

  watermarkOf(split: number): number {
    return this.#splits[split] ?? START_OF_TIME;
  }

  /** One more split, where it stood when it was stored. @returns its number here */
  add(
    watermark = START_OF_TIME,
    { idle, ended }: { readonly idle: boolean; readonly ended: boolean },
  ): number {
    const split = this.#watermark.add(watermark);
    this.#splits.push(watermark);
    if (!ended) this.#open++;
    if (idle || ended) this.#watermark.setIdle(split, true);
    this.#updateIdle();
    return split;
  }

  /** The watermark goes on to `value` without a row. */
  follow(value: number): void {
    this.#advance(() => this.#watermark.raise(value));
  }

  /** Says again what was said before the splits were stored. */
  announce(): void {
    const value = this.#watermark.refresh();
    if (value > START_OF_TIME) this.#downstream.send({ kind: 'watermark', value });
  }

  /** Where the stream of a split goes. */
  input(split: number): Downstream {
    return { send: (message) => this.#take(split, message) };
  }

  /** A message of the task as a whole. */
  send(message: Message): void {
    this.#downstream.send(message);
  }

  #take(split: number, message: Message): void {
    switch (message.kind) {
      case 'batch': {
        this.#splits[split] = watermarkAfter(message.batch, this.watermarkOf(split));
        const batch = this.#watermark.takeMarks(split, message.batch);
        this.#downstream.send({ kind: 'batch', batch });
        break;
      }
      case 'watermark':
        if (message.value === END_OF_TIME) break;
        this.#splits[split] = message.value;
        this.#advance(() => this.#watermark.advance(split, message.value));
        break;
      case 'idle':
      case 'active':
        this.#advance(() => this.#watermark.setIdle(split, message.kind === 'idle'));
        this.#updateIdle();
        break;
      case 'end':
        // The task sends the end of time when the last split has ended and no more are to come.
        this.#open--;
        this.#advance(() => this.#watermark.setIdle(split, true));
        this.#updateIdle();
        break;
      default:
        this.#downstream.send(message);
    }
  }

  #advance(change: () => number): void {
    const before = this.#watermark.current;
    const value = change();
    if (value > before) this.#downstream.send({ kind: 'watermark', value });
  }

  #updateIdle(): void {
    const isIdle = this.#open > 0 && this.#watermark.idle;
    if (this.#idle === isIdle) return;
    this.#idle = isIdle;
    this.#downstream.send({ kind: this.#idle ? 'idle' : 'active' });
  }
}
