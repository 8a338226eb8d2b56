import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BIGINT, INT, STRING } from '../../state/column/logical-type.js';
import { BATCH_SIZES, runTable } from '../core/harness.js';
import { createExpand } from './expand.js';
import type { ExpandSpec } from './expand-spec.js';

const SPEC: ExpandSpec = {
  kind: 'expand',
  sets: [
    { nulls: [], id: 0 },
    { nulls: [1], id: 1 },
    { nulls: [0, 1], id: 3 },
  ],
};

test('Each row comes once for each set, between the marks, of its kind', async () => {
  const types = [STRING, INT, INT];
  for (const batchRows of BATCH_SIZES) {
    const options = { inputs: [types], output: [...types, BIGINT], batchRows, outputRows: 4 };
    const { text } = await runTable(
      () => createExpand(SPEC),
      `
      +I | a | 1 | 10
      watermark 2001-01-01 00:00:00.000
      -U | b | NULL | 20
      +U | b | 2 | 30
      end`,
      { ...options, pairs: false },
    );
    assert.deepEqual(text.split('\n'), [
      '+I | a | 1 | 10 | 0',
      '+I | a | NULL | 10 | 1',
      '+I | NULL | NULL | 10 | 3',
      'watermark 2001-01-01 00:00:00.000',
      '-U | b | NULL | 20 | 0',
      '-U | b | NULL | 20 | 1',
      '-U | NULL | NULL | 20 | 3',
      '+U | b | 2 | 30 | 0',
      '+U | b | NULL | 30 | 1',
      '+U | NULL | NULL | 30 | 3',
      'watermark end',
      'end',
    ]);
  }
});
