/**
 * An object that arrives in parts: a multipart upload, of which nobody sees anything before it is
 * complete. What is shorter than a part is put as one. Some parts are under way at a time; `append`
 * waits while there are more.
 */
import type { FileWriter } from './file-system.js';

/** The requests of an upload, each tried again by its maker. */
export interface UploadCalls {
  put(bytes: Uint8Array): Promise<void>;
  begin(): Promise<string>;
  /** @param number from 1 @returns the part's tag */
  part(upload: string, number: number, bytes: Uint8Array): Promise<string>;
  complete(upload: string, tags: readonly string[]): Promise<void>;
  abort(upload: string): Promise<void>;
}

/** S3 takes 5 MiB to 5 GiB a part and 10,000 parts; so parts grow with their number. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_OF_A_SIZE = 1000;
const PARTS_UNDER_WAY = 4;

export class S3Writer implements FileWriter {
  readonly #calls: UploadCalls;
  readonly #parts: Promise<string>[] = [];
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #upload: string | undefined;

  constructor(calls: UploadCalls) {
    this.#calls = calls;
  }

  async append(bytes: Uint8Array): Promise<void> {
    // The caller may use its bytes again.
    this.#pending.push(new Uint8Array(bytes));
    this.#pendingBytes += bytes.length;
    const grown = 1 + Math.floor(this.#parts.length / PARTS_OF_A_SIZE);
    if (this.#pendingBytes >= PART_BYTES * grown) await this.#send();
  }

  async finish(): Promise<void> {
    if (this.#upload === undefined) return this.#calls.put(Buffer.concat(this.#pending));
    if (this.#pendingBytes > 0) await this.#send();
    await this.#calls.complete(this.#upload, await Promise.all(this.#parts));
  }

  async abort(): Promise<void> {
    this.#pending = [];
    // A part that arrives after the end of its upload would stay, and cost.
    await Promise.allSettled(this.#parts);
    if (this.#upload !== undefined) await this.#calls.abort(this.#upload);
  }

  async #send(): Promise<void> {
    const bytes = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#upload ??= await this.#calls.begin();
    const part = this.#calls.part(this.#upload, this.#parts.length + 1, bytes);
    // A failure is thrown by the wait for it, below or in `finish`.
    part.catch(() => undefined);
    this.#parts.push(part);
    await this.#parts[this.#parts.length - PARTS_UNDER_WAY];
  }
}
