import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { outputText } from './plan.js';
import { publishedOutput, RATE, SEED } from './published.js';
import { hashedRun } from './run-query.js';
import { queryNames, queryText, tablesOf } from './tables.js';

const folder = mkdtempSync(join(tmpdir(), 'millrace-nexmark-test-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const events = { count: 100_000, seed: SEED, rate: RATE };

test('the output of query 17 is the published one', async () => {
  const output = await hashedRun({ query: 'q17', events, files: null, settings: {}, folder });
  assert.equal(outputText(output), '5990 26376c25');
  assert.equal(publishedOutput('q17', events), '5990 26376c25');
  assert.equal(publishedOutput('q17', { ...events, seed: 2 }), undefined);
});

test('each query reads tables of the site', () => {
  assert.equal(queryNames.length, 24);
  assert.deepEqual(
    queryNames.filter((name) => tablesOf(queryText(name)).length === 0),
    [],
  );
  assert.deepEqual(tablesOf(queryText('q23')), ['person', 'auction', 'bid']);
});
