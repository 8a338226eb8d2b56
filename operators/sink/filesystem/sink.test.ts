import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ManualClock } from '../../../conf/clock.js';
import { DATE, INT, STRING } from '../../../state/column/logical-type.js';
import type { Scalar } from '../../../state/column/scalar.js';
import type { Column } from '../../core/spec.js';
import { readRows, sourceSpec } from '../../source/contract/source-contract.js';
import { temporaryFiles, temporaryFolder } from '../../source/contract/temporary.js';
import { createSink, validateSink } from '../connectors.js';
import { batchOf, sinkContext, sinkSpec } from '../contract/sink-contract.js';
import type { SinkSpec } from '../sink-spec.js';

const columns: readonly Column[] = [
  { name: 'a', type: INT },
  { name: 'b', type: STRING },
];

function spec(
  path: string,
  options: Readonly<Record<string, string>> = {},
  more: Partial<SinkSpec> = {},
): SinkSpec {
  return sinkSpec({ connector: 'filesystem', path, format: 'csv', ...options }, columns, more);
}

/** Paths and contents of the files below a folder that readers see. */
function visible(root: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const path of (readdirSync(root, { recursive: true }) as string[]).sort()) {
    const full = join(root, path);
    if (statSync(full).isDirectory() || /(^|\/)[._]/.test(path)) continue;
    files[path] = readFileSync(full, 'utf8');
  }
  return files;
}

async function writeAll(table: SinkSpec, rows: readonly (readonly Scalar[])[]): Promise<void> {
  const sink = createSink(table);
  const writer = await sink.open(sinkContext({ job: 'second' }));
  await writer.write(batchOf(table.columns, rows));
  const committables = structuredClone(await writer.prepare());
  await writer.close();
  await sink.commit(committables);
}

test('files are seen once they are committed, however often', async () => {
  const root = join(temporaryFolder(), 'new');
  const sink = createSink(spec(root));
  const writer = await sink.open(sinkContext());
  await writer.write(
    batchOf(columns, [
      [1, 'x'],
      [2, null],
    ]),
  );
  const first = await writer.prepare();
  assert.deepEqual(visible(root), {});
  await writer.write(batchOf(columns, [[3, 'y']]));
  const second = await writer.prepare();
  assert.deepEqual(await writer.prepare(), []);
  await sink.commit(first);
  await sink.commit(structuredClone(first));
  assert.deepEqual(visible(root), { 'part-j-0-0.csv': '1,x\n2,\n' });
  await sink.commit(second);
  assert.deepEqual(Object.values(visible(root)), ['1,x\n2,\n', '3,y\n']);
  await writer.close();
});

test('what is aborted or never prepared leaves nothing', async () => {
  const root = temporaryFolder();
  const sink = createSink(spec(root));
  const writer = await sink.open(sinkContext());
  await writer.write(batchOf(columns, [[1, 'x']]));
  await sink.abort(await writer.prepare());
  const large = 'z'.repeat(600_000);
  await writer.write(
    batchOf(columns, [
      [1, large],
      [1, large],
      [1, large],
    ]),
  );
  assert.equal(readdirSync(root).length, 1);
  await writer.close();
  assert.deepEqual(readdirSync(root), []);
});

test('no file without rows', async () => {
  const root = temporaryFolder();
  const writer = await createSink(spec(root)).open(sinkContext());
  assert.deepEqual(await writer.prepare(), []);
});

