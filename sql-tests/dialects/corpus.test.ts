import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { SQL_DIALECT } from '../../conf/options/table.js';
import { parseStatement } from '../../planner/parser/parse.js';
import { print } from '../../planner/parser/print.js';
import { corpusFile, dialects, goldenOf, statementsOf, translate } from './corpus.js';

test('each dialect has a corpus', () => {
  const allowed = SQL_DIALECT.type.allowed.split(', ').filter((name) => name !== 'default');
  assert.deepEqual(dialects(), allowed.sort());
  for (const dialect of dialects()) {
    const least = /^(postgresql|mysql|snowflake|bigquery|transactsql)$/.test(dialect) ? 30 : 8;
    assert(statementsOf(dialect).length >= least, dialect);
  }
});

for (const dialect of dialects()) {
  test(`${dialect}: statements are what the golden says`, () => {
    const expected = readFileSync(corpusFile(`${dialect}.txt`), 'utf8');
    assert.equal(goldenOf(dialect), expected);
  });

  test(`${dialect}: what comes out is a statement of Flink's dialect`, () => {
    for (const sql of statementsOf(dialect)) {
      const text = translate(sql, dialect);
      if (!text.startsWith('  [')) assert.equal(print(parseStatement(text)), text, sql);
    }
  });
}
