import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INT, STRING, timestamp } from '../../state/column/logical-type.js';
import { BATCH_SIZES, runTable } from '../core/harness.js';
import { createDeduplicate } from './deduplicate.js';
import type { DeduplicateSpec } from './deduplicate-spec.js';

const TYPES = [STRING, INT, timestamp(3)];

const INPUT = `
  +I | a | 1 | @03
  +I | b | 5 | @02
  +I | a | 2 | @01
  watermark @01
  +I | a | 3 | @03
  barrier
  recover
  +I | b | 5 | @02
  +I | b | 6 | @01
  end`;

async function check(
  changes: Partial<DeduplicateSpec>,
  expected: readonly string[],
): Promise<void> {
  const spec: DeduplicateSpec = {
    kind: 'deduplicate',
    key: [0],
    time: 2,
    keep: 'first',
    compared: [0, 1, 2],
    updateBefore: true,
    ...changes,
  };
  for (const batchRows of BATCH_SIZES) {
    const options = { inputs: [TYPES], output: TYPES, batchRows };
    const input = INPUT.replaceAll(/@(\d\d)/g, '2001-01-01 00:00:$1.000');
    const { text } = await runTable(() => createDeduplicate(spec), input, options);
    const lines = text.replaceAll(/2001-01-01 00:00:(\d\d)\.000/g, '@$1').split('\n');
    assert.deepEqual(
      lines.filter((line) => line !== 'barrier' && !line.includes('end')),
      expected,
    );
  }
}

test('The first row by rowtime is replaced by earlier ones', async () => {
  await check({}, [
    '+I | a | 1 | @03',
    '+I | b | 5 | @02',
    '-U | a | 1 | @03',
    '+U | a | 2 | @01',
    'watermark @01',
    '-U | b | 5 | @02',
    '+U | b | 6 | @01',
  ]);
});

test('The last row by rowtime is replaced by those that are not earlier', async () => {
  await check({ keep: 'last', updateBefore: false }, [
    '+I | a | 1 | @03',
    '+I | b | 5 | @02',
    'watermark @01',
    '+U | a | 3 | @03',
    '+U | b | 5 | @02',
  ]);
});

test('The first row to arrive is final', async () => {
  await check({ time: null }, ['+I | a | 1 | @03', '+I | b | 5 | @02', 'watermark @01']);
});

test('The last row to arrive is silent where it equals the one before', async () => {
  await check({ time: null, keep: 'last' }, [
    '+I | a | 1 | @03',
    '+I | b | 5 | @02',
    '-U | a | 1 | @03',
    '+U | a | 2 | @01',
    'watermark @01',
    '-U | a | 2 | @01',
    '+U | a | 3 | @03',
    '-U | b | 5 | @02',
    '+U | b | 6 | @01',
  ]);
});

test('With a time to live keys are forgotten, and no last row is silent', async () => {
  const run = async (changes: Partial<DeduplicateSpec>, ttlMs: number): Promise<string[]> => {
    const spec: DeduplicateSpec = {
      kind: 'deduplicate',
      key: [0],
      time: null,
      keep: 'last',
      compared: [0, 1],
      updateBefore: true,
      ttlMs,
      ...changes,
    };
    const input = `
      +I | a | 1
      clock 1970-01-01 00:00:00.600
      +I | a | 1
      barrier
      recover
      clock 1970-01-01 00:00:01.000
      +I | a | 2
      clock 1970-01-01 00:00:02.000
      +I | a | 3`;
    const types = [STRING, INT];
    const options = { inputs: [types], output: types };
    const { text } = await runTable(() => createDeduplicate(spec), input, options);
    return text.split('\n').filter((line) => line !== 'barrier');
  };
  assert.deepEqual(await run({}, 1000), [
    '+I | a | 1',
    '-U | a | 1',
    '+U | a | 1',
    '-U | a | 1',
    '+U | a | 2',
    '+I | a | 3',
  ]);
  assert.deepEqual(await run({ keep: 'first' }, 1000), ['+I | a | 1', '+I | a | 2', '+I | a | 3']);
  assert.deepEqual(await run({ keep: 'first' }, 1500), ['+I | a | 1', '+I | a | 3']);
});
