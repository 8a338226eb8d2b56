/** A reader that ends early: no more rows than so many are needed, though a few more may come. */
import type { ReadResult, SplitReader } from '../../core/source.js';

export class LimitedReader implements SplitReader {
  readonly #reader: SplitReader;
  #left: number;

  constructor(reader: SplitReader, limit: number) {
    this.#reader = reader;
    this.#left = limit;
  }

  next(): ReadResult | Promise<ReadResult> {
    if (this.#left <= 0) return { kind: 'end' };
    const result = this.#reader.next();
    return result instanceof Promise
      ? result.then((read) => this.#count(read))
      : this.#count(result);
  }

  position(): unknown {
    return this.#reader.position();
  }

  progress(): number | undefined {
    return this.#left <= 0 ? 1 : this.#reader.progress?.();
  }

  close(): void | Promise<void> {
    return this.#reader.close();
  }

  #count(result: ReadResult): ReadResult {
    if (result.kind === 'batch') this.#left -= result.batch.count;
    return result;
  }
}
