/** The example of `docs/state-v2.md` prints what the page says. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('the example of the page runs as a user of the package runs it', () => {
  const page = readFileSync(`${root}docs/state-v2.md`, 'utf8');
  const [, code = ''] = /```js\n(.*?)```/s.exec(page) ?? [];
  const [, expected] = /```text\n(.*?)```/s.exec(page) ?? [];
  // Below the package, whose name then leads to its exports.
  const folder = mkdtempSync(`${root}dist/examples/page-`);
  after(() => rmSync(folder, { recursive: true }));
  writeFileSync(`${folder}/example.mjs`, code);
  const program = `${folder}/example.mjs`;
  const run = spawnSync(process.execPath, [program], { cwd: root, encoding: 'utf8' });
  assert.equal(run.stderr, '');
  assert.equal(run.stdout, expected);
});
