/**
 * The sending end of an edge between stages: rows go to the task that the edge's exchange names,
 * everything else goes to all of them.
 */
import type { Batch } from '../core/batch.js';
import type { Message } from '../core/message.js';
import type { Exchange } from '../core/spec.js';
import type { Channel } from './channel.js';
import type { Downstream } from './marked-output.js';
import { Partition } from './partition.js';

export class ExchangeOutput implements Downstream {
  readonly #channels: readonly Channel[];
  readonly #partition: Partition | null;

  /** @param channels one for each receiving task, in order */
  constructor(exchange: Exchange, channels: readonly Channel[], maxParallelism: number) {
    this.#channels = channels;
    const spread = exchange.kind === 'hash' && channels.length > 1;
    this.#partition = spread ? new Partition(exchange.keys, channels.length, maxParallelism) : null;
  }

  /** Every channel has room. */
  get open(): boolean {
    for (const channel of this.#channels) if (!channel.open) return false;
    return true;
  }

  send(message: Message): void {
    if (message.kind === 'batch' && this.#partition !== null) {
      this.#deal(this.#partition, message.batch);
    } else {
      for (const channel of this.#channels) channel.send(message);
    }
  }

  #deal(partition: Partition, batch: Batch): void {
    partition.split(batch).forEach((part, task) => {
      const channel = this.#channels[task];
      if (part === null || channel === undefined) return;
      const { marks } = part;
      if (part.rows > 0) channel.send({ kind: 'batch', batch: part });
      else if (marks !== null)
        channel.send({ kind: 'watermark', value: marks.values[0] as number });
    });
  }
}
