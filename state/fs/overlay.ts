/**
 * A folder with the files of another below `restored/`: there they are read, never written. So a
 * job that begins with what is not its own reads it where it is, and puts what is new where its own
 * checkpoints are.
 */
import { assert } from '../../conf/errors/error.js';
import { copyFile } from './copy-file.js';
import type {
  FileEntry,
  FileSystem,
  FileSystemSpec,
  FileWriter,
  HeldFiles,
} from './file-system.js';
import { isRestored, RESTORED } from './restored-path.js';

export class OverlayFileSystem implements FileSystem {
  readonly scheme: string;
  readonly root: string;
  readonly spec?: FileSystemSpec;
  readonly readNow?: (path: string, offset: number, length: number) => Uint8Array | undefined;
  readonly #own: FileSystem;
  readonly #restored: FileSystem;

  constructor(own: FileSystem, restored: FileSystem) {
    this.#own = own;
    this.#restored = restored;
    this.scheme = own.scheme;
    this.root = own.root;
    if (own.spec !== undefined && restored.spec !== undefined) {
      this.spec = { ...own.spec, restored: restored.spec };
    }
    if (own.readNow === undefined && restored.readNow === undefined) return;
    this.readNow = (path, offset, length) => {
      const { files, at } = this.#find(path);
      return files.readNow?.(at, offset, length);
    };
  }

  read(path: string, offset: number, length: number, use?: 'once'): Promise<Uint8Array> {
    const { files, at } = this.#find(path);
    return files.read(at, offset, length, use);
  }

  readAll(path: string): Promise<Uint8Array> {
    const { files, at } = this.#find(path);
    return files.readAll(at);
  }

  size(path: string): Promise<number> {
    const { files, at } = this.#find(path);
    return files.size(at);
  }

  async copy(from: string, to: string): Promise<void> {
    checkOwn(to);
    if (!isRestored(from)) return this.#own.copy(from, to);
    const path = from.slice(RESTORED.length);
    await copyFile(this.#restored, path, await this.#restored.size(path), this.#own, to);
  }

  async copyFrom(source: FileSystemSpec, from: string, to: string): Promise<boolean> {
    checkOwn(to);
    return (await this.#own.copyFrom?.(source, from, to)) ?? false;
  }

  async write(path: string, bytes: Uint8Array): Promise<void> {
    checkOwn(path);
    await this.#own.write(path, bytes);
  }

  async create(path: string): Promise<FileWriter> {
    checkOwn(path);
    return this.#own.create(path);
  }

  async putIfAbsent(path: string, bytes: Uint8Array): Promise<'written' | 'exists'> {
    checkOwn(path);
    return this.#own.putIfAbsent(path, bytes);
  }

  list(folder: string): AsyncIterable<FileEntry> {
    return this.#own.list(folder);
  }

  async delete(paths: readonly string[]): Promise<void> {
    for (const path of paths) checkOwn(path);
    await this.#own.delete(paths);
  }

  get held(): HeldFiles | undefined {
    return this.#own.held;
  }

  async adopt(paths: readonly string[]): Promise<void> {
    await this.#own.adopt?.(paths);
  }

  /** The file systems below belong to whoever opened them. */
  async close(): Promise<void> {}

  #find(path: string): { readonly files: FileSystem; readonly at: string } {
    if (!isRestored(path)) return { files: this.#own, at: path };
    return { files: this.#restored, at: path.slice(RESTORED.length) };
  }
}

function checkOwn(path: string): void {
  assert(!isRestored(path), 'What a job began with is not written');
}
