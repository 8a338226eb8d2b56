/**
 * Test support: a join by time over printed tables, whose rows have a STRING key, an INT and a
 * TIMESTAMP(3) on either side; `@05` is five seconds past the epoch.
 */
import assert from 'node:assert/strict';
import { INT, STRING, timestamp } from '../../state/column/logical-type.js';
import { BATCH_SIZES, runTable } from '../core/harness.js';
import type { Operator } from '../core/operator.js';
import { fullTimes } from '../core/short-times.js';

const SIDE = [STRING, INT, timestamp(3)];

/** Fails where the output differs at any size of batches. */
export async function checkTimed(
  create: () => Operator,
  input: string,
  expected: string,
  name: string,
): Promise<void> {
  for (const batchRows of BATCH_SIZES) {
    const options = { inputs: [SIDE, SIDE], output: [...SIDE, ...SIDE], batchRows };
    const { text } = await runTable(create, times(input), options);
    assert.equal(text, times(expected), `${name}, batches of ${batchRows}`);
  }
}

function times(text: string): string {
  return fullTimes(text, '1970-01-01');
}
