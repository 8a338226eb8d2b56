/**
 * The footer of a sorted file: where its parts lie. It is the file's last 60 bytes, and stands in
 * the manifest too (`StateFile.footer`), so that opening a file reads nothing.
 *
 * Numbers are little endian: magic (4), format version (2), 0 (2), nonce (4), offset of the tail
 * (8), bytes of filter, index, ranges, table sizes (4 each), entries (8), deleted ones (8), blocks
 * (4), CRC-32 of all that (4).
 */
import { crc32 } from 'node:zlib';
import { corrupt, hex } from './corrupt.js';

/** Files of version 1 are read too: their filters hold whole keys only. */
export const FORMAT_VERSION = 2;
export const FOOTER_BYTES = 60;
/** `MRST` */
const MAGIC = 0x5453524d;

export interface Footer {
  readonly version: number;
  /** A random number of the file, in the checksums of its blocks. */
  readonly nonce: number;
  /** Blocks of entries stand before it; filter, index, ranges and table sizes from it on. */
  readonly tailOffset: number;
  /** Of the sealed blocks; 0 = there is none. */
  readonly filterBytes: number;
  readonly indexBytes: number;
  readonly rangesBytes: number;
  readonly tablesBytes: number;
  readonly entries: number;
  /** Deleted keys among the entries. */
  readonly deleted: number;
  readonly blocks: number;
}

export function tailBytes(footer: Footer): number {
  return footer.filterBytes + footer.indexBytes + footer.rangesBytes + footer.tablesBytes;
}

export function encodeFooter(footer: Omit<Footer, 'version'>): Uint8Array {
  const bytes = new Uint8Array(FOOTER_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint16(4, FORMAT_VERSION, true);
  view.setUint32(8, footer.nonce, true);
  view.setBigUint64(12, BigInt(footer.tailOffset), true);
  view.setUint32(20, footer.filterBytes, true);
  view.setUint32(24, footer.indexBytes, true);
  view.setUint32(28, footer.rangesBytes, true);
  view.setUint32(32, footer.tablesBytes, true);
  view.setBigUint64(36, BigInt(footer.entries), true);
  view.setBigUint64(44, BigInt(footer.deleted), true);
  view.setUint32(52, footer.blocks, true);
  view.setUint32(56, crc32(bytes.subarray(0, 56)), true);
  return bytes;
}

/**
 * @param file for errors
 * @throws STATE_CORRUPT
 */
export function decodeFooter(bytes: Uint8Array, file: string): Footer {
  if (bytes.length !== FOOTER_BYTES) {
    throw corrupt(file, 'footer', `${FOOTER_BYTES} bytes`, `${bytes.length}`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const magic = view.getUint32(0, true);
  if (magic !== MAGIC) throw corrupt(file, 'footer', `magic ${hex(MAGIC)}`, hex(magic));
  const sum = view.getUint32(56, true);
  const found = crc32(bytes.subarray(0, 56));
  if (sum !== found) throw corrupt(file, 'footer', `checksum ${hex(sum)}`, hex(found));
  const version = view.getUint16(4, true);
  if (version < 1 || version > FORMAT_VERSION) {
    throw corrupt(file, 'footer', `format version 1 to ${FORMAT_VERSION}`, String(version));
  }
  return {
    version,
    nonce: view.getUint32(8, true),
    tailOffset: Number(view.getBigUint64(12, true)),
    filterBytes: view.getUint32(20, true),
    indexBytes: view.getUint32(24, true),
    rangesBytes: view.getUint32(28, true),
    tablesBytes: view.getUint32(32, true),
    entries: Number(view.getBigUint64(36, true)),
    deleted: Number(view.getBigUint64(44, true)),
    blocks: view.getUint32(52, true),
  };
}
