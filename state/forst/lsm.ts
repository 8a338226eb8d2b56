/**
 * Keyed state in sorted files: a log-structured merge tree without a memory table of its own. Its
 * owner keeps what was written last in typed tables, and hands sealed runs of entries over, which
 * become files of level 0; compaction moves them down (`compaction-plan.ts`).
 *
 * Promises:
 * - Opening reads nothing. A cold read of a key is at most two dependent reads a file.
 * - A run is visible when `add` resolves, runs in the order of their `add`; until then the owner
 *   answers for its keys. A read sees the version of the moment it was asked for.
 * - Files are immutable. One is deleted when no version needs it, and only if this object made it
 *   and never gave it to a checkpoint; others belong to whoever keeps the checkpoints.
 * - Rescaling is opening the same files with other clips.
 */
import { assert } from '../../conf/errors/error.js';
import type { StateFile } from '../api/snapshot.js';
import type { FileSystem } from '../fs/file-system.js';
import type { Background } from './background.js';
import type { BlockCache } from './block-cache.js';
import { clipFiles } from './clip-files.js';
import type { CodecName } from './codec.js';
import {
  type CompactionPlan,
  type LevelSizes,
  planCompaction,
  planWhole,
} from './compaction-plan.js';
import type { Entries } from './entries.js';
import type { Expiring } from './expiry.js';
import type { OutputSpec } from './file-job.js';
import { type Keep, rangesInMemory } from './kept-blocks.js';
import type { KeyRange } from './key-range.js';
import { Lookup, type ReadCounts } from './lookup.js';
import { PrefixLookup } from './prefix-lookup.js';
import { ReadQueue } from './read-queue.js';
import { Scan } from './scan.js';
import type { Keys } from './sort.js';
import { type FileAccess, SortedFile } from './sorted-file.js';
import type { MadeFile } from './sorted-file-writer.js';
import type { RowTable } from './table-sizes.js';
import { withUntimed } from './untimed.js';
import { Version, type VersionFile, versionFile } from './version.js';

export interface LsmSettings {
  readonly blockBytes: number;
  /** 0 = no filters. */
  readonly bloomBitsPerKey: number;
  /** By level, the last one for all below. */
  readonly codecs: readonly CodecName[];
  readonly levels: LevelSizes;
  /** Of files below level 0. */
  readonly targetFileBytes: number;
  readonly readParallelism: number;
  /** False = level 0 grows. */
  readonly compacts: boolean;
}

/** What an LSM stands on. */
export interface LsmParts {
  readonly fs: FileSystem;
  readonly cache: BlockCache;
  readonly background: Background;
  /** A random number below 2^32. */
  readonly random: () => number;
  /** New files are `<prefix>-<number>-<number>.sst`; no other attempt has this prefix. */
  readonly prefix: string;
  readonly keyGroups: { readonly first: number; readonly last: number };
  readonly expiring: () => Expiring;
  /** Tables whose keys are read with all their entries, by `prefixes`. */
  readonly rowTables?: () => readonly RowTable[];
  /** Whether the files at the beginning were copied here, and so are its own. */
  readonly ownsFiles?: boolean;
}

export interface LsmCounts extends ReadCounts {
  flushes: number;
  flushedBytes: number;
  compactions: number;
  compactedBytes: number;
  compactionWrittenBytes: number;
  /** Compactions that failed and will be tried again. */
  compactionFailures: number;
}

/** The files of a moment; they stay until it is released. */
export interface LsmSnapshot {
  readonly files: readonly StateFile[];
  /** @param named files that a complete checkpoint names: they belong to it from now on */
  release(named?: Iterable<string>): void;
}

/** Files that go to their target side by side; each has some parts under way. */
const SENT_AT_ONCE = 2;

/** After so long without a new file those that wait are sent: the next checkpoint need not. */
const REST_MS = 500;

/** Files of level 0 at which `add` waits for compaction. */
const STALL_FILES = 36;

/** Of the cache's memory, for filters and indexes. */
const TAIL_SHARE = 0.75;

/** Of the cache's memory, for blocks of files that one job makes; it holds as much meanwhile. */
const KEPT_SHARE = 0.5;
const MOST_KEPT_BYTES = 32 * 1024 * 1024;

