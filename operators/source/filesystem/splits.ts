/** Splits of a table's files: a file, a range of lines of a large one, or a row group. */
import type { Split } from '../../core/source.js';
import { isCompressed } from './chunks.js';
import type { TableFile } from './listing.js';

/** A part of a file: bytes of a text file, row groups of a Parquet file. Plain data. */
export interface FileSplit extends Split {
  readonly file: TableFile;
  /** First byte, or first row group. */
  readonly start: number;
  /** Behind the last byte or row group; Infinity = to the end. */
  readonly end: number;
}

/** Parts of a text file are at least so large. */
const LEAST_PART_BYTES = 8 << 20;

/** Splits of text files, in the files' order. */
export function textSplits(
  files: readonly TableFile[],
  parallelism: number,
  splittable: boolean,
): FileSplit[] {
  return files.flatMap((file) => {
    const divided = splittable && parallelism > 1 && !isCompressed(file.path);
    const most = Math.floor(file.sizeBytes / LEAST_PART_BYTES);
    return ranges(file, divided ? Math.min(parallelism, most) : 1, file.sizeBytes);
  });
}

/** The file in `parts` ranges of `length` units. */
export function ranges(file: TableFile, parts: number, length: number): FileSplit[] {
  if (parts <= 1) return [{ id: file.path, file, start: 0, end: Number.MAX_SAFE_INTEGER }];
  return Array.from({ length: parts }, (_, part) => {
    const start = Math.floor((length * part) / parts);
    const last = part === parts - 1;
    const end = last ? Number.MAX_SAFE_INTEGER : Math.floor((length * (part + 1)) / parts);
    return { id: `${file.path}#${part + 1}/${parts}`, file, start, end };
  });
}
