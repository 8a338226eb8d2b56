/**
 * Work on files that is done off the task thread: a run of entries becomes a file, files become
 * fewer or lower ones. A job and its result are plain data; what it reads and writes are files, and
 * entries in shared memory.
 */
import { failpoint } from '../../conf/failpoint.js';
import type { StateFile } from '../api/snapshot.js';
import { copyFile } from '../fs/copy-file.js';
import type { FileSystem } from '../fs/file-system.js';
import { BlockCache } from './block-cache.js';
import { type CodecName, codecNamed } from './codec.js';
import { countingRanges, FileCursor } from './cursor.js';
import type { Entries } from './entries.js';
import { type Expiring, Expiry } from './expiry.js';
import { BlockKeeper, type Keep } from './kept-blocks.js';
import { compareKeys, keyAfter } from './key-order.js';
import { type KeyRange, rangeEnd } from './key-range.js';
import { Merge, type MergeSource } from './merge.js';
import { ReadQueue } from './read-queue.js';
import { sortedOrder } from './sort.js';
import { SortedFile } from './sorted-file.js';
import { type FileFormat, type MadeFile, SortedFileWriter } from './sorted-file-writer.js';
import type { RowTable } from './table-sizes.js';
import { type VersionFile, versionFile } from './version.js';

/** The files a job makes. */
export interface OutputSpec {
  /** Names are this and a number: `<prefix>0.sst`, `<prefix>1.sst`, … */
  readonly prefix: string;
  readonly level: number;
  readonly sequence: number;
  readonly blockBytes: number;
  readonly bloomBitsPerKey: number;
  readonly rowTables: readonly RowTable[];
  readonly codec: CodecName;
  /** A file ends when it has this many bytes. */
  readonly targetBytes: number;
  /** Key groups of the task. */
  readonly clip: { readonly first: number; readonly last: number };
  /** Decides the files' nonces. */
  readonly nonce: number;
  /** Blocks that come back with the files; null = none. */
  readonly keep: Keep | null;
}

export interface FlushJob {
  readonly kind: 'flush';
  /** In any order, each key once. */
  readonly entries: Entries;
  readonly ranges: readonly KeyRange[];
  readonly output: OutputSpec;
}

export interface CompactionJob {
  readonly kind: 'compact';
  /** The newest first: files of level 0 one by one, then those of a level together. */
  readonly inputs: readonly (readonly StateFile[])[];
  readonly output: OutputSpec;
  /** Nothing older lies below: deleted keys and ranges may go. */
  readonly isLast: boolean;
  readonly expiring: Expiring;
}

/** A file of this machine goes to where it belongs. */
export interface SendJob {
  readonly kind: 'send';
  readonly path: string;
}

export type FileJob = FlushJob | CompactionJob | SendJob;

const WRITE_BYTES = 1 << 20;
/** Of pages of all inputs of a compaction; each is in memory some three times. */
const PAGE_BYTES = 1 << 22;
const GREATEST_PAGE = 1 << 20;
const LEAST_PAGE = 1 << 17;
/** Entries that are touched before the first of them is written. */
const TOUCHED = 64;

/** Does a job. Files that it finished before it failed are left to the collection of orphans. */
export async function runFileJob(fs: FileSystem, job: FileJob): Promise<MadeFile[]> {
  switch (job.kind) {
    case 'flush':
      return flush(fs, job);
    case 'compact':
      return compact(fs, job);
    case 'send':
      return send(fs, job);
  }
}

/** Files that a job reads. */
export function inputsOf(job: FileJob): readonly string[] {
  if (job.kind === 'send') return [job.path];
  return job.kind === 'flush' ? [] : job.inputs.flat().map(({ path }) => path);
}

async function send(fs: FileSystem, { path }: SendJob): Promise<MadeFile[]> {
  await copyFile(fs, path, await fs.size(path), fs, path, WRITE_BYTES);
  return [];
}

