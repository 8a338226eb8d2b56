import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INT, STRING, timestamp } from '../../state/column/logical-type.js';
import { BATCH_SIZES, runTable } from '../core/harness.js';
import type { FromChangelogSpec, ToChangelogSpec } from './changelog-spec.js';
import { createFromChangelog } from './from-changelog.js';
import { createToChangelog } from './to-changelog.js';

const TIME = timestamp(3);

const FROM: FromChangelogSpec = {
  kind: 'from-changelog',
  op: 1,
  codes: [
    { code: 'c', kind: 0 },
    { code: 'read', kind: 0 },
    { code: '-', kind: 1 },
    { code: '+', kind: 2 },
    { code: '', kind: 3 },
  ],
};

test('Each row becomes the change that its code says, between the marks', async () => {
  for (const batchRows of BATCH_SIZES) {
    const { text } = await runTable(
      () => createFromChangelog(FROM),
      `
      +I | 1 | c
      +I | 2 | read
      watermark 2001-01-01 00:00:00.000
      +I | 1 | -
      barrier
      recover
      +I | 1 | +
      +I | 2 | ""
      end`,
      { inputs: [[INT, STRING]], output: [INT], batchRows, pairs: false },
    );
    assert.deepEqual(text.split('\n'), [
      '+I | 1',
      '+I | 2',
      'watermark 2001-01-01 00:00:00.000',
      '-U | 1',
      'barrier',
      '+U | 1',
      '-D | 2',
      'watermark end',
      'end',
    ]);
  }
});

test('A code that stands for nothing, or is NULL, fails', async () => {
  const run = (code: string) =>
    runTable(() => createFromChangelog(FROM), `+I | 1 | ${code}\nend`, {
      inputs: [[INT, STRING]],
      output: [INT],
    });
  await assert.rejects(run('C'), {
    code: 'DATA_EXPRESSION',
    reason: "Received invalid op code 'C'. Defined op codes are: [c, read, -, +, ].",
  });
  await assert.rejects(run('NULL'), {
    code: 'DATA_EXPRESSION',
    reason: 'Received NULL op code. Every changelog row must carry an operation code.',
  });
});

const CHANGES = `
  +I | 1
  -U | 1
  +U | 2
  watermark 2001-01-01 00:00:00.000
  barrier
  recover
  -D | 2
  end`;

/** What becomes of the changes, line by line. */
async function told(
  codes: ToChangelogSpec['codes'],
  size: { readonly batchRows?: number } = {},
): Promise<string[]> {
  const options = { inputs: [[INT]], output: [STRING, INT], ...size };
  const create = () => createToChangelog({ kind: 'to-changelog', codes, time: null });
  const { text } = await runTable(create, CHANGES, options);
  return text.split('\n');
}

test('A change becomes a row behind the code of its kind, or none without one', async () => {
  const codes: ToChangelogSpec['codes'] = [
    { code: 'u', kind: 0 },
    { code: 'u', kind: 2 },
    { code: '', kind: 3 },
  ];
  for (const batchRows of BATCH_SIZES) {
    assert.deepEqual(await told(codes, { batchRows }), [
      '+I | u | 1',
      '+I | u | 2',
      'watermark 2001-01-01 00:00:00.000',
      'barrier',
      '+I | "" | 2',
      'watermark end',
      'end',
    ]);
  }
});

test('Of insertions nothing is left where they have no code', async () => {
  assert.deepEqual(await told([{ code: 'd', kind: 3 }]), [
    'watermark 2001-01-01 00:00:00.000',
    'barrier',
    '+I | d | 2',
    'watermark end',
    'end',
  ]);
});

test('The time of a row comes again behind its columns, and is never NULL', async () => {
  const run = (rows: string) =>
    runTable(
      () => createToChangelog({ kind: 'to-changelog', codes: [{ code: 'i', kind: 0 }], time: 0 }),
      rows,
      { inputs: [[TIME, INT]], output: [STRING, TIME, INT, TIME], batchRows: 1_000_000 },
    );
  const { text } = await run(
    `+I | 2001-01-01 00:00:01.000 | 1
     watermark 2001-01-01 00:00:01.000
     +I | 2001-01-01 00:00:00.000 | 2
     end`,
  );
  assert.deepEqual(text.split('\n'), [
    '+I | i | 2001-01-01 00:00:01.000 | 1 | 2001-01-01 00:00:01.000',
    'watermark 2001-01-01 00:00:01.000',
    '+I | i | 2001-01-01 00:00:00.000 | 2 | 2001-01-01 00:00:00.000',
    'watermark end',
    'end',
  ]);
  await assert.rejects(run('+I | 2001-01-01 00:00:01.000 | 1\n+I | NULL | 2'), {
    code: 'DATA_NULL',
    reason: 'The time of a row, which on_time names, is NULL',
  });
});
