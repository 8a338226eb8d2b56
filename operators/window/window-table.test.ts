import assert from 'node:assert/strict';
import test from 'node:test';
import {
  type LogicalType,
  STRING,
  timestamp,
  timestampLtz,
} from '../../state/column/logical-type.js';
import { BATCH_SIZES, runTable } from '../core/harness.js';
import type { AlignedWindow } from './window-spec.js';
import { createWindowTable } from './window-table.js';

const MINUTE = 60_000;
const DATE = /\d{4}-\d\d-(\d\d) /g;

async function check(
  window: AlignedWindow,
  rows: string,
  expected: string,
  time: LogicalType = timestamp(3),
  timeZone = 'UTC',
  column: number | null = 1,
): Promise<void> {
  const input = [STRING, time];
  const output = [...input, timestamp(3), timestamp(3), time];
  for (const batchRows of BATCH_SIZES) {
    const create = () => createWindowTable({ kind: 'window-table', time: column, window });
    const options = { inputs: [input], output, batchRows, timeZone };
    const { text } = await runTable(create, rows, options);
    // Of a date the day is enough.
    const shown = text.replaceAll(/^\+I.*|^-D.*/gm, (line) => line.replaceAll(DATE, '$1 '));
    assert.equal(shown, expected.trim().replaceAll(/\n\s+/g, '\n'));
  }
}

test('TUMBLE appends the window; rows without a time are dropped, late ones are not', async () => {
  await check(
    { kind: 'tumble', sizeMs: MINUTE, offsetMs: 10_000 },
    `
      +I | a | 2001-01-01 00:00:09.999
      +I | b | NULL
      watermark 2001-01-01 00:01:00.000
      -D | a | 2001-01-01 00:00:10.000`,
    `
      +I | a | 01 00:00:09.999 | 31 23:59:10.000 | 01 00:00:10.000 | 01 00:00:09.999
      watermark 2001-01-01 00:01:00.000
      -D | a | 01 00:00:10.000 | 01 00:00:10.000 | 01 00:01:10.000 | 01 00:01:09.999`,
  );
});

test('HOP gives each window of a row, the last first', async () => {
  await check(
    { kind: 'hop', slideMs: MINUTE, sizeMs: 2 * MINUTE, offsetMs: 0 },
    '+I | a | 2001-01-01 00:01:00.000',
    `
      +I | a | 01 00:01:00.000 | 01 00:01:00.000 | 01 00:03:00.000 | 01 00:02:59.999
      +I | a | 01 00:01:00.000 | 01 00:00:00.000 | 01 00:02:00.000 | 01 00:01:59.999`,
  );
});

test('HOP with a slide longer than its size leaves rows without a window out', async () => {
  await check(
    { kind: 'hop', slideMs: 3 * MINUTE, sizeMs: MINUTE, offsetMs: 0 },
    `
      +I | a | 2001-01-01 00:00:59.999
      +I | b | 2001-01-01 00:01:00.000`,
    '+I | a | 01 00:00:59.999 | 01 00:00:00.000 | 01 00:01:00.000 | 01 00:00:59.999',
  );
});

test('CUMULATE gives the windows from the first to the whole', async () => {
  await check(
    { kind: 'cumulate', stepMs: MINUTE, sizeMs: 3 * MINUTE, offsetMs: 0 },
    '+I | a | 2001-01-01 00:01:30.000',
    `
      +I | a | 01 00:01:30.000 | 01 00:00:00.000 | 01 00:02:00.000 | 01 00:01:59.999
      +I | a | 01 00:01:30.000 | 01 00:00:00.000 | 01 00:03:00.000 | 01 00:02:59.999`,
  );
});

test('over TIMESTAMP_LTZ start and end are wall clock, window_time an instant', async () => {
  await check(
    { kind: 'tumble', sizeMs: 60 * MINUTE, offsetMs: 0 },
    `
      +I | a | 2021-03-28 00:59:59.999
      +I | b | 2021-03-28 01:00:00.000`,
    `
      +I | a | 28 00:59:59.999 | 28 01:00:00.000 | 28 02:00:00.000 | 28 00:59:59.999
      +I | b | 28 01:00:00.000 | 28 03:00:00.000 | 28 04:00:00.000 | 28 01:59:59.999`,
    timestampLtz(3),
    'Europe/Berlin',
  );
});

test('By processing time the clock says the window; window_time is the time itself', async () => {
  await check(
    { kind: 'cumulate', stepMs: MINUTE, sizeMs: 2 * MINUTE, offsetMs: 0 },
    `
      clock 2001-01-01 00:01:10.000
      +I | a | NULL
      watermark 2001-01-01 09:00:00.000
      clock 2001-01-01 00:01:59.999
      +I | b | 2001-01-01 05:00:00.000`,
    `
      +I | a | NULL | 01 01:00:00.000 | 01 01:02:00.000 | 01 00:01:10.000
      watermark 2001-01-01 09:00:00.000
      +I | b | 01 05:00:00.000 | 01 01:00:00.000 | 01 01:02:00.000 | 01 00:01:59.999`,
    timestampLtz(3),
    'Europe/Berlin',
    null,
  );
});
