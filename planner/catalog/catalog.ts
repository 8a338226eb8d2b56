/** One catalog in memory (`generic_in_memory`): databases, each with its tables and views. */
import type { CatalogObject } from './table.js';

export interface Database {
  readonly comment: string | null;
  readonly options: Readonly<Record<string, string>>;
  readonly objects: Map<string, CatalogObject>;
}

export class Catalog {
  readonly databases = new Map<string, Database>();

  constructor(
    readonly defaultDatabase: string,
    readonly options: Readonly<Record<string, string>>,
    readonly comment: string | null = null,
  ) {
    this.addDatabase(defaultDatabase, null, {});
  }

  addDatabase(
    name: string,
    comment: string | null,
    options: Readonly<Record<string, string>>,
  ): void {
    this.databases.set(name, { comment, options, objects: new Map() });
  }

  /** A catalog with other settings over the same databases. */
  changed(options: Readonly<Record<string, string>>, comment: string | null): Catalog {
    const changed = new Catalog(this.defaultDatabase, options, comment);
    changed.databases.clear();
    for (const [name, database] of this.databases) changed.databases.set(name, database);
    return changed;
  }
}
