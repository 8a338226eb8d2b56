/**
 * An ordered table on the heap: a keyed table gives the groups, a treap a group orders its entries,
 * a generated comparison decides. Wide lanes of the order columns follow the values they were
 * given.
 */
import type { OrderedDescriptor, OrderedTable } from '../api/ordered.js';
import type { KeyRows } from '../api/reads.js';
import { grownCapacity } from '../column/growth.js';
import { INT } from '../column/logical-type.js';
import { bindComparator, type RowComparator } from '../column/row-comparison.js';
import type { I32Vector, Vector } from '../column/vector.js';
import type { HeapColumn } from './column.js';
import { Freezer, type Frozen } from './frozen.js';
import { type FrozenTable, HeapTable } from './keyed-table.js';
import { lifetimeOf, type StateTime } from './lifetime.js';
import { makeColumn } from './make-column.js';
import { SlotSpace } from './slot-space.js';
import { Treap, type TreapCopy } from './treap.js';
import type { RowWatch } from './watch.js';
import { WrittenTimes } from './written-times.js';

const ROOT = 0;
const COUNT = 1;

/** A table's content as it stood, while keys and entries are still taken. */
export interface FrozenOrdered {
  readonly groups: FrozenTable;
  /** The root of each group's treap, −1 where it is empty. */
  readonly roots: Int32Array;
  readonly treap: TreapCopy;
  /** By entry the columns of the order, then the values as stored. */
  readonly entries: Frozen;
  readonly size: number;
}

export class HeapOrderedTable implements OrderedTable {
  readonly descriptor: OrderedDescriptor;
  added = false;
  watch: RowWatch | null = null;
  /** Empty groups are pruned. */
  prunes = true;
  readonly #groups: HeapTable;
  readonly #space = new SlotSpace();
  readonly #treap = new Treap();
  /** What a checkpoint still takes of the entries. */
  readonly #freezer = new Freezer();
  readonly #order: readonly HeapColumn[];
  readonly #values: readonly HeapColumn[];
  /** When each entry was put; null where entries live forever. */
  readonly written: WrittenTimes | null;
  #capacity = 0;
  #bound: readonly Vector[] = [];
  /** Compares a bound row with an entry; null when it must be bound anew. */
  #compare: RowComparator | null = null;
  /** Where the last search ended, and on which side. */
  #parent = -1;
  #isLess = false;

  constructor(descriptor: OrderedDescriptor, time: StateTime = { now: 0 }) {
    this.descriptor = descriptor;
    const { name, key, order, values } = descriptor;
    this.#groups = new HeapTable({ name, key, values: [INT, INT] });
    this.#order = order.map((column) => makeColumn(column.type));
    this.#values = values.map(makeColumn);
    const lifetime = lifetimeOf(descriptor, time);
    this.written = lifetime === null ? null : new WrittenTimes(lifetime);
  }

  get size(): number {
    return this.#space.size;
  }

  groups(rows: KeyRows, groups: Int32Array, insert: boolean): number {
    const added = this.#groups.locate(rows, groups, insert);
    if (added > 0) this.begin();
    if (this.written !== null) this.#expire(this.written, groups.subarray(0, rows.count));
    return added;
  }

  /** Takes out the expired entries of the next so many groups, and the groups left without. */
  sweep(count: number): void {
    if (this.written === null) return;
    const groups = this.#groups.turn(count);
    this.#expire(this.written, groups);
    this.prune(groups, groups.length);
  }

