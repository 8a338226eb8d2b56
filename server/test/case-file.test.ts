import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MillraceError } from '../../conf/errors/error.js';
import { parseCaseFile } from './case-file.js';

const TEXT = `# head
statement ok
CREATE TABLE t (a INT)
WITH ('connector' = 'feed')

query IT rowsort
SELECT 1, 'a'
----
1 | a
# kept: a row may start with a hash
2 | b

feed t
+I | 1

watermark t 2024-01-01 00:00:05

explain CHANGELOG_MODE, ESTIMATED_COST
SELECT a FROM t

changelog q
----
`;

test('records keep directive, body, expected text and their lines', () => {
  const records = parseCaseFile(TEXT, 'x.slt');
  assert.deepEqual(
    records.map((record) => [record.line, record.directive, record.body, record.expected]),
    [
      [
        2,
        { kind: 'statement-ok' },
        ['CREATE TABLE t (a INT)', "WITH ('connector' = 'feed')"],
        null,
      ],
      [
        6,
        { kind: 'query', types: 'IT', sort: 'rowsort' },
        ["SELECT 1, 'a'"],
        ['1 | a', '# kept: a row may start with a hash', '2 | b'],
      ],
      [13, { kind: 'feed', table: 't' }, ['+I | 1'], null],
      [16, { kind: 'watermark', table: 't', time: '2024-01-01 00:00:05' }, [], null],
      [
        18,
        { kind: 'explain', details: ['CHANGELOG_MODE', 'ESTIMATED_COST'] },
        ['SELECT a FROM t'],
        null,
      ],
      [21, { kind: 'changelog', name: 'q' }, [], []],
    ],
  );
  const query = records[1];
  assert.deepEqual([query?.expectedFrom, query?.expectedTo], [8, 12]);
});

const FAULTS: readonly (readonly [string, number, string])[] = [
  ['statment ok\nSELECT 1', 1, "'statment' is no directive"],
  ['\nstatement error\nSELECT 1', 2, "'statement error' is no form of 'statement'"],
  ['query up\nSELECT 1', 1, "'query up' is no form of 'query'"],
  ['query rowsort', 1, 'SQL is missing below it'],
  ['barrier\nSELECT 1', 1, 'an empty line is missing between'],
  ['statement ok\nSELECT 1\n----\n1', 1, 'expects no output'],
];

test('a file that is no test names line and reason', () => {
  for (const [text, line, reason] of FAULTS) {
    assert.throws(
      () => parseCaseFile(text, 'bad.slt'),
      (error) => {
        assert.ok(error instanceof MillraceError);
        assert.equal(error.code, 'TEST_FILE');
        assert.deepEqual(error.place, { file: 'bad.slt', line });
        assert.ok(error.message.includes(reason), error.message);
        return true;
      },
    );
  }
});
