/**
 * Pages as sorted files of checkpoints. Pages are never changed, so the list of their numbers says
 * what is new: files of the checkpoint before whose pages still stand side by side are named again,
 * the others' pages are written to new ones.
 *
 * Invariant: the files of a snapshot are apart and ascend, and hold its pages, no more.
 */
import { setImmediate } from 'node:timers/promises';
import type { SnapshotTarget, StateFile } from '../api/snapshot.js';
import { EntryBuffer } from '../forst/entries.js';
import { nameOf } from '../forst/file-shipping.js';
import { type FileFormat, SortedFileWriter } from '../forst/sorted-file-writer.js';
import type { Page, SortedPages } from './sorted-pages.js';

/** Pages of a file, about 4 MB. */
const FILE_PAGES = 1024;
/** A file with fewer is written anew when a neighbour is. */
const LEAST_PAGES = FILE_PAGES / 4;
const FLUSH_BYTES = 1 << 20;

interface PageFile {
  readonly file: StateFile;
  readonly numbers: readonly number[];
}

export class PageFiles {
  readonly #pages: SortedPages;
  readonly #format: FileFormat;
  readonly #random: () => number;
  /** Of the last checkpoint, by the number of their first page. */
  #shared: ReadonlyMap<number, PageFile> = new Map();

  /** @param random a number below 2^32 */
  constructor(pages: SortedPages, format: FileFormat, random: () => number) {
    this.#pages = pages;
    this.#format = format;
    this.#random = random;
  }

  async write(pages: readonly Page[], target: SnapshotTarget): Promise<readonly StateFile[]> {
    const folder = target.isFull ? target.exclusive : target.shared;
    const files: PageFile[] = [];
    for (const part of this.#parts(pages, !target.isFull)) {
      files.push('file' in part ? part : await this.#file(part, target, folder));
    }
    if (!target.isFull) {
      this.#shared = new Map(files.map((file) => [file.numbers[0] as number, file]));
    }
    return files.map(({ file }) => file);
  }

  /** The pages dealt to files: those that are there, and pages for new ones. */
  *#parts(pages: readonly Page[], shares: boolean): Generator<PageFile | readonly Page[]> {
    let run: Page[] = [];
    for (let at = 0; at < pages.length; ) {
      const known = shares ? this.#known(pages, at) : undefined;
      if (known === undefined || (run.length > 0 && isSmall(known))) {
        run.push(pages[at++] as Page);
        continue;
      }
      yield* dealt(run);
      run = [];
      yield known;
      at += known.numbers.length;
    }
    yield* dealt(run);
  }

  /** The file that holds the pages from `at` on, as far as it goes. */
  #known(pages: readonly Page[], at: number): PageFile | undefined {
    const file = this.#shared.get((pages[at] as Page).number);
    const isThere = file?.numbers.every((number, i) => pages[at + i]?.number === number);
    return isThere === true ? file : undefined;
  }

  async #file(
    pages: readonly Page[],
    { fileSystem }: SnapshotTarget,
    folder: string,
  ): Promise<PageFile> {
    const path = `${folder}/${nameOf(this.#random)}.sst`;
    const identity = { path, level: 1, sequence: 1, nonce: this.#random() };
    const writer = new SortedFileWriter(await fileSystem.create(path), identity, this.#format);
    const buffer = new EntryBuffer();
    try {
      for (const page of pages) {
        buffer.clear();
        this.#pages.read(page, buffer);
        for (let i = 0; i < buffer.count; i++) writer.addEntry(buffer, i);
        if (writer.unwrittenBytes < FLUSH_BYTES) continue;
        await writer.flush();
        await setImmediate();
      }
      return { file: await writer.finish(), numbers: pages.map(({ number }) => number) };
    } catch (error) {
      await writer.abort();
      throw error;
    }
  }
}

/** Pages for new files, about as many for each. */
function* dealt(pages: readonly Page[]): Generator<readonly Page[]> {
  const files = Math.max(1, Math.round(pages.length / FILE_PAGES));
  const each = Math.ceil(pages.length / files);
  for (let at = 0; at < pages.length; at += each) yield pages.slice(at, at + each);
}

function isSmall({ numbers }: PageFile): boolean {
  return numbers.length < LEAST_PAGES;
}
