import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MillraceError } from '../../conf/errors/error.js';
import { type CellText, formatRow, parseRow } from './row-text.js';

const ROWS: readonly (readonly [readonly CellText[], string])[] = [
  [['a', '1', null], 'a | 1 | NULL'],
  [['', 'NULL', ' a'], "'' | 'NULL' | ' a'"],
  [["it's", 'a | b', 'x\ny\\'], "'it''s' | 'a | b' | 'x\\ny\\\\'"],
  [['a|b', '||', 'a b'], 'a|b | || | a b'],
];

test('a row is read back from its line', () => {
  for (const [cells, line] of ROWS) {
    assert.equal(formatRow(cells, [true, true, true]), line);
    assert.deepEqual(parseRow(line, {}), cells);
  }
});

test('bare cells may be padded for the eye', () => {
  assert.deepEqual(parseRow('alice | 1   |  NULL | ', {}), ['alice', '1', null, '']);
});

test('a broken quote names its column', () => {
  for (const [line, column] of [
    ["a | 'b", 5],
    ["'a' b", 5],
    ["'a\\q'", 4],
  ] as const) {
    assert.throws(
      () => parseRow(line, { file: 'x.slt', line: 7 }),
      (error) => error instanceof MillraceError && error.place?.column === column,
    );
  }
});
