/** A set of strings or byte strings that is asked by ranges of bytes; built once. */
import { equalBytes } from '../../../state/column/compare.js';
import { hashBytes } from '../../../state/column/hash.js';

export class ByteSet {
  readonly #slots: (Uint8Array | undefined)[];
  readonly #mask: number;

  constructor(items: readonly (string | Uint8Array)[]) {
    const size = 2 ** Math.ceil(Math.log2(items.length * 2 + 1));
    this.#mask = size - 1;
    this.#slots = new Array<Uint8Array | undefined>(size).fill(undefined);
    for (const item of items) this.#add(typeof item === 'string' ? encoder.encode(item) : item);
  }

  has(data: Uint8Array, start: number, end: number): boolean {
    return this.#slots[this.#find(data, start, end)] !== undefined;
  }

  #add(bytes: Uint8Array): void {
    this.#slots[this.#find(bytes, 0, bytes.length)] = bytes;
  }

  /** The slot of an equal item, or the free one where it would stand. */
  #find(data: Uint8Array, start: number, end: number): number {
    let at = hashBytes(data, start, end) & this.#mask;
    for (;;) {
      const item = this.#slots[at];
      if (item === undefined || equalBytes(data, start, end, item, 0, item.length)) return at;
      at = (at + 1) & this.#mask;
    }
  }
}

const encoder = new TextEncoder();
