/**
 * The contents of one catalog: databases, each with its tables and views. Changed through its
 * methods alone, so that whoever keeps it elsewhere as well hears of each change.
 */
import type { CatalogObject } from './table.js';

export interface DatabaseSettings {
  readonly comment: string | null;
  readonly options: Readonly<Record<string, string>>;
}

export interface Database extends DatabaseSettings {
  readonly objects: ReadonlyMap<string, CatalogObject>;
}

/** Null: gone. A database that goes takes its objects along. */
export type CatalogChange =
  | { readonly kind: 'database'; readonly database: string; readonly to: DatabaseSettings | null }
  | {
      readonly kind: 'object';
      readonly database: string;
      readonly name: string;
      readonly to: CatalogObject | null;
    };

interface OwnDatabase extends DatabaseSettings {
  readonly objects: Map<string, CatalogObject>;
}

export class Catalog {
  readonly #databases = new Map<string, OwnDatabase>();
  readonly #heard: (change: CatalogChange) => void;

  constructor(heard: (change: CatalogChange) => void = () => undefined) {
    this.#heard = heard;
  }

  get databases(): ReadonlyMap<string, Database> {
    return this.#databases;
  }

  /** A new database, or an old one with other settings. */
  setDatabase(database: string, { comment, options }: DatabaseSettings): void {
    const objects = this.#databases.get(database)?.objects ?? new Map();
    this.#databases.set(database, { comment, options, objects });
    this.#heard({ kind: 'database', database, to: { comment, options } });
  }

  dropDatabase(database: string): void {
    for (const name of [...(this.#databases.get(database)?.objects.keys() ?? [])]) {
      this.dropObject(database, name);
    }
    this.#databases.delete(database);
    this.#heard({ kind: 'database', database, to: null });
  }

  /** The database must be there. */
  setObject(database: string, name: string, object: CatalogObject): void {
    this.#databases.get(database)?.objects.set(name, object);
    this.#heard({ kind: 'object', database, name, to: object });
  }

  dropObject(database: string, name: string): void {
    this.#databases.get(database)?.objects.delete(name);
    this.#heard({ kind: 'object', database, name, to: null });
  }
}
