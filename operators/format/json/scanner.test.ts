import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { MillraceError } from '../../../conf/errors/error.js';
import { Random } from '../../../conf/random.js';
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
  TINYINT,
  timestamp,
  timestampLtz,
} from '../../../state/column/logical-type.js';
import { type Scalar, ScalarMap } from '../../../state/column/scalar.js';
import type { Column } from '../../core/spec.js';
import { temporaryFiles } from '../../source/contract/temporary.js';
import { type Chunking, readText } from '../../source/filesystem/chunked.js';

const time: LogicalType = { root: 'TIME_WITHOUT_TIME_ZONE', precision: 0, nullable: true };
const array: LogicalType = { root: 'ARRAY', element: INT, nullable: true };
const map: LogicalType = { root: 'MAP', key: STRING, value: array, nullable: true };
const row: LogicalType = {
  root: 'ROW',
  nullable: true,
  fields: [
    { name: 'x', type: STRING },
    { name: 'y', type: { root: 'ROW', nullable: true, fields: [{ name: 'z', type: BIGINT }] } },
  ],
};

function columnsOf(types: Readonly<Record<string, LogicalType>>): Column[] {
  return Object.entries(types).map(([name, type]) => ({ name, type }));
}

async function read(
  text: string | Uint8Array,
  types: Readonly<Record<string, LogicalType>>,
  options: Readonly<Record<string, string>> = {},
  chunking: Chunking = {},
): Promise<Scalar[][]> {
  const path = join(temporaryFiles({ 'a.json': text }), 'a.json');
  return readText(path, 'json', options, columnsOf(types), chunking);
}

/** One value of one type. */
async function value(
  text: string,
  type: LogicalType,
  options: Readonly<Record<string, string>> = {},
): Promise<Scalar> {
  const rows = await read(`{"v":${text}}`, { v: type }, options);
  return rows[0]?.[0] ?? null;
}

test('values of each type, in the forms that Flink takes', async () => {
  const cases: [string, LogicalType, Scalar][] = [
    ['true', BOOLEAN, true],
    ['"TRUE "', BOOLEAN, true],
    ['"yes"', BOOLEAN, false],
    ['-128', TINYINT, -128],
    ['" 12 "', INT, 12],
    ['1.9', INT, 1],
    ['-2147483648', INT, -2147483648],
    ['0', BIGINT, 0n],
    ['-0', BIGINT, 0n],
    ['9007199254740993', BIGINT, 9007199254740993n],
    ['"-9223372036854775808"', BIGINT, -9223372036854775808n],
    ['1e3', BIGINT, 1000n],
    ['0.1', DOUBLE, 0.1],
    ['-1.5e-7', DOUBLE, -1.5e-7],
    ['"NaN"', DOUBLE, Number.NaN],
    ['123456789012345678', DOUBLE, 123456789012345680],
    ['0.1', FLOAT, Math.fround(0.1)],
    ['12.345', decimal(10, 2), 1235n],
    ['"-12.345"', decimal(10, 2), -1235n],
    ['1e2', decimal(10, 2), 10000n],
    ['12345678901234567890.12', decimal(38, 2), 1234567890123456789012n],
    ['123456789', decimal(4, 2), null],
    ['"2024-02-29"', DATE, 19782],
    ['"10:11:12.5"', time, 36672500],
    ['"2024-02-30 23:59:59.123456789"', timestamp(9), 1709251199123456789n],
    ['"1969-12-31 23:59:59.9996"', timestamp(3), -1000000n],
    ['"2024-01-01 00:00:00Z"', timestampLtz(3), 1704067200000000000n],
    ['"AQID"', BYTES, Uint8Array.of(1, 2, 3)],
    ['12.50', STRING, '12.50'],
    ['false', STRING, 'false'],
    ['{"a" : [1, "\\u0041\\/" ]}', STRING, '{"a":[1,"A/"]}'],
    ['["\\u0007\\u000a\\u00e9\\\\"]', STRING, '["\\u0007\\né\\\\"]'],
    ['[1, null, 3]', array, [1, null, 3]],
    ['[]', array, []],
    ['{"x": "q", "y": {"z": 7}}', row, ['q', [7n]]],
    ['{"y": null}', row, [null, null]],
    ['null', row, null],
  ];
  for (const [text, type, expected] of cases) {
    assert.deepEqual(await value(text, type), expected, text);
  }
});

test('a map keeps its entries in order; the last of equal keys counts', async () => {
  const found = await value('{"a":[1],"b":null,"a":[2,3]}', map);
  assert.deepEqual(
    found,
    new ScalarMap([
      ['a', [2, 3]],
      ['b', null],
    ]),
  );
});

test('escapes become the characters they mean', async () => {
  assert.equal(
    await value('"a\\n\\t\\"\\\\\\u00e9\\u20AC\\ud83d\\ude00\\u0000z"', STRING),
    'a\n\t"\\é€😀\0z',
  );
  assert.equal(await value('"\\ud800x"', STRING), '\ufffdx');
});

