import { Catalog } from './catalog.js';

export const DEFAULT_CATALOG = 'default_catalog';
export const DEFAULT_DATABASE = 'default_database';

/** All catalogs by name. Made with `default_catalog`, which holds `default_database`. */
export class Catalogs {
  readonly byName = new Map<string, Catalog>();

  constructor() {
    const options = { type: 'generic_in_memory' };
    this.byName.set(DEFAULT_CATALOG, new Catalog(DEFAULT_DATABASE, options));
  }
}
