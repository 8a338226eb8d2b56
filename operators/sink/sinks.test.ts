import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { Configuration } from '../../conf/configuration.js';
import {
  BIGINT,
  BYTES,
  DATE,
  DOUBLE,
  decimal,
  INT,
  type LogicalType,
  STRING,
  timestamp,
  timestampLtz,
} from '../../state/column/logical-type.js';
import { type Scalar, ScalarMap } from '../../state/column/scalar.js';
import { scalarAt } from '../../state/column/scalar-access.js';
import type { Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import type { Column } from '../core/spec.js';
import { createSink, validateSink } from './connectors.js';
import { batchOf, sinkContext, sinkSpec } from './contract/sink-contract.js';
import { createPrintWriter, prefixOf } from './print.js';

function columnsOf(...types: LogicalType[]): Column[] {
  return types.map((type, i) => ({ name: `c${i}`, type }));
}

async function printed(batch: Batch, columns: readonly Column[]): Promise<string> {
  let text = '';
  const stream = new Writable({
    write(chunk, _, done) {
      text += String(chunk);
      done();
    },
  });
  await createPrintWriter(sinkSpec({}, columns), '', stream).write(batch);
  return text;
}

test('print shows kinds and values as Flink does', async () => {
  const time: LogicalType = { root: 'TIME_WITHOUT_TIME_ZONE', precision: 0, nullable: true };
  const row: LogicalType = { root: 'ROW', fields: [{ name: 'x', type: INT }], nullable: true };
  const columns = columnsOf(
    BIGINT,
    STRING,
    DOUBLE,
    decimal(10, 2),
    DATE,
    time,
    timestamp(3),
    timestampLtz(3),
    BYTES,
    { root: 'ARRAY', element: STRING, nullable: true },
    { root: 'MAP', key: STRING, value: INT, nullable: true },
    row,
  );
  const values: Scalar[] = [
    -1n,
    'a',
    1.5,
    1230n,
    19782,
    36_660_000,
    1704067200120000000n,
    1704067200000000000n,
    Uint8Array.of(1, 255),
    ['x', null],
    new ScalarMap([['k', 1]]),
    [7],
  ];
  const nulls = values.map(() => null);
  const batch = batchOf(columns, [values, nulls], [0, 3]);
  assert.equal(
    await printed(batch, columns),
    '+I[-1, a, 1.5, 12.30, 2024-02-29, 10:11, 2024-01-01T00:00:00.120, ' +
      '2024-01-01T00:00:00Z, [1, -1], [x, null], {k=1}, +I[7]]\n' +
      `-D[${nulls.join(', ').replaceAll(/^|(?<=, )/g, 'null')}]\n`,
  );
  assert.equal(
    await printed(batch.withSelection(Int32Array.of(1)), columns),
    `-D[${values.map(() => 'null').join(', ')}]\n`,
  );
});

test('print puts identifier and task before a line', () => {
  assert.equal(prefixOf('', sinkContext()), '');
  assert.equal(prefixOf('id', sinkContext()), 'id> ');
  assert.equal(prefixOf('', sinkContext({ parallelism: 2 })), '1> ');
  assert.equal(prefixOf('id', sinkContext({ parallelism: 2, task: 1 })), 'id:2> ');
});

test('collect hands batches on, and the promise that there is room', async () => {
  const columns = columnsOf(INT);
  const taken: Batch[] = [];
  const room = Promise.resolve();
  const writer = await createSink(sinkSpec({ connector: 'collect' }, columns)).open(
    sinkContext({
      emit(batch) {
        taken.push(batch);
        return room;
      },
    }),
  );
  const batch = batchOf(columns, [[1]]);
  assert.equal(writer.write(batch), room);
  assert.deepEqual(taken, [batch]);
  assert.deepEqual(await writer.prepare(), []);
});

test('a NULL for a NOT NULL column fails the job, or its row is dropped', async () => {
  const columns = columnsOf(INT, STRING);
  const rows = [
    [1, 'a'],
    [null, 'b'],
    [3, null],
  ];
  const write = async (settings: Configuration): Promise<(Scalar | undefined)[]> => {
    const kept: Scalar[] = [];
    const spec = sinkSpec({ connector: 'collect' }, columns, { notNull: [0] });
    const writer = await createSink(spec).open(
      sinkContext({
        settings,
        emit(batch) {
          for (const row of batch.selection ?? []) {
            kept.push(scalarAt(batch.columns[0] as Vector, row, INT));
          }
        },
      }),
    );
    await writer.write(batchOf(columns, rows));
    return kept;
  };
  await assert.rejects(write(new Configuration()), {
    code: 'DATA_NULL',
    reason: "NULL is written into column 'c0' of c.d.t, which is NOT NULL",
  });
  const drop = new Configuration([['table.exec.sink.not-null-enforcer', 'DROP']]);
  assert.deepEqual(await write(drop), [1, 3]);
});

test('values that do not fit their length are cut and padded, or fail the job', async () => {
  const columns = columnsOf(
    { root: 'CHAR', length: 3, nullable: true },
    { root: 'VARCHAR', length: 2, nullable: true },
    { root: 'BINARY', length: 2, nullable: true },
  );
  const rows = [
    ['é', '😀😀😀', Uint8Array.of(1)],
    ['abcd', 'a', Uint8Array.of(1, 2, 3)],
    [null, null, null],
  ];
  const write = async (mode: string): Promise<Scalar[][]> => {
    const kept: Scalar[][] = [];
    const writer = await createSink(sinkSpec({ connector: 'collect' }, columns)).open(
      sinkContext({
        settings: new Configuration([['table.exec.sink.type-length-enforcer', mode]]),
        emit(batch) {
          for (let row = 0; row < batch.rows; row++) {
            kept.push(
              columns.map(({ type }, i) => scalarAt(batch.columns[i] as Vector, row, type)),
            );
          }
        },
      }),
    );
    await writer.write(batchOf(columns, rows));
    return kept;
  };
  assert.deepEqual(await write('IGNORE'), rows);
  assert.deepEqual(await write('TRIM_PAD'), [
    ['é  ', '😀😀', Uint8Array.of(1, 0)],
    ['abc', 'a', Uint8Array.of(1, 2)],
    [null, null, null],
  ]);
  await assert.rejects(write('ERROR'), { code: 'DATA_EXPRESSION' });
});

test('connectors are known by name, and know what they take', () => {
  const columns = columnsOf(INT);
  const spec = (connector: string): ReturnType<typeof sinkSpec> => sinkSpec({ connector }, columns);
  assert.deepEqual(validateSink(spec('print')), { insertOnly: false, overwritable: false });
  assert.deepEqual(validateSink(spec('blackhole')), { insertOnly: false, overwritable: false });
  assert.deepEqual(validateSink(spec('collect')), { insertOnly: false, overwritable: false });
  assert.throws(() => validateSink(spec('prnt')), {
    code: 'TABLE_OPTION',
    reason: "Connector 'prnt' cannot be written to; known sinks are filesystem, print, blackhole",
    hint: "Did you mean 'print'?",
  });
  assert.throws(() => validateSink({ ...spec('print'), overwrite: true }), {
    code: 'PLAN_UNSUPPORTED',
    reason: /^INSERT OVERWRITE requires that .* implements the SupportsOverwrite interface\.$/,
  });
});
