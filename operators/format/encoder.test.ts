import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TableOptions } from '../../conf/table-options.js';
import {
  BIGINT,
  BOOLEAN,
  BYTES,
  DATE,
  DOUBLE,
  decimal,
  FLOAT,
  INT,
  type LogicalType,
  STRING,
  timestamp,
  timestampLtz,
} from '../../state/column/logical-type.js';
import { type Scalar, ScalarMap } from '../../state/column/scalar.js';
import { vectorOf } from '../../state/column/scalar-access.js';
import { encodingOf } from './formats.js';

const time: LogicalType = { root: 'TIME_WITHOUT_TIME_ZONE', precision: 3, nullable: true };
const array: LogicalType = { root: 'ARRAY', element: STRING, nullable: true };
const map: LogicalType = { root: 'MAP', key: STRING, value: INT, nullable: true };
const row: LogicalType = {
  root: 'ROW',
  nullable: true,
  fields: [
    { name: 'x', type: STRING },
    { name: 'y', type: INT },
  ],
};

function write(
  format: string,
  types: readonly LogicalType[],
  rows: readonly (readonly Scalar[])[],
  options: Readonly<Record<string, string>> = {},
  selection: readonly number[] | null = null,
  kinds: readonly number[] | null = null,
): string {
  const columns = types.map((type, i) => ({ name: `c${i}`, type }));
  const encoder = encodingOf(format, new TableOptions(format, options), columns).createEncoder();
  const vectors = types.map((type, i) =>
    vectorOf(
      type,
      rows.map((values) => values[i] ?? null),
    ),
  );
  const chosen = selection === null ? null : Int32Array.from(selection);
  const count = chosen?.length ?? rows.length;
  encoder.encode(vectors, chosen, count, kinds === null ? null : Uint8Array.from(kinds));
  return Buffer.from(encoder.take()).toString();
}

/** The text of single values of one type. */
function texts(format: string, type: LogicalType, values: readonly Scalar[]): string[] {
  const rows = values.map((value) => [value]);
  return write(format, [type], rows).trimEnd().split('\n');
}

test('numbers as Java prints them', () => {
  const doubles = [
    0,
    1,
    -0.5,
    1e7,
    1234567.125,
    1e-3,
    1.5e-4,
    1 / 3,
    5e-324,
    1.7976931348623157e308,
  ];
  assert.deepEqual(texts('csv', DOUBLE, doubles), [
    '0.0',
    '1.0',
    '-0.5',
    '1.0E7',
    '1234567.125',
    '0.001',
    '1.5E-4',
    '0.3333333333333333',
    '4.9E-324',
    '1.7976931348623157E308',
  ]);
  assert.deepEqual(texts('csv', FLOAT, [Math.fround(0.1), 16777216, Math.fround(3.4e38)]), [
    '0.1',
    '1.6777216E7',
    '3.4E38',
  ]);
  const longs = [0n, -1n, 2147483648n, 9007199254740991n, -9007199254740991n];
  assert.deepEqual(texts('csv', BIGINT, longs), longs.map(String));
  assert.deepEqual(texts('csv', BIGINT, [2n ** 63n - 1n, 1n]), ['9223372036854775807', '1']);
});

test('decimals with an exponent, or plain', () => {
  const values = [1230n, 10000n, 0n, 27n, -5n];
  assert.deepEqual(texts('csv', decimal(20, 2), values), ['12.3', '1E+2', '0', '0.27', '-0.05']);
  assert.deepEqual(texts('json', decimal(20, 9), [27n]), ['{"c0":2.7E-8}']);
  const plain = { 'json.encode.decimal-as-plain-number': 'true' };
  const written = write(
    'json',
    [decimal(20, 2)],
    values.map((value) => [value]),
    plain,
  );
  assert.deepEqual(written.trimEnd().split('\n'), [
    '{"c0":12.30}',
    '{"c0":100.00}',
    '{"c0":0.00}',
    '{"c0":0.27}',
    '{"c0":-0.05}',
  ]);
});

test('dates and times', () => {
  const types = [DATE, time, timestamp(9), timestampLtz(3)] as LogicalType[];
  const values = [19782, 36672500, 1709164800123456000n, -1000000n];
  assert.equal(
    write('json', types, [values]),
    '{"c0":"2024-02-29","c1":"10:11:12","c2":"2024-02-29 00:00:00.123456",' +
      '"c3":"1969-12-31 23:59:59.999Z"}\n',
  );
  assert.equal(
    write('json', types, [values], { 'json.timestamp-format.standard': 'ISO-8601' }),
    '{"c0":"2024-02-29","c1":"10:11:12","c2":"2024-02-29T00:00:00.123456",' +
      '"c3":"1969-12-31T23:59:59.999Z"}\n',
  );
  assert.equal(
    write('csv', types, [values]),
    '2024-02-29,10:11:12.5,"2024-02-29 00:00:00.123456","1969-12-31 23:59:59.999Z"\n',
  );
  assert.deepEqual(texts('csv', DATE, [-719528, 2932897, -719529]), [
    '0000-01-01',
    '"+10000-01-01"',
    '-0001-12-31',
  ]);
});

