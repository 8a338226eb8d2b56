/** The disk of a server under test, for the server's process and for the test. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
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

/**
 * Bytes of all files below a folder, by its own walk: a running server removes folders while they
 * are read, which ends Node's recursive reading with an error. What is gone has no bytes.
 */
export function usedBytes(folder: string): number {
  let sum = 0;
  for (const entry of ifThere(() => readdirSync(folder, { withFileTypes: true })) ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) sum += usedBytes(path);
    else if (entry.isFile()) sum += statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  }
  return sum;
}

/** Bytes that fit below `root` in all. */
export function capacityOf({ capacity }: DiskSettings): number {
  const text = ifThere(() => readFileSync(capacity, 'utf8'));
  return text === undefined ? Number.POSITIVE_INFINITY : Number(text);
}

/** @returns undefined where there is no such file or folder, or is none any more */
export function ifThere<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
