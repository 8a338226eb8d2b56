/**
 * The inbox of a task: what its channels brought, in order of arrival, as messages of the inputs of
 * its operator.
 *
 * - The channels of an input have one watermark, the least (`combined-watermark.ts`).
 * - A barrier is handed on once, when it has come on every channel that has not ended. Aligned: a
 *   channel that brought it early is held until then, so that nothing behind the barrier touches
 *   the state before it. With alignment `none` no channel is held.
 * - An unaligned barrier is handed on before all that lies here; what it overtakes, and what other
 *   channels bring until they bring it too, is recorded (`overtaken.ts`).
 * - An input ends when all its channels have.
 * - A batch that waits here is retained until its taker releases it.
 *
 * Invariant: the messages of one channel are never reordered.
 */
import type { Pins } from '../../state/column/vector-pool.js';
import type { Batch } from '../core/batch.js';
import { retain } from '../core/hold.js';
import type { Barrier, Message } from '../core/message.js';
import type { Credit } from './channel.js';
import { CombinedWatermark } from './combined-watermark.js';
import { Overtaken } from './overtaken.js';

/** A message of an input of the operator. */
export interface Arrival {
  readonly input: number;
  readonly message: Message;
  /** Of a barrier that did not wait: what it overtook. */
  readonly overtaken?: Overtaken;
  /** Of a batch; to be released when it has been dealt with. */
  readonly pins: Pins | null;
}

interface Item {
  readonly channel: number;
  readonly message: Message;
  readonly cost: Credit;
  readonly pins: Pins | null;
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

/** A barrier under way. */
interface Alignment {
  readonly barrier: Barrier;
  /** Channels that brought it. */
  readonly by: Set<number>;
  /** How many have yet to, and have not ended. */
  missing: number;
}

interface InputState {
  readonly watermark: CombinedWatermark;
  open: number;
  idle: boolean;
}

/** What the owner of an inbox is told. */
export interface InboxHost {
  /** Something arrived. */
  wake(): void;
  /** A barrier came for the first time, and turns unaligned at some time. */
  mayOvertake?(barrier: Barrier): void;
}

function batchMessage(batch: Batch): Message {
  return { kind: 'batch', batch };
}

export class Inbox {
  readonly #channels: ChannelState[] = [];
  readonly #inputs: InputState[] = [];
  #queue: Item[] = [];
  #next = 0;
  /** Items of held channels, in order. */
  #held: Item[] = [];
  /** Barriers under way, with the channels that brought them. */
  readonly #barriers = new Map<number, Alignment>();
  /** Those that came on some channel and were not handed on, in order. */
  #announced: Barrier[] = [];
  /** Barriers up to this one are handed on before anything else. */
  #urgentUpTo = 0;
  /** Those that are not complete. */
  readonly #overtaken = new Set<Overtaken>();
  #ended = 0;
  /** The channel of the batch that was taken last. */
  #lastBatch = 0;
  /** The last barrier that was handed on. */
  #passed = 0;
  /** The last barrier that came on any channel. */
  #seen = 0;
  /** What one item gave, in order. */
  #arrivals: Arrival[] = [];
  readonly #host: InboxHost;

  constructor(host: InboxHost) {
    this.#host = host;
  }

  /** The next input of the operator, with one channel for each way of giving credit. */
  addInput(credits: readonly ((cost: Credit) => void)[]): void {
    const input = this.#inputs.length;
    credits.forEach((credit, position) => {
      this.#channels.push({ input, position, credit, ended: false, held: false });
    });
    const watermark = new CombinedWatermark(credits.length);
    this.#inputs.push({ watermark, open: credits.length, idle: false });
  }

  /** A barrier is to be handed on before anything else. */
  get urgent(): boolean {
    const [next] = this.#announced;
    return next !== undefined && next.checkpoint <= this.#urgentUpTo;
  }

