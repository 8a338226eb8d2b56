import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  asMillraceError,
  describe,
  assert as invariant,
  MillraceError,
  unreachable,
} from './error.js';

test('an error as people read it: code, place, reason, caret, hint', () => {
  const sourceLine = 'SELECT\torgin FROM t';
  const place = { file: 'a.sql', line: 1, column: 8, start: 7, end: 12, sourceLine };
  const hint = "Did you mean 'origin'?";
  const error = new MillraceError('CONFIG_VALUE', "No column 'orgin'", { place, hint });
  assert.equal(
    describe(error),
    [
      "[CONFIG_VALUE] a.sql, line 1, column 8: No column 'orgin'",
      '  SELECT\torgin FROM t',
      '        \t^^^^^',
      "Hint: Did you mean 'origin'?",
    ].join('\n'),
  );
  assert.equal(describe(new MillraceError('CONFIG_FILE', 'A')), '[CONFIG_FILE] A');
});

test('of a very long line the part around the finding is shown', () => {
  const sourceLine = `${'a'.repeat(1000)}b${'c'.repeat(1000)}`;
  const place = { column: 1001, sourceLine };
  const [, shown, carets] = describe(new MillraceError('TABLE_OPTION', 'A', { place })).split('\n');
  assert.equal(shown?.length, 162);
  assert.equal(shown?.[carets?.indexOf('^') ?? -1], 'b');
  assert.equal(carets?.trim(), '^');
});

test('a place is added once; the table gives kind and hint', () => {
  const bare = new MillraceError('BUG_INVARIANT', 'A');
  assert.equal(bare.kind, 'bug');
  assert.match(bare.hint ?? '', /please report/);
  const placed = bare.at({ line: 2 });
  assert.deepEqual([placed.place, placed.hint], [{ line: 2 }, bare.hint]);
  assert.equal(placed.at({ line: 3 }), placed);
});

test('a broken invariant and a branch that cannot be are bugs', () => {
  assert.throws(() => invariant(false, 'Rows are sorted'), {
    code: 'BUG_INVARIANT',
    reason: 'Rows are sorted',
  });
  invariant(true, 'never thrown');
  assert.throws(() => unreachable('x' as never), { reason: 'Unexpected value x' });
});

test('an error of another kind is a fault of the engine, with its cause', () => {
  const known = new MillraceError('CONFIG_VALUE', 'The value is bad');
  assert.equal(asMillraceError(known), known);
  const cause = new TypeError('no such property');
  const { code, reason, cause: kept } = asMillraceError(cause);
  assert.deepEqual([code, reason], ['BUG_INVARIANT', 'Unexpected failure: no such property']);
  assert.equal(kept, cause);
  assert.equal(asMillraceError('text').reason, 'Unexpected failure: text');
});

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

test('a message that quotes megabytes keeps its beginning and its end', () => {
  const { reason } = new MillraceError('CONFIG_VALUE', `The key '${'k'.repeat(1 << 20)}' is bad`);
  assert.equal(reason, `The key '${'k'.repeat(99)} … ${'k'.repeat(99)}' is bad`);
  const unquoted = new MillraceError('CONFIG_VALUE', 'k'.repeat(1 << 20));
  assert.equal(unquoted.reason, `${'k'.repeat(2000)} … ${'k'.repeat(2000)}`);
});
