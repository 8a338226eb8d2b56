/**
 * Blocks of sorted files in memory, within a number of bytes.
 *
 * Payloads stand one behind the other in slabs, so that a million blocks are a few large arrays to
 * the collector. The oldest slab is emptied for new blocks: those that were used since they were
 * put there move on into the new slab, up to half of it, the others go (FIFO with a second chance).
 * The decoded ends of files (index, filter) count too; whoever keeps them says so by `charge`.
 *
 * An entry is valid until the next `insert`; its bytes stay as they are, slabs are never written
 * twice. Each file knows the entries of its blocks.
 */
import { mappedBytes } from '../column/mapped.js';

/** What the cache needs of a file. */
export interface CachedFile {
  /** The cache's entry by block; −1 = not there. */
  readonly blockEntries: Int32Array;
}

interface Slab {
  readonly bytes: Uint8Array;
  used: number;
  /** May name entries that have gone to another slab since, or are free. */
  readonly entries: number[];
}

const LEAST_SLAB = 64 * 1024;
const GREATEST_SLAB = 8 * 1024 * 1024;

export class BlockCache {
  readonly capacityBytes: number;
  hits = 0;
  misses = 0;
  evictions = 0;
  readonly #slabBytes: number;
  /** The oldest first. */
  readonly #slabs: Slab[] = [];
  #slabTotal = 0;
  #charged = 0;
  #owners: (CachedFile | undefined)[] = [];
  #slabOf: (Slab | undefined)[] = [];
  #block = new Int32Array(1024);
  #start = new Int32Array(1024);
  #length = new Int32Array(1024);
  #isUsed = new Uint8Array(1024);
  #free: number[] = [];

  constructor(capacityBytes: number) {
    this.capacityBytes = capacityBytes;
    this.#slabBytes = Math.min(GREATEST_SLAB, Math.max(LEAST_SLAB, capacityBytes >>> 5));
  }

  /** Bytes of slabs and charges. */
  get usedBytes(): number {
    return this.#slabTotal + this.#charged;
  }

  /** Bytes kept elsewhere. */
  get chargedBytes(): number {
    return this.#charged;
  }

  /** Memory kept elsewhere that counts here; negative when it is given back. */
  charge(bytes: number): void {
    this.#charged += bytes;
    while (this.usedBytes > this.capacityBytes && this.#slabs.length > 1) this.#evict(0);
  }

  /** The array that holds an entry's payload; the entry counts as used. */
  bytes(entry: number): Uint8Array {
    this.#isUsed[entry] = 1;
    return (this.#slabOf[entry] as Slab).bytes;
  }

  start(entry: number): number {
    return this.#start[entry] as number;
  }

  end(entry: number): number {
    return (this.#start[entry] as number) + (this.#length[entry] as number);
  }

  insert(file: CachedFile, block: number, payload: Uint8Array): void {
    if (file.blockEntries[block] !== -1 || payload.length > this.capacityBytes) return;
    const entry = this.#free.pop() ?? this.#newEntry();
    this.#owners[entry] = file;
    this.#block[entry] = block;
    this.#isUsed[entry] = 0;
    this.#place(entry, payload);
    file.blockEntries[block] = entry;
  }

  /** The file is closed: its blocks go. */
  forget(file: CachedFile): void {
    for (const entry of file.blockEntries) if (entry >= 0) this.#drop(entry);
    file.blockEntries.fill(-1);
  }

  #place(entry: number, payload: Uint8Array): void {
    let slab = this.#slabs.at(-1);
    if (slab === undefined || slab.used + payload.length > slab.bytes.length) {
      slab = this.#room(payload.length);
    }
    slab.bytes.set(payload, slab.used);
    this.#slabOf[entry] = slab;
    this.#start[entry] = slab.used;
    this.#length[entry] = payload.length;
    slab.used += payload.length;
    slab.entries.push(entry);
  }

  /** A new slab at the end with room for a payload; blocks of the oldest may move into it. */
  #room(least: number): Slab {
    const size = Math.max(this.#slabBytes, least);
    const slab: Slab = { bytes: mappedBytes(size), used: 0, entries: [] };
    this.#slabs.push(slab);
    this.#slabTotal += size;
    const most = Math.min(size - least, size >> 1);
    while (this.usedBytes > this.capacityBytes && this.#slabs.length > 1) {
      this.#evict(most);
    }
    return slab;
  }

  /**
   * Takes the oldest slab out.
   * @param keep up to this fill of the newest, used blocks move there
   */
  #evict(keep: number): void {
    const slab = this.#slabs.shift() as Slab;
    this.#slabTotal -= slab.bytes.length;
    const newest = this.#slabs.at(-1) as Slab;
    for (const entry of slab.entries) {
      if (this.#slabOf[entry] !== slab) continue;
      const length = this.#length[entry] as number;
      if (this.#isUsed[entry] === 1 && newest.used + length <= keep) {
        this.#isUsed[entry] = 0;
        const start = this.#start[entry] as number;
        this.#place(entry, slab.bytes.subarray(start, start + length));
      } else {
        const owner = this.#owners[entry] as CachedFile;
        owner.blockEntries[this.#block[entry] as number] = -1;
        this.#drop(entry);
        this.evictions++;
      }
    }
  }

  #drop(entry: number): void {
    this.#owners[entry] = undefined;
    this.#slabOf[entry] = undefined;
    this.#free.push(entry);
  }

  #newEntry(): number {
    const entry = this.#owners.length;
    this.#owners.push(undefined);
    this.#slabOf.push(undefined);
    if (entry >= this.#block.length) {
      this.#block = doubled(this.#block);
      this.#start = doubled(this.#start);
      this.#length = doubled(this.#length);
      const used = new Uint8Array(this.#isUsed.length * 2);
      used.set(this.#isUsed);
      this.#isUsed = used;
    }
    return entry;
  }
}

function doubled(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(numbers.length * 2);
  grown.set(numbers);
  return grown;
}
