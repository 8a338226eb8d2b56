/** What thrown values become. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asMillraceError } from './failure.js';

function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}

test('state that finds no memory is no fault of the engine', () => {
  for (const action of [
    () => new ArrayBuffer(2 ** 53),
    () => new Float64Array(2 ** 53),
    () => 'x'.repeat(2 ** 30),
  ]) {
    const { code, kind } = asMillraceError(thrownBy(action));
    assert.deepEqual([code, kind], ['OUT_OF_MEMORY', 'retry']);
  }
  assert.equal(asMillraceError(new RangeError('offset is out of bounds')).code, 'BUG_INVARIANT');
});
