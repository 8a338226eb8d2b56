/**
 * Descriptors of files that are read again and again, least recently used out first. Opening and
 * closing cost more than a read of a block that the system has in memory.
 *
 * A descriptor that a read is using is closed when the read ends, not before.
 */
import { closeSync, openSync } from 'node:fs';

interface OpenFile {
  readonly descriptor: number;
  readers: number;
  isForgotten: boolean;
}

export class OpenFiles {
  readonly #limit: number;
  /** In order of use, the oldest first. */
  readonly #files = new Map<string, OpenFile>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The descriptor of a file, held until `release`. */
  use(path: string): OpenFile {
    let file = this.#files.get(path);
    if (file === undefined) {
      file = { descriptor: openSync(path, 'r'), readers: 0, isForgotten: false };
    } else {
      this.#files.delete(path);
    }
    this.#files.set(path, file);
    file.readers++;
    if (this.#files.size > this.#limit) this.forget(this.#files.keys().next().value as string);
    return file;
  }

  release(file: OpenFile): void {
    file.readers--;
    if (file.isForgotten && file.readers === 0) closeSync(file.descriptor);
  }

  /** The file is replaced or deleted: the next use opens it anew. */
  forget(path: string): void {
    const file = this.#files.get(path);
    if (file === undefined) return;
    this.#files.delete(path);
    file.isForgotten = true;
    if (file.readers === 0) closeSync(file.descriptor);
  }

  close(): void {
    for (const path of [...this.#files.keys()]) this.forget(path);
  }
}
