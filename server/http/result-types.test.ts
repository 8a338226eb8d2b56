import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { TestServer } from './test-server.js';

let server: TestServer;
before(async () => {
  server = await TestServer.start({ 'table.local-time-zone': 'Europe/Berlin' });
});
after(() => server.close());

interface Page {
  readonly resultType: string;
  readonly results: { columns: { logicalType: unknown }[]; data: { fields: unknown[] }[] };
  readonly errors?: readonly string[];
}

/** Types and the values of the one row of a query, in a row format. */
async function result(sql: string, format: string): Promise<{ types: unknown[]; text: string }> {
  const operation = await server.submit(await server.openSession(), sql);
  for (let token = 0; ; ) {
    const path = `/v4${operation}/result/${token}?rowFormat=${format}`;
    const text = await (await fetch(server.url + path)).text();
    const page = JSON.parse(text) as Page;
    assert.equal(page.errors, undefined);
    if (page.resultType === 'NOT_READY') continue;
    token++;
    if (page.results.data.length === 0) continue;
    // The text, since numbers beyond 2^53 must be exact.
    const fields = /"kind":"INSERT","fields":(.*)\}\]\},"nextResultUri"/.exec(text)?.[1] ?? '';
    return { types: page.results.columns.map(({ logicalType }) => logicalType), text: fields };
  }
}

const TIMESTAMP = 'TIMESTAMP_WITHOUT_TIME_ZONE';
const cases: [sql: string, type: object, json: string, plain: string | null][] = [
  ['TRUE', { type: 'BOOLEAN', nullable: false }, 'true', 'TRUE'],
  ['CAST(-1 AS TINYINT)', { type: 'TINYINT', nullable: false }, '-1', '-1'],
  ['CAST(7 AS SMALLINT)', { type: 'SMALLINT', nullable: false }, '7', '7'],
  ['9007199254740993', { type: 'BIGINT', nullable: false }, '9007199254740993', '9007199254740993'],
  ['CAST(1.5 AS FLOAT)', { type: 'FLOAT', nullable: false }, '1.5', '1.5'],
  ['CAST(100 AS DOUBLE)', { type: 'DOUBLE', nullable: false }, '100.0', '100.0'],
  [
    'CAST(1.50 AS DECIMAL(5, 2))',
    { type: 'DECIMAL', nullable: false, precision: 5, scale: 2 },
    '1.5',
    '1.50',
  ],
  ["CAST('ab' AS CHAR(2))", { type: 'CHAR', nullable: false, length: 2 }, '"ab"', 'ab'],
  [
    "CAST('ü\"' AS STRING)",
    { type: 'VARCHAR', nullable: false, length: 2147483647 },
    '"ü\\""',
    'ü"',
  ],
  ["DATE '2001-02-03'", { type: 'DATE', nullable: false }, '"2001-02-03"', '2001-02-03'],
  [
    "TIMESTAMP '2001-02-03 04:05:06.700'",
    { type: TIMESTAMP, nullable: false, precision: 3 },
    '"2001-02-03T04:05:06.7"',
    '2001-02-03 04:05:06.700',
  ],
  [
    'TO_TIMESTAMP_LTZ(0, 3)',
    { type: 'TIMESTAMP_WITH_LOCAL_TIME_ZONE', nullable: true, precision: 3 },
    '"1970-01-01T01:00:00Z"',
    '1970-01-01 01:00:00.000',
  ],
  [
    "INTERVAL '2' YEAR",
    { type: 'INTERVAL_YEAR_MONTH', nullable: false, precision: 2, resolution: 'MONTH' },
    '24',
    '+2-00',
  ],
  [
    "INTERVAL '1' DAY",
    {
      type: 'INTERVAL_DAY_TIME',
      nullable: false,
      precision: 2,
      fractionalPrecision: 3,
      resolution: 'SECOND',
    },
    '86400000',
    '+1 00:00:00.000',
  ],
  [
    'ARRAY[1, 2]',
    {
      type: 'ARRAY',
      nullable: false,
      elementType: { type: 'INTEGER', nullable: false },
    },
    '[1,2]',
    '[1, 2]',
  ],
  [
    "MAP['k', 1]",
    {
      type: 'MAP',
      nullable: false,
      keyType: { type: 'CHAR', nullable: false, length: 1 },
      valueType: { type: 'INTEGER', nullable: false },
    },
    '{"k":1}',
    '{k=1}',
  ],
  [
    "ROW(1, 'x')",
    {
      type: 'ROW',
      nullable: false,
      fields: [
        { name: 'EXPR$0', fieldType: { type: 'INTEGER', nullable: false } },
        { name: 'EXPR$1', fieldType: { type: 'CHAR', nullable: false, length: 1 } },
      ],
    },
    '{"EXPR$0":1,"EXPR$1":"x"}',
    '(1, x)',
  ],
  ['CAST(NULL AS INT)', { type: 'INTEGER', nullable: true }, 'null', null],
];

test('each type: how it is named, and its values in both row formats', async () => {
  const sql = `SELECT ${cases.map(([expression]) => expression).join(', ')}`;
  const json = await result(sql, 'JSON');
  assert.deepEqual(
    json.types,
    cases.map(([, type]) => type),
  );
  assert.equal(json.text, `[${cases.map(([, , value]) => value).join(',')}]`);
  const plain = await result(sql, 'PLAIN_TEXT');
  assert.deepEqual(plain.types, json.types);
  assert.equal(plain.text, JSON.stringify(cases.map(([, , , value]) => value)));
});

test('kinds of changes have Flink’s names', async () => {
  const sql = "SELECT w, COUNT(*) FROM (VALUES ('a'), ('a')) AS t (w) GROUP BY w";
  const operation = await server.submit(await server.openSession(), sql);
  assert.deepEqual(await server.rows(operation), [
    { kind: 'INSERT', fields: ['a', 1] },
    { kind: 'UPDATE_BEFORE', fields: ['a', 1] },
    { kind: 'UPDATE_AFTER', fields: ['a', 2] },
  ]);
});
