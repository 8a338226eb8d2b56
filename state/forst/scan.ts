/**
 * Reads a range of keys from one version, group by group, as pages in the order of keys. Deleted
 * keys are left out.
 *
 * The version stays until the scan is closed or at its end. Some groups are opened ahead, so that
 * their first reads wait together.
 */
import { countingRanges, FileCursor } from './cursor.js';
import { type Entries, EntryBuffer } from './entries.js';
import { groupStart } from './key-order.js';
import type { KeyRange } from './key-range.js';
import { Merge } from './merge.js';
import type { Version } from './version.js';

const GROUPS_AHEAD = 16;
const READ_BYTES = 256 * 1024;
/**
 * What is read first of each file by whoever wants the first entries soon: of a key that lies in
 * many files the beginnings of all are read before the first entry is known. Then twice as much
 * each time.
 */
export const SOON_BYTES = 32 * 1024;

export class Scan {
  readonly #version: Version;
  readonly #range: KeyRange;
  readonly #done: () => void;
  readonly #firstBytes: number;
  readonly #page = new EntryBuffer();
  readonly #ahead: Promise<Merge>[] = [];
  #nextGroup: number;
  #isOpen = true;

  /**
   * @param done called once the version is not needed any more
   * @param firstBytes of each file that are read first
   */
  constructor(version: Version, range: KeyRange, done: () => void, firstBytes = READ_BYTES) {
    this.#version = version;
    this.#range = range;
    this.#done = done;
    this.#firstBytes = firstBytes;
    this.#nextGroup = range.firstGroup;
  }

  /**
   * The next entries, about `pageBytes` of them where they are merged, as they stand in a page of a
   * file where they need not be; valid until the next call. Null at the end.
   * @throws STATE_CORRUPT, errors of the file system
   */
  async next(pageBytes = 64 * 1024): Promise<Entries | null> {
    const page = this.#page;
    page.clear();
    while (this.#isOpen) {
      this.#openAhead();
      const group = this.#ahead[0];
      if (group === undefined) break;
      const merge = await group;
      const whole = page.count === 0 ? await merge.whole() : null;
      if (whole !== null) return whole;
      const isThere = await merge.run((entries, i) => {
        if (entries.deleted[i] !== 1) addEntry(page, entries, i);
        return page.keyBytes + page.valueBytes < pageBytes;
      });
      if (isThere) return page;
      this.#ahead.shift();
    }
    this.close();
    return page.count > 0 ? page : null;
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    for (const merge of this.#ahead) merge.catch(() => undefined);
    this.#done();
  }

  #openAhead(): void {
    const { lastGroup, from, to } = this.#range;
    while (this.#ahead.length < GROUPS_AHEAD && this.#nextGroup <= lastGroup) {
      const group = this.#nextGroup++;
      const lower = withGroup(group, from);
      const upper = to === null ? groupStart(group + 1) : withGroup(group, to);
      const merge = openMerge(this.#version, lower, upper, this.#firstBytes);
      // A failure is thrown when its turn comes.
      merge.catch(() => undefined);
      this.#ahead.push(merge);
    }
  }
}

/** A merge of all that a version holds from `lower` to below `upper`. */
async function openMerge(
  version: Version,
  lower: Uint8Array,
  upper: Uint8Array,
  firstBytes: number,
): Promise<Merge> {
  const [newest = [], ...levels] = version.levels;
  const groups = [...newest.map((file) => [file]), ...levels];
  const sizes = { firstBytes, mostBytes: READ_BYTES };
  const cursors = groups.map((files) => new FileCursor(files, lower, upper, sizes));
  const touched = cursors.filter(({ files }) => files.length > 0);
  await Promise.all(touched.flatMap(({ files }) => files.map(({ data }) => data.loadTail())));
  const sources = touched.map((cursor) => ({ cursor, ranges: countingRanges(cursor.files) }));
  const merge = new Merge(sources);
  await merge.open();
  return merge;
}

export function addEntry(to: EntryBuffer, entries: Entries, i: number): void {
  to.add(
    entries.keys,
    entries.keyOffsets[i] as number,
    entries.keyOffsets[i + 1] as number,
    entries.values,
    entries.valueOffsets[i] as number,
    entries.valueOffsets[i + 1] as number,
  );
}

function withGroup(group: number, rest: Uint8Array): Uint8Array {
  return Uint8Array.of(group >> 8, group & 255, ...rest);
}
