/**
 * Writes a sorted file: entries in ascending order of their keys, each key once.
 *
 * `add` is synchronous and fills blocks; finished blocks wait in memory until `flush` hands them to
 * the file. `finish` ends the file with filter, index, deleted ranges, table sizes and footer, in
 * this order, so that one ranged read fetches all but the blocks.
 */
import type { StateFile } from '../api/snapshot.js';
import { grownBytes } from '../column/growth.js';
import type { FileWriter } from '../fs/file-system.js';
import { BlockBuilder } from './block.js';
import { buildFilter, hashKey } from './bloom-filter.js';
import type { Codec } from './codec.js';
import type { Entries } from './entries.js';
import { encodeFooter } from './footer.js';
import type { BlockKeeper, KeptBlocks } from './kept-blocks.js';
import { compareKeys, groupOf } from './key-order.js';
import { encodeRanges, type KeyRange, rangeEnd, rangeStart } from './key-range.js';
import { SEAL_BYTES, sealBlock } from './seal.js';
import { BlockIndexBuilder, separator } from './separators.js';
import { encodeTableSizes, type RowTable, TableSizes } from './table-sizes.js';

export interface FileFormat {
  /** Of a block, before compression. */
  readonly blockBytes: number;
  /** 0 = no filter. */
  readonly bloomBitsPerKey: number;
  readonly codec: Codec;
  /** Of these the filter holds keys, each once, and not those of all their entries. */
  readonly rowTables?: readonly RowTable[];
}

/** What a manifest says of a file beyond what the writer knows. */
export interface FileIdentity {
  readonly path: string;
  readonly level: number;
  readonly sequence: number;
  /** A random number below 2^32. */
  readonly nonce: number;
}

/** A file as a checkpoint names it, and what of it is for memory alone. */
export interface MadeFile extends StateFile {
  readonly kept?: KeptBlocks;
}

const NO_BYTES = new Uint8Array(0);
const LEAST_UNWRITTEN = 64 * 1024;

export class SortedFileWriter {
  readonly #target: FileWriter;
  readonly #identity: FileIdentity;
  readonly #format: FileFormat;
  readonly #block = new BlockBuilder();
  readonly #index = new BlockIndexBuilder();
  readonly #tables: TableSizes;
  readonly #keeper: BlockKeeper | null;
  readonly #ranges: KeyRange[] = [];
  #hashes = new Int32Array(1024);
  #hashCount = 0;
  #entries = 0;
  #deleted = 0;
  #blocks = 0;
  #firstKey: Uint8Array | undefined;
  /** Of the block before. */
  #lastKey: Uint8Array = NO_BYTES;
  /** Separator of the block that is being filled. */
  #separator: Uint8Array = NO_BYTES;
  /** Finished blocks, one behind the other; the memory is used again once they are handed over. */
  #unwritten: Uint8Array = new Uint8Array(LEAST_UNWRITTEN);
  #unwrittenBytes = 0;
  #offset = 0;

  /** @param keeper takes blocks as they are written */
  constructor(
    target: FileWriter,
    identity: FileIdentity,
    format: FileFormat,
    keeper: BlockKeeper | null = null,
  ) {
    this.#target = target;
    this.#identity = identity;
    this.#format = format;
    this.#keeper = keeper;
    this.#tables = new TableSizes(format.rowTables ?? []);
  }

  get entries(): number {
    return this.#entries;
  }

  /** The key added last. */
  get lastKey(): Uint8Array {
    return this.#block.lastKey();
  }

  /** Bytes of the file so far, without its tail. */
  get sizeBytes(): number {
    return this.#offset + this.#block.sizeBytes;
  }

  /** Bytes that `flush` would hand over. */
  get unwrittenBytes(): number {
    return this.#unwrittenBytes;
  }

