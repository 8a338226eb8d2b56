/**
 * The keys that were asked for, with their rows (`lookup.cache` = PARTIAL), in front of any source.
 * Keys that are not kept are asked for together, each once. A key goes when its time is over
 * (`expire-after-…`) or when more than `max-rows` are kept: first the one whose use is longest ago.
 *
 * Rows that are given out are copied, since what is kept may be replaced before they are used.
 */
import type { KeyRows } from '../../../state/api/reads.js';
import { type LinkedList, type LinkedRows, releaseRows } from '../../../state/api/row-list.js';
import { concat } from '../../../state/column/concat.js';
import { gather } from '../../../state/column/gather.js';
import type { LogicalType } from '../../../state/column/logical-type.js';
import type { Vector } from '../../../state/column/vector.js';
import { HeapStore } from '../../../state/heap/store.js';
import type { FoundRows, LookupContext, LookupSource } from '../../core/lookup.js';
import { ONE_GROUP, rowsAt, rowsByKey } from './keyed-rows.js';
import type { LookupOptions } from './options.js';

/** When a key that is kept was looked up, and asked for last, ms. */
interface Times {
  readonly written: number;
  used: number;
}

/** Keys that must be asked for, each once. */
interface Missing {
  readonly keys: KeyRows;
  /** By key of the batch its number in `keys`; −1 where it is kept. */
  readonly numbers: Int32Array;
}

export class PartialCache implements LookupSource {
  readonly #source: LookupSource;
  readonly #options: LookupOptions;
  readonly #context: LookupContext;
  readonly #keyTypes: readonly LogicalType[];
  readonly #rows: LinkedRows;
  readonly #list: LinkedList;
  /** By slot; the key whose use is longest ago is first. */
  readonly #kept = new Map<number, Times>();
  #sweptAt: number;

  /**
   * @param types of the rows
   * @param key columns of them
   */
  constructor(
    source: LookupSource,
    types: readonly LogicalType[],
    key: readonly number[],
    options: LookupOptions,
    context: LookupContext,
  ) {
    this.#source = source;
    this.#options = options;
    this.#context = context;
    this.#sweptAt = context.clock.now();
    this.#keyTypes = key.map((column) => types[column] as LogicalType);
    this.#rows = rowsByKey(types, key);
    this.#list = this.#rows.lists[0] as LinkedList;
  }

