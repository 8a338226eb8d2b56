/** Test support: what an operator gives for a printed table, in batches of any size. */
import assert from 'node:assert/strict';
import { BATCH_SIZES, type HarnessOptions, runTable } from './harness.js';
import type { Operator } from './operator.js';

/** @param expected the lines of the output; their indentation does not count */
export async function checkTable(
  create: () => Operator,
  input: string,
  expected: string,
  options: Omit<HarnessOptions, 'batchRows'>,
): Promise<void> {
  const lines = expected.trim().replaceAll(/\n\s+/g, '\n');
  for (const batchRows of BATCH_SIZES) {
    const { text } = await runTable(create, input, { ...options, batchRows });
    assert.equal(text, lines, `batches of ${batchRows}`);
  }
}
