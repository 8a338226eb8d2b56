import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INT, STRING, timestamp } from '../../state/column/logical-type.js';
import { BATCH_SIZES, runTable } from '../core/harness.js';
import type { SortKey } from '../rank/rank-spec.js';
import { createTemporalSort } from './temporal-sort.js';

const TYPES = [STRING, INT, timestamp(3)];

const INPUT = `
  +I | a | 3 | 2001-01-01 00:00:05.000
  +I | b | 1 | 2001-01-01 00:00:02.000
  +I | c | 2 | 2001-01-01 00:00:05.000
  watermark 2001-01-01 00:00:03.000
  +I | d | 1 | 2001-01-01 00:00:05.000
  +I | e | 1 | 2001-01-01 00:00:02.000
  +I | f | 9 | 2001-01-01 00:00:08.000
  barrier
  +I | g | 2 | 2001-01-01 00:00:05.000
  watermark 2001-01-01 00:00:05.000
  end`;

async function check(order: readonly SortKey[], middle: readonly string[]): Promise<void> {
  for (const batchRows of BATCH_SIZES) {
    const options = { inputs: [TYPES], output: TYPES, batchRows };
    const make = () => createTemporalSort({ kind: 'temporal-sort', time: 2, order });
    const { text, metrics } = await runTable(make, INPUT, options);
    const expected = [
      '+I | b | 1 | 2001-01-01 00:00:02.000',
      'watermark 2001-01-01 00:00:03.000',
      'barrier',
      ...middle.map((row) => `+I | ${row} | 2001-01-01 00:00:05.000`),
      'watermark 2001-01-01 00:00:05.000',
      '+I | f | 9 | 2001-01-01 00:00:08.000',
    ];
    assert.deepEqual(text.split('\n').slice(0, expected.length), expected);
    assert.equal(metrics.lateRows, 1);
  }
}

test('Rows go out as the watermark reaches their time; those of one time by arrival', async () => {
  await check([], ['a | 3', 'c | 2', 'd | 1', 'g | 2']);
});

test('Rows of one time are sorted by the further keys', async () => {
  const order = [{ column: 1, descending: true, nullsFirst: false }];
  await check(order, ['a | 3', 'c | 2', 'g | 2', 'd | 1']);
});

const ARRIVALS = `
  clock 1970-01-01 00:00:05.000
  +I | a | 3 | NULL
  +I | b | 1 | NULL
  +I | c | 2 | NULL
  barrier
  clock 1970-01-01 00:00:05.001
  +I | d | 1 | NULL
  clock 1970-01-01 00:00:07.000
  +I | e | 1 | NULL
  +I | f | 9 | NULL
  end`;

test('Rows of one millisecond of the clock go out sorted once it is over', async () => {
  const order = [{ column: 1, descending: false, nullsFirst: false }];
  for (const batchRows of BATCH_SIZES) {
    const options = { inputs: [TYPES], output: TYPES, batchRows };
    const make = () => createTemporalSort({ kind: 'temporal-sort', time: null, order });
    const { text, metrics } = await runTable(make, ARRIVALS, options);
    const rows = ['b | 1', 'c | 2', 'a | 3', 'd | 1'].map((row) => `+I | ${row} | NULL`);
    assert.deepEqual(text.split('\n'), ['barrier', ...rows, 'watermark end', 'end']);
    assert.equal(metrics.lateRows, 0);
  }
});