async function flush(fs: FileSystem, { entries, ranges, output }: FlushJob): Promise<MadeFile[]> {
  if (entries.count === 0 && ranges.length === 0) return [];
  const outputs = new Outputs(fs, output);
  return outputs.orGiveUp(async () => {
    const writer = await outputs.open();
    for (const range of ranges) writer.deleteRange(range);
    const order = sortedOrder(entries);
    for (let first = 0; first < order.length; first += TOUCHED) {
      const end = Math.min(first + TOUCHED, order.length);
      touch(entries, order, first, end);
      for (let i = first; i < end; i++) writer.addEntry(entries, order[i] as number);
      if (writer.unwrittenBytes >= WRITE_BYTES) await writer.flush();
    }
    await outputs.finish({});
  });
}

/**
 * Entries lie in memory in another order than they are written in: independent reads overlap the
 * cache misses that one entry after another would wait for.
 */
function touch(entries: Entries, order: Int32Array, first: number, end: number): number {
  const { keys, keyOffsets, values, valueOffsets } = entries;
  let touched = 0;
  for (let i = first; i < end; i++) {
    const entry = order[i] as number;
    touched ^= keys[keyOffsets[entry] as number] as number;
    touched ^= values[valueOffsets[entry] as number] as number;
  }
  return touched;
}

async function compact(fs: FileSystem, job: CompactionJob): Promise<MadeFile[]> {
  const access = { fs, cache: new BlockCache(0), queue: new ReadQueue(8) };
  const share = Math.floor(PAGE_BYTES / job.inputs.length);
  const pageBytes = Math.max(LEAST_PAGE, Math.min(GREATEST_PAGE, share));
  const sources: MergeSource[] = [];
  const ranges: KeyRange[] = [];
  for (const input of job.inputs) {
    const files = input.map((file) => versionFile(file, new SortedFile(access, file)));
    await Promise.all(files.map(({ data }) => data.loadTail()));
    const own = countingRanges(files);
    sources.push({ cursor: cursorOver(files, pageBytes), ranges: own });
    ranges.push(...own);
  }
  const merge = new Merge(sources);
  await merge.open();
  return new Compaction(fs, job, ranges).run(merge);
}

/** A cursor over all of the files. */
function cursorOver(files: readonly VersionFile[], pageBytes: number): FileCursor {
  const lower = files.map((file) => file.lower).reduce(least);
  const upper = files.map((file) => file.upper).reduce(greatest);
  const pages = { firstBytes: pageBytes, mostBytes: pageBytes };
  return new FileCursor(files, lower, upper, pages, true);
}

class Compaction {
  readonly #job: CompactionJob;
  readonly #outputs: Outputs;
  readonly #ranges: readonly KeyRange[];
  readonly #expiry: Expiry;
  #writer: SortedFileWriter | undefined;
  /** Of the file finished before. */
  #lastKey: Uint8Array | undefined;

  constructor(fs: FileSystem, job: CompactionJob, ranges: readonly KeyRange[]) {
    this.#job = job;
    this.#outputs = new Outputs(fs, job.output);
    this.#ranges = job.isLast ? [] : ranges;
    this.#expiry = new Expiry(job.expiring);
  }

  run(merge: Merge): Promise<MadeFile[]> {
    return this.#outputs.orGiveUp(() => this.#merge(merge));
  }

