/**
 * The catalogs as one session sees them: what is current, and its temporary objects, which hide
 * permanent ones of the same full name. Names have one to three parts; missing ones are the current
 * database and catalog. Names are matched exactly, case included, as in Flink.
 */
import { MillraceError } from '../../conf/errors/error.js';
import { didYouMean } from '../../conf/nearest.js';
import type { ObjectName } from '../parser/ast/node.js';
import { placeAt } from '../parser/place.js';
import type { Catalog, Database } from './catalog.js';
import { type Catalogs, DEFAULT_CATALOG, DEFAULT_DATABASE } from './catalogs.js';
import { type ObjectPath, pathText } from './object-path.js';
import type { CatalogFunction, CatalogModel, CatalogObject } from './table.js';

/** An object that was found, and under which full name. */
export interface Found {
  readonly path: ObjectPath;
  readonly object: CatalogObject;
  readonly temporary: boolean;
}

export class SessionCatalog {
  currentCatalog = DEFAULT_CATALOG;
  currentDatabase = DEFAULT_DATABASE;
  /**
   * Names of modules in the order in which functions are looked up, and those loaded but unused.
   */
  usedModules: string[] = ['core'];
  loadedModules: string[] = ['core'];
  readonly #temporary = new Map<string, { path: ObjectPath; object: CatalogObject }>();
  /** By names in lower case; they hide those that come with the engine. */
  readonly systemFunctions = new Map<string, CatalogFunction>();
  /** By `functionKey`. */
  readonly temporaryFunctions = new Map<string, CatalogFunction>();

  /** By full name. */
  readonly temporaryModels = new Map<string, CatalogModel>();

  constructor(readonly catalogs: Catalogs) {}

  /** This session with other current names: those a view was made under. */
  within(catalog: string, database: string): SessionCatalog {
    const copy = new SessionCatalog(this.catalogs);
    copy.currentCatalog = catalog;
    copy.currentDatabase = database;
    for (const [key, value] of this.#temporary) copy.#temporary.set(key, value);
    for (const [key, value] of this.systemFunctions) copy.systemFunctions.set(key, value);
    for (const [key, value] of this.temporaryFunctions) copy.temporaryFunctions.set(key, value);
    for (const [key, value] of this.temporaryModels) copy.temporaryModels.set(key, value);
    return copy;
  }

  qualify(parts: readonly string[]): ObjectPath {
    const name = parts.at(-1) ?? '';
    const database = parts.at(-2) ?? this.currentDatabase;
    const catalog = parts.at(-3) ?? this.currentCatalog;
    return { catalog, database, name };
  }

  find(path: ObjectPath): Found | undefined {
    const hidden = this.#temporary.get(keyOf(path));
    if (hidden !== undefined) return { path, object: hidden.object, temporary: true };
    return this.permanent(path);
  }

  /** The permanent object, whatever temporary one hides it. */
  permanent(path: ObjectPath): Found | undefined {
    const object = this.database(path)?.objects.get(path.name);
    return object && { path, object, temporary: false };
  }

  /** Whether there is one of the name among the temporary or among the permanent objects. */
  has(path: ObjectPath, temporary: boolean): boolean {
    if (temporary) return this.#temporary.has(keyOf(path));
    return this.permanent(path) !== undefined;
  }

  /**
   * The table or view of a name in a statement.
   * @throws BIND_UNKNOWN_TABLE
   */
  resolve(name: ObjectName, text: string): Found {
    const path = this.qualify(name.parts.map((part) => part.name));
    const found = name.parts.length <= 3 ? this.find(path) : undefined;
    if (found !== undefined) return found;
    throw this.missing(name, text);
  }

  functionKey(path: ObjectPath): string {
    return keyOf({ ...path, name: path.name.toLowerCase() });
  }

  /** The function of a database or a temporary one in its place. */
  findFunction(path: ObjectPath): CatalogFunction | undefined {
    const temporary = this.temporaryFunctions.get(this.functionKey(path));
    return temporary ?? this.database(path)?.functions.get(path.name.toLowerCase());
  }

  /** Names of the user's functions that a name alone finds where that database is current. */
  functionNames(
    path: Pick<ObjectPath, 'catalog' | 'database'> = {
      catalog: this.currentCatalog,
      database: this.currentDatabase,
    },
  ): string[] {
    const names = new Set([
      ...this.systemFunctions.keys(),
      ...(this.database(path)?.functions.keys() ?? []),
    ]);
    for (const key of this.temporaryFunctions.keys()) {
      const [catalog, database, name] = JSON.parse(key);
      if (catalog === path.catalog && database === path.database) names.add(name);
    }
    return [...names];
  }

  catalog(name: string): Catalog | undefined {
    return this.catalogs.get(name);
  }

  database(path: { readonly catalog: string; readonly database: string }): Database | undefined {
    return this.catalog(path.catalog)?.databases.get(path.database);
  }

  setTemporary(path: ObjectPath, object: CatalogObject): void {
    this.#temporary.set(keyOf(path), { path, object });
  }

  dropTemporary(path: ObjectPath): boolean {
    return this.#temporary.delete(keyOf(path));
  }

  /** Tables and views of a database, temporary ones in the place of those they hide, by name. */
  objects(catalog: string, database: string): Found[] {
    const found = new Map<string, Found>();
    for (const [name, object] of this.database({ catalog, database })?.objects ?? []) {
      found.set(name, { path: { catalog, database, name }, object, temporary: false });
    }
    for (const { path, object } of this.#temporary.values()) {
      if (path.catalog !== catalog || path.database !== database) continue;
      found.set(path.name, { path, object, temporary: true });
    }
    return [...found.values()].sort((a, b) => (a.path.name < b.path.name ? -1 : 1));
  }

  /** The error for a name that nothing has, at the part that is wrong. */
  missing(name: ObjectName, text: string): MillraceError {
    const parts = name.parts.map((part) => part.name);
    const path = this.qualify(parts);
    const { catalog, database } = path;
    let wrong = name.parts.at(-1);
    let reason = `There is no table or view '${pathText(path)}'`;
    let known = this.objects(catalog, database).map((found) => found.path.name);
    if (this.catalog(catalog) === undefined) {
      wrong = name.parts.at(-3) ?? wrong;
      reason = `There is no catalog '${catalog}'`;
      known = this.catalogs.names();
    } else if (this.database(path) === undefined) {
      wrong = name.parts.at(-2) ?? wrong;
      reason = `There is no database '${database}' in catalog '${catalog}'`;
      known = [...(this.catalog(catalog)?.databases.keys() ?? [])];
    }
    if (parts.length > 3) reason = `A name has at most three parts, not '${parts.join('.')}'`;
    const { start, end } = wrong ?? name;
    const hint = didYouMean(wrong?.name ?? '', known);
    return new MillraceError('BIND_UNKNOWN_TABLE', reason, {
      place: placeAt(text, start, end),
      ...(hint === undefined ? {} : { hint }),
    });
  }
}

function keyOf(path: ObjectPath): string {
  return JSON.stringify([path.catalog, path.database, path.name]);
}