test('JSON: nested values, escapes, NULLs, selections', () => {
  const rows: Scalar[][] = [
    [['a"\\', null], new ScalarMap([['k', 1]]), ['\u0001\n\u001f', 2], Uint8Array.of(1, 2), true],
    [[], new ScalarMap([]), null, null, null],
    [null, null, [null, null], Uint8Array.of(255), false],
  ];
  const types = [array, map, row, BYTES, BOOLEAN];
  const lines = [
    '{"c0":["a\\"\\\\",null],"c1":{"k":1},"c2":{"x":"\\u0001\\n\\u001F","y":2},' +
      '"c3":"AQI=","c4":true}',
    '{"c0":[],"c1":{},"c2":null,"c3":null,"c4":null}',
    '{"c0":null,"c1":null,"c2":{"x":null,"y":null},"c3":"/w==","c4":false}',
  ];
  assert.equal(write('json', types, rows), `${lines.join('\n')}\n`);
  assert.equal(write('json', types, rows, {}, [1]), `${lines[1]}\n`);
  assert.equal(
    write('json', types, rows, { 'json.encode.ignore-null-fields': 'true' }, [1, 2]),
    '{"c0":[],"c1":{}}\n{"c2":{},"c3":"/w==","c4":false}\n',
  );
  assert.equal(write('json', [DOUBLE], [[Number.NaN]]), '{"c0":"NaN"}\n');
});

test('JSON: escapes at every place of text of every length', () => {
  const texts: string[] = [];
  for (let length = 0; length < 20; length++) {
    texts.push('é\u007f~ !#[]'.repeat(3).slice(0, length));
    for (let at = 0; at < length; at++) {
      for (const escaped of ['"', '\\', '\n', '\u0000', '\u001b']) {
        texts.push(`${'x'.repeat(at)}${escaped}${'y'.repeat(length - at - 1)}`);
      }
    }
  }
  const rows = texts.map((text) => [text]);
  const lines = write('json', [STRING], rows).trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as { c0: string }).c0),
    texts,
  );
});

test('integers of every length, and memory that is given back', () => {
  const column = [{ name: 'c0', type: BIGINT }];
  const encoder = encodingOf('json', new TableOptions('json', {}), column).createEncoder();
  const values = Array.from({ length: 16 }, (_, power) => 10n ** BigInt(power)).flatMap((unit) => [
    unit,
    -unit,
    unit - 1n,
    unit + 7n,
  ]);
  for (const all of [values, values.slice(0, 3).reverse()]) {
    encoder.encode([vectorOf(BIGINT, all)], null, all.length, null);
    const taken = encoder.take();
    const expected = all.map((value) => `{"c0":${value}}\n`).join('');
    assert.equal(Buffer.from(taken).toString(), expected);
    encoder.recycle(taken);
  }
});

test('dates that share a place among those kept', () => {
  const days = [0, 64, 0, -64, 2932897, 0, 2932897 - 64];
  assert.deepEqual(texts('csv', DATE, days), [
    '1970-01-01',
    '1970-03-06',
    '1970-01-01',
    '1969-10-29',
    '"+10000-01-01"',
    '1970-01-01',
    '9999-10-29',
  ]);
});

test('JSON: a NULL key of a map', () => {
  const rows = [
    [
      new ScalarMap([
        [null, 1],
        ['a', 2],
      ]),
    ],
  ];
  assert.throws(() => write('json', [map], rows), { code: 'DATA_EXPRESSION' });
  const mode = (value: string): Record<string, string> => ({ 'json.map-null-key.mode': value });
  assert.equal(write('json', [map], rows, mode('DROP')), '{"c0":{"a":2}}\n');
  const literal = { ...mode('LITERAL'), 'json.map-null-key.literal': 'none' };
  assert.equal(write('json', [map], rows, literal), '{"c0":{"none":1,"a":2}}\n');
});

test('CSV: what must be enclosed, NULLs, nested values', () => {
  const long = 'x'.repeat(25);
  assert.deepEqual(texts('csv', STRING, ['a', 'a b', 'a,b', 'a"b', 'a\tb', long, '-', 'é']), [
    'a',
    '"a b"',
    '"a,b"',
    '"a""b"',
    '"a\tb"',
    `"${long}"`,
    '-',
    'é',
  ]);
  const rows: Scalar[][] = [
    [
      ['a', null, 'b c'],
      ['x', 1],
    ],
    [null, null],
  ];
  assert.equal(write('csv', [array, row], rows), '"a;;b c",x;1\n,\n');
  assert.equal(
    write('csv', [array, row], rows, { 'csv.null-literal': 'N' }),
    '"a;N;b c",x;1\nN,N\n',
  );
  const escaped = { 'csv.escape-character': '\\', 'csv.field-delimiter': '|' };
  assert.equal(write('csv', [STRING, STRING], [['a"b', 'c\\d']], escaped), '"a\\"b"|"c\\\\d"\n');
  const bare = { 'csv.disable-quote-character': 'true' };
  assert.equal(write('csv', [STRING], [['a b']], bare), 'a b\n');
});

test('debezium-json: kinds are creations and deletions, as Flink writes them', () => {
  const types = [STRING, row];
  const rows: Scalar[][] = [
    ['a', ['p', 1]],
    ['b', null],
    ['left out', null],
    [null, [null, 2]],
  ];
  const written = write('debezium-json', types, rows, {}, [0, 1, 3], [0, 1, 2, 2]);
  assert.deepEqual(written.trimEnd().split('\n'), [
    '{"before":null,"after":{"c0":"a","c1":{"x":"p","y":1}},"op":"c"}',
    '{"before":{"c0":"b","c1":null},"after":null,"op":"d"}',
    '{"before":null,"after":{"c0":null,"c1":{"x":null,"y":2}},"op":"c"}',
  ]);
  const short = { 'debezium-json.encode.ignore-null-fields': 'true' };
  assert.equal(
    write('debezium-json', [INT], [[7], [8]], short, null, [3, 0]),
    ['{"before":{"c0":7},"op":"d"}\n', '{"after":{"c0":8},"op":"c"}\n'].join(''),
  );
  const schema = { 'debezium-json.schema-include': 'true' };
  assert.throws(() => write('debezium-json', [INT], [[7]], schema), { code: 'TABLE_OPTION' });
});
