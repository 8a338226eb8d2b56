import assert from 'node:assert/strict';
import { test } from 'node:test';
import { difference } from './difference.js';

test('lines that differ stand between equal ones', () => {
  const expected = ['1', '2', '3', '4', '5', '6', '7'];
  const actual = ['1', '2', '3', '4', 'five', '6', '7', '8'];
  assert.equal(
    difference(expected, actual),
    ['  … 2 equal', '  3', '  4', '- 5', '+ five', '  6', '  7', '+ 8'].join('\n'),
  );
});

test('one side may be empty', () => {
  assert.equal(difference([], ['a']), '+ a');
  assert.equal(difference(['a'], []), '- a');
  assert.equal(difference(['a'], ['a']), '');
});
