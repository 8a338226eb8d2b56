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

/**
 * @param codec undefined = the payload does not shrink
 * @returns codec, payload and checksum, in new memory
 */
export function sealBlock(
  payload: Uint8Array,
  codec: Codec | undefined,
  nonce: number,
  offset: number,
): Uint8Array {
  const packed = codec?.compress(payload);
  // What hardly shrinks is not worth the work of each read.
  const isPacked = packed !== undefined && packed.length < payload.length * 0.9;
  const body = isPacked ? packed : payload;
  const sealed = new Uint8Array(body.length + SEAL_BYTES);
  sealed[0] = isPacked ? (codec?.id ?? 0) : 0;
  sealed.set(body, 1);
  const end = sealed.length - 4;
  const sum = crc32(sealed.subarray(0, end), seed(nonce, offset));
  new DataView(sealed.buffer).setUint32(end, sum, true);
  return sealed;
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
