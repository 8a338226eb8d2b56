/**
 * The content of restored handles, by name of table, until the operator declares its tables again.
 * A file is read once from end to end; entries are collected by what their keys begin with behind
 * the key group, so that a table is filled some thousands of rows at a time.
 *
 * Invariant: below one prefix entries keep the order of their keys.
 */
import { MillraceError } from '../../conf/errors/error.js';
import type { StateHandle, TableMeta } from '../api/snapshot.js';
import type { KeyGroupRange } from '../api/store.js';
import { compareBytes } from '../column/compare.js';
import type { Entries } from '../forst/entries.js';
import { GROUP_SIZE, TABLE_SIZE, timedValues } from '../keyed/layout.js';
import { SlicesBuilder } from '../keyed/slices.js';
import type { StoredEntries, StoredTable } from './stored-table.js';

/** Bytes behind the key group that lead to one list or namespace. */
const PREFIX_SIZES: Readonly<Record<TableMeta['kind'], number>> = {
  table: TABLE_SIZE,
  time: TABLE_SIZE + 8,
  ordered: TABLE_SIZE,
  linked: TABLE_SIZE + 1,
  sorted: TABLE_SIZE,
  value: TABLE_SIZE,
};

/** Entries are handed to a table in parts of about this many bytes of keys. */
const PART_BYTES = 1 << 24;

interface Collected {
  readonly prefix: Uint8Array;
  readonly keys: SlicesBuilder;
  readonly values: SlicesBuilder;
}

interface RestoredTable {
  readonly meta: TableMeta;
  readonly parts: Map<string, Collected>;
  readonly full: StoredEntries[];
}

export class Restored {
  readonly #tables = new Map<string, RestoredTable>();

  /**
   * Takes over what a handle's entries hold for these key groups.
   * @param entries all of the handle, in ascending order of their keys
   */
  async add(
    handle: StateHandle,
    entries: AsyncIterable<Entries>,
    keyGroups: KeyGroupRange,
  ): Promise<void> {
    const tables = new Map(handle.tables.map((meta) => [meta.id, this.#table(meta)]));
    const gathering = new Gathering(tables, keyGroups);
    for await (const page of entries) gathering.add(page);
  }

  /** What the table was declared as; undefined = nothing was restored under its name. */
  signatureOf(name: string): string | undefined {
    return this.#tables.get(name)?.meta.signature;
  }

  /**
   * Fills a table with what was restored under its name, if anything was.
   * @param untimed by list (one, where it has no lists): its values have no times of writing; they
   *   count as written at `time`, ms since the epoch. Empty = none lacks any.
   */
  fill(name: string, table: StoredTable, untimed: readonly boolean[], time: number): void {
    const restored = this.#tables.get(name);
    if (restored === undefined) return;
    const { meta, parts, full } = restored;
    if (isOther(meta, table, untimed.length === 0)) throw otherTypes(name, meta, table);
    const load = (part: StoredEntries): void => {
      const list = untimed.length > 1 ? (part.prefix[TABLE_SIZE] as number) : 0;
      const isTimed = untimed[list] !== true;
      table.load(isTimed ? part : { ...part, values: timedValues(part.values, time) });
    };
    for (const part of full) load(part);
    for (const part of parts.values()) load(finished(part));
    table.loaded?.();
    this.#tables.delete(name);
  }

  #table(meta: TableMeta): RestoredTable {
    const known = this.#tables.get(meta.name);
    if (known !== undefined) return known;
    const table = { meta, parts: new Map(), full: [] };
    this.#tables.set(meta.name, table);
    return table;
  }
}

/**
 * Whether state is declared as something else than it was.
 * @param isTimed false = all that differs is a time to live that has come
 */
export function isOther(
  was: Pick<TableMeta, 'kind' | 'signature'>,
  is: Pick<TableMeta, 'kind' | 'signature'>,
  isTimed: boolean,
): boolean {
  return was.kind !== is.kind || (isTimed && was.signature !== is.signature);
}

export function otherTypes(
  name: string,
  was: Pick<TableMeta, 'kind' | 'signature'>,
  is: Pick<TableMeta, 'kind' | 'signature'>,
): MillraceError {
  return new MillraceError(
    'STATE_INCOMPATIBLE',
    `The state '${name}' was kept as ${was.kind} ${was.signature}; ` +
      `now it is ${is.kind} ${is.signature}`,
  );
}

/** Deals pages of entries to the parts of tables. Runs below one prefix are found once. */
class Gathering {
  readonly #tables: ReadonlyMap<number, RestoredTable>;
  readonly #keyGroups: KeyGroupRange;
  #part: Collected | null = null;

  constructor(tables: ReadonlyMap<number, RestoredTable>, keyGroups: KeyGroupRange) {
    this.#tables = tables;
    this.#keyGroups = keyGroups;
  }

  add({ count, keys, keyOffsets, values, valueOffsets, deleted }: Entries): void {
    for (let i = 0; i < count; i++) {
      if (deleted[i] === 1) continue;
      const start = keyOffsets[i] as number;
      const group = ((keys[start] as number) << 8) | (keys[start + 1] as number);
      if (group < this.#keyGroups.first || group > this.#keyGroups.last) continue;
      const part = this.#partOf(keys, start);
      if (part === null) continue;
      part.keys.append(keys, start, keyOffsets[i + 1] as number);
      part.values.append(values, valueOffsets[i] as number, valueOffsets[i + 1] as number);
    }
  }

  #partOf(keys: Uint8Array, start: number): Collected | null {
    const at = start + GROUP_SIZE;
    const before = this.#part;
    if (before !== null && before.keys.size < PART_BYTES) {
      const { prefix } = before;
      const end = at + prefix.length;
      if (compareBytes(prefix, 0, prefix.length, keys, at, end) === 0) return before;
    }
    const id = ((keys[at] as number) << 8) | (keys[at + 1] as number);
    const table = this.#tables.get(id);
    if (table === undefined) return null;
    const prefix = keys.slice(at, at + PREFIX_SIZES[table.meta.kind]);
    this.#part = collected(table, prefix);
    return this.#part;
  }
}

function collected({ parts, full }: RestoredTable, prefix: Uint8Array): Collected {
  const name = Buffer.from(prefix).toString('latin1');
  const part = parts.get(name);
  if (part !== undefined && part.keys.size < PART_BYTES) return part;
  if (part !== undefined) full.push(finished(part));
  const fresh = { prefix, keys: new SlicesBuilder(4096), values: new SlicesBuilder(4096) };
  parts.set(name, fresh);
  return fresh;
}

function finished({ prefix, keys, values }: Collected): StoredEntries {
  return { prefix, keys: keys.finish(), values: values.finish() };
}
