import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INT, STRING } from '../../state/column/logical-type.js';
import { checkTable } from '../core/check-table.js';
import { runTable } from '../core/harness.js';
import { createUpsertMaterializer } from './upsert-materializer.js';

/** Primary key, the rows' own key, a value. */
const TYPES = [STRING, INT, STRING];

const INPUT = `
  +I | a | 1 | x
  +I | a | 2 | y
  -U | a | 1 | x
  +U | a | 1 | z
  +I | b | 9 | q
  watermark 2001-01-01 00:00:00.000
  -D | a | 1 | z
  barrier
  recover
  -D | b | 9 | q
  -D | b | 9 | q
  +I | a | 3 | w
  -D | a | 2 | y
  -D | a | 3 | w`;

async function check(upsertKey: readonly number[] | null, expected: string): Promise<void> {
  await checkTable(
    () => createUpsertMaterializer({ kind: 'upsert-materializer', primaryKey: [0], upsertKey }),
    INPUT,
    expected,
    { inputs: [TYPES], output: TYPES },
  );
}

const EXPECTED = `
  +I | a | 1 | x
  +U | a | 2 | y
  +U | a | 1 | z
  +I | b | 9 | q
  watermark 2001-01-01 00:00:00.000
  +U | a | 2 | y
  barrier
  -D | b | 9 | q
  +U | a | 3 | w
  -D | a | 3 | w`;

test('The last row of a primary key stands, until it goes', async () => {
  await check([0, 1], EXPECTED);
});

test('Without a key of their own rows are told apart as a whole', async () => {
  await check(null, EXPECTED);
});

test('A row that replaces one of its key is the last one', async () => {
  const { text } = await runTable(
    () =>
      createUpsertMaterializer({ kind: 'upsert-materializer', primaryKey: [0], upsertKey: [1] }),
    `+I | a | 1 | x
     +I | a | 2 | y
     +U | a | 1 | z
     -D | a | 2 | y
     -D | a | 1 | w`,
    { inputs: [TYPES], output: TYPES },
  );
  assert.equal(text, '+I | a | 1 | x\n+U | a | 2 | y\n+U | a | 1 | z\n-D | a | 1 | z');
});
