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
        { kind: 'query', types: 'IT', sort: 'rowsort', hashThreshold: 0 },
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
  ['skipif\nquery\nSELECT 1', 1, "'skipif' takes one engine"],
  ['query\nSELECT 1\n\nonlyif sqlite\nhalt', 4, "'sqlite' is no engine; there are millrace and"],
  ['skipif flink\n\nquery\nSELECT 1', 1, 'A record is missing below the condition'],
  ['onlyif flink', 1, 'A record is missing below the condition'],
  ['halt now', 1, "'halt' takes nothing"],
  ['hash-threshold many', 1, "'hash-threshold' takes one number of values"],
  ['statement error BIND_TYP\nSELECT 1', 1, "'BIND_TYP' is no error code"],
];

test('a code or an engine that is none is told the nearest', () => {
  for (const [text, hint] of [
    ['statement error BIND_TYP\nSELECT 1', "Did you mean 'BIND_TYPE'?"],
    ['skipif flnk\nhalt', "Did you mean 'flink'?"],
  ] as const) {
    assert.throws(() => parseCaseFile(text, 'bad.slt'), { code: 'TEST_FILE', hint });
  }
});

const CONTROLLED = `skipif flink
query
SELECT 'no flink'

onlyif flink
# still about the query below
query
SELECT 'flink alone'

skipif flink
skipif millrace
query
SELECT 'nowhere'

onlyif flink
hash-threshold 2

skipif millrace
halt

hash-threshold 7

query
SELECT 'behind'

halt

no directive at all
`;

test('conditions choose records, halt ends the file, a hash threshold lasts', () => {
  const read = (engine: 'millrace' | 'flink') =>
    parseCaseFile(CONTROLLED, 'x.slt', engine).map(({ directive, line, body }) => {
      assert.ok(directive.kind === 'query');
      return [line, body.join(), directive.hashThreshold];
    });
  assert.deepEqual(read('millrace'), [
    [2, "SELECT 'no flink'", 0],
    [23, "SELECT 'behind'", 7],
  ]);
  assert.deepEqual(read('flink'), [[7, "SELECT 'flink alone'", 0]]);
});

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
