import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChangeLog } from './change-log.js';

test('changes are grouped by the upsert key', () => {
  const log = new ChangeLog([0], [true, false]);
  log.add({ kind: 0, cells: ['b', '1'] });
  log.add({ kind: 0, cells: ['a', '1'] });
  log.add({ kind: 1, cells: ['b', '1'] });
  log.add({ kind: 2, cells: ['b', '2'] });
  assert.deepEqual(log.takeChanges(), ['+I | a | 1', '+I | b | 1', '-U | b | 1', '+U | b | 2']);
  assert.deepEqual(log.rows(), ['a | 1', 'b | 2']);
  log.add({ kind: 3, cells: ['a', '1'] });
  assert.deepEqual(log.takeChanges(), ['-D | a | 1']);
  assert.deepEqual(log.rows(), ['b | 2']);
});

test('an update of which one half was filtered away folds like a deletion', () => {
  const log = new ChangeLog([0], [true, false]);
  log.add({ kind: 2, cells: ['a', '12'] });
  assert.deepEqual(log.rows(), ['a | 12']);
  log.add({ kind: 1, cells: ['a', '12'] });
  assert.deepEqual(log.rows(), []);
});

test('without an upsert key equal rows are counted', () => {
  const log = new ChangeLog(null, [true]);
  for (const kind of [0, 0, 3, 2, 1]) log.add({ kind, cells: ['x'] });
  log.add({ kind: 0, cells: ['y'] });
  assert.deepEqual(log.rows(), ['x', 'y']);
  assert.deepEqual(log.takeChanges().at(-1), '+I | y');
});

test('a row that is taken back more often than put out does not vanish', () => {
  const log = new ChangeLog(null, [true]);
  for (const kind of [0, 3, 3, 1]) log.add({ kind, cells: ['x'] });
  log.add({ kind: 0, cells: ['y'] });
  assert.deepEqual(log.rows(), ['-2 × x', 'y']);
});
