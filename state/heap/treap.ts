/**
 * Ordered groups of entries as treaps over typed arrays: a binary tree by the entries' order that
 * is a heap by a hash of the entry number, so its depth is logarithmic whatever the order of
 * arrival, and it is the same for the same entries. 12 bytes an entry, one tree a group, named by
 * its root.
 */
import { grownInt32 } from '../column/growth.js';
import { mix } from '../column/hash.js';

const NONE = -1;

/** The children of each entry, as they stood. */
export interface TreapCopy {
  readonly left: Int32Array;
  readonly right: Int32Array;
}

export class Treap {
  #left: Int32Array = new Int32Array(0);
  #right: Int32Array = new Int32Array(0);
  #parent: Int32Array = new Int32Array(0);

  /** Makes room for entries below `capacity`. */
  reserve(capacity: number): void {
    if (capacity <= this.#left.length) return;
    this.#left = grownInt32(this.#left, capacity);
    this.#right = grownInt32(this.#right, capacity);
    this.#parent = grownInt32(this.#parent, capacity);
  }

  left(entry: number): number {
    return this.#left[entry] as number;
  }

  right(entry: number): number {
    return this.#right[entry] as number;
  }

  /**
   * Hangs a new entry below `parent`, on its left where `isLess`, and restores the heap.
   * @param parent the entry where the search for its place ended; −1 in an empty tree
   * @returns the tree's root
   */
  insert(root: number, parent: number, isLess: boolean, entry: number): number {
    this.#left[entry] = NONE;
    this.#right[entry] = NONE;
    this.#parent[entry] = parent;
    if (parent === NONE) return entry;
    if (isLess) this.#left[parent] = entry;
    else this.#right[parent] = entry;
    while (this.#parent[entry] !== NONE && isAbove(entry, this.#parent[entry] as number)) {
      this.#rotateUp(entry);
    }
    return this.#parent[entry] === NONE ? entry : root;
  }

  /** Takes an entry out; gives the tree's root, −1 when it is empty. */
  remove(root: number, entry: number): number {
    let top = root;
    for (;;) {
      const left = this.#left[entry] as number;
      const right = this.#right[entry] as number;
      if (left === NONE || right === NONE) {
        const child = left === NONE ? right : left;
        const parent = this.#parent[entry] as number;
        this.#replaceChild(parent, entry, child);
        if (child !== NONE) this.#parent[child] = parent;
        return top === entry ? child : top;
      }
      const upper = isAbove(left, right) ? left : right;
      this.#rotateUp(upper);
      if (top === entry) top = upper;
    }
  }

  first(root: number): number {
    let entry = root;
    while (entry !== NONE && this.#left[entry] !== NONE) entry = this.#left[entry] as number;
    return entry;
  }

  last(root: number): number {
    let entry = root;
    while (entry !== NONE && this.#right[entry] !== NONE) entry = this.#right[entry] as number;
    return entry;
  }

  next(entry: number): number {
    const right = this.#right[entry] as number;
    if (right !== NONE) return this.first(right);
    let child = entry;
    let parent = this.#parent[child] as number;
    while (parent !== NONE && this.#right[parent] === child) {
      child = parent;
      parent = this.#parent[child] as number;
    }
    return parent;
  }

  previous(entry: number): number {
    const left = this.#left[entry] as number;
    if (left !== NONE) return this.last(left);
    let child = entry;
    let parent = this.#parent[child] as number;
    while (parent !== NONE && this.#left[parent] === child) {
      child = parent;
      parent = this.#parent[child] as number;
    }
    return parent;
  }

  copied(end: number): TreapCopy {
    return { left: this.#left.slice(0, end), right: this.#right.slice(0, end) };
  }

  memoryBytes(): number {
    return this.#left.length * 12;
  }

  /** Puts an entry in its parent's place, and the parent below it. */
  #rotateUp(entry: number): void {
    const parent = this.#parent[entry] as number;
    const above = this.#parent[parent] as number;
    const isLeft = this.#left[parent] === entry;
    const inner = (isLeft ? this.#right[entry] : this.#left[entry]) as number;
    if (isLeft) {
      this.#left[parent] = inner;
      this.#right[entry] = parent;
    } else {
      this.#right[parent] = inner;
      this.#left[entry] = parent;
    }
    if (inner !== NONE) this.#parent[inner] = parent;
    this.#parent[parent] = entry;
    this.#parent[entry] = above;
    this.#replaceChild(above, parent, entry);
  }

  #replaceChild(parent: number, old: number, child: number): void {
    if (parent === NONE) return;
    if (this.#left[parent] === old) this.#left[parent] = child;
    else this.#right[parent] = child;
  }
}

function isAbove(a: number, b: number): boolean {
  return mix(a + 1) >>> 0 > mix(b + 1) >>> 0;
}
