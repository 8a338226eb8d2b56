/**
 * Pages of bytes by number, in a folder of `level`. A page is written once and never changed: what
 * replaces it gets a number of its own.
 *
 * Reads are answered at once (`getSync`), from memory while a page is on its way. Writes and
 * deletions are collected and go to `level` as one batch at a time, behind each other. The folder
 * serves one process and is gone with it: nothing here is durable, checkpoints are.
 */
import { rm } from 'node:fs/promises';
import type { Level } from 'level';
import { assert } from '../../conf/errors/error.js';

type Database = Level<Uint8Array, Uint8Array>;

type Operation =
  | { readonly type: 'put'; readonly key: Uint8Array; readonly value: Uint8Array }
  | { readonly type: 'del'; readonly key: Uint8Array };

export class PageStore {
  readonly #level: Database;
  readonly #folder: string;
  #next = 0;
  /** Not in `level` yet. */
  readonly #waiting = new Map<number, Uint8Array>();
  #operations: Operation[] = [];
  #written: Promise<void> = Promise.resolve();

  private constructor(level: Database, folder: string) {
    this.#level = level;
    this.#folder = folder;
  }

  /** @param cacheBytes memory for pages that `level` has read */
  static async open(folder: string, cacheBytes: number): Promise<PageStore> {
    const { Level } = await import('level');
    const level: Database = new Level(folder, {
      keyEncoding: 'view',
      valueEncoding: 'view',
      cacheSize: cacheBytes,
    });
    await level.open();
    return new PageStore(level, folder);
  }

  read(page: number): Uint8Array {
    const bytes = this.#waiting.get(page) ?? this.#level.getSync(keyOf(page));
    assert(bytes !== undefined, 'A page that is referred to is in the store');
    return bytes;
  }

  /** @returns the page's number; numbers ascend, and are never given again */
  write(bytes: Uint8Array): number {
    const page = this.#next++;
    this.#waiting.set(page, bytes);
    this.#operations.push({ type: 'put', key: keyOf(page), value: bytes });
    return page;
  }

  delete(page: number): void {
    this.#operations.push({ type: 'del', key: keyOf(page) });
  }

  /** Resolves when all that was written so far is in `level`. */
  flush(): Promise<void> {
    const operations = this.#operations;
    this.#operations = [];
    const end = this.#next;
    this.#written = this.#written.then(async () => {
      await this.#level.batch(operations);
      for (const page of this.#waiting.keys()) {
        if (page >= end) break;
        this.#waiting.delete(page);
      }
    });
    this.#written.catch(() => undefined);
    return this.#written;
  }

  /** Takes the folder away. */
  async close(): Promise<void> {
    await this.#written.catch(() => undefined);
    await this.#level.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Eight bytes, ascending with the number: `level` appends. */
function keyOf(page: number): Uint8Array {
  const key = new Uint8Array(8);
  new DataView(key.buffer).setBigUint64(0, BigInt(page));
  return key;
}
