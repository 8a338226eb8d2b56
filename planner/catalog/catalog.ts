/**
 * The contents of one catalog: databases, each with its tables, views, functions and models.
 * Changed through its methods alone, so that whoever keeps it elsewhere as well hears of each
 * change.
 */
import type { CatalogFunction, CatalogModel, CatalogObject } from './table.js';

export interface DatabaseSettings {
  readonly comment: string | null;
  readonly options: Readonly<Record<string, string>>;
}

export interface Database extends DatabaseSettings {
  readonly objects: ReadonlyMap<string, CatalogObject>;
  /** By names in lower case. */
  readonly functions: ReadonlyMap<string, CatalogFunction>;
  readonly models: ReadonlyMap<string, CatalogModel>;
}

/** Null: gone. A database that goes takes its objects along. */
export type CatalogChange =
  | { readonly kind: 'database'; readonly database: string; readonly to: DatabaseSettings | null }
  | {
      readonly kind: 'object';
      readonly database: string;
      readonly name: string;
      readonly to: CatalogObject | null;
    }
  | {
      readonly kind: 'function';
      readonly database: string;
      readonly name: string;
      readonly to: CatalogFunction | null;
    }
  | {
      readonly kind: 'model';
      readonly database: string;
      readonly name: string;
      readonly to: CatalogModel | null;
    };

interface OwnDatabase extends DatabaseSettings {
  readonly objects: Map<string, CatalogObject>;
  readonly functions: Map<string, CatalogFunction>;
  readonly models: Map<string, CatalogModel>;
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
    const before = this.#databases.get(database);
    const { objects = new Map(), functions = new Map(), models = new Map() } = before ?? {};
    this.#databases.set(database, { comment, options, objects, functions, models });
    this.#heard({ kind: 'database', database, to: { comment, options } });
  }

  dropDatabase(database: string): void {
    for (const name of [...(this.#databases.get(database)?.objects.keys() ?? [])]) {
      this.dropObject(database, name);
    }
    for (const name of [...(this.#databases.get(database)?.functions.keys() ?? [])]) {
      this.setFunction(database, name, null);
    }
    for (const name of [...(this.#databases.get(database)?.models.keys() ?? [])]) {
      this.setModel(database, name, null);
    }
    this.#databases.delete(database);
    this.#heard({ kind: 'database', database, to: null });
  }

  /** The database must be there. */
  setObject(database: string, name: string, object: CatalogObject): void {
    this.#databases.get(database)?.objects.set(name, object);
    this.#heard({ kind: 'object', database, name, to: object });
  }

  /** @param name in lower case @param to null: no function any more */
  setFunction(database: string, name: string, to: CatalogFunction | null): void {
    const functions = this.#databases.get(database)?.functions;
    if (to === null) functions?.delete(name);
    else functions?.set(name, to);
    this.#heard({ kind: 'function', database, name, to });
  }

  /** @param to null: no model any more */
  setModel(database: string, name: string, to: CatalogModel | null): void {
    const models = this.#databases.get(database)?.models;
    if (to === null) models?.delete(name);
    else models?.set(name, to);
    this.#heard({ kind: 'model', database, name, to });
  }

  dropObject(database: string, name: string): void {
    this.#databases.get(database)?.objects.delete(name);
    this.#heard({ kind: 'object', database, name, to: null });
  }
}
