/**
 * Two lists a key whose rows have a unique key, as a join has them, beside a plain model; run by
 * each backend's tests. A batch puts rows into one list and takes some out, without reading it, and
 * reads the other, however it comes. Rows expire, where a time to live is given.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { Random } from '../../conf/random.js';
import { ReadList } from '../api/read-list.js';
import type { KeyRows } from '../api/reads.js';
import type { LinkedList, LinkedRows, RowPage } from '../api/row-list.js';
import type { StateHandle } from '../api/snapshot.js';
import type { DurableStore, StateBackend } from '../api/store.js';
import { INT, STRING } from '../column/logical-type.js';
import { scalarAt, vectorOf } from '../column/scalar-access.js';
import type { Vector } from '../column/vector.js';
import type { FileSystem } from '../fs/file-system.js';
import { MemoryFileSystem } from '../fs/memory.js';

const KEYS = 5;
const ALL = { first: 0, last: 15, of: 16 };

interface Kept {
  readonly text: string;
  readonly written: number;
}

interface Change {
  readonly key: number;
  /** Unique within the key, where rows are replaced. */
  readonly name: string | null;
  readonly isPut: boolean;
}

function keyRows(numbers: readonly number[]): KeyRows {
  return { columns: [vectorOf(INT, numbers)], selection: null, count: numbers.length };
}

export class Replaced {
  /** Lists that were read by pages. */
  paged = 0;
  now = 1_700_000_000_000;
  readonly #store: DurableStore;
  readonly #ttlMs: number;
  readonly #lists: LinkedRows;
  /** By list and key; names in the order in which they were put. */
  readonly #model: readonly (readonly Map<string | null, Kept>[])[];
  #puts = 0;

