/** The catalog store that the configuration of a server names. */
import type { Configuration } from '../../conf/configuration.js';
import { MillraceError } from '../../conf/errors/error.js';
import { CATALOG_STORE_FOLDER } from '../../conf/options/millrace.js';
import { CATALOG_STORE_FILES, CATALOG_STORE_KIND } from '../../conf/options/table.js';
import { type CatalogStore, MemoryCatalogStore } from './catalog-store.js';
import { LevelCatalogStore } from './level-store.js';

export interface CatalogStores {
  /** The store of a new session: its own, or the one that all share. */
  forSession(): CatalogStore;
  close(): Promise<void>;
}

/** @throws CONFIG_VALUE, CATALOG_STORE_LOCKED, CATALOG_STORE_BROKEN */
export async function openCatalogStores(configuration: Configuration): Promise<CatalogStores> {
  switch (configuration.get(CATALOG_STORE_KIND)) {
    case 'generic_in_memory':
      return { forSession: () => new MemoryCatalogStore(), close: async () => undefined };
    case 'file': {
      const path = configuration.get(CATALOG_STORE_FILES);
      if (path === undefined) {
        const { key } = CATALOG_STORE_FILES;
        const reason = `'${CATALOG_STORE_KIND.key}' is file, and '${key}' is not set`;
        throw new MillraceError('CONFIG_VALUE', reason);
      }
      const { FileCatalogStore } = await import('./file-store.js');
      return shared(new FileCatalogStore(path));
    }
    case 'millrace':
      return shared(await LevelCatalogStore.open(configuration.get(CATALOG_STORE_FOLDER)));
  }
}

function shared(store: CatalogStore): CatalogStores {
  return { forSession: () => store, close: () => store.close() };
}
