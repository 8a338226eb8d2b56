import assert from 'node:assert/strict';
import { chmodSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  BIGINT,
  BOOLEAN,
  DATE,
  INT,
  type LogicalType,
  STRING,
  timestamp,
  timestampLtz,
} from '../../../state/column/logical-type.js';
import type { Scalar } from '../../../state/column/scalar.js';
import { VectorPool } from '../../../state/column/vector-pool.js';
import type { Column } from '../../core/spec.js';
import type { Expr } from '../../expr/expression.js';
import { createSource, validateSource } from '../connectors.js';
import { readRows, sourceContract, sourceSpec } from '../contract/source-contract.js';
import { temporaryFiles } from '../contract/temporary.js';
import type { SourceSpec } from '../source-spec.js';
import { readText } from './chunked.js';
import type { FileSplit } from './splits.js';

const columns: readonly Column[] = [
  { name: 'a', type: INT },
  { name: 'b', type: STRING },
];

function spec(
  path: string,
  options: Readonly<Record<string, string>> = {},
  schema: readonly Column[] = columns,
  more: Partial<SourceSpec> = {},
): SourceSpec {
  const all = { connector: 'filesystem', path, format: 'csv', ...options };
  return sourceSpec(all, schema, more);
}

const flights = 'node_modules/vega-datasets/data/flights-3m.parquet';
const flightColumns: readonly Column[] = [
  { name: 'date', type: timestamp(6) as LogicalType },
  { name: 'delay', type: BIGINT },
  { name: 'distance', type: BIGINT },
  { name: 'origin', type: STRING },
  { name: 'destination', type: STRING },
];

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => `${from + i},"v,${from + i}"\n`).join('');

sourceContract('filesystem csv', async () =>
  spec(temporaryFiles({ 'x.csv': lines(0, 30), 'y/z.csv': lines(30, 43) })),
);

sourceContract('filesystem csv.gz', async () =>
  spec(temporaryFiles({ 'x.csv.gz': gzipSync(lines(0, 30)) })),
);

sourceContract('filesystem json with partitions and metadata', async () => {
  const text = Array.from({ length: 20 }, (_, i) => `{"b":"v${i}"}\n`).join('');
  const root = temporaryFiles({ 'a=1/x.json': text, 'a=2/y.json': text });
  return spec(root, { format: 'json' }, columns, {
    partitionKeys: ['a'],
    metadata: [{ name: 'file.name', type: STRING }],
  });
});

test('files of a folder come in the order of their paths; hidden ones are left out', async () => {
  const root = temporaryFiles({
    'b.csv': '2,b\n',
    'a/z.csv': '1,a\n',
    '_temporary/x.csv': '9,x\n',
    '.hidden.csv': '9,x\n',
    _SUCCESS: '',
  });
  assert.deepEqual(await readRows(spec(`file://${root}`)), [
    [1, 'a'],
    [2, 'b'],
  ]);
  assert.deepEqual(await readRows(spec(join(root, 'b.csv'))), [[2, 'b']]);
  const pattern = { 'source.path.regex-pattern': `${root}/a/.*` };
  assert.deepEqual(await readRows(spec(root, pattern)), [[1, 'a']]);
});

test('partition keys have the values of the folders, in the place of their column', async () => {
  const schema = [
    { name: 'day', type: DATE },
    { name: 'a', type: INT },
    { name: 'k', type: STRING },
  ];
  const root = temporaryFiles({
    'day=2024-01-01/k=x%3Dy/f.csv': '1\n',
    'day=__DEFAULT_PARTITION__/k=z/f.csv': '2\n',
  });
  const partitioned = spec(root, {}, schema, { partitionKeys: ['day', 'k'] });
  assert.deepEqual(await readRows(partitioned), [
    [19723, 1, 'x=y'],
    [null, 2, 'z'],
  ]);
  const pruned = spec(root, {}, schema, { partitionKeys: ['day', 'k'], columns: [2] });
  assert.deepEqual(await readRows(pruned), [['x=y'], ['z']]);
  const other = spec(temporaryFiles({ 'f.csv': '1,2\n' }), {}, schema, { partitionKeys: ['k'] });
  await assert.rejects(readRows(other), { code: 'DATA_FILE', reason: /no folder 'k=…'/ });
});

