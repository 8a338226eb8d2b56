import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCorpus } from './corpus.js';
import { fuzzStatements } from './statements.js';

test('mutated statements parse or are refused in words', () => {
  const { parsed, counts, failures } = fuzzStatements({ seed: 20010101, count: 3000 });
  assert.deepEqual(failures, []);
  assert.ok(parsed >= 900, `${parsed} of 3000 parse`);
  for (const code of ['PARSE_SYNTAX', 'PARSE_UNFINISHED', 'PARSE_TOO_LARGE'] as const) {
    assert.ok((counts.get(code) ?? 0) > 0, code);
  }
});

test('the same seed makes the same statements', () => {
  const first = fuzzStatements({ seed: 7, count: 200 });
  const second = fuzzStatements({ seed: 7, count: 200 });
  assert.deepEqual([...first.counts], [...second.counts]);
  assert.equal(first.parsed, second.parsed);
});

test('the corpus holds every kind of statement', () => {
  const first = (count: number) => (sql: string) => sql.split(/\s+/).slice(0, count).join(' ');
  const starts = new Set(readCorpus().map(first(1)));
  assert.deepEqual(
    [...starts].sort(),
    (
      '(SELECT ADD ALTER ANALYZE BEGIN CALL COMPILE CREATE DELETE DESC DESCRIBE DROP END EXECUTE ' +
      'EXPLAIN INSERT LOAD REMOVE REPLACE RESET SELECT SET SHOW STOP TRUNCATE UNLOAD UPDATE USE ' +
      'WITH'
    ).split(' '),
  );
});
