/**
 * The inbox of a task: what its channels brought, in order of arrival, as messages of the inputs of
 * its operator.
 *
 * - The channels of an input have one watermark, the least (`combined-watermark.ts`).
 * - A barrier is handed on once, when it has come on every channel that has not ended; a channel
 *   that brought it early is held until then (aligned checkpoints), so that nothing behind the
 *   barrier touches the state before it.
 * - An input ends when all its channels have.
 *
 * Invariant: the messages of one channel are never reordered.
 */
import type { Barrier, Message } from '../core/message.js';
import type { Credit } from './channel.js';
import { CombinedWatermark } from './combined-watermark.js';

/** A message of an input of the operator. */
export interface Arrival {
  readonly input: number;
  readonly message: Message;
}

interface Item {
  readonly channel: number;
  readonly message: Message;
  readonly cost: Credit;
}

interface ChannelState {
  readonly input: number;
  /** Its number among the channels of its input. */
  readonly position: number;
  /** Gives its sender credit. */
  readonly credit: (cost: Credit) => void;
  ended: boolean;
  /** It brought the barrier that others have yet to bring. */
  held: boolean;
}

interface InputState {
  readonly watermark: CombinedWatermark;
  open: number;
  idle: boolean;
}

export class Inbox {
  readonly #channels: ChannelState[] = [];
  readonly #inputs: InputState[] = [];
  #queue: Item[] = [];
  #next = 0;
  /** Items of held channels, in order. */
  #held: Item[] = [];
  #barrier: Barrier | null = null;
  /** Channels that neither ended nor are held. */
  #free = 0;
  /** What one item gave, in order. */
  #arrivals: Arrival[] = [];
  readonly #wake: () => void;

  /** @param wake called when something arrived */
  constructor(wake: () => void) {
    this.#wake = wake;
  }

  /** The next input of the operator, with one channel for each way of giving credit. */
  addInput(credits: readonly ((cost: Credit) => void)[]): void {
    const input = this.#inputs.length;
    credits.forEach((credit, position) => {
      this.#channels.push({ input, position, credit, ended: false, held: false });
    });
    this.#free += credits.length;
    const watermark = new CombinedWatermark(credits.length);
    this.#inputs.push({ watermark, open: credits.length, idle: false });
  }

  /** @param channel its number over all inputs, in the order in which they were added */
  put(channel: number, message: Message, cost: Credit): void {
    this.#queue.push({ channel, message, cost });
    this.#wake();
  }

  take(): Arrival | undefined {
    while (this.#arrivals.length === 0) {
      const item = this.#pop();
      if (item === undefined) return undefined;
      const channel = this.#channels[item.channel] as ChannelState;
      if (channel.held) this.#held.push(item);
      else this.#open(item, channel);
    }
    return this.#arrivals.shift();
  }

  #pop(): Item | undefined {
    const item = this.#queue[this.#next];
    if (item === undefined) {
      this.#queue = [];
      this.#next = 0;
      return undefined;
    }
    this.#next++;
    if (this.#next === 1024) {
      this.#queue = this.#queue.slice(this.#next);
      this.#next = 0;
    }
    return item;
  }

  #open(item: Item, channel: ChannelState): void {
    const { message } = item;
    const input = this.#inputs[channel.input] as InputState;
    switch (message.kind) {
      case 'batch': {
        const batch = input.watermark.takeMarks(channel.position, message.batch);
        this.#arrive(channel, { kind: 'batch', batch });
        channel.credit(item.cost);
        break;
      }
      case 'watermark':
        this.#advance(channel, () => input.watermark.advance(channel.position, message.value));
        break;
      case 'idle':
      case 'active':
        this.#setIdle(channel, input, message.kind === 'idle');
        break;
      case 'barrier':
        channel.held = true;
        this.#free--;
        this.#align(message);
        break;
      case 'end':
        channel.ended = true;
        this.#free--;
        input.open--;
        if (input.open === 0) this.#arrive(channel, message);
        else this.#updateIdle(channel, input);
        if (this.#barrier !== null) this.#align(this.#barrier);
        break;
    }
  }

  #arrive(channel: ChannelState, message: Message): void {
    this.#arrivals.push({ input: channel.input, message });
  }

  #advance(channel: ChannelState, change: () => number): void {
    const { watermark } = this.#inputs[channel.input] as InputState;
    const before = watermark.current;
    const value = change();
    if (value > before) this.#arrive(channel, { kind: 'watermark', value });
  }

  #setIdle(channel: ChannelState, input: InputState, idle: boolean): void {
    this.#advance(channel, () => input.watermark.setIdle(channel.position, idle));
    this.#updateIdle(channel, input);
  }

  #updateIdle(channel: ChannelState, input: InputState): void {
    if (input.watermark.idle === input.idle) return;
    input.idle = !input.idle;
    this.#arrive(channel, { kind: input.idle ? 'idle' : 'active' });
  }

  /** Hands the barrier on, and lets go of what was held, once no channel has yet to bring it. */
  #align(barrier: Barrier): void {
    this.#barrier = barrier;
    if (this.#free > 0) return;
    this.#barrier = null;
    for (const channel of this.#channels) {
      if (channel.held) this.#free++;
      channel.held = false;
    }
    this.#queue = [...this.#held, ...this.#queue.slice(this.#next)];
    this.#next = 0;
    this.#held = [];
    this.#arrivals.push({ input: 0, message: barrier });
  }
}
