import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BIGINT, STRING } from '../../state/column/logical-type.js';
import { vectorOf } from '../../state/column/scalar-access.js';
import { Batch } from '../core/batch.js';
import { Partition } from './partition.js';
import { printRows } from './test-job.js';
import { packBatch, unpackBatch } from './wire.js';

/** Rows `words[i]`, numbered, with marks (position, value). */
function batchOf(words: readonly string[], marks: readonly (readonly [number, number])[]): Batch {
  const columns = [
    vectorOf(STRING, words),
    vectorOf(
      BIGINT,
      words.map((_, i) => BigInt(i)),
    ),
  ];
  return new Batch(columns, words.length).withMarks({
    count: marks.length,
    positions: Int32Array.from(marks, ([position]) => position),
    values: Float64Array.from(marks, ([, value]) => value),
  });
}

function show(batch: Batch): { rows: string[]; marks: (readonly [number, number])[] } {
  const { marks } = batch;
  const list = Array.from({ length: marks?.count ?? 0 }, (_, i) => {
    return [marks?.positions[i] as number, marks?.values[i] as number] as const;
  });
  return { rows: printRows(batch), marks: list };
}

test('every task gets its rows in order, and every mark before the row it stood before', () => {
  const words = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'a', 'b'];
  const batch = batchOf(words, [
    [0, 10],
    [3, 20],
    [4, 30],
    [10, 40],
  ]);
  const parts = new Partition([0], 3, 128).split(batch);
  const rows = parts.flatMap((part) => (part === null ? [] : show(part).rows));
  assert.deepEqual([...rows].sort(), printRows(batch).sort());
  for (const part of parts) {
    assert.ok(part !== null);
    const { rows: mine, marks } = show(part);
    const before = mine.map((line, i) => {
      const number = Number(line.split(' ')[2]);
      const expected = number < 3 ? 10 : number < 4 ? 20 : 30;
      const found = marks.filter(([position]) => position <= i).at(-1)?.[1];
      return [expected, found];
    });
    for (const [expected, found] of before) assert.equal(found, expected);
    assert.deepEqual(marks.at(-1), [mine.length, 40]);
  }
});

test('a task without rows hears of the last mark alone', () => {
  const batch = batchOf(
    ['a', 'a'],
    [
      [1, 10],
      [2, 20],
    ],
  );
  const parts = new Partition([0], 2, 128).split(batch);
  const [empty, full] = parts[0]?.rows === 0 ? parts : [...parts].reverse();
  assert.deepEqual(empty && show(empty), { rows: [], marks: [[0, 20]] });
  assert.deepEqual(full && show(full), {
    rows: ['+I a 0', '+I a 1'],
    marks: [
      [1, 10],
      [2, 20],
    ],
  });
});

test('only selected rows are dealt, and kinds go with them', () => {
  const kinds = Uint8Array.of(0, 1, 2, 3);
  const batch = batchOf(['a', 'b', 'c', 'd'], []).withMarks(null).withKinds(kinds);
  const parts = new Partition([0], 2, 128).split(batch.withSelection(Int32Array.of(1, 3)));
  const rows = parts.flatMap((part) => (part === null ? [] : printRows(part)));
  assert.deepEqual(rows.sort(), ['-D d 3', '-U b 1']);
});

test('a batch that crosses to another thread is dense and owns its bytes', () => {
  const batch = batchOf(
    ['alpha', '', 'gamma', 'a much longer word, over thirty-two bytes'],
    [
      [1, 10],
      [4, 20],
    ],
  ).withSelection(Int32Array.of(0, 2, 3));
  const transfer: ArrayBuffer[] = [];
  const packed = packBatch(batch, transfer);
  const arrived = unpackBatch(structuredClone(packed, { transfer }));
  assert.deepEqual(show(arrived), {
    rows: ['+I alpha 0', '+I gamma 2', '+I a much longer word, over thirty-two bytes 3'],
    marks: [
      [1, 10],
      [3, 20],
    ],
  });
  const [words] = arrived.columns;
  assert.equal(words?.lane === 'bytes' && words.data.length, 'alphagamma'.length + 41);
  assert.deepEqual(printRows(batch), printRows(arrived));
});
