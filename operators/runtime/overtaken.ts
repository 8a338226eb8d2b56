/**
 * What an unaligned barrier overtook at one task: of each channel, the messages between what was
 * applied before the barrier was taken and the barrier's arrival on that channel. They are copied
 * when they are seen, so nothing of them is kept from reuse. Complete once every channel has
 * brought the barrier, or has ended.
 */
import type { Message } from '../core/message.js';
import type { InFlight } from './snapshot.js';
import { packMessage } from './wire.js';

export class Overtaken {
  readonly #checkpoint: number;
  readonly #waiting = new Set<number>();
  readonly #messages: InFlight[] = [];
  #begun = false;
  #finish: (messages: readonly InFlight[]) => void = () => {};
  /** Resolves when it is complete. */
  readonly complete: Promise<readonly InFlight[]>;

  /** @param done called at once when it is complete */
  constructor(checkpoint: number, done: () => void) {
    this.#checkpoint = checkpoint;
    this.complete = new Promise((resolve) => {
      this.#finish = (messages) => {
        done();
        resolve(messages);
      };
    });
  }

  /** A channel that has yet to bring the barrier to the operator. */
  expect(channel: number): void {
    this.#waiting.add(channel);
  }

  /** All that lay in the inbox was told with `arrived`. */
  begun(): void {
    this.#begun = true;
    this.#check();
  }

  /** A message of a channel, in order. @param position the channel's number within its input */
  arrived(channel: number, input: number, position: number, message: Message): void {
    if (!this.#waiting.has(channel)) return;
    if (message.kind === 'barrier') {
      if (message.checkpoint === this.#checkpoint) this.#waiting.delete(channel);
    } else if (message.kind === 'end') {
      this.#waiting.delete(channel);
    } else {
      this.#messages.push({ input, from: position, message: packMessage(message, []) });
    }
    this.#check();
  }

  #check(): void {
    if (this.#begun && this.#waiting.size === 0) this.#finish(this.#messages);
  }
}
