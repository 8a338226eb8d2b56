import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCaseFile } from './case-file.js';
import type { RecordOutcome } from './outcome.js';
import { rewriteExpected } from './rewrite.js';

const TEXT = `# kept
query
SELECT 1
----
2

statement ok
CREATE TABLE t (a INT)

query
SELECT 3
----
3

query
SELECT 4
----`;

function outcomes(text: string, actual: readonly (readonly string[] | null)[]): RecordOutcome[] {
  return parseCaseFile(text, 'x.slt').map((record, i) => ({
    record,
    actual: actual[i] ?? null,
    failure: null,
  }));
}

test('only expected text that differs is replaced', () => {
  const actual = [['1', 'one'], null, ['3'], ['4']];
  assert.equal(
    rewriteExpected(TEXT, outcomes(TEXT, actual)),
    `# kept
query
SELECT 1
----
1
one

statement ok
CREATE TABLE t (a INT)

query
SELECT 3
----
3

query
SELECT 4
----
4
`,
  );
});

test('a missing ---- is added, and line ends stay', () => {
  const text = 'query\r\nSELECT 1\r\n\r\nchangelog c\r\n';
  const written = rewriteExpected(text, outcomes(text, [['1'], ['+I | 1']]));
  assert.equal(written, 'query\r\nSELECT 1\r\n----\r\n1\r\n\r\nchangelog c\r\n----\r\n+I | 1\r\n');
  assert.equal(rewriteExpected(written, outcomes(written, [['1'], ['+I | 1']])), written);
});

test('output that became empty leaves the bare ----', () => {
  const text = 'changelog c\n----\n+I | 1\n\nbarrier\n';
  assert.equal(rewriteExpected(text, outcomes(text, [[]])), 'changelog c\n----\n\nbarrier\n');
});
