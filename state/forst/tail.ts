/** The end of a sorted file, decoded: filter, index, deleted ranges, table sizes. */
import type { StateFile } from '../api/snapshot.js';
import type { FileSystem } from '../fs/file-system.js';
import { corrupt } from './corrupt.js';
import { decodeFooter, FOOTER_BYTES, type Footer, tailBytes } from './footer.js';
import { decodeRanges, type KeyRange } from './key-range.js';
import { type BlockPlace, openBlock } from './seal.js';
import { BlockIndex } from './separators.js';
import { decodeTableSizes, type TableSize } from './table-sizes.js';

export interface Tail {
  /** null = the file has none. */
  readonly filter: Uint8Array | null;
  readonly index: BlockIndex;
  readonly ranges: readonly KeyRange[];
  readonly tables: readonly TableSize[];
  readonly memoryBytes: number;
}

/** @throws STATE_CORRUPT */
export function decodeTail(bytes: Uint8Array, footer: Footer, path: string): Tail {
  const length = tailBytes(footer);
  if (bytes.length !== length) {
    throw corrupt(path, `tail at byte ${footer.tailOffset}`, `${length} bytes`, `${bytes.length}`);
  }
  let at = 0;
  const part = (name: string, size: number): Uint8Array => {
    const place: BlockPlace = { file: path, nonce: footer.nonce, name };
    const payload = openBlock(bytes.subarray(at, at + size), footer.tailOffset + at, place);
    at += size;
    return payload;
  };
  const { filterBytes, indexBytes, rangesBytes, tablesBytes } = footer;
  const filter = filterBytes > 0 ? new Uint8Array(part('filter', filterBytes)) : null;
  const index = new BlockIndex(part('index', indexBytes));
  const ranges = rangesBytes > 0 ? decodeRanges(part('deleted ranges', rangesBytes)) : [];
  const tables = decodeTableSizes(part('table sizes', tablesBytes), footer.version);
  const end = index.offset(index.count);
  if (end !== footer.tailOffset) {
    throw corrupt(path, 'index', `blocks up to byte ${footer.tailOffset}`, `${end}`);
  }
  const memoryBytes = (filter?.length ?? 0) + index.memoryBytes + rangesBytes * 2;
  return { filter, index, ranges, tables, memoryBytes };
}

/** Reads the tail of a file: one ranged read. */
export async function readTail(fs: FileSystem, file: StateFile, footer: Footer): Promise<Tail> {
  const bytes = await fs.read(file.path, footer.tailOffset, tailBytes(footer));
  return decodeTail(bytes, footer, file.path);
}

/** The footer of a file that no manifest describes. */
export async function readFooter(fs: FileSystem, path: string): Promise<Footer> {
  const size = await fs.size(path);
  const at = Math.max(0, size - FOOTER_BYTES);
  const bytes = await fs.read(path, at, FOOTER_BYTES);
  const footer = decodeFooter(bytes, path);
  const expected = footer.tailOffset + tailBytes(footer) + FOOTER_BYTES;
  if (size !== expected) throw corrupt(path, 'footer', `${expected} bytes of file`, `${size}`);
  return footer;
}
