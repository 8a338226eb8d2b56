/**
 * A Bloom filter in blocks of 64 bytes (F. Putze, P. Sanders, J. Singler, Cache-, Hash- and
 * Space-Efficient Bloom Filters, 2007): all bits of a key lie in one cache line. At 10 bits a key
 * about 1 % of absent keys pass.
 *
 * The bytes are `probes (1) | blocks`; the hash is part of the file format.
 */

const BLOCK_BYTES = 64;
const SEED = 0x9747b28c;

/** 32 bits of a key. */
export function hashKey(bytes: Uint8Array, start: number, end: number): number {
  let hash = SEED ^ (end - start);
  let at = start;
  for (; at + 4 <= end; at += 4) {
    const word =
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24);
    hash = Math.imul(hash ^ Math.imul(word, 0xcc9e2d51), 0x1b873593);
    hash ^= hash >>> 15;
  }
  let rest = 0;
  for (; at < end; at++) rest = (rest << 8) | (bytes[at] as number);
  hash = Math.imul(hash ^ Math.imul(rest, 0x85ebca6b), 0xc2b2ae35);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x7feb352d);
  return hash ^ (hash >>> 15);
}

/** @param hashes of the keys, in any order */
export function buildFilter(hashes: Int32Array, count: number, bitsPerKey: number): Uint8Array {
  const blocks = Math.max(1, Math.ceil((count * bitsPerKey) / (BLOCK_BYTES * 8)));
  const probes = Math.min(12, Math.max(1, Math.round(bitsPerKey * Math.LN2 * 0.9)));
  const filter = new Uint8Array(1 + blocks * BLOCK_BYTES);
  filter[0] = probes;
  for (let i = 0; i < count; i++) {
    const hash = hashes[i] as number;
    const base = 1 + blockOf(hash, blocks) * BLOCK_BYTES;
    let bits = Math.imul(hash, 0x9e3779b1);
    for (let probe = 0; probe < probes; probe++) {
      const at = base + (bits >>> 26);
      filter[at] = (filter[at] as number) | (1 << ((bits >>> 23) & 7));
      bits = (Math.imul(bits, 0x2c1b3c6d) + 0x297a2d39) | 0;
    }
  }
  return filter;
}

/** False = the key is not among those the filter was built of. */
export function mayContain(filter: Uint8Array, hash: number): boolean {
  const blocks = (filter.length - 1) / BLOCK_BYTES;
  const base = 1 + blockOf(hash, blocks) * BLOCK_BYTES;
  let bits = Math.imul(hash, 0x9e3779b1);
  for (let probe = filter[0] as number; probe > 0; probe--) {
    const at = base + (bits >>> 26);
    if ((((filter[at] as number) >> ((bits >>> 23) & 7)) & 1) === 0) return false;
    bits = (Math.imul(bits, 0x2c1b3c6d) + 0x297a2d39) | 0;
  }
  return true;
}

/** Scales the hash to the number of blocks. */
function blockOf(hash: number, blocks: number): number {
  return Math.floor(((hash >>> 0) * blocks) / 2 ** 32);
}
