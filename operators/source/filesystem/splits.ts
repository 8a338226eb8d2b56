/**
 * The splits of a table's files: each file is one, whatever the parallelism, so that the rows of a
 * file keep their order to every key.
 */
import type { Split } from '../../core/source.js';
import type { TableFile } from './listing.js';

export interface FileSplit extends Split {
  readonly file: TableFile;
}

/** In the files' order. */
export function fileSplits(files: readonly TableFile[]): FileSplit[] {
  return files.map((file) => ({ id: file.path, file }));
}
