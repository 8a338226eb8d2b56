/**
 * The catalogs of one session: its own `default_catalog`, and those of the store. Of a catalog of
 * the type `generic_in_memory` the store has the definition alone: what is in it belongs to the
 * session, as in Flink. What is in one of the type `millrace` is in the store, and all sessions
 * share it.
 */
import { Catalog } from './catalog.js';
import { type CatalogDescriptor, type CatalogStore, MemoryCatalogStore } from './catalog-store.js';

export const DEFAULT_CATALOG = 'default_catalog';
export const DEFAULT_DATABASE = 'default_database';

/** Of a catalog that CREATE CATALOG made without the option `default-database`. */
const DATABASE_OF_OTHERS = 'default';

export const DURABLE_TYPE = 'millrace';
export const MEMORY_TYPE = 'generic_in_memory';

export class Catalogs {
  readonly #store: CatalogStore;
  readonly #own = new Catalog();
  /** Contents of catalogs in memory, and the definition they were opened under. */
  readonly #opened = new Map<string, { descriptor: CatalogDescriptor; catalog: Catalog }>();

  /** @param functionPaths folders that modules of functions may be in */
  constructor(
    store: CatalogStore = new MemoryCatalogStore(),
    readonly functionPaths: readonly string[] = [],
  ) {
    this.#store = store;
    this.#own.setDatabase(DEFAULT_DATABASE, { comment: null, options: {} });
  }

  names(): string[] {
    return [DEFAULT_CATALOG, ...this.#store.names()];
  }

  /** Types of catalogs that can be made here. */
  get types(): readonly string[] {
    return this.#store.keepsContents ? [MEMORY_TYPE, DURABLE_TYPE] : [MEMORY_TYPE];
  }

  descriptor(name: string): CatalogDescriptor | undefined {
    if (name === DEFAULT_CATALOG) return { options: { type: MEMORY_TYPE }, comment: null };
    return this.#store.get(name);
  }

  defaultDatabase(name: string): string {
    if (name === DEFAULT_CATALOG) return DEFAULT_DATABASE;
    return this.descriptor(name)?.options['default-database'] ?? DATABASE_OF_OTHERS;
  }

  get(name: string): Catalog | undefined {
    if (name === DEFAULT_CATALOG) return this.#own;
    const descriptor = this.#store.get(name);
    if (descriptor === undefined) return undefined;
    if (descriptor.options.type === DURABLE_TYPE) return this.#store.contents(name) ?? undefined;
    const opened = this.#opened.get(name);
    if (opened?.descriptor === descriptor) return opened.catalog;
    const catalog = new Catalog();
    this.#opened.set(name, { descriptor, catalog });
    this.#addDefaultDatabase(name, catalog);
    return catalog;
  }

  /** Makes a catalog, or gives it other options; what is in it stays. */
  set(name: string, descriptor: CatalogDescriptor): void {
    const opened = this.#opened.get(name);
    const altered = opened !== undefined && opened.descriptor === this.#store.get(name);
    this.#store.set(name, descriptor);
    if (altered) this.#opened.set(name, { descriptor, catalog: opened.catalog });
    const catalog = this.get(name);
    if (catalog !== undefined) this.#addDefaultDatabase(name, catalog);
  }

  delete(name: string): void {
    this.#opened.delete(name);
    this.#store.delete(name);
  }

  /** All changes so far are durable. @throws CATALOG_STORE_LOCKED, CATALOG_STORE_BROKEN */
  settled(): Promise<void> {
    return this.#store.settled();
  }

  #addDefaultDatabase(name: string, catalog: Catalog): void {
    const database = this.defaultDatabase(name);
    if (catalog.databases.has(database)) return;
    catalog.setDatabase(database, { comment: null, options: {} });
  }
}
