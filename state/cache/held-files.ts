/**
 * Files that are whole on this machine, for caches of files that are far: new ones first of all,
 * which are read, merged and often deleted again before they are ever sent to where they belong.
 *
 * A file is held by an open descriptor and has no name (it is unlinked when it is taken), so that
 * nothing is left behind by a death of the process. While held files take more than their share,
 * the oldest of those that were sent gives its pages to the page cache, where they compete with
 * others. One that was not sent stays, and is told to be overdue: whoever made it sends it.
 */
import { closeSync, fstatSync, openSync, readSync, rmSync } from 'node:fs';
import { assert } from '../../conf/errors/error.js';
import type { LentFile, Loan } from '../fs/file-system.js';
import { PAGE_BYTES, type PageCache } from './page-cache.js';

/** What held files may take. */
export interface HeldLimits {
  /** Of all; a quarter of a cache that has a limit. */
  readonly mostBytes: number;
  /** That wait to be sent, before some are overdue: a checkpoint has to send them all. */
  readonly waitingBytes: number;
  /** That wait to be sent, at which no more may come: on their way they may go beyond the share. */
  readonly fullBytes: number;
}

interface HeldFile extends LentFile {
  isSent: boolean;
  /** Threads that have its descriptor. */
  loans: number;
  /** Its pages are going to the cache. */
  isLeaving: boolean;
  /** Deleted, or left: the descriptor goes with the last loan. */
  isGone: boolean;
}

/** Descriptors are few; half of them are for what waits to be sent. */
const MOST_FILES = 1024;
/** Bytes of a page of the cache, many times. */
const PIECE_BYTES = PAGE_BYTES * 64;

export class HeldFileStore {
  readonly #pages: PageCache;
  readonly #limits: HeldLimits;
  /** By root and path, the oldest first. */
  readonly #files = new Map<string, HeldFile>();
  #bytes = 0;
  #waitingBytes = 0;
  #waiting = 0;
  #isOpen = true;

  constructor(pages: PageCache, limits: HeldLimits) {
    this.#pages = pages;
    this.#limits = limits;
  }

  get usedBytes(): number {
    return this.#bytes;
  }

  get isFull(): boolean {
    return this.#waitingBytes > this.#limits.fullBytes;
  }

  /**
   * Takes a file of the local disk, which goes from its place.
   * @throws what the disk says
   */
  take(name: string, place: string, isSent: boolean): void {
    assert(this.#isOpen, 'Files are taken while somebody uses the cache');
    const descriptor = openSync(place, 'r');
    rmSync(place, { force: true });
    this.forget(name);
    const sizeBytes = fstatSync(descriptor).size;
    const state = { isSent, loans: 0, isLeaving: false, isGone: false };
    this.#files.set(name, { path: name, descriptor, sizeBytes, ...state });
    this.#bytes += sizeBytes;
    if (!isSent) this.#wait(1, sizeBytes);
  }

  /** Bytes of a file, if it is here (short at its end). */
  read(name: string, offset: number, length: number): Uint8Array | undefined {
    const file = this.#files.get(name);
    return file === undefined ? undefined : readHeld(file, offset, length);
  }

  isUnsent(name: string): boolean {
    return this.#files.get(name)?.isSent === false;
  }

  /** Names of files that should be sent, the oldest first. */
  *overdue(): Iterable<string> {
    let bytesOver = this.#waitingBytes - this.#limits.waitingBytes;
    let filesOver = this.#waiting - MOST_FILES / 2;
    for (const [name, { isSent, sizeBytes }] of this.#files) {
      if (bytesOver <= 0 && filesOver <= 0) return;
      if (isSent) continue;
      bytesOver -= sizeBytes;
      filesOver--;
      yield name;
    }
  }

  sent(name: string): void {
    const file = this.#files.get(name);
    if (file === undefined || file.isSent) return;
    file.isSent = true;
    this.#wait(-1, -file.sizeBytes);
  }

  /** @param pathOf a name as its file system says it */
  lend(names: readonly string[], pathOf: (name: string) => string): Loan {
    const lent = names.flatMap((name) => this.#files.get(name) ?? []);
    for (const file of lent) file.loans++;
    return {
      files: lent.map(({ path, descriptor, sizeBytes }) => {
        return { path: pathOf(path), descriptor, sizeBytes };
      }),
      release: () => {
        for (const file of lent) {
          file.loans--;
          this.#letGo(file);
        }
      },
    };
  }

  /** The file is replaced or gone. */
  forget(name: string): void {
    const file = this.#files.get(name);
    if (file !== undefined) this.#remove(name, file);
  }

  /** Makes room: what was sent goes to the page cache, the oldest first. */
  async trim(): Promise<void> {
    for (const [name, file] of this.#files) {
      const isOver = this.#bytes > this.#limits.mostBytes || this.#files.size > MOST_FILES;
      if (!isOver && !this.#pages.isShort) return;
      if (!file.isSent || file.isLeaving) continue;
      file.isLeaving = true;
      await this.#give(name, file);
      if (this.#files.get(name) === file) this.#remove(name, file);
    }
  }

  close(): void {
    this.#isOpen = false;
    for (const [name, file] of this.#files) this.#remove(name, file);
  }

  /** Piece by piece, other work in between. */
  async #give(name: string, file: HeldFile): Promise<void> {
    const { sizeBytes } = file;
    // It would push out its own beginning, and all else.
    if (sizeBytes > this.#pages.mostBytes) return;
    for (let at = 0; at < sizeBytes && !file.isGone; at += PIECE_BYTES) {
      const bytes = readHeld(file, at, PIECE_BYTES);
      if (bytes === undefined) return;
      this.#pages.keep(name, at, bytes, at + PIECE_BYTES >= sizeBytes);
      await new Promise(setImmediate);
    }
    if (file.isGone) this.#pages.forget(name);
  }

  #remove(name: string, file: HeldFile): void {
    this.#files.delete(name);
    this.#bytes -= file.sizeBytes;
    if (!file.isSent) this.#wait(-1, -file.sizeBytes);
    file.isGone = true;
    this.#letGo(file);
  }

  #wait(files: number, bytes: number): void {
    this.#waiting += files;
    this.#waitingBytes += bytes;
  }

  #letGo(file: HeldFile): void {
    if (file.isGone && file.loans === 0) closeSync(file.descriptor);
  }
}

/** Bytes of a file by its descriptor, short at its end; undefined when the disk fails. */
export function readHeld(
  { descriptor, sizeBytes }: LentFile,
  offset: number,
  length: number,
): Uint8Array | undefined {
  const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, sizeBytes - offset)));
  try {
    for (let done = 0; done < bytes.length; ) {
      const got = readSync(descriptor, bytes, done, bytes.length - done, offset + done);
      if (got === 0) return undefined;
      done += got;
    }
  } catch {
    return undefined;
  }
  return bytes;
}
