/** A folder for the files of a test, gone when the test process ends. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'millrace-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

let count = 0;

/** A folder of its own. */
export function temporaryFolder(): string {
  const path = join(folder, String(count++));
  mkdirSync(path);
  return path;
}

/** Writes files, by their paths below a new folder. @returns the folder */
export function temporaryFiles(files: Readonly<Record<string, string | Uint8Array>>): string {
  const root = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return root;
}
