/**
 * Buffers of runs that stand in files by now, kept for the runs that follow: memory that two
 * threads share is freed only once both have collected their heaps, long after it was of use.
 */
import type { EntryBuffer } from './entries.js';

export class SpareBuffers {
  readonly #buffers: EntryBuffer[] = [];

  /** Bytes of those that are kept. */
  get bytes(): number {
    return this.#buffers.reduce((sum, buffer) => sum + buffer.capacityBytes, 0);
  }

  /** An empty one. */
  take(): EntryBuffer | undefined {
    const buffer = this.#buffers.pop();
    buffer?.clear();
    return buffer;
  }

  /** Nobody reads the buffer any more. It is kept if all of them take no more than `mostBytes`. */
  give(buffer: EntryBuffer, mostBytes: number): void {
    if (this.bytes + buffer.capacityBytes <= mostBytes) this.#buffers.push(buffer);
  }
}
