import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compiled } from './compiled.js';

test('the same text is compiled once; what it uses is given each time', () => {
  const first = compiled(['a', 'b'], 'return () => a - b;');
  assert.equal(compiled(['a', 'b'], 'return () => a - b;'), first);
  assert.equal((first(5, 3) as () => number)(), 2);
  assert.equal((first(1, 3) as () => number)(), -2);
  const turned = compiled(['b', 'a'], 'return () => a - b;');
  assert.equal((turned(5, 3) as () => number)(), -2);
});

test('of more than 64 texts the oldest is forgotten', () => {
  const first = compiled([], 'return 0;');
  const second = compiled([], 'return 1;');
  for (let i = 2; i <= 64; i++) compiled([], `return ${i};`);
  assert.equal(compiled([], 'return 1;'), second);
  assert.notEqual(compiled([], 'return 0;'), first);
});