test('timestamps that follow each other, of the same date and of others', async () => {
  const texts = [
    '2024-02-29 10:11:12.1',
    '2024-02-29 24:00:00',
    '2024-02-29 00:00:00.999',
    '2024-02-30 00:00:01.25',
    '1600-03-01 00:00:00',
    '1969-12-31 23:59:59.999',
    '2024-02-29 10:11:12.123456',
    '2024-02-29 23:59:59.01',
  ];
  const bad = ['2024-02-29T10:11:12', '2024-02-29 10:61:12', '2024-02-29 10:11:12.x'];
  const ignoring = { 'json.ignore-parse-errors': 'true' };
  const lines = [...texts, ...bad].map((text) => JSON.stringify({ v: text })).join('\n');
  const found = await read(lines, { v: timestamp(6) as LogicalType }, ignoring);
  const iso = ['2024-02-29T10:11:12.1', '2024-03-01', '2024-02-29T00:00:00.999'];
  iso.push('2024-02-29T00:00:01.25', '1600-03-01', '1969-12-31T23:59:59.999');
  iso.push('2024-02-29T10:11:12.123', '2024-02-29T23:59:59.01');
  const milli = iso.map((text) => Date.parse(text.includes('T') ? `${text}Z` : text));
  const nanos = milli.map((each, i) => BigInt(each) * 1_000_000n + (i === 6 ? 456_000n : 0n));
  assert.deepEqual(
    found,
    [...nanos, null, null, null].map((each) => [each]),
  );
});

test('ISO-8601 timestamps, when told so', async () => {
  const iso = { 'json.timestamp-format.standard': 'ISO-8601' };
  assert.equal(await value('"2024-01-01T00:00:00.25"', timestamp(3), iso), 1704067200250000000n);
  assert.equal(await value('"2024-01-01T00:00Z"', timestampLtz(3), iso), 1704067200000000000n);
});

test('missing fields are NULL, others are passed over, the last of equal keys counts', async () => {
  const text =
    '{"z":{"a":[1,"]}"]},"a":1,"b":"x","a":2}\n{"b":"y"}\r\n\n{}\nnull\n{"b":null,"a":5} \t';
  assert.deepEqual(await read(text, { a: BIGINT, b: STRING }), [
    [2n, 'x'],
    [null, 'y'],
    [null, null],
    [5n, null],
  ]);
});

test('only the wanted columns are decoded', async () => {
  const rows = await read('{"a":"no number","b":"x"}', { a: INT, b: STRING }, {}, { wanted: [1] });
  assert.deepEqual(rows, [['x']]);
});

test('a malformed record fails with file, line, column, byte and reason', async () => {
  const cases: [string, RegExp][] = [
    ['{"a":1}\n{"a":x}', /'x' is no JSON value/],
    ['{"a":1}\n{"a":1', /the record ends too early/],
    ['{"a":1}\n{"b":"x', /a string is not closed/],
    ['{"a":1}\n{"a":01}', /a number is malformed/],
    ['{"a":1}\n{"a":"x1"}', /field 'a' of type INT cannot be 'x1'/],
    ['{"a":1}\n{"a":[1]}', /field 'a' of type INT cannot be '\[1\]'/],
    ['{"a":1}\n[1]', /a record must be a JSON object/],
    ['{"a":1}\n{"a":2} {"a":3}', /behind the record stands '\{"a":3\}'/],
    ['{"a":1}\n{"a":1;}', /';' may not stand here/],
    ['{"a":1}\n{"b":"\\q"}', /is no escape of a string/],
    [`{"a":1}\n{"b":${'['.repeat(1001)}`, /deeper than 1000 levels/],
  ];
  for (const [text, reason] of cases) {
    await assert.rejects(read(text, { a: INT }), (error: unknown) => {
      const {
        code,
        reason: found,
        place,
      } = error as {
        code: string;
        reason: string;
        place: { line: number; byte: number; file: string; column: number };
      };
      assert.equal(code, 'DATA_MALFORMED');
      assert.match(found, reason);
      assert.equal(place.line, 2);
      assert.equal(place.byte, 8 + place.column - 1);
      assert.match(place.file, /a\.json$/);
      return true;
    });
  }
});

test('with ignore-parse-errors fields become NULL and records are left out', async () => {
  const text = '{"a":"x","b":"\\n1"}\n{"a":1\n{"b":"\\n\\q"}\n{"a":2,"b":"z"}';
  assert.deepEqual(
    await read(text, { a: INT, b: STRING }, { 'json.ignore-parse-errors': 'true' }),
    [
      [null, '\n1'],
      [2, 'z'],
    ],
  );
});

test('with fail-on-missing-field a record must be whole', async () => {
  const strict = { 'json.fail-on-missing-field': 'true' };
  await assert.rejects(read('{"a":1}', { a: INT, b: INT }, strict), /field 'b' is missing/);
  await assert.rejects(
    read('', { a: INT }, { ...strict, 'json.ignore-parse-errors': 'true' }),
    /cannot both be true/,
  );
});

