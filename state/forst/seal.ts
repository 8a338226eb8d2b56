/**
 * What a block looks like in its file: `codec (1) | payload | checksum (4)`.
 *
 * The checksum is the CRC-32 of codec and payload, begun with the file's nonce plus the block's
 * offset: so a block that stands at another place, or comes from another file, is found out too.
 */
import { crc32 } from 'node:zlib';
import { type Codec, codecOf } from './codec.js';
import { corrupt, hex } from './corrupt.js';

/** Bytes around a payload. */
export const SEAL_BYTES = 5;

/** Memory in which a block is sealed, where, and the place in its file that it is sealed for. */
export interface SealTarget {
  /** Has room for the payload and `SEAL_BYTES`. */
  readonly out: Uint8Array;
  readonly at: number;
  readonly nonce: number;
  readonly offset: number;
}

/**
 * Writes codec, payload and checksum.
 * @param codec undefined = the payload does not shrink
 * @returns how many bytes they are
 */
export function sealBlock(
  payload: Uint8Array,
  codec: Codec | undefined,
  { out, at, nonce, offset }: SealTarget,
): number {
  const packed = codec?.compress(payload);
  // What hardly shrinks is not worth the work of each read.
  const isPacked = packed !== undefined && packed.length < payload.length * 0.9;
  const body = isPacked ? packed : payload;
  out[at] = isPacked ? (codec?.id ?? 0) : 0;
  out.set(body, at + 1);
  const end = at + 1 + body.length;
  const sum = crc32(out.subarray(at, end), seed(nonce, offset));
  for (let byte = 0; byte < 4; byte++) out[end + byte] = sum >>> (8 * byte);
  return body.length + SEAL_BYTES;
}

/** Where a block was read, for errors. */
export interface BlockPlace {
  readonly file: string;
  readonly nonce: number;
  readonly name: string;
}

/**
 * The payload of a sealed block, not copied where it is not compressed.
 * @throws STATE_CORRUPT
 */
export function openBlock(sealed: Uint8Array, offset: number, place: BlockPlace): Uint8Array {
  const where = `${place.name} at byte ${offset}`;
  const end = sealed.length - 4;
  if (end < 1) throw corrupt(place.file, where, 'a block', `${sealed.length} bytes`);
  const found = crc32(sealed.subarray(0, end), seed(place.nonce, offset));
  const view = new DataView(sealed.buffer, sealed.byteOffset, sealed.length);
  const expected = view.getUint32(end, true);
  if (found !== expected) {
    throw corrupt(place.file, where, `checksum ${hex(expected)}`, hex(found));
  }
  const codec = codecOf(sealed[0] as number);
  if (codec === undefined) {
    throw corrupt(place.file, where, 'a known codec', `codec ${sealed[0]}`);
  }
  return codec.decompress(sealed.subarray(1, end));
}

function seed(nonce: number, offset: number): number {
  return (nonce + offset) % 2 ** 32;
}
