import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { functionNames } from '../../operators/expr/bind.js';
import { entries, functionsPage, pageFile, REASONS, statuses } from './document.js';

const all = entries();
const status = statuses(all);

test('docs/functions.md is what the functions make', async () => {
  assert.ok(readFileSync(pageFile, 'utf8') === (await functionsPage()), 'Run `npm run docs`');
});

test('every function that runs is in the list, and covered by a golden file', () => {
  const done = new Set(all.filter((_, i) => status[i] === 'done').map(({ name }) => name));
  // Spellings of operators, and parts of others, have no row of their own.
  const inner = /^(?:\.\w+|ITEM|!=|NEGATE|CASE|JAVASCRIPT FUNCTION)$/;
  const missing = functionNames().filter((name) => !done.has(name) && !inner.test(name));
  assert.deepEqual(missing, []);
});

test('what is refused has a reason of the list', () => {
  const reasons = all.map(({ refused }) => refused).filter((reason) => reason !== '');
  assert.deepEqual(
    reasons.filter((reason) => !REASONS.includes(reason)),
    [],
  );
});

test('at least 255 names are done', () => {
  const done = new Set(all.filter((_, i) => status[i] === 'done').map(({ name }) => name));
  assert.ok(done.size >= 255, `${done.size} names are done`);
});
