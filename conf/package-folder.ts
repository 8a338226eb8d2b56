import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Of the package; this module stands in `dist/conf/`, the command's bundle in `dist/bin/`. */
const folder = fileURLToPath(new URL('../../', import.meta.url));

/** A file or folder that comes with Millrace, by its path in the package. */
export function shipped(...path: readonly string[]): string {
  return join(folder, ...path);
}