  lookup(keys: KeyRows): FoundRows | Promise<FoundRows> {
    const now = this.#context.clock.now();
    this.#sweep(now);
    const slots = new Int32Array(keys.count);
    this.#rows.locate(keys, slots, false);
    for (let i = 0; i < slots.length; i++) {
      if (!this.#use(slots[i] as number, now)) slots[i] = -1;
    }
    const near = this.#copied(slots);
    const missing = missingOf(keys, slots, this.#keyTypes);
    if (missing === null) return near;
    const asked = this.#source.lookup(missing.keys);
    if (!(asked instanceof Promise)) return this.#complete(near, missing, asked);
    return asked.then((found) => this.#complete(near, missing, found));
  }

  close(): void | Promise<void> {
    return this.#source.close();
  }

  #complete(near: FoundRows, missing: Missing, found: FoundRows): FoundRows {
    this.#keep(missing.keys, found);
    return joined(near, missing.numbers, found);
  }

  /** Whether the key of this slot is kept and not out of date; then it was used now. */
  #use(slot: number, now: number): boolean {
    const times = this.#kept.get(slot);
    if (times === undefined || this.#isOver(times, now)) return false;
    times.used = now;
    this.#kept.delete(slot);
    this.#kept.set(slot, times);
    return true;
  }

  #isOver({ written, used }: Times, now: number): boolean {
    const { expireAfterAccess = Infinity, expireAfterWrite = Infinity } = this.#options;
    return now - used >= expireAfterAccess || now - written >= expireAfterWrite;
  }

  #copied(slots: Int32Array): FoundRows {
    const { columns, starts, rows } = rowsAt(this.#list, slots);
    return { columns: gathered(columns, rows), starts, rows: Int32Array.from(rows.keys()) };
  }

  #keep(keys: KeyRows, { columns, starts, rows }: FoundRows): void {
    const now = this.#context.clock.now();
    const slots = new Int32Array(keys.count);
    this.#rows.locate(keys, slots, true);
    const ids = new Int32Array(rows.length);
    if (rows.length > 0) this.#list.rows.add(columns, rows, rows.length, ids);
    const gone: number[] = [];
    for (let i = 0; i < keys.count; i++) {
      const slot = slots[i] as number;
      releaseRows(this.#list, slot);
      this.#kept.delete(slot);
      const [start, end] = [starts[i] as number, starts[i + 1] as number];
      for (let at = start; at < end; at++) this.#list.append(slot, ids[at] as number);
      if (end > start || this.#options.cacheMissingKey) {
        this.#kept.set(slot, { written: now, used: now });
      } else gone.push(slot);
    }
    const { maxRows = Infinity } = this.#options;
    for (const slot of this.#kept.keys()) {
      if (this.#kept.size <= maxRows) break;
      gone.push(this.#dropped(slot));
    }
    this.#free(gone);
  }

  /** From time to time all that is out of date goes, whether it is asked for or not. */
  #sweep(now: number): void {
    const { expireAfterAccess = Infinity, expireAfterWrite = Infinity } = this.#options;
    if (now - this.#sweptAt < Math.min(expireAfterAccess, expireAfterWrite)) return;
    this.#sweptAt = now;
    const over = [...this.#kept].filter(([, times]) => this.#isOver(times, now));
    this.#free(over.map(([slot]) => this.#dropped(slot)));
  }

  #dropped(slot: number): number {
    this.#kept.delete(slot);
    releaseRows(this.#list, slot);
    return slot;
  }

  #free(slots: readonly number[]): void {
    this.#rows.prune(Int32Array.from(slots), slots.length);
    this.#list.rows.reclaim();
  }
}

/** @param slots by key; −1 where it must be asked for */
function missingOf(
  { columns, selection }: KeyRows,
  slots: Int32Array,
  types: readonly LogicalType[],
): Missing | null {
  const places = Array.from(slots.keys()).filter((i) => slots[i] === -1);
  if (places.length === 0) return null;
  const own = Int32Array.from(places, (i) => (selection === null ? i : (selection[i] as number)));
  const distinct = new HeapStore(ONE_GROUP).table({ name: 'keys', key: types, values: [] });
  const slotOf = new Int32Array(own.length);
  const count = distinct.locate({ columns, selection: own, count: own.length }, slotOf, true);
  const numbers = new Int32Array(slots.length).fill(-1);
  const firsts = new Int32Array(count).fill(-1);
  places.forEach((place, i) => {
    const number = slotOf[i] as number;
    numbers[place] = number;
    if (firsts[number] === -1) firsts[number] = own[i] as number;
  });
  return { keys: { columns, selection: firsts, count }, numbers };
}

/** What was kept and what was asked for, as one answer. */
function joined(near: FoundRows, numbers: Int32Array, found: FoundRows): FoundRows {
  const nearCount = near.rows.length;
  const asked = gathered(found.columns, found.rows);
  const columns = near.columns.map((vector, c) =>
    concat([
      { vector, count: nearCount },
      { vector: asked[c] ?? vector, count: asked.length === 0 ? 0 : found.rows.length },
    ]),
  );
  const starts = new Int32Array(numbers.length + 1);
  const rows: number[] = [];
  numbers.forEach((number, i) => {
    const [from, shift] = number < 0 ? [near.starts, 0] : [found.starts, nearCount];
    const at = number < 0 ? i : number;
    const end = from[at + 1] as number;
    for (let row = from[at] as number; row < end; row++) rows.push(shift + row);
    starts[i + 1] = rows.length;
  });
  return { columns, starts, rows: Int32Array.from(rows) };
}

function gathered(columns: readonly Vector[], rows: Int32Array): readonly Vector[] {
  return columns.map((vector) => gather(vector, rows, rows.length));
}
