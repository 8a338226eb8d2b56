/** Files of checkpoints as a task has them: clipped to its key groups. */
import type { StateFile } from '../api/snapshot.js';
import { compareKeys } from './key-order.js';
import { sameTimes } from './untimed.js';
import { boundsOf } from './version.js';

/**
 * Cuts clips to the key groups of a task; parts of one file that adjoin become one, if their values
 * have the same times, files of which nothing is left go.
 */
export function clipFiles(
  files: readonly StateFile[],
  keyGroups: { readonly first: number; readonly last: number },
): StateFile[] {
  const clipped: StateFile[] = [];
  for (const file of [...files].sort((a, b) => a.clip.first - b.clip.first)) {
    const first = Math.max(file.clip.first, keyGroups.first);
    const last = Math.min(file.clip.last, keyGroups.last);
    if (first > last) continue;
    const at = clipped.findIndex(
      (one) =>
        one.path === file.path &&
        one.level === file.level &&
        one.clip.last + 1 === first &&
        sameTimes(one.untimed, file.untimed),
    );
    const before = clipped[at];
    if (before === undefined) clipped.push({ ...file, clip: { first, last } });
    else clipped[at] = { ...before, clip: { first: before.clip.first, last } };
  }
  return clipped.filter((file) => {
    const { lower, upper } = boundsOf(file);
    return compareKeys(lower, upper) < 0;
  });
}
