/**
 * The catalog store of the kind `millrace`: definitions of catalogs, and the contents of those of
 * the type `millrace`, in a folder of `level`.
 *
 * All of it is in memory; the folder is read once, when the store is opened, and made when the
 * first catalog is. Changes are collected under the keys of their records and written as one batch
 * with a sync to the disk, so that after a crash a statement is there whole or not at all. When
 * they cannot be written, memory goes back to what the folder has. `level` locks the folder: a
 * second process gets an error.
 *
 *     ["format"] 1 · ["catalog", c] definition · ["database", c, d] settings
 *     ["object", c, d, name] table or view · ["function", c, d, name] · ["model", c, d, name]
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Level } from 'level';
import { MillraceError } from '../../conf/errors/error.js';
import { makeFolder } from '../../state/fs/make-folder.js';
import { Catalog, type CatalogChange, type DatabaseSettings } from './catalog.js';
import type { CatalogDescriptor, CatalogStore } from './catalog-store.js';
import { readObject, writeObject } from './object-record.js';

const FORMAT_KEY = JSON.stringify(['format']);
const FORMAT = '1';

export class LevelCatalogStore implements CatalogStore {
  readonly keepsContents = true;
  readonly #folder: string;
  #level: Level | null = null;
  #descriptors = new Map<string, CatalogDescriptor>();
  #contents = new Map<string, Catalog>();
  /** What the folder has, by key. */
  readonly #durable = new Map<string, string>();
  /** What it does not have yet; null: a record to take away. */
  readonly #pending = new Map<string, string | null>();
  /** The writes so far, one behind the other. */
  #written: Promise<void> = Promise.resolve();
  /** How often changes were taken back, and why the last time. */
  #losses = 0;
  #loss: unknown;

  private constructor(folder: string) {
    this.#folder = resolve(folder);
  }

  /** @throws CATALOG_STORE_LOCKED, CATALOG_STORE_BROKEN */
  static async open(folder: string): Promise<LevelCatalogStore> {
    const store = new LevelCatalogStore(folder);
    if (existsSync(store.#folder)) {
      const level = await store.#opened();
      for await (const [key, value] of level.iterator()) store.#durable.set(key, value);
      try {
        store.#load();
      } catch (cause) {
        await level.close();
        throw store.#broken('holds a record that cannot be read', cause);
      }
    }
    return store;
  }

  names(): Iterable<string> {
    return this.#descriptors.keys();
  }

  get(name: string): CatalogDescriptor | undefined {
    return this.#descriptors.get(name);
  }

  set(name: string, descriptor: CatalogDescriptor): void {
    this.#descriptors.set(name, descriptor);
    this.#pending.set(JSON.stringify(['catalog', name]), JSON.stringify(descriptor));
  }

  delete(name: string): void {
    const contents = this.#contents.get(name);
    for (const database of [...(contents?.databases.keys() ?? [])]) {
      contents?.dropDatabase(database);
    }
    this.#contents.delete(name);
    this.#descriptors.delete(name);
    this.#pending.set(JSON.stringify(['catalog', name]), null);
  }

  contents(name: string): Catalog {
    const known = this.#contents.get(name);
    if (known !== undefined) return known;
    const catalog = new Catalog((change) => this.#note(name, change));
    if (this.#descriptors.has(name)) this.#contents.set(name, catalog);
    return catalog;
  }

  settled(): Promise<void> {
    if (this.#pending.size === 0) return Promise.resolve();
    const asked = this.#losses;
    const write = async (): Promise<void> => {
      // A write that failed meanwhile took back these changes too.
      if (asked !== this.#losses) throw this.#loss;
      await this.#write();
    };
    this.#written = this.#written.then(write, write);
    return this.#written;
  }

  async close(): Promise<void> {
    await this.#written.catch(() => undefined);
    await this.#level?.close();
  }

  #note(catalog: string, change: CatalogChange): void {
    if (change.kind === 'database') {
      const { database, to } = change;
      const key = JSON.stringify(['database', catalog, database]);
      this.#pending.set(key, to && JSON.stringify(to));
    } else if (change.kind !== 'object') {
      const key = JSON.stringify([change.kind, catalog, change.database, change.name]);
      this.#pending.set(key, change.to && JSON.stringify(change.to));
    } else {
      const key = JSON.stringify(['object', catalog, change.database, change.name]);
      this.#pending.set(key, change.to && writeObject(change.to));
    }
  }

  async #write(): Promise<void> {
    if (this.#pending.size === 0) return;
    const changes = [...this.#pending];
    try {
      const level = await this.#opened();
      const format = { type: 'put', key: FORMAT_KEY, value: FORMAT } as const;
      const operations = changes.map(([key, value]) =>
        value === null ? ({ type: 'del', key } as const) : ({ type: 'put', key, value } as const),
      );
      await level.batch([format, ...operations], { sync: true });
    } catch (cause) {
      this.#pending.clear();
      this.#load();
      this.#losses++;
      this.#loss =
        cause instanceof MillraceError ? cause : this.#broken('cannot be written', cause);
      throw this.#loss;
    }
    for (const [key, value] of changes) {
      if (value === null) this.#durable.delete(key);
      else this.#durable.set(key, value);
      if (this.#pending.get(key) === value) this.#pending.delete(key);
    }
  }

  async #opened(): Promise<Level> {
    if (this.#level !== null) return this.#level;
    const { Level: Opened } = await import('level');
    try {
      await makeFolder(this.#folder);
      const level = new Opened(this.#folder);
      await level.open();
      this.#level = level;
      return level;
    } catch (error) {
      if (!isLocked(error)) throw this.#broken('cannot be opened', error);
      const reason = `The catalog store ${this.#folder} is open in another process`;
      const hint =
        "Stop that process, set 'millrace.catalog-store.path' to another folder, or " +
        "'table.catalog-store.kind' to generic_in_memory.";
      throw new MillraceError('CATALOG_STORE_LOCKED', reason, { hint, cause: error });
    }
  }

  /** Memory from the records of the folder. @throws SyntaxError, PARSE_*, Error */
  #load(): void {
    this.#descriptors = new Map();
    this.#contents = new Map();
    const records = [...this.#durable].map(([key, text]) => [JSON.parse(key), text] as const);
    const order = ['format', 'catalog', 'database', 'object', 'function', 'model'];
    records.sort(([[a]], [[b]]) => order.indexOf(a) - order.indexOf(b));
    for (const [[kind, catalog, database, name], text] of records) {
      if (kind === 'format' && text !== FORMAT) throw new Error(`Its format is ${text}`);
      if (kind === 'catalog') this.#descriptors.set(catalog, JSON.parse(text));
      const contents = this.contents(catalog);
      if (kind === 'database') {
        contents.setDatabase(database, JSON.parse(text) as DatabaseSettings);
      }
      if (kind === 'function') contents.setFunction(database, name, JSON.parse(text));
      if (kind === 'model') contents.setModel(database, name, JSON.parse(text));
      if (kind === 'object') contents.setObject(database, name, readObject(text));
    }
    // What was just read is no change.
    this.#pending.clear();
  }

  #broken(what: string, cause: unknown): MillraceError {
    const why = cause instanceof Error ? `: ${cause.message}` : '';
    const reason = `The catalog store ${this.#folder} ${what}${why}`;
    return new MillraceError('CATALOG_STORE_BROKEN', reason, { cause });
  }
}

function isLocked(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'LEVEL_LOCKED';
}
