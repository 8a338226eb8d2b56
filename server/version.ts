import { readFileSync } from 'node:fs';

/** Of the package; this module stands in `dist/server/`. */
export function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