export class Lsm {
  readonly counts: LsmCounts;
  readonly #parts: LsmParts;
  readonly #settings: LsmSettings;
  readonly #access: FileAccess;
  readonly #files = new Map<string, SortedFile>();
  /** Made here, or copied here for us, and in no checkpoint. */
  readonly #own = new Set<string>();
  #version: Version;
  #sequence: number;
  #number = 0;
  /** Resolves when all runs so far are in the version. */
  #installed: Promise<void> = Promise.resolve();
  #compacting: Promise<void> | undefined;
  #failure: unknown;
  #isClosed = false;
  readonly #deleting = new Set<Promise<void>>();
  /** Files on their way to the target, by path. */
  readonly #sending = new Map<string, Promise<void>>();
  readonly #sends = new ReadQueue(SENT_AT_ONCE);
  #resting: NodeJS.Timeout | undefined;
  /** Who waits for an end of compactions: none begins meanwhile. */
  #pauses = 0;

  /** @param files of one or more tasks' checkpoints; only what lies in `keyGroups` counts */
  constructor(parts: LsmParts, settings: LsmSettings, files: readonly StateFile[] = []) {
    this.#parts = parts;
    this.#settings = settings;
    const { fs, cache } = parts;
    this.#access = {
      fs,
      cache,
      queue: new ReadQueue(settings.readParallelism),
      tailKept: (file) => this.#trimTails(file),
    };
    this.counts = {
      keys: 0,
      hits: 0,
      nearReads: 0,
      farReads: 0,
      filtered: 0,
      flushes: 0,
      flushedBytes: 0,
      compactions: 0,
      compactedBytes: 0,
      compactionWrittenBytes: 0,
      compactionFailures: 0,
    };
    const clipped = clipFiles(files, parts.keyGroups);
    this.#sequence = clipped.reduce((most, { sequence }) => Math.max(most, sequence), 0) + 1;
    if (parts.ownsFiles === true) for (const { path } of clipped) this.#own.add(path);
    this.#version = this.#make(clipped.map((file) => this.#open(file)));
  }

  get version(): Version {
    return this.#version;
  }

  /**
   * Puts a run of entries and deleted ranges on top; entries count as written after the ranges.
   * @param entries in any order, each key once; in shared memory they are not copied
   */
  add(entries: Entries, ranges: readonly KeyRange[] = []): Promise<void> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const output = this.#output(0, this.#sequence++, this.#keep(null));
    const { fs, background } = this.#parts;
    const written = background.run(fs, { kind: 'flush', entries, ranges, output });
    written.catch(() => undefined);
    const installed = this.#installed.then(async () => {
      const files = await written;
      await this.#adopt(files);
      this.counts.flushes++;
      for (const { path, sizeBytes } of files) {
        this.#own.add(path);
        this.counts.flushedBytes += sizeBytes;
      }
      this.#installMade([], files);
      this.#compactLater();
      await this.#sendOverdue();
      if ((this.#version.levels[0] as readonly unknown[]).length >= STALL_FILES) {
        await this.#compacting;
      }
    });
    // A run that is lost leaves a hole below all later ones: the owner must start again.
    this.#installed = installed.catch((error: unknown) => {
      this.#failure ??= error;
      throw error;
    });
    this.#installed.catch(() => undefined);
    return this.#installed;
  }

  /**
   * Values of a table, or of some of its lists, have no times of writing in the files: they count
   * as written then. The files stay as they are. Before the first `add`.
   * @param untimed by list (one, where it has no lists)
   */
  giveTimes(table: number, untimed: readonly boolean[], time: number): void {
    assert(this.#number === 0, 'Nothing was added to the files');
    const files = [...this.#version.files()];
    const given = files.map(({ meta }) => {
      return { ...meta, untimed: withUntimed(meta.untimed ?? [], table, untimed, time) };
    });
    this.#install(files, given);
  }

  /** Reads a batch of keys. */
  get(keys: Keys): Lookup {
    const version = this.#acquire();
    return new Lookup(keys, version, this.#parts.cache, this.counts, () => this.#release(version));
  }

  /** Reads all entries that begin with each of a batch of keys, which are of one table. */
  prefixes(keys: Keys, mostBytes = Infinity): PrefixLookup {
    const version = this.#acquire();
    const { cache } = this.#parts;
    const done = (): void => this.#release(version);
    return new PrefixLookup(keys, version, cache, this.counts, done, mostBytes);
  }

  /** Reads a range, by pages, as `Scan`; close the scan if it is not read to its end. */
  scan(range: KeyRange, firstBytes?: number): Scan {
    const version = this.#acquire();
    return new Scan(version, range, () => this.#release(version), firstBytes);
  }

  /** The files as they are. */
  snapshot(): LsmSnapshot {
    const version = this.#acquire();
    const files = [...version.files()].map(({ meta }) => meta);
    const release = (named: Iterable<string> = []): void => {
      for (const path of named) this.#own.delete(path);
      this.#release(version);
    };
    return { files, release };
  }

  /** The file was made here and is in no checkpoint. */
  isOwn(path: string): boolean {
    return this.#own.has(path);
  }

  /**
   * Reads copies in place of files, from path to path. When this resolves no compaction reads
   * these any more.
   * @param isOwn the copies are in no checkpoint
   */
  async relocate(copies: ReadonlyMap<string, string>, isOwn: boolean): Promise<void> {
    this.#pauses++;
    await this.#compacting;
    const gone = [...this.#version.files()].filter(({ meta }) => copies.has(meta.path));
    const there = gone.map(({ meta }) => ({ ...meta, path: copies.get(meta.path) as string }));
    if (isOwn) for (const { path } of there) this.#own.add(path);
    this.#install(gone, there);
    this.#pauses--;
    this.#compactLater();
  }

  /** Resolves when these files are at the target, whatever machine made them. */
  async settle(paths: readonly string[]): Promise<void> {
    const unsent = this.#parts.fs.held?.unsent(paths) ?? [];
    await Promise.all(unsent.map((path) => this.#send(path)));
  }

  /** Compacts as long as something is due; `isWhole` brings all into one level. */
  async compact(isWhole = false): Promise<void> {
    await this.#installed;
    while (this.#compacting !== undefined) await this.#compacting;
    if (!isWhole) return;
    const plan = planWhole(this.#version);
    if (plan !== undefined) await this.#run(plan);
  }

  /** Resolves when nothing is under way. What is unreferenced is deleted; the rest stays. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#resting);
    await this.#installed.catch(() => undefined);
    await this.#compacting;
    await Promise.allSettled(this.#sending.values());
    const { fs } = this.#parts;
    await fs.delete(fs.held?.unsent([...this.#files.keys()]) ?? []).catch(() => undefined);
    await Promise.all(this.#deleting);
    for (const file of this.#files.values()) file.close();
  }

  /**
   * What of new files goes to memory: where reads have to wait for files.
   * @param oldest of a compaction's inputs; null = what is written was not in files before
   */
  #keep(oldest: readonly VersionFile[] | null): Keep | null {
    if (this.counts.farReads === 0) return null;
    const ranges = oldest === null ? null : rangesInMemory(oldest);
    const share = this.#parts.cache.capacityBytes * KEPT_SHARE;
    return { ranges, mostBytes: Math.min(share, MOST_KEPT_BYTES) };
  }

  #output(level: number, sequence: number, keep: Keep | null): OutputSpec {
    const { prefix, keyGroups, random, rowTables } = this.#parts;
    const { blockBytes, bloomBitsPerKey, codecs, targetFileBytes } = this.#settings;
    return {
      prefix: `${prefix}-${this.#number++}-`,
      level,
      sequence,
      blockBytes,
      bloomBitsPerKey,
      rowTables: rowTables?.() ?? [],
      codec: codecs[Math.min(level, codecs.length - 1)] ?? 'NONE',
      targetBytes: level === 0 ? Infinity : targetFileBytes,
      clip: { first: keyGroups.first, last: keyGroups.last },
      nonce: random(),
      keep,
    };
  }

  #compactLater(): void {
    if (!this.#settings.compacts || this.#isClosed || this.#pauses > 0) return;
    if (this.#compacting !== undefined) return;
    const plan = planCompaction(this.#version, this.#settings.levels);
    if (plan === undefined) return;
    this.#compacting = this.#run(plan).then(
      () => {
        this.#compacting = undefined;
        this.#compactLater();
      },
      (error: unknown) => {
        this.#compacting = undefined;
        this.counts.compactionFailures++;
        // What may pass is tried again after the next run; damaged files do not mend.
        if ((error as { kind?: unknown }).kind !== 'retry') this.#failure ??= error;
      },
    );
  }

  async #run(plan: CompactionPlan): Promise<void> {
    const inputs = plan.inputs.flat();
    const sequence = Math.max(...inputs.map(({ meta }) => meta.sequence));
    if (plan.isMove) {
      const moved = inputs.map(({ meta }) => ({ ...meta, level: plan.level }));
      this.#install(inputs, moved);
      return;
    }
    const { fs, background, expiring } = this.#parts;
    const files = await background.run(fs, {
      kind: 'compact',
      inputs: plan.inputs.map((group) => group.map(({ meta }) => meta)),
      output: this.#output(plan.level, sequence, this.#keep(plan.inputs.at(-1) ?? [])),
      isLast: plan.isLast,
      expiring: expiring(),
    });
    await this.#adopt(files);
    this.counts.compactions++;
    for (const { meta } of inputs) this.counts.compactedBytes += meta.sizeBytes;
    for (const { path, sizeBytes } of files) {
      this.#own.add(path);
      this.counts.compactionWrittenBytes += sizeBytes;
    }
    this.#installMade(inputs, files);
    await this.#sendOverdue();
  }

  /**
   * Sends files of which too many wait; where this machine has room for no more, it waits until
   * they are there. A failure is one only then: else whoever needs the file sends it again.
   */
  async #sendOverdue(): Promise<void> {
    const { held } = this.#parts.fs;
    if (held === undefined || this.#isClosed) return;
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => {
      this.settle([...this.#files.keys()]).catch(() => undefined);
    }, REST_MS).unref();
    const sending = Promise.all(held.overdue().map((path) => this.#send(path)));
    sending.catch(() => undefined);
    if (held.isFull) await sending;
  }

  #send(path: string): Promise<void> {
    const underWay = this.#sending.get(path);
    if (underWay !== undefined) return underWay;
    const { fs, background } = this.#parts;
    const sending = this.#sends
      .run(async () => {
        // It may have been deleted meanwhile.
        if (fs.held?.unsent([path]).length === 0) return;
        await background.run(fs, { kind: 'send', path });
        fs.held?.sent(path);
      })
      .finally(() => this.#sending.delete(path));
    this.#sending.set(path, sending);
    return sending;
  }

  /** Files that were written elsewhere come into the cache before anybody reads them. */
  async #adopt(files: readonly StateFile[]): Promise<void> {
    await this.#parts.fs.adopt?.(files.map(({ path }) => path));
  }

  #installMade(removed: readonly VersionFile[], made: readonly MadeFile[]): void {
    this.#install(
      removed,
      made.map(({ kept, ...file }) => file),
    );
    for (const { path, kept } of made) if (kept) this.#files.get(path)?.take(kept);
  }

  /** Makes the version that follows: without some files, with new ones. */
  #install(removed: readonly VersionFile[], added: readonly StateFile[]): void {
    const gone = new Set(removed);
    const kept = [...this.#version.files()].filter((file) => !gone.has(file));
    const before = this.#version;
    this.#version = this.#make([...kept, ...added.map((file) => this.#open(file))]);
    this.#release(before);
  }

  #open(meta: StateFile): VersionFile {
    const data = this.#files.get(meta.path) ?? new SortedFile(this.#access, meta);
    this.#files.set(meta.path, data);
    return versionFile(meta, data);
  }

  #make(files: readonly VersionFile[]): Version {
    const depth = files.reduce((most, { meta }) => Math.max(most, meta.level), 0);
    const levels: VersionFile[][] = Array.from({ length: depth + 1 }, () => []);
    for (const file of files) {
      levels[file.meta.level]?.push(file);
      file.data.references++;
    }
    return new Version(levels);
  }

  #acquire(): Version {
    this.#version.references++;
    return this.#version;
  }

  #release(version: Version): void {
    version.references--;
    if (version.references > 0) return;
    for (const { data } of version.files()) {
      data.references--;
      if (data.references > 0) continue;
      data.close();
      this.#files.delete(data.path);
      if (this.#own.delete(data.path)) this.#delete(data.path);
    }
  }

  /**
   * Drops ends of files, except of the newest one, while they take more than their share. Those
   * used since the last time are passed over once.
   */
  #trimTails(newest: SortedFile): void {
    const { cache } = this.#parts;
    const most = cache.capacityBytes * TAIL_SHARE;
    for (let round = 0; round < 2 && cache.chargedBytes > most; round++) {
      for (const file of this.#files.values()) {
        if (cache.chargedBytes <= most) return;
        if (file === newest) continue;
        if (file.isUsed) file.isUsed = false;
        else file.dropTail();
      }
    }
  }

  /** A file that could not be deleted is an orphan, found later. */
  #delete(path: string): void {
    const { fs } = this.#parts;
    const sent = this.#sending.get(path) ?? Promise.resolve();
    const deleting: Promise<void> = sent
      .catch(() => undefined)
      .then(() => fs.delete([path]))
      .catch(() => undefined)
      .finally(() => this.#deleting.delete(deleting));
    this.#deleting.add(deleting);
  }
}
