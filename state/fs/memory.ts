/**
 * Files in memory: the reference of the contract, and where tests keep state. Files last as long as
 * the object; nobody outside the thread sees them.
 */
import { MillraceError } from '../../conf/errors/error.js';
import type { FileEntry, FileSystem, FileWriter } from './file-system.js';
import { checkPath, isBelow } from './path.js';

interface StoredFile {
  readonly bytes: Uint8Array;
  readonly modifiedAt: number;
}

export class MemoryFileSystem implements FileSystem {
  readonly scheme = 'memory';
  readonly root: string;
  readonly #now: () => number;
  readonly #files = new Map<string, StoredFile>();

  /** @param now ms since the epoch, for `modifiedAt` */
  constructor(root = 'memory:', now: () => number = Date.now) {
    this.root = root;
    this.#now = now;
  }

  readNow(path: string, offset: number, length: number): Uint8Array {
    return new Uint8Array(this.#find(path).subarray(offset, offset + length));
  }

  async read(path: string, offset: number, length: number): Promise<Uint8Array> {
    return this.readNow(path, offset, length);
  }

  async readAll(path: string): Promise<Uint8Array> {
    return new Uint8Array(this.#find(path));
  }

  async size(path: string): Promise<number> {
    return this.#find(path).length;
  }

  async write(path: string, bytes: Uint8Array): Promise<void> {
    this.put(path, bytes);
  }

  /** `write`, at once. */
  put(path: string, bytes: Uint8Array): void {
    checkPath(path);
    this.#files.set(path, { bytes: new Uint8Array(bytes), modifiedAt: this.#now() });
  }

  async create(path: string): Promise<FileWriter> {
    checkPath(path);
    const parts: Uint8Array[] = [];
    return {
      append: async (bytes) => {
        parts.push(new Uint8Array(bytes));
      },
      finish: () => this.write(path, Buffer.concat(parts)),
      abort: async () => {
        parts.length = 0;
      },
    };
  }

  async putIfAbsent(path: string, bytes: Uint8Array): Promise<'written' | 'exists'> {
    if (this.#files.has(path)) return 'exists';
    await this.write(path, bytes);
    return 'written';
  }

  async *list(folder: string): AsyncIterable<FileEntry> {
    const paths = [...this.#files.keys()].filter((path) => isBelow(folder, path));
    for (const path of paths.sort()) {
      const file = this.#files.get(path);
      if (file === undefined) continue;
      yield { path, sizeBytes: file.bytes.length, modifiedAt: file.modifiedAt };
    }
  }

  async delete(paths: readonly string[]): Promise<void> {
    for (const path of paths) this.#files.delete(path);
  }

  async copy(from: string, to: string): Promise<void> {
    await this.write(to, this.#find(from));
  }

  async close(): Promise<void> {}

  #find(path: string): Uint8Array {
    const file = this.#files.get(path);
    if (file === undefined) {
      throw new MillraceError('FILE_MISSING', `${this.root} has no file '${path}'`);
    }
    return file.bytes;
  }
}
