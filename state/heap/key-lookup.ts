/**
 * The index of a keyed table: hash → slot, open addressing with linear probing over typed arrays.
 *
 * A segment is an Int32Array of cells (hash, slot + 1), so a probe touches one cache line and
 * rarely the keys. Segments double up to 2^18 cells; a full one of that size is split in two by the
 * next bit of the hash (extendible hashing: a directory by the hash's upper bits names the
 * segment). So growing moves at most 164,000 keys at a time, a few milliseconds, however large the
 * table is, where segments by key group grow without bound and cost a second hash a lookup.
 *
 * Invariants: a key's cell lies between its home (hash & mask) and the first empty cell behind it;
 * the directory's entry for a hash is the one segment that may hold it.
 */

import { touchHomes } from '../column/touch.js';

export class Segment {
  /** Two entries a cell: hash, slot + 1 (0 = empty). */
  cells: Int32Array;
  /** Cells − 1. */
  mask: number;
  used = 0;
  /** Most cells in use before the segment grows. */
  limit: number;
  /** How many upper bits of the hash its keys share. */
  readonly depth: number;

  constructor(cells: number, depth: number) {
    this.cells = new Int32Array(cells * 2);
    this.mask = cells - 1;
    this.limit = limitOf(cells);
    this.depth = depth;
  }

  double(): void {
    const old = this.cells;
    const cells = old.length;
    this.cells = new Int32Array(cells * 2);
    this.mask = cells - 1;
    this.limit = limitOf(cells);
    this.used = 0;
    insertAll(old, () => this);
  }
}

/** While the cells fit a core's own caches, memory is cheap and a second probe is not. */
function limitOf(cells: number): number {
  return cells <= NEAR_CELLS ? cells >> 2 : (cells >> 3) * 5;
}

const NEAR_CELLS = 1 << 14;
const LEAST_CELLS = 16;
const GREATEST_CELLS = 1 << 18;
/** Past this depth segments double instead: splitting does not part equal hashes. */
const GREATEST_DEPTH = 16;

export class KeyLookup {
  directory: Segment[] = [new Segment(LEAST_CELLS, 0)];
  /** `(hash >>> 1) >>> shift` is the position in the directory. */
  shift = 31;
  /** What `touch` loaded. */
  touched = 0;

  segmentOf(hash: number): Segment {
    return this.directory[(hash >>> 1) >>> this.shift] as Segment;
  }

  /** Brings the homes of hashes near (`column/touch.ts`). */
  touch(hashes: Int32Array, count: number): void {
    const [{ cells, mask }] = this.directory as [Segment];
    if (this.directory.length === 1) {
      this.touched = touchHomes(cells, mask, hashes, count);
      return;
    }
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let i = 0; i < count - 3; i += 4) {
      a |= this.#home(hashes[i] as number);
      b |= this.#home(hashes[i + 1] as number);
      c |= this.#home(hashes[i + 2] as number);
      d |= this.#home(hashes[i + 3] as number);
    }
    this.touched = a | b | c | d;
  }

  #home(hash: number): number {
    const { cells, mask } = this.segmentOf(hash);
    return cells[2 * (hash & mask)] as number;
  }

  /** Makes room in the full segment of this hash. */
  grow(hash: number): void {
    const segment = this.segmentOf(hash);
    const cells = segment.mask + 1;
    if (cells < GREATEST_CELLS || segment.depth === GREATEST_DEPTH) {
      segment.double();
    } else {
      this.#split(segment, hash);
    }
  }

  /** Enters a slot whose key is not there. */
  add(hash: number, slot: number): void {
    if (this.segmentOf(hash).used >= this.segmentOf(hash).limit) this.grow(hash);
    const segment = this.segmentOf(hash);
    const { cells, mask } = segment;
    let p = hash & mask;
    while (cells[p * 2 + 1] !== 0) p = (p + 1) & mask;
    cells[p * 2] = hash;
    cells[p * 2 + 1] = slot + 1;
    segment.used++;
  }

  /** Takes a slot's cell out. The cells behind it move up, so no tombstones are left. */
  remove(hash: number, slot: number): void {
    const segment = this.segmentOf(hash);
    const { cells, mask } = segment;
    let hole = hash & mask;
    while (cells[hole * 2 + 1] !== slot + 1) hole = (hole + 1) & mask;
    let at = hole;
    for (;;) {
      at = (at + 1) & mask;
      if (cells[at * 2 + 1] === 0) break;
      const home = (cells[at * 2] as number) & mask;
      if (((at - home) & mask) < ((at - hole) & mask)) continue;
      cells[hole * 2] = cells[at * 2] as number;
      cells[hole * 2 + 1] = cells[at * 2 + 1] as number;
      hole = at;
    }
    cells[hole * 2 + 1] = 0;
    segment.used--;
  }

  /** Empties the index; its capacity stays. */
  clear(): void {
    for (const segment of new Set(this.directory)) {
      if (segment.used > 0) segment.cells.fill(0);
      segment.used = 0;
    }
  }

  memoryBytes(): number {
    let sum = 0;
    for (const segment of new Set(this.directory)) sum += segment.cells.byteLength;
    return sum;
  }

  #split(segment: Segment, hash: number): void {
    const depth = segment.depth + 1;
    if (depth > 31 - this.shift) this.#deepen();
    const bit = 32 - depth;
    const pair = [new Segment(GREATEST_CELLS, depth), new Segment(GREATEST_CELLS, depth)] as const;
    insertAll(segment.cells, (h) => pair[(h >>> bit) & 1] as Segment);
    const span = 1 << (31 - this.shift - segment.depth);
    const first = ((hash >>> 1) >>> this.shift) & ~(span - 1);
    for (let i = 0; i < span; i++) this.directory[first + i] = pair[i < span / 2 ? 0 : 1];
  }

  #deepen(): void {
    this.directory = this.directory.flatMap((segment) => [segment, segment]);
    this.shift--;
  }
}

function insertAll(old: Int32Array, segmentOf: (hash: number) => Segment): void {
  for (let i = 0; i < old.length; i += 2) {
    const slot = old[i + 1] as number;
    if (slot === 0) continue;
    const hash = old[i] as number;
    const segment = segmentOf(hash);
    const { cells, mask } = segment;
    let p = hash & mask;
    while (cells[p * 2 + 1] !== 0) p = (p + 1) & mask;
    cells[p * 2] = hash;
    cells[p * 2 + 1] = slot;
    segment.used++;
  }
}
