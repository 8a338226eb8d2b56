/**
 * An immutable list of files by level: what the LSM holds at a moment. Files of level 0 may
 * overlap, the newest first; those of each other level are apart from each other, in order.
 *
 * A file counts only within its bounds: from its first to its last key, cut by its clip. Newer
 * levels hide older ones, key by key.
 */
import { assert } from '../../conf/errors/error.js';
import type { StateFile } from '../api/snapshot.js';
import { compareBytes } from '../column/compare.js';
import { compareKeys, groupStart, keyAfter } from './key-order.js';
import type { SortedFile } from './sorted-file.js';
import { Untimed } from './untimed.js';

export interface VersionFile {
  readonly meta: StateFile;
  readonly data: SortedFile;
  /** The least key that counts. */
  readonly lower: Uint8Array;
  /** Behind the last key that counts. */
  readonly upper: Uint8Array;
  /** Null = all values are as their tables'. */
  readonly untimed: Untimed | null;
}

/** Where a file counts: from its first to behind its last key, cut by its clip. */
export function boundsOf(meta: StateFile): Pick<VersionFile, 'lower' | 'upper'> {
  const first = groupStart(meta.clip.first);
  const end = groupStart(meta.clip.last + 1);
  const behind = keyAfter(meta.lastKey);
  return {
    lower: compareKeys(first, meta.firstKey) > 0 ? first : meta.firstKey,
    upper: compareKeys(end, behind) < 0 ? end : behind,
  };
}

export function versionFile(meta: StateFile, data: SortedFile): VersionFile {
  const { untimed } = meta;
  return { meta, data, ...boundsOf(meta), untimed: untimed ? new Untimed(untimed) : null };
}

export function holds(file: VersionFile, keys: Uint8Array, start: number, end: number): boolean {
  const { lower, upper } = file;
  return (
    compareBytes(lower, 0, lower.length, keys, start, end) <= 0 &&
    compareBytes(upper, 0, upper.length, keys, start, end) > 0
  );
}

/** Whether two files have keys in common, by their bounds. */
export function meet(
  a: Pick<VersionFile, 'lower' | 'upper'>,
  b: Pick<VersionFile, 'lower' | 'upper'>,
): boolean {
  return compareKeys(a.lower, b.upper) < 0 && compareKeys(b.lower, a.upper) < 0;
}

export class Version {
  readonly levels: readonly (readonly VersionFile[])[];
  /** Places where a key may be, one after the other: each file of level 0, then each level. */
  readonly steps: number;
  /** The LSM's own, tickets', checkpoints' being written. */
  references = 1;

  constructor(levels: readonly (readonly VersionFile[])[]) {
    this.levels = levels.map((files, level) =>
      level === 0
        ? [...files].sort((a, b) => b.meta.sequence - a.meta.sequence)
        : [...files].sort((a, b) => compareKeys(a.lower, b.lower)),
    );
    this.steps = this.#newest().length + this.levels.length - 1;
    for (const files of this.levels.slice(1)) {
      for (let i = 1; i < files.length; i++) {
        const before = files[i - 1] as VersionFile;
        const behind = files[i] as VersionFile;
        // A file that ends with a deleted range may end where the next one begins.
        const isApart = compareKeys(before.upper, keyAfter(behind.lower)) <= 0;
        assert(isApart, `${before.meta.path} and ${behind.meta.path} of a level are apart`);
      }
    }
  }

  *files(): Iterable<VersionFile> {
    for (const files of this.levels) yield* files;
  }

  /** The file of a step that may hold a key. */
  candidate(step: number, keys: Uint8Array, start: number, end: number): VersionFile | undefined {
    const newest = this.#newest();
    if (step < newest.length) {
      const file = newest[step] as VersionFile;
      return holds(file, keys, start, end) ? file : undefined;
    }
    const files = this.levels[step - newest.length + 1] as readonly VersionFile[];
    let low = -1;
    let high = files.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      const { lower } = files[middle] as VersionFile;
      if (compareBytes(lower, 0, lower.length, keys, start, end) <= 0) low = middle;
      else high = middle;
    }
    const file = files[low];
    if (file === undefined) return undefined;
    const { upper } = file;
    return compareBytes(upper, 0, upper.length, keys, start, end) > 0 ? file : undefined;
  }

  /**
   * Names the files that may hold keys that begin with this one, with their place, the newest 0.
   */
  touching(
    keys: Uint8Array,
    start: number,
    end: number,
    each: (file: VersionFile, age: number) => void,
  ): void {
    let age = 0;
    for (const [level, files] of this.levels.entries()) {
      const first = level === 0 ? 0 : firstAbove(files, keys, start, end);
      for (let i = first; i < files.length; i++) {
        const file = files[i] as VersionFile;
        const isReached = begins(file.lower, keys, start, end);
        if (!isReached && level > 0) break;
        const { upper } = file;
        const isIn = isReached && compareBytes(upper, 0, upper.length, keys, start, end) > 0;
        if (isIn) each(file, age + i);
      }
      age += files.length;
    }
  }

  #newest(): readonly VersionFile[] {
    return this.levels[0] as readonly VersionFile[];
  }
}

/** Whether this key is below all that begin with the other one, or among them. */
function begins(key: Uint8Array, keys: Uint8Array, start: number, end: number): boolean {
  return compareBytes(key, 0, Math.min(key.length, end - start), keys, start, end) <= 0;
}

/** The first file of a level, in order, that reaches above a key. */
function firstAbove(
  files: readonly VersionFile[],
  keys: Uint8Array,
  start: number,
  end: number,
): number {
  let low = -1;
  let high = files.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const { upper } = files[middle] as VersionFile;
    if (compareBytes(upper, 0, upper.length, keys, start, end) <= 0) low = middle;
    else high = middle;
  }
  return high;
}