test('metadata columns', async () => {
  const root = temporaryFiles({ 'f.csv': '1,x\n' });
  utimesSync(join(root, 'f.csv'), 1000, 1000);
  const metadata = [
    { name: 'file.path', type: STRING },
    { name: 'file.name', type: STRING },
    { name: 'file.size', type: BIGINT },
    { name: 'file.modification-time', type: timestampLtz(3) },
  ];
  assert.deepEqual(await readRows(spec(root, {}, columns, { columns: [0], metadata })), [
    [1, join(root, 'f.csv'), 'f.csv', 4n, 1_000_000_000_000n],
  ]);
  const unknown = spec(root, {}, columns, { metadata: [{ name: 'file.nme', type: STRING }] });
  assert.throws(() => validateSource(unknown), { hint: "Did you mean 'file.name'?" });
});

test('each file is one split, whatever the parallelism', async () => {
  const line = (i: number): string => `{"a":${i},"b":"${'x'.repeat(i % 300)}"}\n`;
  const count = 120_000;
  const text = Array.from({ length: count }, (_, i) => line(i)).join('');
  const root = temporaryFiles({ 'f.json': text, 'g.json': line(count) });
  const files = spec(root, { format: 'json' }, columns, { columns: [0] });
  const splits = await createSource(files).splits(4);
  assert.deepEqual(
    splits.map(({ id }) => id),
    [join(root, 'f.json'), join(root, 'g.json')],
  );
  const rows = await readRows(files, { parallelism: 4 });
  assert.deepEqual(
    rows.map(([a]) => a),
    Array.from({ length: count + 1 }, (_, i) => i),
  );
});

test('with an interval the source has no end and finds files that come later', async () => {
  const root = temporaryFiles({ 'a.csv': '1,a\n' });
  const watching = spec(root, { 'source.monitor-interval': '10 s' });
  assert.deepEqual(validateSource(watching), { bounded: false, insertOnly: true });
  const source = createSource(watching);
  assert.equal(source.discoveryIntervalMs, 10_000);
  assert.equal((await source.splits(1)).length, 1);
  writeFileSync(join(root, 'b.csv'), '2,b\n');
  assert.equal((await source.splits(1)).length, 2);
  const later = spec(join(root, 'later'), { 'source.monitor-interval': '10 s' });
  assert.deepEqual(await createSource(later).splits(1), []);
});

test('what cannot be read is told with its path', async () => {
  const root = temporaryFiles({ 'f.csv': '1,x\n', 'f.parquet': 'no parquet' });
  const missing = { code: 'DATA_FILE', reason: /no such file or folder/ };
  await assert.rejects(readRows(spec(join(root, 'none'))), missing);
  const device = { code: 'DATA_FILE', reason: 'It is neither a file nor a folder' };
  await assert.rejects(readRows(spec('/dev/zero')), device);
  const parquet = spec(join(root, 'f.parquet'), { format: 'parquet' });
  await assert.rejects(readRows(parquet), { code: 'DATA_MALFORMED', reason: /no Parquet file/ });
  if (process.getuid?.() !== 0) {
    chmodSync(join(root, 'f.csv'), 0);
    await assert.rejects(readRows(spec(join(root, 'f.csv'))), { code: 'DATA_FILE' });
  }
});

test('options are checked', () => {
  const refused = (options: Record<string, string>, expected: object): void => {
    assert.throws(() => validateSource(spec('/tmp', options)), {
      code: 'TABLE_OPTION',
      ...expected,
    });
  };
  refused({ format: 'cvs' }, { hint: "Did you mean 'csv'?" });
  refused({ 'csv.feild-delimiter': ';' }, { hint: "Did you mean 'csv.field-delimiter'?" });
  refused({ path: '' }, { reason: /is empty/ });
  refused({ path: 's3://bucket/x' }, { reason: /allowed is a local path/ });
  refused({ connector: 'filesytem' }, { hint: "Did you mean 'filesystem'?" });
  refused({ 'source.path.regex-pattern': '(' }, { reason: /allowed is a regular expression/ });
  const { path: _, ...rest } = spec('/tmp').options;
  assert.throws(() => validateSource(sourceSpec(rest, columns)), {
    reason: "Option 'path' is required by connector 'filesystem'",
  });
});