  async #merge(merge: Merge): Promise<void> {
    const { targetBytes } = this.#job.output;
    for (let goOn = true; goOn; ) {
      this.#writer ??= await this.#open();
      const writer = this.#writer;
      goOn = await merge.run((entries, i) => {
        this.#take(writer, entries, i);
        return writer.unwrittenBytes < WRITE_BYTES && writer.sizeBytes < targetBytes;
      });
      await writer.flush();
      if (goOn && writer.sizeBytes >= targetBytes) await this.#end(false);
    }
    failpoint('inside-compaction');
    await this.#end(true);
  }

  #take(writer: SortedFileWriter, entries: Entries, i: number): void {
    const isGone = entries.deleted[i] === 1;
    if (!isGone && !this.#expiry.has(entries, i)) {
      writer.addEntry(entries, i);
    } else if (!this.#job.isLast) {
      const start = entries.keyOffsets[i] as number;
      const end = entries.keyOffsets[i + 1] as number;
      writer.add(entries.keys, start, end, entries.values, 0, -1);
    }
  }

  async #open(): Promise<SortedFileWriter> {
    const writer = await this.#outputs.open();
    // A range counts within its file's bounds only: each output has them all.
    for (const range of this.#ranges) writer.deleteRange(range);
    return writer;
  }

  /**
   * Ends a file. Where there are deleted ranges outputs meet without a gap: one ends with its last
   * key, the next begins right behind it.
   */
  async #end(isLastFile: boolean): Promise<void> {
    const writer = this.#writer;
    if (writer === undefined) return;
    this.#writer = undefined;
    const before = this.#lastKey;
    const hasRanges = this.#ranges.length > 0;
    const isEmpty =
      writer.entries === 0 &&
      this.#ranges.every(
        (range) => before !== undefined && compareKeys(rangeEnd(range), before) <= 0,
      );
    if (isEmpty) {
      await writer.abort();
      return;
    }
    this.#lastKey = writer.lastKey;
    await this.#outputs.finish({
      ...(hasRanges && before !== undefined ? { first: keyAfter(before) } : {}),
      ...(hasRanges && !isLastFile ? { last: writer.lastKey } : {}),
    });
  }
}

class Outputs {
  readonly files: MadeFile[] = [];
  readonly #fs: FileSystem;
  readonly #spec: OutputSpec;
  readonly #format: FileFormat;
  #writer: SortedFileWriter | undefined;

  constructor(fs: FileSystem, spec: OutputSpec) {
    this.#fs = fs;
    this.#spec = spec;
    const { blockBytes, bloomBitsPerKey, rowTables, codec } = spec;
    this.#format = { blockBytes, bloomBitsPerKey, rowTables, codec: codecNamed(codec) };
  }

  /** The files that `write` makes; where it fails the one that is open is given up. */
  async orGiveUp(write: () => Promise<void>): Promise<MadeFile[]> {
    try {
      await write();
      return this.files;
    } catch (error) {
      await this.#writer?.abort().catch(() => undefined);
      throw error;
    }
  }

  async open(): Promise<SortedFileWriter> {
    const { prefix, level, sequence, nonce } = this.#spec;
    const number = this.files.length;
    const identity = {
      path: `${prefix}${number}.sst`,
      level,
      sequence,
      nonce: (nonce + number) >>> 0,
    };
    const fs = this.#fs;
    const target = await (fs.createHere?.(identity.path) ?? fs.create(identity.path));
    this.#writer = new SortedFileWriter(target, identity, this.#format, this.#keeper());
    return this.#writer;
  }

  async finish(bounds: { first?: Uint8Array; last?: Uint8Array }): Promise<void> {
    const file = await (this.#writer as SortedFileWriter).finish(bounds);
    this.#writer = undefined;
    this.files.push({ ...file, clip: this.#spec.clip });
  }

  /** All files together keep what the job may. */
  #keeper(): BlockKeeper | null {
    const { keep } = this.#spec;
    if (keep === null) return null;
    const before = this.files.reduce((sum, { kept }) => sum + (kept?.payloads.length ?? 0), 0);
    return new BlockKeeper({ ...keep, mostBytes: keep.mostBytes - before });
  }
}

function least(a: Uint8Array, b: Uint8Array): Uint8Array {
  return compareKeys(a, b) <= 0 ? a : b;
}

function greatest(a: Uint8Array, b: Uint8Array): Uint8Array {
  return compareKeys(a, b) >= 0 ? a : b;
}
