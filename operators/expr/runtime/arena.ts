/**
 * Where a run of a kernel writes the strings it makes: one growing buffer, shared by all string
 * columns of the output batch. Bytes written stay where they are: a buffer that was grown out of
 * still holds what was written to it, so views of both are right while the run lasts.
 */
import { grownBytes } from '../../../state/column/growth.js';
import { wellFormed } from '../../../state/column/well-formed.js';

const encoder = new TextEncoder();

export class Arena {
  data: Uint8Array;
  /** Bytes in use; where the next value starts. */
  size = 0;
  /** The end of the range whose start a function has just returned. */
  end = 0;

  constructor(capacity: number) {
    this.data = new Uint8Array(capacity);
  }

  /** Room for so many more bytes. */
  reserve(bytes: number): void {
    if (this.size + bytes > this.data.length) this.data = grownBytes(this.data, this.size + bytes);
  }

  /** Copies a range behind what is there; gives its start. */
  put(source: Uint8Array, start: number, end: number): number {
    const length = end - start;
    this.reserve(length);
    const { data, size } = this;
    if (length < 32) for (let i = 0; i < length; i++) data[size + i] = source[start + i] as number;
    else data.set(source.subarray(start, end), size);
    this.size = size + length;
    return size;
  }

  /** Writes a string as UTF-8; gives its start. */
  putText(text: string): number {
    this.reserve(text.length * 3);
    const start = this.size;
    this.size += encoder.encodeInto(wellFormed(text), this.data.subarray(start)).written;
    return start;
  }
}