  /** @param from the same lists on the store that this one's was restored from */
  constructor(store: DurableStore, ttlMs: number, from: Replaced | null = null) {
    this.#store = store;
    this.#ttlMs = ttlMs;
    this.#lists = store.linkedRows({
      name: 'both',
      key: [INT],
      lists: [
        [STRING, STRING],
        [STRING, STRING],
      ],
      appended: [true, true],
      unique: [[1], null],
      ttlMs: [ttlMs, ttlMs],
    });
    const empty = () => Array.from({ length: KEYS }, () => new Map<string | null, Kept>());
    this.#model = from === null ? [empty(), empty()] : from.#model;
    this.#puts = from === null ? 0 : from.#puts;
    this.now = from?.now ?? this.now;
  }

  /**
   * Starts bringing near what a batch needs; half of the rows are of key 0.
   * @returns applies it; batches are applied in the order in which they were begun
   */
  begin(random: Random, rows = 12): () => Promise<void> {
    const side = random.nextInt(0, 2) === 0 ? 1 : 0;
    const changes = Array.from({ length: rows }, (): Change => {
      const number = random.nextInt(0, 60);
      return {
        key: Math.max(0, random.nextInt(-KEYS, KEYS - 1)),
        name: number === 0 ? null : `row ${number}`,
        isPut: side === 1 || random.nextInt(0, 2) > 0,
      };
    });
    const passes = this.#ttlMs === 0 ? 0 : random.nextInt(0, this.#ttlMs / 8);
    return this.#change(changes, side, undefined, passes);
  }

  /** All rows of all keys are there, each once. */
  async check(): Promise<void> {
    const all = Array.from({ length: KEYS }, (_, key) => key);
    for (const side of [0, 1]) await this.#change([], side, all, 0)();
  }

  #change(
    changes: readonly Change[],
    side: number,
    read = changes.map(({ key }) => key),
    passes: number,
  ): () => Promise<void> {
    const reads = new ReadList();
    reads.rows(this.#lists, keyRows(read), side);
    const ticket = this.#store.prefetch(reads);
    return async () => {
      if (!ticket.ready) await ticket.wait();
      this.now += passes;
      this.#store.begin(this.now);
      const slots = new Int32Array(read.length);
      this.#lists.locate(keyRows(read), slots, true);
      for (const [i, key] of read.entries()) {
        await this.#checkList(key, slots[i] as number, 1 - side);
      }
      changes.forEach((change, i) => {
        this.#apply(change, slots[i] as number, side);
      });
      for (const list of this.#lists.lists) list.rows.reclaim();
      ticket.release();
    };
  }

  #apply(change: Change, slot: number, side: number): void {
    const { key, isPut } = change;
    const list = this.#lists.lists[side] as LinkedList;
    const rows = this.#model[side]?.[key] as Map<string | null, Kept>;
    const text = `text ${this.#puts++}`;
    const name = side === 1 ? text : change.name;
    const near = side === 1 ? -1 : nearRow(list, slot, name);
    if (near >= 0) {
      list.unlink(slot, near);
      list.rows.release(near);
    }
    rows.delete(name);
    const isPartial = list.parts !== null && list.parts[slot] !== 0;
    if (!isPut && (near >= 0 || !isPartial)) return;
    const ids = new Int32Array(1);
    list.rows.add([vectorOf(STRING, [text]), vectorOf(STRING, [name])], null, 1, ids);
    const [id = -1] = ids;
    list.append(slot, id);
    if (isPut) rows.set(name, { text, written: this.now });
    else {
      list.unlink(slot, id);
      list.rows.release(id);
    }
  }

  async #checkList(key: number, slot: number, side: number): Promise<void> {
    const list = this.#lists.lists[side] as LinkedList;
    const found: string[] = [];
    const take = ({ columns, ids, count }: RowPage): void => {
      for (let i = 0; i < count; i++) found.push(lineAt(columns, ids === null ? i : ids[i]));
    };
    const isPaged = list.parts !== null && list.parts[slot] !== 0;
    if (isPaged) {
      this.paged++;
      const cursor = list.open(slot);
      for (let page: RowPage | null = null; ; take(page)) {
        if (!cursor.ready) await cursor.wait();
        page = cursor.next();
        if (page === null) break;
      }
      cursor.release();
    } else {
      const columns = list.rows.columns();
      for (let id = list.first(slot); id >= 0; id = list.next(id)) found.push(lineAt(columns, id));
    }
    const expected = [...(this.#model[side]?.[key] ?? [])]
      .filter(([, { written }]) => this.#ttlMs === 0 || written + this.#ttlMs > this.now)
      .map(([name, { text }]) => `${name}: ${text}`);
    const isOrdered = !isPaged || side === 1;
    assert.deepEqual(isOrdered ? found : found.sort(), isOrdered ? expected : expected.sort());
  }
}

function lineAt([text, name]: readonly Vector[], id = 0): string {
  return `${scalarAt(name as Vector, id, STRING)}: ${scalarAt(text as Vector, id, STRING)}`;
}

function nearRow(list: LinkedList, slot: number, name: string | null): number {
  const column = list.rows.column(1);
  let id = list.first(slot);
  while (id >= 0 && scalarAt(column, id, STRING) !== name) id = list.next(id);
  return id;
}

export interface ReplacedOptions {
  readonly seed: number;
  readonly ttlMs: number;
  readonly rounds: number;
  readonly fileSystem: FileSystem;
}

/**
 * Many batches, several of them begun at a time, and a checkpoint a round that the next backend is
 * restored from. @returns by round how many lists were read by pages
 */
export async function replaceAndRestore(
  backends: readonly StateBackend[],
  { seed, ttlMs, rounds, fileSystem }: ReplacedOptions,
): Promise<readonly number[]> {
  const random = new Random(seed);
  const paged: number[] = [];
  let handles: StateHandle[] = [];
  let before: Replaced | null = null;
  for (let round = 0; round < rounds; round++) {
    const backend = backends[round % backends.length] as StateBackend;
    const store: DurableStore & { close?(): Promise<void> } = await backend.open(ALL, handles);
    const lists: Replaced = new Replaced(store, ttlMs, before);
    await lists.check();
    const begun: (() => Promise<void>)[] = [];
    for (let step = 0; step < 40; step++) {
      if (begun.length < 5 && random.nextInt(0, 2) > 0) begun.push(lists.begin(random));
      else await begun.shift()?.();
    }
    for (const apply of begun) await apply();
    await lists.check();
    const sealed = store.seal(round);
    const folders = { shared: 'shared', exclusive: `exclusive/${seed}-${ttlMs}-${round}` };
    handles = [await sealed.write({ fileSystem, ...folders, isFull: round % 4 === 1 })];
    sealed.release(true);
    await store.close?.();
    paged.push(lists.paged);
    before = lists;
  }
  return paged;
}

/** Run by each backend's tests. */
export function replacedContract(
  name: string,
  makeBackend: (fileSystem: FileSystem) => StateBackend,
): void {
  for (const ttlMs of [0, 100]) {
    test(`${name}: rows are replaced and taken out by their unique key, TTL ${ttlMs}`, async () => {
      const fileSystem = new MemoryFileSystem();
      const backends = [makeBackend(fileSystem)];
      await replaceAndRestore(backends, { seed: 3, ttlMs, rounds: 4, fileSystem });
    });
  }
}
