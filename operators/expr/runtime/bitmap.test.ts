import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bitmapArray, buildBitmap, combine, decodeBitmap, encodeBitmap } from './bitmap.js';

test('arrays, bits and runs come back as they were', () => {
  const dense = Array.from({ length: 20_000 }, (_, i) => (i * 3) % 60_000).sort((a, b) => a - b);
  const runs = Array.from({ length: 9_000 }, (_, i) => 70_000 + i);
  const values = Uint32Array.from([...dense, ...runs, 200_000, 4_294_967_295]);
  const bytes = encodeBitmap(values);
  assert.deepEqual(decodeBitmap(bytes), values);
  assert.equal(bytes.length, 4 + 1 + 4 * 4 + 4 * 4 + 8192 + 6 + 2 + 2);
});

test('operations merge by unsigned order', () => {
  const [a, b] = [buildBitmap([-1, 5, 5, null, 70_000]), buildBitmap([5, 6])];
  assert.deepEqual(bitmapArray(combine('OR', a, b)), [5, 6, 70_000, -1]);
  assert.deepEqual(bitmapArray(combine('ANDNOT', a, b)), [70_000, -1]);
});

test('bytes that end too early are none', () => {
  assert.throws(() => decodeBitmap(encodeBitmap(Uint32Array.of(1, 2)).subarray(0, 17)), RangeError);
});
