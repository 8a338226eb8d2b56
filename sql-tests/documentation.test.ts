/** The example of `docs/golden-tests.md` does what the page says. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isChecked } from '../server/test/case-file.js';
import { runCase } from '../server/test/case-run.js';
import { DEFAULT_PROFILE } from '../server/test/profile.js';
import { failureText } from '../server/test/report.js';

const folder = fileURLToPath(new URL('../../docs/', import.meta.url));

test('the example of the page passes', async () => {
  const page = readFileSync(`${folder}golden-tests.md`, 'utf8');
  const [, text] = /## An example\n+```\n(.*?)```/s.exec(page) ?? [];
  assert.ok(text !== undefined, 'The page has an example');
  const outcome = await runCase({ file: 'golden-tests.md', folder, text }, DEFAULT_PROFILE);
  assert.equal(failureText(outcome), '');
  assert.equal(outcome.records.filter(({ record }) => isChecked(record)).length, 3);
});
