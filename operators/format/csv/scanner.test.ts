import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { Random } from '../../../conf/random.js';
import {
  BIGINT,
  BOOLEAN,
  BYTES,
  DATE,
  DOUBLE,
  decimal,
  INT,
  type LogicalType,
  STRING,
  timestamp,
} from '../../../state/column/logical-type.js';
import type { Scalar } from '../../../state/column/scalar.js';
import type { Column } from '../../core/spec.js';
import { temporaryFiles } from '../../source/contract/temporary.js';
import { type Chunking, readText } from '../../source/filesystem/chunked.js';

const time: LogicalType = { root: 'TIME_WITHOUT_TIME_ZONE', precision: 3, nullable: true };
const array: LogicalType = { root: 'ARRAY', element: INT, nullable: true };
const row: LogicalType = {
  root: 'ROW',
  nullable: true,
  fields: [
    { name: 'x', type: STRING },
    { name: 'y', type: BIGINT },
  ],
};

async function read(
  text: string | Uint8Array,
  types: readonly LogicalType[],
  options: Readonly<Record<string, string>> = {},
  chunking: Chunking = {},
): Promise<Scalar[][]> {
  const path = join(temporaryFiles({ 'a.csv': text }), 'a.csv');
  const columns = types.map((type, i): Column => ({ name: `c${i}`, type }));
  return readText(path, 'csv', options, columns, chunking);
}

test('values of each type', async () => {
  const types = [INT, BIGINT, DOUBLE, decimal(10, 2), BOOLEAN, DATE, time, timestamp(3)];
  const text = '-5, 9007199254740993 ,1.5d,12.345,True,2024-2-9,10:11,2024-01-01 00:00:00.5\n';
  assert.deepEqual(await read(text, types as LogicalType[]), [
    [-5, 9007199254740993n, 1.5, 1235n, true, 19762, 36660000, 1704067200500000000n],
  ]);
  const nested = [array, row, BYTES, STRING];
  assert.deepEqual(await read('1;2;3,a;7,AQID,\n,,,x\n', nested), [
    [[1, 2, 3], ['a', 7n], Uint8Array.of(1, 2, 3), ''],
    [[], null, new Uint8Array(0), 'x'],
  ]);
});

test('quotes enclose delimiters, newlines and doubled quotes', async () => {
  const text = '"a,""b""\nc",1\r\n"", "2" \n'.replace(', "2" ', ',"2" ');
  assert.deepEqual(await read(text, [STRING, INT]), [
    ['a,"b"\nc', 1],
    ['', 2],
  ]);
  assert.deepEqual(await read('x"y,"z"\n', [STRING, STRING]), [['x"y', 'z']]);
  const far = `${'x'.repeat(70)},\n`.repeat(3);
  assert.deepEqual(await read(`"${far}",5\n`, [STRING, INT]), [[far, 5]]);
});

test('options: delimiter, quote, escape, null literal, comments, header, arrays', async () => {
  const options = {
    'csv.field-delimiter': '\\t',
    'csv.quote-character': "'",
    'csv.escape-character': '\\',
    'csv.null-literal': 'n/a',
    'csv.allow-comments': 'true',
    'csv.array-element-delimiter': '--',
    'csv.skip-header-lines': '2',
  };
  const text = "head\n'er\n#x\n'it\\'s'\ta\\\tb\t1--n/a\nn/a\t\\n\t\n";
  assert.deepEqual(await read(text, [STRING, STRING, array], options), [
    ["it's", 'a\tb', [1, null]],
    [null, '\n', []],
  ]);
  const bare = { 'csv.disable-quote-character': 'true' };
  assert.deepEqual(await read('"a,b"\n', [STRING, STRING], bare), [['"a', 'b"']]);
});

test('a mark at the start, \\r\\n, a last line without newline, a last delimiter', async () => {
  assert.deepEqual(await read('\ufeff1,a\r\n2,b,\r3,c', [INT, STRING]), [
    [1, 'a'],
    [2, 'b'],
    [3, 'c'],
  ]);
  assert.deepEqual(await read('', [INT]), []);
  assert.deepEqual(await read('a\n\nb\n', [STRING]), [['a'], [''], ['b']]);
});

