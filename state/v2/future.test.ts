import assert from 'node:assert/strict';
import test from 'node:test';
import { Future, StateFutureUtils } from './future.js';

/** What each combinator gives, whether the result was there before or comes later. */
function outcomes(value: number, isThere: boolean): unknown[] {
  const results: unknown[] = [];
  const keep = (result: unknown): unknown => results.push(result);
  const future = new Future<number>();
  const other = new Future<string>();
  if (isThere) future.complete(value);
  const isBig = (n: number): boolean => n > 5;
  future.thenApply((n) => n + 1).thenAccept(keep);
  future.thenAccept(keep).thenAccept(keep);
  future.thenCompose((n) => StateFutureUtils.completedFuture(`${n}`)).thenAccept(keep);
  future.thenCombine(other, (n, text) => `${n} ${text}`).thenAccept(keep);
  future.thenConditionallyApply(isBig, (n) => n * 2).thenAccept(keep);
  future
    .thenConditionallyApply(
      isBig,
      () => 'big',
      () => 'small',
    )
    .thenAccept(keep);
  future.thenConditionallyAccept(isBig, () => keep('is big')).thenAccept(keep);
  future.thenConditionallyAccept(isBig, keep, () => keep('is small')).thenAccept(keep);
  const composed = (text: string) => StateFutureUtils.completedFuture(text);
  future.thenConditionallyCompose(isBig, () => composed('B')).thenAccept(keep);
  future
    .thenConditionallyCompose(
      isBig,
      () => composed('B'),
      () => composed('S'),
    )
    .thenAccept(keep);
  if (!isThere) future.complete(value);
  other.complete('other');
  return results;
}

test('every combinator, before and after the result is there', () => {
  const big = [
    8,
    7,
    undefined,
    '7',
    [true, 14],
    [true, 'big'],
    'is big',
    true,
    7,
    true,
    [true, 'B'],
    [true, 'B'],
    '7 other',
  ];
  const small = [
    2,
    1,
    undefined,
    '1',
    [false, undefined],
    [false, 'small'],
    false,
    'is small',
    false,
    [false, undefined],
    [false, 'S'],
    '1 other',
  ];
  for (const isThere of [true, false]) {
    assert.deepEqual(outcomes(7, isThere), big);
    assert.deepEqual(outcomes(1, isThere), small);
  }
});

test('all of several, in their order; of none at once', () => {
  const futures = [new Future<number>(), new Future<number>(), Future.of(3)];
  const results: unknown[] = [];
  StateFutureUtils.combineAll(futures).thenAccept((all) => results.push(all));
  StateFutureUtils.combineAll([]).thenAccept((all) => results.push(all));
  StateFutureUtils.completedVoidFuture().thenAccept((nothing) => results.push(nothing));
  futures[1]?.complete(2);
  assert.deepEqual(results, [[], undefined]);
  futures[0]?.complete(1);
  assert.deepEqual(results, [[], undefined, [1, 2, 3]]);
  assert.throws(() => futures[0]?.complete(1), { code: 'BUG_INVARIANT' });
});
