/** The disk of a server under test, for the server's process and for the test. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface DiskSettings {
  readonly root: string;
  /** A file beside `root`, see `journal.ts`. */
  readonly journal: string;
  /** A folder beside `root`: what is removed or replaced is kept there. */
  readonly limbo: string;
  /** A file with the bytes that fit below `root`; without it there is no end. */
  readonly capacity: string;
}

/** Bytes of all files below a folder. */
export function usedBytes(folder: string): number {
  let sum = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    if (found?.isFile()) sum += found.size;
  }
  return sum;
}
