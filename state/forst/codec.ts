/** How the payload of a block is packed; the number stands in the block. */

export interface Codec {
  /** `NONE`, `LZ4`, … */
  readonly name: string;
  readonly id: number;
  /** Undefined when the codec leaves bytes as they are. */
  compress(bytes: Uint8Array): Uint8Array | undefined;
  decompress(bytes: Uint8Array): Uint8Array;
}

export const NONE: Codec = {
  name: 'NONE',
  id: 0,
  compress: () => undefined,
  decompress: (bytes) => bytes,
};

export function codecOf(id: number): Codec | undefined {
  return id === 0 ? NONE : undefined;
}
