import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Clock } from '../../conf/clock.js';
import { runCase } from './case-run.js';
import { DEFAULT_PROFILE } from './profile.js';
import { failureText } from './report.js';

const HEAD = `statement ok
CREATE TABLE t (a INT, b INT) WITH ('connector' = 'feed')

`;

const STREAM = `${HEAD}stream s
SELECT a / b AS q FROM t

`;

async function failures(text: string): Promise<string> {
  return failureText(await runCase({ file: 'x.slt', folder: '/cases', text }, DEFAULT_PROFILE));
}

/** [file, what the report says]. */
const FAULTS: readonly (readonly [string, string])[] = [
  [`${HEAD}feed u\n1 | 2`, "line 4: There is no table 'default_catalog.default_database.u'"],
  [
    "statement ok\nCREATE TABLE p (a INT) WITH ('connector' = 'print')\n\nend p",
    "line 4: No 'connector' = 'feed' has 'default_catalog.default_database.p'",
  ],
  [`${HEAD}end t\n\nfeed t\n1 | 2`, "line 6: 't' has ended"],
  [`${HEAD}feed t\n1 | 2\n3`, 'line 6: The row has 1 values; the table has 2: a, b'],
  [`${HEAD}feed t\n1 | x`, "line 5: 'x' is no INT for column 'b'"],
  [`${HEAD}watermark t soon`, "line 4: 'soon' is no time"],
  ['advance a while', "line 1: 'advance' takes a duration such as 10 min, 30 s or 500 ms"],
  ['changelog s', "line 1: There is no stream 's'"],
  ['table s', "line 1: There is no stream 's'"],
  [`${STREAM}stream s\nSELECT 1`, "line 7: There is a stream 's' already"],
  ['stream s\nSHOW TABLES', "line 1: 'stream' takes a SELECT"],
  ['query II\nSELECT 1 AS one_column', "line 1: 'II' has 2 columns, the result 1: one_column"],
];

test('a record that cannot be carried out ends the file and names its line', async () => {
  for (const [text, reason] of FAULTS) {
    const report = await failures(text);
    assert.ok(report.startsWith(`[TEST_FILE] x.slt, ${reason}`), report);
  }
});

test('statements that fail, or do not fail as they should', async () => {
  const text = `statement ok
SELECT nothing

statement error BIND_UNKNOWN_TABLE
SELECT nothing

statement error BIND_UNKNOWN_COLUMN
SELECT 1
`;
  assert.match(
    await failures(text),
    new RegExp(
      [
        '^x.slt:1: statement ok',
        '  \\[BIND_UNKNOWN_COLUMN\\] line 1, column 8: .*',
        '    SELECT nothing',
        '           \\^{7}(\n  Hint: .*)?',
        '',
        'x.slt:4: statement error',
        '  The statement should fail with BIND_UNKNOWN_TABLE; it fails with BIND_UNKNOWN_COLUMN:',
        '  \\[BIND_UNKNOWN_COLUMN\\] line 1, column 8: .*',
        '    SELECT nothing',
        '           \\^{7}(\n  Hint: .*)?',
        '',
        'x.slt:7: statement error',
        '  The statement should fail with BIND_UNKNOWN_COLUMN, but it does not.$',
      ].join('\n'),
    ),
  );
});

test('a stream that does not start fails its records, and the file goes on', async () => {
  const report = await failures('stream s\nSELECT x\n\nchangelog s\n\nquery\nSELECT 1\n----\n1\n');
  assert.match(report, /^x\.slt:1: stream\n {2}\[BIND_UNKNOWN_COLUMN\] .*/);
  assert.ok(report.endsWith("x.slt:4: changelog\n  Stream 's' did not start."), report);
});

test('an error of a running stream is reported once, at the record that caused it', async () => {
  const text = `${STREAM}feed t\n4 | 2\n\nchangelog s\n----\n+I | 2\n\nfeed t\n1 | 0\n\nbarrier\n`;
  const report = await failures(text);
  assert.match(report, /^x\.slt:14: feed\n {2}Stream 's' failed\.\n {2}\[DATA_EXPRESSION\] /);
  assert.equal(report.match(/failed/g)?.length, 1);
});

test('a bounded query over an input that has not ended is told so', async () => {
  const report = await failures(`${HEAD}query II\nSELECT * FROM t`);
  const source = 'feed table default_catalog.default_database.t';
  assert.equal(
    report,
    `x.slt:4: query\n  The job does not end by itself: more may come from ${source}.`,
  );
  const ended = `${HEAD}feed t\n1 | 2\n\nend t\n\nquery II\nSELECT * FROM t\n----\n1 | 2\n`;
  assert.equal(await failures(ended), '');
});

test('a dataflow that never rests is given up', async () => {
  const text = `statement ok
CREATE TABLE g (a INT) WITH ('connector' = 'datagen', 'rows-per-second' = '1000000000')

stream s
SELECT COUNT(*) AS n FROM g
`;
  const impatient: Clock = {
    now: () => 0,
    after: (_, fire) => {
      setImmediate(fire);
      return { cancel: () => {} };
    },
  };
  const file = { file: 'x.slt', folder: '/cases', text };
  const outcome = await runCase(file, DEFAULT_PROFILE, { clock: impatient, ms: 60_000 });
  const source = 'datagen table default_catalog.default_database.g';
  assert.equal(
    failureText(outcome),
    `x.slt:4: stream\n  Not at rest after 60 s: stream 's' (more may come from ${source}).`,
  );
});

test('barriers go through, and processing time moves by advance alone', async () => {
  const text = `${STREAM}feed t
4 | 2

barrier

advance 10 s

table s
----
2

query T
SELECT CAST(CURRENT_TIMESTAMP AS STRING)
----
1970-01-01 00:00:10.000
`;
  assert.equal(await failures(text), '');
});
