/**
 * Descriptors of files that are read again and again. Opening and closing cost more than a read of
 * a block that the system has in memory. Where there are too many, the oldest that was not used
 * since it was last passed over is closed.
 *
 * A descriptor that a read is using is closed when the read ends, not before; once all are closed,
 * each that is opened still.
 */
import { closeSync, openSync } from 'node:fs';

interface OpenFile {
  readonly descriptor: number;
  readers: number;
  isForgotten: boolean;
  isUsed: boolean;
}

export class OpenFiles {
  readonly #limit: number;
  readonly #fullPath: (name: string) => string;
  /** By name, the oldest first. */
  readonly #files = new Map<string, OpenFile>();
  #isClosed = false;

  /** @param fullPath where the file of a name is */
  constructor(limit: number, fullPath: (name: string) => string) {
    this.#limit = limit;
    this.#fullPath = fullPath;
  }

  /** The descriptor of a file, held until `release`. */
  use(name: string): OpenFile {
    const known = this.#files.get(name);
    if (known !== undefined) {
      known.readers++;
      known.isUsed = true;
      return known;
    }
    const descriptor = openSync(this.#fullPath(name), 'r');
    const file = { descriptor, readers: 1, isForgotten: this.#isClosed, isUsed: false };
    if (this.#isClosed) return file;
    if (this.#files.size >= this.#limit) this.#makeRoom();
    this.#files.set(name, file);
    return file;
  }

  release(file: OpenFile): void {
    file.readers--;
    if (file.isForgotten && file.readers === 0) closeSync(file.descriptor);
  }

  /** The file is replaced or deleted: the next use opens it anew. */
  forget(name: string): void {
    const file = this.#files.get(name);
    if (file === undefined) return;
    this.#files.delete(name);
    file.isForgotten = true;
    if (file.readers === 0) closeSync(file.descriptor);
  }

  close(): void {
    this.#isClosed = true;
    for (const name of [...this.#files.keys()]) this.forget(name);
  }

  #makeRoom(): void {
    for (const [name, file] of this.#files) {
      if (!file.isUsed) {
        this.forget(name);
        return;
      }
      // To the end, where this loop comes by again.
      file.isUsed = false;
      this.#files.delete(name);
      this.#files.set(name, file);
    }
  }
}
