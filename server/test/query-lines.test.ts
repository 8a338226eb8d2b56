import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { SortMode } from './case-file.js';
import { queryLines } from './query-lines.js';

const ROWS = ['2 | b', '1 | NULL', "10 | ''"];

function lines(sort: SortMode, hashThreshold = 0): readonly string[] {
  return queryLines(ROWS, { kind: 'query', types: null, sort, hashThreshold });
}

test('rows as they stand, by their text, or value by value', () => {
  assert.deepEqual(lines('nosort'), ROWS);
  assert.deepEqual(lines('rowsort'), ['1 | NULL', "10 | ''", '2 | b']);
  assert.deepEqual(lines('valuesort'), ["''", '1', '10', '2', 'NULL', 'b']);
});

test('more values than the threshold become their number and one hash', () => {
  const md5 = createHash('md5').update("1\nNULL\n10\n''\n2\nb\n").digest('hex');
  assert.deepEqual(lines('rowsort', 5), [`6 values hashing to ${md5}`]);
  assert.deepEqual(lines('rowsort', 6), lines('rowsort'));
});