test('only the wanted columns are decoded; all must be there', async () => {
  const types = [INT, INT, STRING, INT, STRING];
  const text = 'x,"y\n",z,w,v\n1,2,3,4,5\n';
  assert.deepEqual(await read(text, types, {}, { wanted: [2] }), [['z'], ['3']]);
  assert.deepEqual(await read(text, types, {}, { wanted: [4, 2] }), [
    ['v', 'z'],
    ['5', '3'],
  ]);
  await assert.rejects(read('1,2\n', types, {}, { wanted: [0] }), /2 fields where the table has 5/);
});

test('a malformed record fails with place and reason, or is left out', async () => {
  const cases: [string, RegExp, Scalar[][]][] = [
    [
      '1,a\nx,b\n3,c',
      /column 'c0' of type INT cannot be 'x'/,
      [
        [1, 'a'],
        [null, 'b'],
        [3, 'c'],
      ],
    ],
    [
      '1,a\n2\n3,c',
      /1 fields where the table has 2 columns/,
      [
        [1, 'a'],
        [2, null],
        [3, 'c'],
      ],
    ],
    [
      '1,a\n2,b,c\n3,c',
      /more fields than the 2 columns/,
      [
        [1, 'a'],
        [3, 'c'],
      ],
    ],
    [
      '1,a\n"2"x,b\n3,c',
      /behind the closing quote/,
      [
        [1, 'a'],
        [3, 'c'],
      ],
    ],
    ['1,a\n2,"b', /a quote is not closed/, [[1, 'a']]],
  ];
  for (const [text, reason, kept] of cases) {
    await assert.rejects(read(text, [INT, STRING]), (error: unknown) => {
      const { code, place } = error as { code: string; place: { line: number } };
      assert.equal(code, 'DATA_MALFORMED');
      assert.match(String(error), reason);
      assert.equal(place.line, 2);
      return true;
    });
    const ignoring = { 'csv.ignore-parse-errors': 'true' };
    assert.deepEqual(await read(text, [INT, STRING], ignoring), kept, text);
  }
});

test('options and types that do not go together are refused', async () => {
  await assert.rejects(
    read('', [STRING], { 'csv.disable-quote-character': 'true', 'csv.quote-character': "'" }),
    { code: 'TABLE_OPTION' },
  );
  await assert.rejects(read('', [STRING], { 'csv.field-delimiter': ';;' }), /one ASCII character/);
  const map: LogicalType = { root: 'MAP', key: STRING, value: INT, nullable: true };
  await assert.rejects(read('', [map]), { code: 'PLAN_UNSUPPORTED' });
});

function enclosed(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

test('random records are read alike in chunks and batches of any size', async () => {
  const random = new Random(11);
  const field = (): string => {
    const pool = ['a', ' ', '"', '""', '\n', '\r\n', 'é', '😀', ',', '#'];
    return Array.from({ length: random.nextInt(0, 7) }, () => random.pick(pool)).join('');
  };
  const rows = Array.from({ length: 300 }, (): [bigint, string, number, string] => [
    random.nextBigInt(-(2n ** 63n), 2n ** 63n - 1n) >> BigInt(random.nextInt(0, 63)),
    field(),
    random.nextInt(-1000, 1000) / 8,
    field(),
  ]);
  const lines = rows.map((values) => values.map((value) => enclosed(String(value))).join(','));
  const types = [BIGINT, STRING, DOUBLE, STRING];
  for (const chunkBytes of [1, 7, 100, 4096, 1 << 20]) {
    const chunking = { chunkBytes, batchRows: chunkBytes % 2 === 0 ? 2048 : 5 };
    const count = chunkBytes < 10 ? 20 : rows.length;
    const text = lines.slice(0, count).join('\r\n');
    const expected = rows.slice(0, count);
    assert.deepEqual(await read(text, types, {}, chunking), expected, `${chunkBytes}`);
  }
});
