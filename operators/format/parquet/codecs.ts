/**
 * The codecs of Parquet pages: Node's own where it has one (ZSTD from Node 22.15 on), else those of
 * hyparquet-compressors.
 */
import * as zlib from 'node:zlib';
import type { Compressors } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';

type Decompress = (input: Uint8Array) => Uint8Array;

const native = zlib as typeof zlib & { readonly zstdDecompressSync?: Decompress };

export const codecs: Compressors = {
  ...compressors,
  GZIP: (input) => zlib.gunzipSync(input),
  BROTLI: (input) => zlib.brotliDecompressSync(input),
  ...(native.zstdDecompressSync === undefined ? {} : { ZSTD: native.zstdDecompressSync }),
};
