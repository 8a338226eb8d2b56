/**
 * Where the streams of a source task's splits become one: the watermark of the task is the least of
 * its splits'. A split that was not begun yet holds it back, so what is late does not depend on the
 * order in which splits are read.
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
  add(watermark = START_OF_TIME, idle = false): number {
    const split = this.#watermark.add(watermark);
    this.#splits.push(watermark);
    if (idle) this.#watermark.setIdle(split, true);
    this.#updateIdle();
    return split;
  }

  /** There is no split yet: the task is idle until one comes. */
  rest(): void {
    if (this.#idle) return;
    this.#idle = true;
    this.#downstream.send({ kind: 'idle' });
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
    if (this.#idle === this.#watermark.idle) return;
    this.#idle = !this.#idle;
    this.#downstream.send({ kind: this.#idle ? 'idle' : 'active' });
  }
}
