/** Every path that `docs/architecture.md` names exists. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('every path of docs/architecture.md exists', () => {
  const text = readFileSync(`${root}docs/architecture.md`, 'utf8');
  const paths = [...text.matchAll(/`([a-z-]+\/[\w./-]*)`/g)].map(([, path]) => path as string);
  assert.ok(paths.length > 40, `only ${paths.length} paths`);
  const missing = paths.filter((path) => !existsSync(root + path));
  assert.deepEqual(missing, []);
});
