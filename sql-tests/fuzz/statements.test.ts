import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCorpus } from './corpus.js';
import { fuzzStatements } from './statements.js';

test('mutated statements run or are refused in words', async () => {
  const { parsed, counts, failures } = await fuzzStatements({ seed: 20010101, count: 2000 });
  assert.deepEqual(failures, []);
  assert.ok(parsed >= 600, `${parsed} of 2000 parse`);
  for (const code of ['PARSE_SYNTAX', 'PARSE_UNFINISHED', 'PARSE_TOO_LARGE'] as const) {
    assert.ok((counts.get(code) ?? 0) > 0, code);
  }
});

test('the same seed makes the same statements', async () => {
  const first = await fuzzStatements({ seed: 7, count: 200 });
  const second = await fuzzStatements({ seed: 7, count: 200 });
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
      'VALUES WITH'
    ).split(' '),
  );
});
