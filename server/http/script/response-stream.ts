/**
 * A reply that is written as it comes. Nothing is sent before the first write, so that an error
 * until then is still an ordinary reply; `write` resolves when the client has room again, and the
 * signal says that the client went away.
 */
import type { FastifyReply } from 'fastify';
import { warn } from '../warnings.js';

export class ResponseStream {
  readonly #reply: FastifyReply;
  readonly #contentType: string;
  readonly #gone = new AbortController();
  /** Those who wait for room. */
  #waiting: (() => void)[] = [];
  readonly #warnings: string[] = [];
  #started = false;

  constructor(reply: FastifyReply, contentType: string) {
    this.#reply = reply;
    this.#contentType = contentType;
    reply.raw.on('drain', () => this.#release());
    reply.raw.on('close', () => {
      if (!reply.raw.writableFinished) this.#gone.abort();
      this.#release();
    });
  }

  get started(): boolean {
    return this.#started;
  }

  /** Aborted when the client closed the connection before the end. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Something to say in the head of the reply. */
  warn(text: string): void {
    this.#warnings.push(text);
  }

  async write(chunk: string | Uint8Array): Promise<void> {
    this.start();
    if (this.gone.aborted || chunk.length === 0 || this.#reply.raw.write(chunk)) return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Sends the head now, if it is not sent yet. */
  start(): void {
    if (this.#started) return;
    this.#started = true;
    this.#reply.hijack();
    warn(this.#reply.raw, this.#warnings);
    this.#reply.raw.writeHead(200, {
      'content-type': this.#contentType,
      'cache-control': 'no-cache',
    });
  }

  end(): void {
    this.start();
    this.#reply.raw.end();
  }

  #release(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  /** Sends the text, then cuts the connection: the client must know that it did not get all. */
  cut(last: string): void {
    const { raw } = this.#reply;
    if (last === '') raw.destroy();
    else raw.write(last, () => raw.destroy());
  }
}
