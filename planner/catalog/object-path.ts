/** The full name of an object of the catalog. */
export interface ObjectPath {
  readonly catalog: string;
  readonly database: string;
  readonly name: string;
}

export function pathParts(path: ObjectPath): [string, string, string] {
  return [path.catalog, path.database, path.name];
}

/** `default_catalog.default_database.t`, for messages. */
export function pathText(path: ObjectPath): string {
  return pathParts(path).join('.');
}

/** Full name in backticks, as SQL. */
export function pathSql(path: ObjectPath): string {
  return pathParts(path).map(quoteName).join('.');
}

export function quoteName(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}
