import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeAt } from './place.js';

test('lines and columns count from 1', () => {
  assert.deepEqual(placeAt('SELECT 1', 7, 8), {
    line: 1,
    column: 8,
    start: 7,
    end: 8,
    sourceLine: 'SELECT 1',
  });
  assert.deepEqual(placeAt('a\r\n  b\n', 5, 6, 'x.sql'), {
    file: 'x.sql',
    line: 2,
    column: 3,
    start: 5,
    end: 6,
    sourceLine: '  b',
  });
  assert.deepEqual(placeAt('a\n', 2, 2), { line: 2, column: 1, start: 2, end: 2, sourceLine: '' });
  assert.equal(placeAt('a\nb', 1, 1).line, 1);
});
