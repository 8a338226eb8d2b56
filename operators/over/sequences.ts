/**
 * Lists of several partitions as they will stand once a row came or went, laid out one behind the
 * other: so the results of all are computed in one loop an aggregate.
 */
import type { SortedRows } from '../../state/api/row-list.js';
import { grownInt32 } from '../../state/column/growth.js';

export class Sequences {
  /** How many sequences there are, of how many rows together. */
  count = 0;
  size = 0;
  /** By place the row's id, and the number of its sequence. */
  ids: Int32Array = new Int32Array(64);
  owners: Int32Array = new Int32Array(64);
  /** By sequence one past its last place, and the first place whose results may be others. */
  ends: Int32Array = new Int32Array(64);
  starts: Int32Array = new Int32Array(64);

  clear(): void {
    this.count = 0;
    this.size = 0;
  }

  /**
   * @param position where a row comes, or goes
   * @param added the id of the one that comes, −1 for one that goes
   * @param start the position from which on results may be others
   */
  add(lists: SortedRows, slot: number, position: number, added: number, start: number): void {
    const count = lists.count(slot);
    const first = this.size;
    const end = first + (added >= 0 ? count + 1 : count - 1);
    if (end > this.ids.length) {
      this.ids = grownInt32(this.ids, end);
      this.owners = grownInt32(this.owners, end);
    }
    if (this.count === this.ends.length) {
      this.ends = grownInt32(this.ends, this.count + 1);
      this.starts = grownInt32(this.starts, this.count + 1);
    }
    const at = first + position;
    lists.copy(slot, 0, position, this.ids, first);
    if (added >= 0) {
      this.ids[at] = added;
      lists.copy(slot, position, count, this.ids, at + 1);
    } else {
      lists.copy(slot, position + 1, count, this.ids, at);
    }
    this.owners.fill(this.count, first, end);
    this.starts[this.count] = first + start;
    this.ends[this.count++] = end;
    this.size = end;
  }

  /** Places whose results may be others. */
  changed(): Int32Array {
    let found = 0;
    for (let i = 0; i < this.count; i++) {
      found += (this.ends[i] as number) - (this.starts[i] as number);
    }
    const places = new Int32Array(found);
    let next = 0;
    for (let i = 0; i < this.count; i++) {
      const end = this.ends[i] as number;
      for (let place = this.starts[i] as number; place < end; place++) places[next++] = place;
    }
    return places;
  }
}