test('parquet: three million flights, columns pruned, positions exact', async () => {
  const parquet = (more: Partial<SourceSpec>): SourceSpec =>
    spec(flights, { format: 'parquet' }, flightColumns, more);
  const [first] = (await createSource(parquet({})).splits(1)) as FileSplit[];
  const context = {
    clock: { now: () => 0, after: () => ({ cancel() {} }) },
    batchRows: 2048,
    timeZone: 'UTC',
    vectors: new VectorPool(true),
    wake() {},
  };
  const source = createSource(parquet({ columns: [1, 3] }));
  let rows = 0;
  let delays = 0;
  const reader = await source.open(first as FileSplit, context);
  for (let result = await reader.next(); result.kind === 'batch'; ) {
    const [delay] = result.batch.columns;
    assert.ok(delay?.lane === 'f64');
    for (let i = 0; i < result.batch.rows; i++) delays += delay.values[i] as number;
    rows += result.batch.rows;
    result = await reader.next();
  }
  await reader.close();
  assert.deepEqual([rows, delays], [3_000_000, 20_003_603]);

  const all = createSource(parquet({}));
  const position = { group: 10, row: 272_720 };
  const resumed = await all.open({ ...first, position } as FileSplit, context);
  const result = await resumed.next();
  assert.ok(result.kind === 'batch');
  assert.equal(result.batch.rows, 10);
  assert.deepEqual(await resumed.next(), { kind: 'end' });
  await resumed.close();
});

test('parquet: row groups without rows that pass the filter are not read', async () => {
  const read = async (name: string, value: Scalar, index: number): Promise<number> => {
    const { type } = flightColumns[index] as Column;
    const filter: Expr = {
      kind: 'call',
      name,
      type: BOOLEAN,
      args: [
        { kind: 'column', index: 0, type },
        { kind: 'literal', value, type },
      ],
    };
    const more = { columns: [index], filter };
    return (await readRows(spec(flights, { format: 'parquet' }, flightColumns, more))).length;
  };
  const lastDays = 993_600_000_000_000_000n;
  const last = await read('>', lastDays, 0);
  assert.ok(last > 0 && last < 300_000);
  assert.equal(await read('=', 'ZZZ', 3), 0);
  assert.equal(await read('<', -100n, 1), 545_454);
});

test('a limit ends the reading early', async () => {
  const more = { columns: [1], limit: 3000 };
  const limited = spec(flights, { format: 'parquet' }, flightColumns, more);
  assert.equal((await readRows(limited)).length, 4096);
});

test('parquet: a column of another type, or missing and NOT NULL, is told', async () => {
  const wrong = (name: string, type: LogicalType): Promise<unknown> =>
    readRows(spec(flights, { format: 'parquet' }, [{ name, type }]));
  await assert.rejects(wrong('dely', { ...BIGINT, nullable: false }), {
    code: 'DATA_FILE',
    reason: "The Parquet file has no column 'dely', which is NOT NULL",
    hint: "Did you mean 'delay'?",
  });
  await assert.rejects(wrong('delay', INT), {
    reason: "Column 'delay' is INT64 in the Parquet file, which cannot be read as INT",
  });
  await assert.rejects(wrong('date', STRING), { reason: /is INT64 TIMESTAMP\(MICROS\)/ });
});

test('a record without an end is an error at its beginning', async () => {
  const sizes = { chunkBytes: 100, largestRecordBytes: 1000 };
  for (const [format, name, record] of [
    ['csv', 'x.csv', '2,"'],
    ['json', 'x.json', '{"a": 2, "b": "'],
    ['csv', 'x.csv.gz', '2,'],
  ] as const) {
    const first = format === 'csv' ? '1,x\n' : '{"a": 1, "b": "x"}\n';
    const text = `${first}${record}${'é'.repeat(100_000)}`;
    const folder = temporaryFiles({ [name]: name.endsWith('.gz') ? gzipSync(text) : text });
    await assert.rejects(readText(join(folder, name), format, {}, columns, sizes), {
      code: 'DATA_MALFORMED',
      reason: 'A record is longer than 1000 bytes',
      place: { file: join(folder, name), byte: first.length, line: 2, column: 1 },
    });
  }
  const fits = temporaryFiles({ 'x.csv': `1,${'y'.repeat(990)}\n2,z\n` });
  const read = await readText(join(fits, 'x.csv'), 'csv', {}, columns, sizes);
  assert.deepEqual(read, [
    [1, 'y'.repeat(990)],
    [2, 'z'],
  ]);
});
