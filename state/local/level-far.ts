/** The content of a store that is read synchronously: pages on `level`, files in checkpoints. */
import type { StoreCounts } from '../api/counts.js';
import type { Entries } from '../forst/entries.js';
import type { Expiring } from '../forst/expiry.js';
import type { Far, FarLookup, FarRows, FarScan, FarSnapshot } from '../forst/far.js';
import { groupOf, prefixEnd } from '../forst/key-order.js';
import type { KeyRange } from '../forst/key-range.js';
import type { Keys } from '../forst/sort.js';
import type { FileFormat } from '../forst/sorted-file-writer.js';
import { GROUP_SIZE } from '../keyed/layout.js';
import { PageFiles } from './page-files.js';
import type { PageStore } from './page-store.js';
import { SortedPages } from './sorted-pages.js';

export class LevelFar implements Far {
  readonly #pages: SortedPages;
  readonly #files: PageFiles;
  /** The last run. */
  #added: Promise<void> = Promise.resolve();
  #flushes = 0;

  constructor(
    store: PageStore,
    format: FileFormat,
    random: () => number,
    expiring: () => Expiring,
  ) {
    this.#pages = new SortedPages(store, expiring);
    this.#files = new PageFiles(this.#pages, format, random);
  }

  get(keys: Keys): FarLookup {
    return this.#pages.get(keys);
  }

  rows({ count, keys, keyOffsets }: Keys): FarRows {
    const rangeOf = (key: number): KeyRange => {
      const start = keyOffsets[key] as number;
      const from = keys.subarray(start + GROUP_SIZE, keyOffsets[key + 1]);
      const group = groupOf(keys, start);
      return { firstGroup: group, lastGroup: group, from, to: prefixEnd(from) };
    };
    return {
      ready: true,
      wait: async () => undefined,
      isLarge: () => false,
      take: (each) => {
        for (let key = 0; key < count; key++) {
          for (const page of this.#pages.scan(rangeOf(key))) {
            for (let i = 0; i < page.count; i++) each(key, page, i);
          }
        }
      },
    };
  }

  scan(range: KeyRange): FarScan {
    const pages = this.#pages.scan(range);
    return { next: async () => pages.next().value ?? null, close: () => void pages.return?.() };
  }

  scanNow(range: KeyRange): Iterable<Entries> {
    return this.#pages.scan(range);
  }

  counts(): Partial<StoreCounts> {
    return { flushes: this.#flushes, nearReads: this.#pages.reads };
  }

  add(entries: Entries, ranges: readonly KeyRange[]): Promise<void> {
    this.#flushes++;
    this.#added = this.#pages.add(entries, ranges);
    return this.#added;
  }

  giveTimes(table: number, untimed: readonly boolean[], time: number): void {
    this.#pages.giveTimes(table, untimed, time);
  }

  async snapshot(): Promise<FarSnapshot> {
    const pages = this.#pages.snapshot();
    await this.#added;
    let writing: Promise<unknown> = Promise.resolve();
    return {
      write: (target) => {
        const files = this.#files.write(pages, target);
        writing = files.catch(() => undefined);
        return files;
      },
      // Pages stay while they are being written, also where nobody waits for that any more.
      release: () => void writing.then(() => this.#pages.release()),
    };
  }

  /** The pages belong to the backend, which closes their store. */
  async close(): Promise<void> {}
}
