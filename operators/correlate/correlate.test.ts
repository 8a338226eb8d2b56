import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { BIGINT, INT, type LogicalType, STRING } from '../../state/column/logical-type.js';
import { checkTable } from '../core/check-table.js';
import { BATCH_SIZES, runTable } from '../core/harness.js';
import { bindCall } from '../expr/bind.js';
import { intLiteral } from '../expr/literal.js';
import { createCorrelate } from './correlate.js';
import type { CorrelateSpec } from './correlate-spec.js';

const NUMBERS: LogicalType = { root: 'ARRAY', element: INT, nullable: true };
const UNNEST: CorrelateSpec = {
  kind: 'correlate',
  maker: { kind: 'unnest', ordinality: false },
  arguments: [1],
  made: [INT],
  condition: null,
  outer: false,
};

async function check(spec: CorrelateSpec, rows: string, expected: string): Promise<void> {
  const input = [STRING, NUMBERS];
  const options = { inputs: [input], output: [...input, ...spec.made], pairs: false };
  await checkTable(() => createCorrelate(spec), rows, expected, options);
}

const ROWS = `
  +I | a | [1, 2]
  watermark 2001-01-01 00:00:00.000
  -U | b | [3, NULL]
  +U | b | []
  +I | c | NULL`;

test('each element goes out with its row, its kind and between the same marks', async () => {
  await check(
    UNNEST,
    ROWS,
    `
    +I | a | [1, 2] | 1
    +I | a | [1, 2] | 2
    watermark 2001-01-01 00:00:00.000
    -U | b | [3, NULL] | 3
    -U | b | [3, NULL] | NULL`,
  );
});

test('a left join keeps rows without elements, or with none that fits the condition', async () => {
  const condition = bindCall('>', [{ kind: 'column', index: 2, type: INT }, intLiteral(1)]);
  await check(
    { ...UNNEST, outer: true, condition },
    ROWS,
    `
    +I | a | [1, 2] | 2
    watermark 2001-01-01 00:00:00.000
    -U | b | [3, NULL] | 3
    +U | b | [] | NULL
    +I | c | NULL | NULL`,
  );
});

test('elements are numbered within their row', async () => {
  const spec: CorrelateSpec = {
    ...UNNEST,
    maker: { kind: 'unnest', ordinality: true },
    made: [INT, INT],
  };
  await check(
    spec,
    '+I | a | [7, 8]\n+I | b | [9]',
    '+I | a | [7, 8] | 7 | 1\n+I | a | [7, 8] | 8 | 2\n+I | b | [9] | 9 | 1',
  );
});

const root = mkdtempSync(join(tmpdir(), 'millrace-correlate-'));
after(() => rmSync(root, { recursive: true, force: true }));

test('a function gives rows as arrays, as objects, or fails with its row', async () => {
  const file = join(root, 'rows.cjs');
  writeFileSync(
    file,
    `exports.letters = { arguments: ['STRING'], rows: 'ROW<c STRING, i INT>',
       eval: (s) => [...s].map((c, i) => (i % 2 === 0 ? [c, i] : { i, c })) };
     exports.text = { arguments: ['STRING'], rows: 'ROW<c STRING, i INT>', eval: () => 'none' };`,
  );
  const field = (name: string, type: LogicalType) => ({ name, type });
  const rows: LogicalType = {
    root: 'ROW',
    fields: [field('c', STRING), field('i', INT)],
    nullable: true,
  };
  const of = (name: string): CorrelateSpec => ({
    ...UNNEST,
    maker: { kind: 'javascript', file, export: name, rows, timeoutMs: 0 },
    arguments: [0],
    made: [STRING, INT],
  });
  await check(of('letters'), '-D | ab | NULL', '-D | ab | NULL | a | 0\n-D | ab | NULL | b | 1');
  const message = /'text' gave string none; a table function gives an array.*the row is \(x\)/;
  const run = check(of('text'), '+I | x | NULL', '');
  await assert.rejects(run, { code: 'DATA_EXPRESSION', message });
});

test('a row is replicated as often as its count says', async () => {
  const spec: CorrelateSpec = {
    kind: 'correlate',
    maker: { kind: 'replicate' },
    arguments: [1],
    made: [],
    condition: null,
    outer: false,
  };
  const rows = `
    +I | a | 2
    -U | b | 0
    +U | b | 1
    -D | c | NULL
    -D | d | 3`;
  for (const batchRows of BATCH_SIZES) {
    const types = [STRING, BIGINT];
    const options = { inputs: [types], output: types, batchRows, pairs: false };
    const { text } = await runTable(() => createCorrelate(spec), rows, options);
    const expected = '+I | a | 2\n+I | a | 2\n+U | b | 1\n-D | d | 3\n-D | d | 3\n-D | d | 3';
    assert.equal(text, expected);
  }
});
