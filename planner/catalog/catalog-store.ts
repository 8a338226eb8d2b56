/**
 * Where the definitions of catalogs are kept (`table.catalog-store.kind`). A store is read and
 * changed at once, in memory; `settled` says when the changes are where they will outlive the
 * process. Statements answer only then.
 */
import type { Catalog } from './catalog.js';

/** What CREATE CATALOG said. */
export interface CatalogDescriptor {
  readonly options: Readonly<Record<string, string>>;
  readonly comment: string | null;
}

export interface CatalogStore {
  /** Catalogs of the type `millrace` can be made: the store keeps what is in them. */
  readonly keepsContents: boolean;
  names(): Iterable<string>;
  get(name: string): CatalogDescriptor | undefined;
  /** Adds a catalog or changes it. */
  set(name: string, descriptor: CatalogDescriptor): void;
  delete(name: string): void;
  /** Contents of a catalog of the type `millrace`; null where the store keeps none. */
  contents(name: string): Catalog | null;
  /**
   * Asked in the same turn as the changes were made.
   * @throws CATALOG_STORE_LOCKED, CATALOG_STORE_BROKEN; the changes are then taken back
   */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** `generic_in_memory`: each session has its own. */
export class MemoryCatalogStore implements CatalogStore {
  readonly keepsContents = false;
  readonly #descriptors = new Map<string, CatalogDescriptor>();

  names(): Iterable<string> {
    return this.#descriptors.keys();
  }

  get(name: string): CatalogDescriptor | undefined {
    return this.#descriptors.get(name);
  }

  set(name: string, descriptor: CatalogDescriptor): void {
    this.#descriptors.set(name, descriptor);
  }

  delete(name: string): void {
    this.#descriptors.delete(name);
  }

  contents(): null {
    return null;
  }

  async settled(): Promise<void> {}

  async close(): Promise<void> {}
}
