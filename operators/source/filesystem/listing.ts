/**
 * Finds a table's files: the path itself, or all files below it. Names that start with `.` or `_`
 * are hidden, as in Flink. Files come in the order of their paths.
 */
import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { MillraceError } from '../../../conf/errors/error.js';
import { unescapePartition } from './path.js';

/** A file of a table. Plain data. */
export interface TableFile {
  /** Absolute. */
  readonly path: string;
  readonly sizeBytes: number;
  /** Milliseconds since the epoch. */
  readonly modifiedMs: number;
  /** Values of the partition keys by the folders' names. */
  readonly partition: Readonly<Record<string, string>>;
}

export interface ListingRules {
  /** The whole path must match. */
  readonly pattern: RegExp | null;
  /** Every file must stand below a folder for each of them. */
  readonly partitionKeys: readonly string[];
  /** A folder that is not there has no files: it may come later. */
  readonly optional: boolean;
}

/** @throws DATA_FILE when the path is missing or cannot be read */
export async function listFiles(root: string, rules: ListingRules): Promise<TableFile[]> {
  const paths = await pathsBelow(root, rules.optional);
  const files: TableFile[] = [];
  for (const path of paths) {
    if (rules.pattern !== null && !rules.pattern.test(path)) continue;
    const { size, mtimeMs } = await stat(path).catch((error) => unreadable(path, error));
    const partition = partitionOf(root, path, rules.partitionKeys);
    files.push({ path, sizeBytes: size, modifiedMs: Math.floor(mtimeMs), partition });
  }
  return files;
}

/**
 * The files of a folder that others add to while it is listed. A listing may have a file and lack
 * one that was there before it; one that begins later has all that were there when the first ended.
 * @param again lists once more; asked only where the first has more files than `known`
 */
export async function listGrowing(
  first: readonly TableFile[],
  known: number,
  again: () => Promise<readonly TableFile[]>,
): Promise<readonly TableFile[]> {
  const last = first.at(-1);
  if (last === undefined || first.length === known) return first;
  // Those behind it may be incomplete in their turn: they come with the next listing.
  return (await again()).filter(({ path }) => path <= last.path);
}

async function pathsBelow(root: string, optional: boolean): Promise<string[]> {
  const found = await stat(root).catch((error) => {
    if (optional && error.code === 'ENOENT') return null;
    return unreadable(root, error);
  });
  if (found === null) return [];
  if (found.isFile()) return [root];
  if (!found.isDirectory()) {
    const place = { file: root };
    throw new MillraceError('DATA_FILE', 'It is neither a file nor a folder', { place });
  }
  const paths: string[] = [];
  await collect(root, paths);
  return paths.sort((a, b) => (a < b ? -1 : 1));
}

async function collect(folder: string, paths: string[]): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error) =>
    unreadable(folder, error),
  );
  for (const entry of entries) {
    if (/^[._]/.test(entry.name)) continue;
    const path = join(folder, entry.name);
    const followed = entry.isSymbolicLink() ? await stat(path).catch(() => null) : entry;
    if (followed?.isDirectory()) await collect(path, paths);
    else if (followed?.isFile()) paths.push(path);
  }
}

function partitionOf(
  root: string,
  path: string,
  keys: readonly string[],
): Readonly<Record<string, string>> {
  if (keys.length === 0) return {};
  const values: Record<string, string> = {};
  for (const folder of relative(root, path).split('/').slice(0, -1)) {
    const equals = folder.indexOf('=');
    if (equals < 0) continue;
    values[unescapePartition(folder.slice(0, equals))] = unescapePartition(
      folder.slice(equals + 1),
    );
  }
  const missing = keys.find((key) => !Object.hasOwn(values, key));
  if (missing === undefined) return values;
  throw new MillraceError(
    'DATA_FILE',
    `The file stands below no folder '${missing}=…', though the table is partitioned by it`,
    { place: { file: path } },
  );
}

/** @throws DATA_FILE */
export function unreadable(path: string, cause: unknown): never {
  const code = (cause as NodeJS.ErrnoException).code;
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'There is no such file or folder',
    EACCES: 'The file or folder may not be read',
    EISDIR: 'The path is a folder',
  };
  const reason = reasons[code ?? ''] ?? `The file cannot be read: ${(cause as Error).message}`;
  throw new MillraceError('DATA_FILE', reason, { place: { file: path }, cause });
}