test('a record that is not UTF-8 is malformed, those around it are read', async () => {
  const bad = Buffer.concat([Buffer.from('{"a":"x'), Buffer.of(0xff, 0xc3), Buffer.from('y"}')]);
  const text = Buffer.concat([Buffer.from('{"a":"é"}\n'), bad, Buffer.from('\n{"a":"z"}')]);
  const place = { line: 2, column: 1, byte: 11 };
  await assert.rejects(read(text, { a: STRING }), (error: unknown) => {
    const { reason, place: found } = error as MillraceError;
    assert.equal(reason, 'The record is malformed: the record is not UTF-8');
    assert.deepEqual({ ...found, file: undefined }, { ...place, file: undefined });
    return true;
  });
  const ignoring = { 'json.ignore-parse-errors': 'true' };
  assert.deepEqual(await read(text, { a: STRING }, ignoring), [['é'], ['z']]);
});

test('text behind a record is passed over with ignore-parse-errors', async () => {
  const ignoring = { 'json.ignore-parse-errors': 'true' };
  assert.deepEqual(await read('{"a":1} {"a":2}\n{"a":3}', { a: INT }, ignoring), [[1], [3]]);
});

test('more fields than a word of bits has', async () => {
  const names = Array.from({ length: 70 }, (_, i) => `field${i}`);
  const types = Object.fromEntries(names.map((name) => [name, INT]));
  const pairs = names.map((name, i) => `"${name}":${i}`).filter((_, i) => i !== 40);
  const [found] = await read(`{${pairs.reverse().join(',')}}`, types);
  assert.deepEqual(
    found,
    names.map((_, i) => (i === 40 ? null : i)),
  );
});

const fuzzTypes = { a: BIGINT, b: STRING, c: DOUBLE, d: array, e: row, f: BOOLEAN };

/** A document, and what is read from it. */
function document(random: Random): [string, Scalar[]] {
  const text = (): string => {
    const pool = ['a', ' ', '"', '\\', '\n', 'é', '😀', '{', '}', '\u0007', ',', ':'];
    return Array.from({ length: random.nextInt(0, 9) }, () => random.pick(pool)).join('');
  };
  const long = random.nextBigInt(-(2n ** 63n), 2n ** 63n - 1n) >> BigInt(random.nextInt(0, 63));
  const list = Array.from({ length: random.nextInt(0, 4) }, () =>
    random.nextBoolean() ? random.nextInt(-9, 9) : null,
  );
  const [b, x, key] = [text(), text(), `k${text()}`];
  const c = random.nextGaussian() * 10 ** random.nextInt(-20, 20);
  const f = random.nextBoolean();
  const pad = (): string => ' '.repeat(random.nextInt(0, 2));
  const fields = [
    ['a', String(long)],
    ['b', JSON.stringify(b)],
    ['c', String(c)],
    ['d', `[${list.map((each) => pad() + each + pad()).join(',')}]`],
    ['e', `{"x":${JSON.stringify(x)},"y":{"z":${long}}}`],
    ['f', String(f)],
    [key, JSON.stringify({ [x]: [b, list, { b }] })],
  ];
  const shuffled = random.nextBoolean() ? fields : fields.reverse();
  const body = shuffled.map(([k, v]) => `${pad()}${JSON.stringify(k)}${pad()}:${pad()}${v}`);
  return [`{${body.join(`${pad()},`)}${pad()}}`, [long, b, c, list, [x, [long]], f]];
}

test('random documents are read alike in chunks and batches of any size', async () => {
  const random = new Random(3);
  const documents = Array.from({ length: 300 }, () => document(random));
  for (const chunkBytes of [1, 7, 100, 4096, 1 << 20]) {
    const chunking = { chunkBytes, batchRows: chunkBytes % 2 === 0 ? 2048 : 5 };
    const some = chunkBytes < 10 ? documents.slice(0, 20) : documents;
    const text = some.map(([line]) => line).join('\n');
    const expected = some.map(([, values]) => values);
    assert.deepEqual(await read(text, fuzzTypes, {}, chunking), expected, `${chunkBytes}`);
  }
});

test('mutated documents fail with an error of the user, or are read', async () => {
  const random = new Random(5);
  let malformed = 0;
  for (let i = 0; i < 400; i++) {
    const bytes = Buffer.from(document(random)[0]);
    for (let k = 0; k < 2; k++) bytes[random.nextInt(0, bytes.length - 1)] = random.nextInt(0, 255);
    await read(bytes, fuzzTypes).catch((error: { code?: string }) => {
      assert.equal(error.code, 'DATA_MALFORMED');
      malformed++;
    });
    const ignoring = { 'json.ignore-parse-errors': 'true' };
    assert.ok((await read(bytes, fuzzTypes, ignoring)).length <= 3);
  }
  assert.ok(malformed > 100);
});
