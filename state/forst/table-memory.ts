/**
 * The memory of near tables, shared in equal parts by all stores that stand on it, whatever job
 * they are of, and what each of them holds.
 */
import type { RunLimits } from './runs.js';
import type { WriteBuffers } from './settings.js';

/**
 * Part of a store's memory. In memory rows take some four times the bytes that they have in files,
 * so the longest list that comes near takes an eighth of it.
 */
const LIST_SHARE = 1 / 32;

export interface TableLimits {
  /** Bytes of tables in memory. */
  readonly memoryBytes: number;
  /** Bytes, about, of entries that were written and are not in files. */
  readonly writeBufferBytes: number;
}

/** One store's part. */
export interface TablePart extends RunLimits {
  readonly memoryBytes: number;
  readonly writeBufferBytes: number;
  /** Bytes of a list in files with which it still comes near as a whole. */
  readonly listBytes: number;
  /** The store holds so many bytes now. */
  holds(bytes: number): void;
  /** The store is closed. */
  leave(): void;
}

export class TableMemory {
  readonly limits: TableLimits;
  readonly #held = new Map<TablePart, number>();

  constructor(limits: TableLimits) {
    this.limits = limits;
  }

  /** Bytes that all stores hold, as each said last. */
  get heldBytes(): number {
    return [...this.#held.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  /** @param buffers of this store, however many there are */
  join(buffers?: WriteBuffers): TablePart {
    const { limits } = this;
    const held = this.#held;
    const part: TablePart = {
      get memoryBytes() {
        return limits.memoryBytes / Math.max(1, held.size);
      },
      get writeBufferBytes() {
        const shared = limits.writeBufferBytes / Math.max(1, held.size);
        return Math.min(shared, buffers?.bytes ?? Infinity);
      },
      get listBytes() {
        return part.memoryBytes * LIST_SHARE;
      },
      get mostRunBytes() {
        return 2 * part.writeBufferBytes;
      },
      mostRuns: buffers?.count ?? Infinity,
      holds: (bytes) => {
        held.set(part, bytes);
      },
      leave: () => {
        held.delete(part);
      },
    };
    held.set(part, 0);
    return part;
  }
}