  /** @param channel its number over all inputs, in the order in which they were added */
  put(channel: number, message: Message, cost: Credit): void {
    const { position, input } = this.#channels[channel] as ChannelState;
    for (const one of this.#overtaken) one.arrived(channel, input, position, message);
    if (message.kind === 'barrier') this.#announce(message);
    const pins = message.kind === 'batch' ? retain(message.batch) : null;
    this.#queue.push({ channel, message, cost, pins });
    this.#host.wake();
  }

  /**
   * Hands this barrier on as an unaligned one, unless it was already; those before it too, since
   * a barrier that one task left out would be waited for by all behind it.
   */
  overtake({ checkpoint }: Barrier): void {
    this.#urgentUpTo = Math.max(this.#urgentUpTo, checkpoint);
    this.#host.wake();
  }

  take(): Arrival | undefined {
    while (this.#arrivals.length === 0) {
      if (this.urgent) return this.#takeUrgent();
      const item = this.#pop();
      if (item === undefined) return undefined;
      const channel = this.#channels[item.channel] as ChannelState;
      if (channel.held) this.#held.push(item);
      else this.#open(item, channel);
    }
    return this.#arrivals.shift();
  }

  #announce(barrier: Barrier): void {
    if (barrier.checkpoint <= this.#seen) return;
    this.#seen = barrier.checkpoint;
    this.#announced.push(barrier);
    if (barrier.alignment === 'unaligned') this.#urgentUpTo = barrier.checkpoint;
    else if (barrier.overtakeAt !== undefined) this.#host.mayOvertake?.(barrier);
  }

  /**
   * The barrier that is handed on before anything else, between rows of the batch that was taken
   * last.
   * @param rest the rows of it that were not applied
   */
  takeWithin(rest: Batch): Arrival {
    return this.#takeUrgent(rest);
  }

  #takeUrgent(rest: Batch | null = null): Arrival {
    const barrier: Barrier = { ...(this.#announced[0] as Barrier), alignment: 'unaligned' };
    this.#pass(barrier);
    const overtaken: Overtaken = new Overtaken(barrier.checkpoint, () => {
      this.#overtaken.delete(overtaken);
    });
    this.#overtaken.add(overtaken);
    this.#channels.forEach((channel, number) => {
      const brought = this.#barriers.get(barrier.checkpoint)?.by.has(number) === true;
      if (!channel.ended && !brought) overtaken.expect(number);
    });
    this.#barriers.delete(barrier.checkpoint);
    const left = rest === null ? [] : [{ channel: this.#lastBatch, message: batchMessage(rest) }];
    for (const { channel, message } of [...left, ...this.#queue.slice(this.#next)]) {
      const { input, position } = this.#channels[channel] as ChannelState;
      overtaken.arrived(channel, input, position, message);
    }
    overtaken.begun();
    return { input: 0, message: barrier, overtaken, pins: null };
  }

  /** Batches that lie here, in the order in which they will be handed on, as far as is known. */
  *waiting(): Generator<{ readonly input: number; readonly batch: Batch }, void, void> {
    for (let at = this.#next; at < this.#queue.length; at++) {
      const { channel, message } = this.#queue[at] as Item;
      const { input, held } = this.#channels[channel] as ChannelState;
      if (message.kind === 'batch' && !held) yield { input, batch: message.batch };
    }
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
        this.#lastBatch = item.channel;
        this.#arrive(channel, { kind: 'batch', batch }, item.pins);
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
        this.#reached(message, item.channel);
        break;
      case 'end':
        channel.ended = true;
        this.#ended++;
        input.open--;
        if (input.open === 0) this.#arrive(channel, message);
        else this.#updateIdle(channel, input);
        for (const one of [...this.#barriers.values()]) {
          if (!one.by.has(item.channel)) this.#align(one);
        }
        break;
    }
  }

  #arrive(channel: ChannelState, message: Message, pins: Pins | null = null): void {
    this.#arrivals.push({ input: channel.input, message, pins });
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

  #reached(barrier: Barrier, channel: number): void {
    const { checkpoint } = barrier;
    if (checkpoint <= this.#passed) return;
    const missing = this.#channels.length - this.#ended;
    const under = this.#barriers.get(checkpoint) ?? { barrier, by: new Set(), missing };
    this.#barriers.set(checkpoint, under);
    under.by.add(channel);
    if (barrier.alignment !== 'none') (this.#channels[channel] as ChannelState).held = true;
    this.#align(under);
  }

  /**
   * One channel less has yet to bring the barrier; when none has, it is handed on, and what was
   * held is let go.
   */
  #align(under: Alignment): void {
    under.missing--;
    if (under.missing > 0) return;
    const { barrier } = under;
    this.#barriers.delete(barrier.checkpoint);
    this.#pass(barrier);
    this.#arrivals.push({ input: 0, message: barrier, pins: null });
  }

  /** A barrier is handed on: nothing is held for it any more. */
  #pass({ checkpoint }: Barrier): void {
    this.#passed = checkpoint;
    this.#announced = this.#announced.filter((one) => one.checkpoint > checkpoint);
    for (const channel of this.#channels) channel.held = false;
    this.#queue = [...this.#held, ...this.#queue.slice(this.#next)];
    this.#next = 0;
    this.#held = [];
  }
}
