import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { evidence, features, featuresPage, pageFile, refusalOf } from './document.js';

const all = features();

test('docs/features.md is what the features make', () => {
  assert.ok(readFileSync(pageFile, 'utf8') === featuresPage(), 'Run `npm run docs`');
});

test('what has no golden file is refused, or says why it is none', () => {
  const found = evidence(all);
  const silent = all.filter(({ refused, limits }, i) => {
    if (found[i]?.files !== 0) return false;
    return refused === '' ? limits === '' : refusalOf(refused) === null;
  });
  assert.deepEqual(
    silent.map(({ name }) => name),
    [],
  );
});
