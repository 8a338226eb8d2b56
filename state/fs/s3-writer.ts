/**
 * An object that arrives in parts: a multipart upload, of which nobody sees anything before it is
 * complete. What is shorter than a part is put as one. Some parts are under way at a time; `append`
 * waits while there are more. Memory of parts that have arrived is used for those that follow.
 */
import { grownCapacity } from '../column/growth.js';
import { mappedBytes } from '../column/mapped.js';
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
export const PART_BYTES = 5 * 1024 * 1024;
const PARTS_OF_A_SIZE = 1000;
const PARTS_UNDER_WAY = 2;

/** Memory for parts that nobody uses, of all uploads of a thread. */
const spare: Uint8Array[] = [];

export class S3Writer implements FileWriter {
  readonly #calls: UploadCalls;
  readonly #parts: Promise<string>[] = [];
  #pending: Uint8Array = spare.pop() ?? new Uint8Array(0);
  #pendingBytes = 0;
  #upload: string | undefined;

  constructor(calls: UploadCalls) {
    this.#calls = calls;
  }

  async append(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length; ) {
      const size = PART_BYTES * (1 + Math.floor(this.#parts.length / PARTS_OF_A_SIZE));
      const end = Math.min(bytes.length, from + size - this.#pendingBytes);
      this.#put(bytes.subarray(from, end), size);
      from = end;
      if (this.#pendingBytes === size) await this.#send();
    }
  }

  async finish(): Promise<void> {
    if (this.#upload === undefined) {
      await this.#calls.put(this.#taken());
    } else {
      if (this.#pendingBytes > 0) await this.#send();
      await this.#calls.complete(this.#upload, await Promise.all(this.#parts));
    }
    keep(this.#pending);
  }

  async abort(): Promise<void> {
    this.#pendingBytes = 0;
    // A part that arrives after the end of its upload would stay, and cost.
    await Promise.allSettled(this.#parts);
    if (this.#upload !== undefined) await this.#calls.abort(this.#upload);
  }

  /** @param most bytes of a part */
  #put(bytes: Uint8Array, most: number): void {
    const needed = this.#pendingBytes + bytes.length;
    if (needed > this.#pending.length) {
      const capacity = needed > most / 4 ? most : grownCapacity(this.#pending.length, needed);
      const grown = mappedBytes(capacity);
      grown.set(this.#taken());
      this.#pending = grown;
    }
    this.#pending.set(bytes, this.#pendingBytes);
    this.#pendingBytes = needed;
  }

  #taken(): Uint8Array {
    return this.#pending.subarray(0, this.#pendingBytes);
  }

  async #send(): Promise<void> {
    const memory = this.#pending;
    const bytes = this.#taken();
    this.#pending = new Uint8Array(0);
    this.#pendingBytes = 0;
    this.#upload ??= await this.#calls.begin();
    const part = this.#calls.part(this.#upload, this.#parts.length + 1, bytes);
    // A failure is thrown by the wait for it, below or in `finish`; its memory may still be read.
    part.then(
      () => keep(memory),
      () => undefined,
    );
    this.#parts.push(part);
    await this.#parts[this.#parts.length - PARTS_UNDER_WAY];
    this.#pending = spare.pop() ?? this.#pending;
  }
}

/** Parts of the least size are kept, as many as one upload has under way. */
function keep(memory: Uint8Array): void {
  if (memory.length === PART_BYTES && spare.length < PARTS_UNDER_WAY) spare.push(memory);
}
