import { readFileSync } from 'node:fs';
import { shipped } from '../conf/package-folder.js';

/** Of the package. */
export function packageVersion(): string {
  const text = readFileSync(shipped('package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