test('a partitioned table has a folder for each value, and is read back', async () => {
  const root = temporaryFolder();
  const partitioned = [...columns, { name: 'd', type: DATE }];
  const options = { connector: 'filesystem', path: root, format: 'json' };
  const table = sinkSpec(options, partitioned, { partitionKeys: ['d', 'b'] });
  const rows: Scalar[][] = [
    [1, 'x=1', 19723],
    [2, 'x=1', 19723],
    [3, null, 19724],
    [4, 'x=1', 19723],
    [5, '', null],
  ];
  await writeAll(table, rows);
  assert.deepEqual(visible(root), {
    'd=2024-01-01/b=x%3D1/part-second-0-0.json': '{"a":1}\n{"a":2}\n{"a":4}\n',
    'd=2024-01-02/b=__DEFAULT_PARTITION__/part-second-0-1.json': '{"a":3}\n',
    'd=__DEFAULT_PARTITION__/b=__DEFAULT_PARTITION__/part-second-0-2.json': '{"a":5}\n',
  });
  const source = sourceSpec(options, partitioned, { partitionKeys: ['d', 'b'] });
  assert.deepEqual(await readRows(source), [
    [1, 'x=1', 19723],
    [2, 'x=1', 19723],
    [4, 'x=1', 19723],
    [3, null, 19724],
    [5, null, null],
  ]);
});

test('INSERT OVERWRITE replaces the files of the partitions that it writes', async () => {
  const root = temporaryFiles({ 'old.csv': '9,o\n' });
  await writeAll(spec(root, {}, { overwrite: true }), [[1, 'x']]);
  assert.deepEqual(visible(root), { 'part-second-0-0.csv': '1,x\n' });
  await writeAll(spec(root), [[2, 'y']]);
  assert.equal(Object.keys(visible(root)).length, 1);
  const parts = temporaryFiles({ 'b=x/old.csv': '8\n', 'b=y/old.csv': '9\n' });
  await writeAll(spec(parts, {}, { overwrite: true, partitionKeys: ['b'] }), [[1, 'x']]);
  assert.deepEqual(visible(parts), { 'b=x/part-second-0-0.csv': '1\n', 'b=y/old.csv': '9\n' });
});

test('a file that is large or old enough is closed and another begun', async () => {
  const root = temporaryFolder();
  const options = {
    'sink.rolling-policy.file-size': '1 mb',
    'sink.rolling-policy.rollover-interval': '1 min',
  };
  const sink = createSink(spec(root, options));
  const clock = new ManualClock();
  const writer = await sink.open(sinkContext({ clock }));
  const large = batchOf(columns, [[1, 'z'.repeat(1 << 20)]]);
  await writer.write(large);
  await writer.write(large);
  assert.equal((await writer.prepare()).length, 2);
  await writer.write(batchOf(columns, [[1, 'z'.repeat(1 << 20)]]));
  clock.advance(60_000);
  await writer.write(batchOf(columns, [[2, 'b']]));
  assert.equal((await writer.prepare()).length, 2);
});

test('what cannot be written is told with its path; options are checked', async () => {
  const path = join(temporaryFolder(), 'file');
  writeFileSync(path, '');
  await assert.rejects(writeAll(spec(join(path, 'below')), [[1, 'x']]), {
    code: 'DATA_FILE',
    reason: 'The path leads through a file',
  });
  await assert.rejects(writeAll(spec(path), [[1, 'x']]), {
    code: 'DATA_FILE',
    reason: 'The path is a file; a folder is wanted',
  });
  if (existsSync('/proc')) {
    await assert.rejects(writeAll(spec('/proc/millrace/a'), [[1, 'x']]), { code: 'DATA_FILE' });
  }
  assert.throws(() => validateSink(spec('/tmp', { format: 'parquet' })), { code: 'TABLE_OPTION' });
  assert.throws(() => validateSink(spec('/tmp', { 'sink.roling': '1' })), { code: 'TABLE_OPTION' });
  assert.throws(() => validateSink(spec('/tmp', {}, { partitionKeys: ['a', 'b'] })), {
    reason: /All columns are partition keys/,
  });
  assert.deepEqual(validateSink(spec('/tmp')), { insertOnly: true, overwritable: true });
  const changing = spec('/tmp', { format: 'debezium-json' });
  const traits = { insertOnly: false, retracts: true, overwritable: true };
  assert.deepEqual(validateSink(changing), traits);
});
