import assert from 'node:assert/strict';
import { test } from 'node:test';
import { didYouMean, nearest } from './nearest.js';

test('the nearest name within a third of its length', () => {
  const names = ['origin', 'destination', 'delay', 'date'];
  assert.equal(nearest('orgin', names), 'origin');
  assert.equal(nearest('DESTNATION', names), 'destination');
  assert.equal(nearest('dleay', names), 'delay');
  assert.equal(nearest('dat', names), 'date');
  assert.equal(nearest('distance', names), undefined);
  assert.equal(nearest('x', []), undefined);
});

test('the first of equally near names', () => {
  assert.equal(nearest('colc', ['cola', 'colb']), 'cola');
});

test('the nearest as a question', () => {
  assert.equal(didYouMean('orgin', ['origin']), "Did you mean 'origin'?");
  assert.equal(didYouMean('a', ['origin']), undefined);
});
