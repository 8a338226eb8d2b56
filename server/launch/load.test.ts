import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { packageVersion } from '../version.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A copy of what the package needs to print its version. @returns the folder of the command */
function copy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-'));
  cpSync(join(root, 'dist/bin'), join(folder, 'dist/bin'), { recursive: true });
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  return folder;
}

for (const [what, spoil] of [
  ['as built', () => {}],
  ['absent', (file: string) => rmSync(file)],
  ['of another V8', (file: string) => writeFileSync(file, 'compiled by nobody')],
] as const) {
  test(`the command runs with its compiled code ${what}`, () => {
    const folder = copy();
    const bin = join(folder, 'dist/bin');
    const cache = readdirSync(bin).find((name) => name.endsWith('.cache'));
    assert.ok(cache !== undefined, 'the build keeps compiled code');
    spoil(join(bin, cache));
    const printed = execFileSync(process.execPath, [join(bin, 'main.js'), '--version']);
    rmSync(folder, { recursive: true });
    assert.equal(String(printed), `${packageVersion()}\n`);
  });
}
