/**
 * All rows of a bounded source, by a key: what answers lookups of a table that cannot be asked
 * itself. The rows lie in a table of state on the heap; once loaded nothing changes any more, so
 * what was found stays valid as long as somebody holds it.
 */

import type { KeyRows } from '../../../state/api/reads.js';
import type { LinkedList, LinkedRows } from '../../../state/api/row-list.js';
import type { LogicalType } from '../../../state/column/logical-type.js';
import { VectorPool } from '../../../state/column/vector-pool.js';
import { HeapStore } from '../../../state/heap/store.js';
import { keyRows } from '../../core/key-rows.js';
import type { FoundRows, LookupContext } from '../../core/lookup.js';
import type { Source, SourceContext, Split } from '../../core/source.js';

/** Keys are not dealt to tasks here: all belong to one group. */
export const ONE_GROUP = { first: 0, last: 0, of: 1 };

export class KeyedRows {
  readonly #key: readonly number[];
  readonly #rows: LinkedRows;
  readonly #list: LinkedList;

  /**
   * @param types of the rows
   * @param key columns of them
   */
  private constructor(types: readonly LogicalType[], key: readonly number[]) {
    this.#key = key;
    this.#rows = rowsByKey(types, key);
    this.#list = this.#rows.lists[0] as LinkedList;
  }

  /** Reads these splits of the source to their ends, one after the other. */
  static async load(
    source: Source,
    splits: readonly Split[],
    types: readonly LogicalType[],
    key: readonly number[],
    context: LookupContext,
  ): Promise<KeyedRows> {
    const index = new KeyedRows(types, key);
    for (const split of splits) await index.#read(source, split, context);
    return index;
  }

  find(keys: KeyRows): FoundRows {
    const slots = new Int32Array(keys.count);
    this.#rows.locate(keys, slots, false);
    return rowsAt(this.#list, slots);
  }

  async #read(source: Source, split: Split, lookup: LookupContext): Promise<void> {
    let wake = (): void => {};
    const { clock, batchRows, timeZone } = lookup;
    const context: SourceContext = {
      clock,
      batchRows,
      timeZone,
      vectors: new VectorPool(false),
      wake: () => wake(),
    };
    const reader = await source.open(split, context);
    try {
      for (;;) {
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        const result = await reader.next();
        if (result.kind === 'end') return;
        if (result.kind === 'batch') this.#add(result.batch);
        else await woken;
      }
    } finally {
      await reader.close();
    }
  }

  #add(batch: KeyRows): void {
    const { columns, selection, count } = batch;
    const slots = new Int32Array(count);
    const ids = new Int32Array(count);
    this.#rows.locate(keyRows(batch, this.#key), slots, true);
    this.#list.rows.add(columns, selection, count, ids);
    for (let i = 0; i < count; i++) this.#list.append(slots[i] as number, ids[i] as number);
  }
}

/**
 * An empty table for rows by key.
 * @param types of the rows
 * @param key columns of them
 */
export function rowsByKey(types: readonly LogicalType[], key: readonly number[]): LinkedRows {
  return new HeapStore(ONE_GROUP).linkedRows({
    name: 'rows',
    key: key.map((column) => types[column] as LogicalType),
    lists: [types],
  });
}

/** The rows of these slots as they lie; of slot −1 none. */
export function rowsAt(list: LinkedList, slots: Int32Array): FoundRows {
  const starts = new Int32Array(slots.length + 1);
  let rows = new Int32Array(slots.length);
  let found = 0;
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] as number;
    for (let id = slot < 0 ? -1 : list.first(slot); id >= 0; id = list.next(id)) {
      if (found === rows.length) rows = grown(rows);
      rows[found++] = id;
    }
    starts[i + 1] = found;
  }
  return { columns: list.rows.columns(), starts, rows: rows.subarray(0, found) };
}

function grown(rows: Int32Array): Int32Array<ArrayBuffer> {
  const more = new Int32Array(Math.max(64, rows.length * 2));
  more.set(rows);
  return more;
}
