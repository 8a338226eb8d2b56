/**
 * How the payload of a block is packed; the number stands in the block. LZ4 comes from `lz4-napi`
 * (blocks with their length in front), ZSTD from Node's own zlib where it has it (22.15 and newer).
 */
import { createRequire } from 'node:module';
import * as zlib from 'node:zlib';
import { MillraceError } from '../../conf/errors/error.js';

export interface Codec {
  readonly name: CodecName;
  readonly id: number;
  /** Undefined when the codec leaves bytes as they are. */
  compress(bytes: Uint8Array): Uint8Array | undefined;
  decompress(bytes: Uint8Array): Uint8Array;
}

export type CodecName = 'NONE' | 'LZ4' | 'ZSTD';

interface Lz4 {
  compressSync(bytes: Uint8Array): Uint8Array;
  uncompressSync(bytes: Uint8Array): Uint8Array;
}

/** What newer versions of `node:zlib` add. */
interface Zstd {
  zstdCompressSync?(bytes: Uint8Array): Uint8Array;
  zstdDecompressSync?(bytes: Uint8Array): Uint8Array;
}

/** The binding is loaded when the first block asks for it. */
let loaded: Lz4 | undefined;
function lz4(): Lz4 {
  loaded ??= createRequire(import.meta.url)('lz4-napi') as Lz4;
  return loaded;
}

function zstd(): Required<Zstd> {
  const { zstdCompressSync, zstdDecompressSync } = zlib as Zstd;
  if (zstdCompressSync === undefined || zstdDecompressSync === undefined) {
    throw new MillraceError(
      'STATE_CORRUPT',
      `State compressed with ZSTD cannot be read by Node ${process.versions.node}`,
      { hint: 'Use Node 22.15 or newer, or LZ4_COMPRESSION.' },
    );
  }
  return { zstdCompressSync, zstdDecompressSync };
}

export const NONE: Codec = {
  name: 'NONE',
  id: 0,
  compress: () => undefined,
  decompress: (bytes) => bytes,
};

export const LZ4: Codec = {
  name: 'LZ4',
  id: 1,
  compress: (bytes) => lz4().compressSync(bytes),
  decompress: (bytes) => lz4().uncompressSync(bytes),
};

export const ZSTD: Codec = {
  name: 'ZSTD',
  id: 2,
  compress: (bytes) => zstd().zstdCompressSync(bytes),
  decompress: (bytes) => zstd().zstdDecompressSync(bytes),
};

const codecs: readonly Codec[] = [NONE, LZ4, ZSTD];

export function codecOf(id: number): Codec | undefined {
  return codecs[id];
}

export function codecNamed(name: CodecName): Codec {
  return name === 'LZ4' ? LZ4 : name === 'ZSTD' ? ZSTD : NONE;
}

/**
 * @param key the option that names the codec
 * @throws CONFIG_VALUE when this Node has no such codec
 */
export function checkCodec(name: CodecName, key: string): void {
  if (name !== 'ZSTD' || (zlib as Zstd).zstdCompressSync !== undefined) return;
  throw new MillraceError(
    'CONFIG_VALUE',
    `'${key}' has ZSTD_COMPRESSION, which Node ${process.versions.node} lacks`,
    { hint: 'Use Node 22.15 or newer, or LZ4_COMPRESSION.' },
  );
}
