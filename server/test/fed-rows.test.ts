import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MillraceError } from '../../conf/errors/error.js';
import type { Column } from '../../operators/core/spec.js';
import {
  BIGINT,
  BYTES,
  decimal,
  INT,
  STRING,
  timestamp,
  timestampLtz,
  withNullable,
} from '../../state/column/logical-type.js';
import { constantValue } from './constant.js';
import { type FedTable, readFedRows } from './fed-rows.js';

function table(...columns: readonly Column[]): FedTable {
  const timeZone = 'Europe/Berlin';
  return {
    columns,
    insertOnly: false,
    timeZone,
    constant: (sql, type) => constantValue(sql, type, timeZone),
  };
}

test('kinds and values by the type of the column', () => {
  const fed = table(
    { name: 'id', type: BIGINT },
    { name: 'name', type: STRING },
    { name: 'price', type: decimal(8, 2) },
    { name: 'ts', type: timestamp(3) },
    { name: 'tz', type: timestampLtz(3) },
  );
  const lines = [
    '+I | 1 | a | 1.5 | 1970-01-01 00:00:01 | 1970-01-01 01:00:01',
    "2 | 'x | y' | NULL | NULL | NULL",
    '-U | NULL | -D | 0 | 1970-01-01 00:00:00.001 | NULL',
  ];
  assert.deepEqual(readFedRows(lines, fed, 'x.slt', 5), [
    { kind: 0, values: [1n, 'a', 150n, 1_000_000_000n, 1_000_000_000n] },
    { kind: 0, values: [2n, 'x | y', null, null, null] },
    { kind: 1, values: [null, '-D', 0n, 1_000_000n, null] },
  ]);
});

test('arrays, maps, rows and bytes are expressions', () => {
  const fed = table(
    { name: 'list', type: { root: 'ARRAY', element: INT, nullable: true } },
    { name: 'bytes', type: BYTES },
  );
  assert.deepEqual(readFedRows(["ARRAY[1, CAST(NULL AS INT), 2 + 1] | x'0AFF'"], fed, 'x.slt', 1), [
    { kind: 0, values: [[1, null, 3], Uint8Array.of(10, 255)] },
  ]);
});

const FAULTS: readonly (readonly [string, string])[] = [
  ['1', 'The row has 1 values; the table has 2: id, n'],
  ['1 | x', "'x' is no INT for column 'n'"],
  ['NULL | 1', "Column 'id' is NOT NULL, but found NULL"],
];

test('a table that promises inserts takes nothing else', () => {
  const fed = { ...table({ name: 'n', type: INT }), insertOnly: true };
  assert.equal(readFedRows(['+I | 1', '2'], fed, 'x.slt', 1).length, 2);
  assert.throws(
    () => readFedRows(['-D | 1'], fed, 'x.slt', 3),
    (error) => error instanceof MillraceError && error.place?.line === 3,
  );
});

test('a row that does not fit names its line', () => {
  const fed = table({ name: 'id', type: withNullable(INT, false) }, { name: 'n', type: INT });
  for (const [line, reason] of FAULTS) {
    assert.throws(
      () => readFedRows(['1 | 1', line], fed, 'x.slt', 7),
      (error) => {
        assert.ok(error instanceof MillraceError);
        assert.equal(error.code, 'TEST_FILE');
        assert.deepEqual([error.place?.file, error.place?.line], ['x.slt', 8]);
        assert.ok(error.reason.startsWith(reason), error.reason);
        return true;
      },
    );
  }
});
