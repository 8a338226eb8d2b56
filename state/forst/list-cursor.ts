/**
 * Reads the rows of one list from the files, a page at a time, then those that are near alone. The
 * page behind the one that is used is read and decoded meanwhile; a page is given up with the last
 * that refers to it.
 */
import type { RowCursor, RowPage } from '../api/row-list.js';
import type { Entries } from './entries.js';
import type { FarScan } from './far.js';

export class ListCursor implements RowCursor {
  readonly #scan: FarScan;
  readonly #decode: (entries: Entries) => RowPage;
  /** What is near alone; null once it was given. */
  #rest: RowPage | null;
  /** The page that comes next, null where there is none in the files. */
  #page: RowPage | null = null;
  #reading: Promise<void> | null = null;

  /**
   * @param decode of a page of the scan, apart from it
   * @param rest rows behind those of the scan
   */
  constructor(scan: FarScan, decode: (entries: Entries) => RowPage, rest: RowPage) {
    this.#scan = scan;
    this.#decode = decode;
    this.#rest = rest;
    this.#read();
  }

  get ready(): boolean {
    return this.#reading === null;
  }

  /** @throws the failure of a read */
  async wait(): Promise<void> {
    await this.#reading;
  }

  next(): RowPage | null {
    const page = this.#page;
    if (page !== null) {
      this.#read();
      return page;
    }
    const rest = this.#rest;
    this.#rest = null;
    return rest;
  }

  release(): void {
    this.#scan.close();
  }

  #read(): void {
    const reading = this.#scan.next().then((entries) => {
      this.#page = entries === null ? null : this.#decode(entries);
      this.#reading = null;
    });
    // It is thrown to whoever waits for it.
    reading.catch(() => undefined);
    this.#reading = reading;
  }
}
