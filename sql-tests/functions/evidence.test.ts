import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distinctBlocks, missingCases } from './evidence.js';

test('each function that is done has cases of NULL, edges and errors', () => {
  const missing = missingCases().map((each) => `${each.entry.name}: ${each.missing.join(', ')}`);
  assert.deepEqual(missing, []);
});

test('at least 400 checked blocks are distinct', () => {
  const count = distinctBlocks();
  assert.ok(count >= 400, `${count} checked blocks are distinct`);
});
