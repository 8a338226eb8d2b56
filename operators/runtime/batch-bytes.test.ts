import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INT, type LogicalType, STRING } from '../../state/column/logical-type.js';
import { type Scalar, ScalarMap } from '../../state/column/scalar.js';
import { constantVector, vectorOf } from '../../state/column/scalar-access.js';
import type { Vector } from '../../state/column/vector.js';
import { Batch } from '../core/batch.js';
import { batchBytes } from './batch-bytes.js';

const list: LogicalType = { root: 'ARRAY', element: STRING, nullable: true };
const map: LogicalType = { root: 'MAP', key: STRING, value: INT, nullable: true };
const bytes = (vector: Vector, rows: number): number => batchBytes(new Batch([vector], rows));

test('values and their offsets count', () => {
  assert.equal(bytes(vectorOf(INT, [1, 2]), 2), 8);
  assert.equal(bytes(vectorOf(STRING, ['abc', 'd']), 2), 16 + 4);
  assert.equal(bytes(vectorOf(list, [['abc'], ['d', '']]), 2), 16 + 24 + 4);
});

test('children that rows share count once', () => {
  const values: readonly [LogicalType, Scalar, number][] = [
    [list, ['ab'], 8 + 2],
    [map, new ScalarMap([['ab', 1]]), 8 + 2 + 4],
  ];
  for (const [type, value, shared] of values) {
    assert.equal(bytes(constantVector(type, value, 5), 5), 5 * 8 + shared, type.root);
  }
});
