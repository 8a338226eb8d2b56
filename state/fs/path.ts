/** Paths of a file system of state: names with '/' between, below its root. */
import { assert } from '../../conf/errors/error.js';

export function checkPath(path: string): void {
  assert(
    path !== '' && !path.split('/').some((name) => name === '' || name === '.' || name === '..'),
    `'${path}' is a path of names with '/' between`,
  );
}

/** Whether a file lies below a folder; '' is the root. */
export function isBelow(folder: string, path: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`);
}
