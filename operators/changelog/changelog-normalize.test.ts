import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BOOLEAN, INT, STRING } from '../../state/column/logical-type.js';
import { checkTable } from '../core/check-table.js';
import { runTable } from '../core/harness.js';
import { bindCall } from '../expr/bind.js';
import { literal } from '../expr/literal.js';
import { createChangelogNormalize } from './changelog-normalize.js';
import type { ChangelogNormalizeSpec } from './changelog-normalize-spec.js';

const TYPES = [STRING, INT];

const INPUT = `
  +U | a | 1
  +I | b | 5
  +I | a | 1
  -U | a | 1
  +U | a | 2
  watermark 2001-01-01 00:00:00.000
  -D | c | 3
  -D | b | NULL
  barrier
  recover
  +I | a | 6
  +U | b | 7
  -D | a | 9
  -D | a | 9`;

/** What comes before the barrier. */
const FIRST = `
  +I | a | 1
  +I | b | 5
  -U | a | 1
  +U | a | 2
  watermark 2001-01-01 00:00:00.000
  -D | b | 5
  barrier`;

async function check(changes: Partial<ChangelogNormalizeSpec>, expected: string): Promise<void> {
  const spec: ChangelogNormalizeSpec = {
    kind: 'changelog-normalize',
    key: [0],
    condition: null,
    updateBefore: true,
    ...changes,
  };
  const options = { inputs: [TYPES], output: TYPES };
  await checkTable(() => createChangelogNormalize(spec), INPUT, expected, options);
}

test('A row takes the place of the one of its key, and an equal one is silent', async () => {
  await check(
    {},
    `${FIRST}
     -U | a | 2
     +U | a | 6
     +I | b | 7
     -D | a | 6`,
  );
});

test('Without update-before rows', async () => {
  await check(
    { updateBefore: false },
    `+I | a | 1
     +I | b | 5
     +U | a | 2
     watermark 2001-01-01 00:00:00.000
     -D | b | 5
     barrier
     +U | a | 6
     +I | b | 7
     -D | a | 6`,
  );
});

test('A row that fails the condition is as if it were deleted', async () => {
  const value = { kind: 'column', index: 1, type: INT } as const;
  const condition = bindCall('<', [value, literal(6, INT)]);
  assert.equal(condition.type.root, BOOLEAN.root);
  await check(
    { condition },
    `${FIRST}
     -D | a | 2`,
  );
});

test('Where rows expire, an equal one is sent to keep others alive', async () => {
  const spec = { key: [0], condition: null, updateBefore: true, ttlMs: 1000 } as const;
  const { text } = await runTable(
    () => createChangelogNormalize({ kind: 'changelog-normalize', ...spec }),
    '+I | a | 1\n+U | a | 1',
    { inputs: [TYPES], output: TYPES },
  );
  assert.equal(text, '+I | a | 1\n-U | a | 1\n+U | a | 1');
});
