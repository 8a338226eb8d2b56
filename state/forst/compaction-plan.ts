/**
 * Which files to compact next: leveled, as RocksDB does it, with two amendments for many small
 * checkpoints.
 *
 * - Level 0 is due at 4 files. The newest ones of like size (each at most twice as large as all
 *   newer ones together) are merged into one file of level 0, as long as together they are small
 *   beside level 1: so a small checkpoint does not rewrite level 1 each fourth time. Otherwise all
 *   of level 0 goes down.
 * - Each other level is due when it is over its size, ten times that of the level above. The file
 *   with the least bytes below it, against its own, goes down; one with none moves without work.
 *
 * So there are at most about 12 files in level 0, and what is stale or twice there is bounded by
 * the sizes of the upper levels: a ninth of the last one, and level 0.
 */
import { compareKeys } from './key-order.js';
import { meet, type Version, type VersionFile } from './version.js';

export interface LevelSizes {
  /** `state.backend.forst.compaction.level.max-size-level-base` */
  readonly baseBytes: number;
  /** Files of level 0 that are too many. */
  readonly newestFiles: number;
}

export interface CompactionPlan {
  /** The newest first: files of level 0 one by one, then those of a level together. */
  readonly inputs: readonly (readonly VersionFile[])[];
  readonly level: number;
  /** No older file lies below: deleted keys may go. */
  readonly isLast: boolean;
  /** The one input goes to its level as it is. */
  readonly isMove: boolean;
}

const LEVEL_FACTOR = 10;
/** Level 0 goes down when it is at least level 1 divided by this. */
const WORTH = 4;
/** Times the trigger: level 0 goes down whatever its size. */
const TOO_MANY = 3;

export function planCompaction(version: Version, sizes: LevelSizes): CompactionPlan | undefined {
  const [newest = [], ...levels] = version.levels;
  if (newest.length >= sizes.newestFiles) {
    const plan = planNewest(version, newest, levels[0] ?? [], sizes);
    if (plan !== undefined) return plan;
  }
  let due: number | undefined;
  let most = 1;
  for (const [i, files] of levels.entries()) {
    const score = bytesOf(files) / (sizes.baseBytes * LEVEL_FACTOR ** i);
    if (score > most) {
      most = score;
      due = i + 1;
    }
  }
  return due === undefined ? undefined : planLevel(version, due);
}

/** All files into the last level: as small as the content can be. */
export function planWhole(version: Version): CompactionPlan | undefined {
  const inputs = version.levels.flatMap((files, level) =>
    level === 0 ? files.map((file) => [file]) : files.length > 0 ? [files] : [],
  );
  if (inputs.length === 0) return undefined;
  return { inputs, level: Math.max(1, version.levels.length - 1), isLast: true, isMove: false };
}

function planNewest(
  version: Version,
  newest: readonly VersionFile[],
  below: readonly VersionFile[],
  sizes: LevelSizes,
): CompactionPlan | undefined {
  // By the span of all of them: an output file may reach over a gap between two inputs.
  const span = spanOf(newest);
  const met = below.filter((file) => meet(span, file));
  const belowBytes = bytesOf(met);
  const alike = countAlike(newest);
  const isSmall = bytesOf(newest) * WORTH < belowBytes;
  if (isSmall && alike >= sizes.newestFiles) {
    const isAll =
      alike === newest.length && version.levels.slice(1).every((files) => !files.length);
    const inputs = newest.slice(0, alike).map((file) => [file]);
    return { inputs, level: 0, isLast: isAll, isMove: false };
  }
  if (isSmall && newest.length < sizes.newestFiles * TOO_MANY) return undefined;
  const inputs: (readonly VersionFile[])[] = newest.map((file) => [file]);
  if (met.length > 0) inputs.push(met);
  return { inputs, level: 1, isLast: isLastLevel(version, 1, inputs.flat()), isMove: false };
}

/** How many of the newest files are of like size. */
function countAlike(newest: readonly VersionFile[]): number {
  let sum = 0;
  for (const [i, { meta }] of newest.entries()) {
    if (i > 0 && meta.sizeBytes > 2 * sum) return i;
    sum += meta.sizeBytes;
  }
  return newest.length;
}

function planLevel(version: Version, level: number): CompactionPlan {
  const below = version.levels[level + 1] ?? [];
  let best: VersionFile | undefined;
  let bestMet: readonly VersionFile[] = [];
  let bestRatio = Infinity;
  for (const file of version.levels[level] ?? []) {
    const met = below.filter((other) => meet(file, other));
    const ratio = bytesOf(met) / file.meta.sizeBytes;
    if (ratio >= bestRatio) continue;
    best = file;
    bestMet = met;
    bestRatio = ratio;
  }
  const file = best as VersionFile;
  return {
    inputs: bestMet.length > 0 ? [[file], bestMet] : [[file]],
    level: level + 1,
    isLast: isLastLevel(version, level + 1, [file, ...bestMet]),
    isMove: bestMet.length === 0,
  };
}

/** Whether no level below `level` has keys between the files' bounds. */
function isLastLevel(version: Version, level: number, files: readonly VersionFile[]): boolean {
  const span = spanOf(files);
  return version.levels
    .slice(level + 1)
    .every((others) => others.every((file) => !meet(file, span)));
}

/** From the least to behind the greatest key of files. */
function spanOf(files: readonly VersionFile[]): Pick<VersionFile, 'lower' | 'upper'> {
  const lower = files.map((file) => file.lower).reduce((a, b) => (compareKeys(a, b) < 0 ? a : b));
  const upper = files.map((file) => file.upper).reduce((a, b) => (compareKeys(a, b) > 0 ? a : b));
  return { lower, upper };
}

function bytesOf(files: readonly VersionFile[]): number {
  return files.reduce((sum, { meta }) => sum + meta.sizeBytes, 0);
}
