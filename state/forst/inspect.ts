/**
 * Looks at stored state for people: which files there are, what is in them by table, how they lie
 * in their levels, whether each block is what was written, and which files nothing refers to.
 * Nothing is changed.
 */
import type { StateFile } from '../api/snapshot.js';
import type { FileEntry, FileSystem } from '../fs/file-system.js';
import { decodeBlock } from './block.js';
import { EntryBuffer } from './entries.js';
import { encodeFooter } from './footer.js';
import { groupOf } from './key-order.js';
import { SortedFileReader } from './sorted-file-reader.js';
import type { TableSize } from './table-sizes.js';
import { readFooter } from './tail.js';

/** Ends the names of sorted files. */
export const SORTED_FILE = '.sst';

/** Sorted files below a folder, as far as they can be read, and what is wrong with the others. */
export async function findFiles(
  fs: FileSystem,
  folder: string,
): Promise<{ files: StateFile[]; findings: string[] }> {
  const files: StateFile[] = [];
  const findings: string[] = [];
  for await (const entry of fs.list(folder)) {
    if (!entry.path.endsWith(SORTED_FILE)) continue;
    try {
      files.push(await describeFile(fs, entry));
    } catch (error) {
      findings.push((error as Error).message);
    }
  }
  return { files, findings };
}

/**
 * A file by itself, without the manifest that knows its level: level 0, all its key groups.
 * @throws STATE_CORRUPT
 */
export async function describeFile(fs: FileSystem, entry: FileEntry): Promise<StateFile> {
  const { path, sizeBytes } = entry;
  const footer = await readFooter(fs, path);
  const none = new Uint8Array(0);
  const file: StateFile = {
    path,
    sizeBytes,
    entries: footer.entries,
    footer: encodeFooter(footer),
    firstKey: none,
    lastKey: none,
    level: 0,
    sequence: 0,
    clip: { first: 0, last: 0xffff },
  };
  const reader = await SortedFileReader.open(fs, file);
  if (footer.blocks === 0) return file;
  const first = await blockKeys(reader, 0);
  const last = await blockKeys(reader, footer.blocks - 1);
  const firstKey = keyAt(first, 0);
  const lastKey = keyAt(last, last.count - 1);
  return { ...file, firstKey, lastKey, clip: { first: groupOf(firstKey), last: groupOf(lastKey) } };
}

/** What files hold by table; an entry that newer files replace counts in each of them. */
export async function sizesByTable(
  fs: FileSystem,
  files: readonly StateFile[],
): Promise<TableSize[]> {
  const sums = new Map<number, TableSize>();
  const paths = new Map(files.map((file) => [file.path, file]));
  for (const file of paths.values()) {
    const { tail } = await SortedFileReader.open(fs, file);
    for (const size of tail.tables) {
      const { table, entries, deleted, keyBytes, valueBytes } = size;
      const sum = sums.get(table) ?? {
        ...size,
        entries: 0,
        deleted: 0,
        keyBytes: 0,
        valueBytes: 0,
      };
      sum.entries += entries;
      sum.deleted += deleted;
      sum.keyBytes += keyBytes;
      sum.valueBytes += valueBytes;
      sums.set(table, sum);
    }
  }
  return [...sums.values()].sort((a, b) => a.table - b.table);
}

/** Reads each block of the files. @returns what is wrong; each file once */
export async function verifyFiles(fs: FileSystem, files: readonly StateFile[]): Promise<string[]> {
  const findings: string[] = [];
  const paths = new Map(files.map((file) => [file.path, file]));
  for (const file of paths.values()) {
    try {
      const reader = await SortedFileReader.open(fs, file);
      findings.push(...(await reader.verify()));
    } catch (error) {
      findings.push((error as Error).message);
    }
  }
  return findings;
}

/** Files below a folder that are not among those which something refers to. */
export async function findOrphans(
  fs: FileSystem,
  folder: string,
  live: ReadonlySet<string>,
): Promise<FileEntry[]> {
  const orphans: FileEntry[] = [];
  for await (const entry of fs.list(folder)) {
    if (!live.has(entry.path)) orphans.push(entry);
  }
  return orphans;
}

/**
 * The files of one task over the key groups, `width` characters wide: level 0 a line a file, the
 * newest first, each other level one line.
 */
export function drawShape(files: readonly StateFile[], width = 64): string[] {
  const groups = 1 + files.reduce((most, { clip }) => Math.max(most, clip.last), 0);
  const place = (group: number): number => Math.floor((group * width) / groups);
  const depth = files.reduce((most, { level }) => Math.max(most, level), 0);
  const lines: string[] = [];
  for (let level = 0; level <= depth; level++) {
    const of = files.filter((file) => file.level === level);
    if (of.length === 0) continue;
    of.sort((a, b) => b.sequence - a.sequence || a.clip.first - b.clip.first);
    const bytes = of.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const head = `level ${level}: ${of.length} file${of.length === 1 ? '' : 's'}`;
    lines.push(`${head}, ${sizeText(bytes)}`);
    const rows = level === 0 ? of.map((file) => [file]) : [of];
    for (const row of rows) {
      const cells = Array.from({ length: width }, () => ' ');
      for (const file of row) {
        const first = place(Math.max(groupOfKey(file.firstKey), file.clip.first));
        const end = place(Math.min(groupOfKey(file.lastKey), file.clip.last) + 1);
        const last = Math.max(first, end - 1);
        for (let i = first; i <= last; i++) cells[i] = cells[i] === ' ' ? '─' : '━';
      }
      const size = level === 0 ? ` ${sizeText((row[0] as StateFile).sizeBytes)}` : '';
      lines.push(`  │${cells.join('')}│${size}`);
    }
  }
  return lines;
}

export function sizeText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let unit = 0;
  let size = bytes;
  for (; size >= 1024 && unit < units.length - 1; unit++) size /= 1024;
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`;
}

function groupOfKey(key: Uint8Array): number {
  return key.length < 2 ? 0 : groupOf(key);
}

async function blockKeys(reader: SortedFileReader, block: number): Promise<EntryBuffer> {
  const payload = await reader.block(block);
  const entries = new EntryBuffer();
  decodeBlock(payload, 0, payload.length, entries);
  return entries;
}

function keyAt(entries: EntryBuffer, i: number): Uint8Array {
  return entries.keys.slice(entries.keyOffsets[i], entries.keyOffsets[i + 1]);
}