  #expire(written: WrittenTimes, groups: Int32Array): void {
    // Rows of a batch tend to share groups, and a group's entries may be many.
    for (const group of new Set(groups)) {
      if (group < 0) continue;
      for (let entry = this.first(group); entry !== -1; ) {
        const next = this.next(entry);
        if (written.isOver(entry)) this.remove(group, entry);
        entry = next;
      }
    }
  }

  /** The table of the groups' keys. */
  get keyed(): HeapTable {
    return this.#groups;
  }

  /** Empties the groups that their table inserted last. */
  begin(): void {
    const [roots, counts] = [this.#int(ROOT), this.#int(COUNT)];
    for (const group of this.#groups.inserted()) {
      roots[group] = -1;
      counts[group] = 0;
    }
  }

  prune(groups: Int32Array, count: number): void {
    if (this.prunes) this.free(groups, count);
  }

  /** Frees those of the groups that are empty. */
  free(groups: Int32Array, count: number): void {
    const counts = this.#int(COUNT);
    const empty = new Int32Array(count);
    let found = 0;
    for (let i = 0; i < count; i++) {
      const group = groups[i] as number;
      if (group < 0 || counts[group] !== 0) continue;
      counts[group] = -1;
      empty[found++] = group;
    }
    if (found > 0) this.#groups.free(empty, found);
  }

  keys(groups: Int32Array, count: number): readonly Vector[] {
    return this.#groups.keys(groups, count);
  }

  bind(columns: readonly Vector[]): void {
    this.#bound = columns;
    this.#compare = null;
  }

  find(group: number, row: number): number {
    const entry = this.#search(group, row);
    this.#freezer.beforeOne(entry);
    if (entry >= 0 && this.watch !== null) this.watch.changed(entry);
    return entry;
  }

  #search(group: number, row: number): number {
    const compare = this.#comparator();
    let entry = this.#int(ROOT)[group] as number;
    this.#parent = -1;
    while (entry !== -1) {
      const order = compare(row, entry);
      if (order === 0) return entry;
      this.#parent = entry;
      this.#isLess = order < 0;
      entry = this.#isLess ? this.#treap.left(entry) : this.#treap.right(entry);
    }
    return -1;
  }

  put(group: number, row: number): number {
    const found = this.find(group, row);
    this.added = found === -1;
    if (!this.added) {
      if (this.written !== null) this.written.renew(found);
      return found;
    }
    const entry = this.#space.take();
    this.#reserve(entry + 1);
    for (let c = 0; c < this.#order.length; c++) this.#store(c, entry, row);
    if (this.written !== null) this.written.begin(entry);
    const roots = this.#int(ROOT);
    const counts = this.#int(COUNT);
    const root = roots[group] as number;
    roots[group] = this.#treap.insert(root, this.#parent, this.#isLess, entry);
    counts[group] = (counts[group] as number) + 1;
    if (this.watch !== null) this.watch.added(group, entry, 0);
    return entry;
  }

  remove(group: number, entry: number): void {
    const roots = this.#int(ROOT);
    const counts = this.#int(COUNT);
    roots[group] = this.#treap.remove(roots[group] as number, entry);
    counts[group] = (counts[group] as number) - 1;
    if (this.watch === null || !this.watch.removed(group, entry)) this.release(entry);
  }

  /** Frees the place of an entry that was removed. */
  release(entry: number): void {
    this.#freezer.beforeOne(entry);
    this.#space.release(entry);
    for (const column of this.#order) column.clear(entry);
    for (const column of this.#values) column.clear(entry);
  }

  count(group: number): number {
    return this.#int(COUNT)[group] as number;
  }

  first(group: number): number {
    return this.#treap.first(this.#int(ROOT)[group] as number);
  }

  last(group: number): number {
    return this.#treap.last(this.#int(ROOT)[group] as number);
  }

  next(entry: number): number {
    return this.#treap.next(entry);
  }

  previous(entry: number): number {
    return this.#treap.previous(entry);
  }

  orderColumn(index: number): HeapColumn {
    return this.#order[index] as HeapColumn;
  }

  column(index: number): HeapColumn {
    return this.#values[index] as HeapColumn;
  }

  /** What is stored of an entry: its values, behind the time when it was put, if it expires. */
  get stored(): readonly HeapColumn[] {
    return this.written === null ? this.#values : [this.written, ...this.#values];
  }

  /** The table as it stands: its order is copied, the entries themselves are not yet. */
  frozen(): FrozenOrdered {
    const { end, size } = this.#space;
    return {
      groups: this.#groups.frozen(),
      roots: this.#int(ROOT).slice(),
      treap: this.#treap.copied(end),
      entries: this.#freezer.freeze([...this.#order, ...this.stored], end),
      size,
    };
  }

  /** Bytes of an entry without its key, on the average. */
  entryBytes(): number {
    const columns = [...this.#order, ...this.stored];
    return columns.reduce((sum, column) => sum + column.bytesEach(this.size), 0);
  }

  memoryBytes(): number {
    const columns = [...this.#order, ...this.stored];
    const bytes = columns.reduce((sum, column) => sum + column.memoryBytes(), 0);
    return bytes + this.#treap.memoryBytes() + this.#groups.memoryBytes();
  }

  #int(column: number): Int32Array {
    return (this.#groups.column(column).vector as I32Vector).values;
  }

  #comparator(): RowComparator {
    this.#compare ??= bindComparator(
      this.descriptor.order,
      this.#bound,
      this.#order.map((column) => column.vector),
    );
    return this.#compare;
  }

  /** The comparison is bound to arrays: it is bound anew when storing replaced some. */
  #store(c: number, entry: number, row: number): void {
    const column = this.#order[c] as HeapColumn;
    const before = column.vector;
    column.copyOne(entry, this.#bound[c] as Vector, row);
    if (column.vector !== before) this.#compare = null;
  }

  #reserve(entries: number): void {
    if (entries <= this.#capacity) return;
    this.#capacity = grownCapacity(this.#capacity, entries);
    this.#treap.reserve(this.#capacity);
    for (const column of this.#order) column.reserve(this.#capacity);
    for (const column of this.stored) column.reserve(this.#capacity);
    this.#compare = null;
  }
}
