/** Paths of tables: `file://` and plain paths, partition folders `key=value`. */
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MillraceError } from '../../../conf/errors/error.js';

/** The absolute path of a table's `path` option. @throws TABLE_OPTION for none or another scheme */
export function localPath(path: string): string {
  if (path === '') throw new MillraceError('TABLE_OPTION', "Option 'path' is empty");
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(path)?.[1];
  if (scheme === undefined) return resolve(path);
  if (scheme.toLowerCase() !== 'file') {
    throw new MillraceError(
      'TABLE_OPTION',
      `Option 'path' is '${path}'; allowed is a local path, plain or with file://`,
    );
  }
  const rest = path.slice('file:'.length);
  if (rest.startsWith('///')) return fileURLToPath(path);
  if (isAbsolute(rest) && !rest.startsWith('//')) return decodeURIComponent(rest);
  throw new MillraceError(
    'TABLE_OPTION',
    `Option 'path' is '${path}'; allowed behind file:// is an absolute path, as in file:///data`,
  );
}

/** Flink's escaping of partition values in folder names: these and control characters as %XX. */
const ESCAPED = /[\u0000-\u001f"#%'*/:=?\\\u007f{[\]^]/g;

export function escapePartition(value: string): string {
  return value.replace(ESCAPED, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase();
    return `%${code.padStart(2, '0')}`;
  });
}

export function unescapePartition(name: string): string {
  return name.replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** `key=value/key=value` of a partition; values null or empty take the default name. */
export function partitionPath(
  keys: readonly string[],
  values: readonly (string | null)[],
  defaultName: string,
): string {
  return keys
    .map((key, i) => {
      const value = values[i];
      const text = value === null || value === undefined || value === '' ? defaultName : value;
      return `${escapePartition(key)}=${escapePartition(text)}`;
    })
    .join('/');
}