  /** @param valueEnd −1 = the key is deleted */
  add(
    keys: Uint8Array,
    keyStart: number,
    keyEnd: number,
    values: Uint8Array,
    valueStart: number,
    valueEnd: number,
  ): void {
    if (this.#block.count === 0) this.#startBlock(keys.subarray(keyStart, keyEnd));
    this.#block.add(keys, keyStart, keyEnd, values, valueStart, valueEnd);
    const valueBytes = valueEnd < 0 ? -1 : valueEnd - valueStart;
    const apartBytes = this.#tables.add(keys, keyStart, keyEnd, valueBytes);
    if (this.#format.bloomBitsPerKey > 0) this.#hash(keys, keyStart, keyEnd - apartBytes);
    if (valueEnd < 0) this.#deleted++;
    this.#entries++;
    if (this.#block.sizeBytes >= this.#format.blockBytes) this.#endBlock();
  }

  put(key: Uint8Array, value: Uint8Array): void {
    this.add(key, 0, key.length, value, 0, value.length);
  }

  delete(key: Uint8Array): void {
    this.add(key, 0, key.length, NO_BYTES, 0, -1);
  }

  /** Adds one of the entries. */
  addEntry(entries: Entries, i: number): void {
    this.add(
      entries.keys,
      entries.keyOffsets[i] as number,
      entries.keyOffsets[i + 1] as number,
      entries.values,
      entries.valueOffsets[i] as number,
      entries.deleted[i] === 1 ? -1 : (entries.valueOffsets[i + 1] as number),
    );
  }

  /** Ranges count for older files; the order in which they come does not matter. */
  deleteRange(range: KeyRange): void {
    this.#ranges.push(range);
  }

  async flush(): Promise<void> {
    if (this.#unwrittenBytes === 0) return;
    const bytes = this.#unwritten.subarray(0, this.#unwrittenBytes);
    this.#unwrittenBytes = 0;
    await this.#target.append(bytes);
  }

  /**
   * Ends the file: it is whole and durable when this resolves. Bounds are those of its entries and
   * deleted ranges, unless they are given.
   */
  async finish(bounds: { first?: Uint8Array; last?: Uint8Array } = {}): Promise<MadeFile> {
    this.#endBlock();
    const { firstKey, lastKey } = this.#bounds(bounds);
    const tailAt = this.#unwrittenBytes;
    const footer = this.#tail();
    const kept = this.#keeper?.finish(this.#unwritten.slice(tailAt, this.#unwrittenBytes));
    this.#push(footer);
    await this.flush();
    await this.#target.finish();
    const { path, level, sequence } = this.#identity;
    const clip = { first: groupOf(firstKey), last: groupOf(lastKey) };
    return {
      path,
      level,
      sequence,
      sizeBytes: this.#offset,
      entries: this.#entries,
      footer,
      firstKey,
      lastKey,
      clip,
      ...(kept === undefined ? {} : { kept }),
    };
  }

  async abort(): Promise<void> {
    await this.#target.abort();
  }

  #startBlock(key: Uint8Array): void {
    this.#separator = this.#blocks === 0 ? new Uint8Array(key) : separator(this.#lastKey, key);
    this.#firstKey ??= this.#separator;
  }

  #endBlock(): void {
    if (this.#block.count === 0) return;
    this.#lastKey = this.#block.lastKey();
    const payload = this.#block.finish();
    this.#keeper?.block(this.#blocks, this.#separator, this.#lastKey, payload);
    this.#index.add(this.#separator, this.#seal(payload, this.#format.codec));
    this.#blocks++;
  }

  /** Filter, index, ranges and table sizes. @returns the footer */
  #tail(): Uint8Array {
    const { bloomBitsPerKey, codec } = this.#format;
    const tailOffset = this.#offset;
    const filter = (): Uint8Array => buildFilter(this.#hashes, this.#hashCount, bloomBitsPerKey);
    const hasFilter = bloomBitsPerKey > 0 && this.#entries > 0;
    const filterBytes = hasFilter ? this.#seal(filter(), undefined) : 0;
    const indexBytes = this.#seal(this.#index.finish(), codec);
    const rangesBytes = this.#ranges.length > 0 ? this.#seal(encodeRanges(this.#ranges), codec) : 0;
    const tablesBytes = this.#seal(encodeTableSizes(this.#tables.list()), codec);
    return encodeFooter({
      nonce: this.#identity.nonce,
      tailOffset,
      filterBytes,
      indexBytes,
      rangesBytes,
      tablesBytes,
      entries: this.#entries,
      deleted: this.#deleted,
      blocks: this.#blocks,
    });
  }

  /** @returns bytes of the sealed block */
  #seal(payload: Uint8Array, codec: Codec | undefined): number {
    const at = this.#unwrittenBytes;
    this.#unwritten = grownBytes(this.#unwritten, at + payload.length + SEAL_BYTES);
    const { nonce } = this.#identity;
    const target = { out: this.#unwritten, at, nonce, offset: this.#offset };
    const bytes = sealBlock(payload, codec, target);
    this.#unwrittenBytes += bytes;
    this.#offset += bytes;
    return bytes;
  }

  #push(bytes: Uint8Array): void {
    const end = this.#unwrittenBytes + bytes.length;
    this.#unwritten = grownBytes(this.#unwritten, end);
    this.#unwritten.set(bytes, this.#unwrittenBytes);
    this.#unwrittenBytes = end;
    this.#offset += bytes.length;
  }

  #bounds(given: { first?: Uint8Array; last?: Uint8Array }): {
    firstKey: Uint8Array;
    lastKey: Uint8Array;
  } {
    let firstKey = this.#firstKey;
    let lastKey = this.#firstKey === undefined ? undefined : this.#lastKey;
    for (const range of this.#ranges) {
      const start = rangeStart(range);
      const end = rangeEnd(range);
      if (firstKey === undefined || compareKeys(start, firstKey) < 0) firstKey = start;
      if (lastKey === undefined || compareKeys(end, lastKey) > 0) lastKey = end;
    }
    return {
      firstKey: given.first ?? firstKey ?? NO_BYTES,
      lastKey: given.last ?? lastKey ?? NO_BYTES,
    };
  }

  #hash(keys: Uint8Array, start: number, end: number): void {
    const hash = hashKey(keys, start, end);
    const count = this.#hashCount;
    // Entries of one key come one behind the other.
    if (count > 0 && this.#hashes[count - 1] === hash) return;
    if (count === this.#hashes.length) {
      const grown = new Int32Array(count * 2);
      grown.set(this.#hashes);
      this.#hashes = grown;
    }
    this.#hashes[this.#hashCount++] = hash;
  }
}
