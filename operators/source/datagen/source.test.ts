import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../conf/clock.js';
import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  decimal,
  INT,
  type LogicalType,
  STRING,
  timestamp,
} from '../../../state/column/logical-type.js';
import { VectorPool } from '../../../state/column/vector-pool.js';
import { createSource, validateSource } from '../connectors.js';
import { readRows, sourceContract, sourceSpec } from '../contract/source-contract.js';
import type { SourceSpec } from '../source-spec.js';

const columns = [
  { name: 'id', type: BIGINT },
  { name: 'n', type: INT },
  { name: 's', type: STRING },
  { name: 'd', type: decimal(10, 2) as LogicalType },
];

function spec(options: Record<string, string>, schema = columns): SourceSpec {
  return sourceSpec({ connector: 'datagen', ...options }, schema);
}

sourceContract('datagen', async () =>
  spec({
    seed: '7',
    'number-of-rows': '2500',
    'fields.id.kind': 'sequence',
    'fields.id.start': '1',
    'fields.id.end': '100000',
    'fields.n.min': '-5',
    'fields.n.max': '5',
    'fields.s.length': '8',
    'fields.s.null-rate': '0.25',
  }),
);

test('a sequence ends the source; random values keep to their bounds', async () => {
  const bounded = spec({
    'fields.id.kind': 'sequence',
    'fields.id.start': '10',
    'fields.id.end': '14',
    'fields.n.min': '3',
    'fields.n.max': '4',
    'fields.s.length': '5',
    'fields.d.max': '2',
  });
  assert.deepEqual(validateSource(bounded), { bounded: true, insertOnly: true });
  const rows = await readRows(bounded);
  assert.deepEqual(
    rows.map((row) => row[0]),
    [10n, 11n, 12n, 13n, 14n],
  );
  for (const [, n, s, d] of rows) {
    assert.ok(n === 3 || n === 4);
    assert.match(String(s), /^[0-9a-f]{5}$/);
    assert.ok((d as bigint) >= 0n && (d as bigint) <= 200n);
  }
});

test('values without bounds take the whole range of their type', async () => {
  const rows = await readRows(spec({ 'number-of-rows': '500', seed: '1' }));
  assert.ok(rows.some(([id]) => (id as bigint) > 2n ** 53n));
  assert.ok(rows.some(([id]) => (id as bigint) < -(2n ** 53n)));
  assert.ok(rows.every(([, , s]) => String(s).length === 100));
});

test('nested types, times before now, NULLs', async () => {
  const schema = [
    { name: 'a', type: { root: 'ARRAY', element: INT, nullable: true } as LogicalType },
    { name: 't', type: timestamp(3) as LogicalType },
    { name: 'b', type: BOOLEAN },
    { name: 'f', type: DOUBLE },
  ];
  const options = {
    'number-of-rows': '50',
    'fields.a.length': '2',
    'fields.a.element.min': '1',
    'fields.a.element.max': '1',
    'fields.t.max-past': '10 s',
    'fields.b.null-rate': '1',
  };
  const clock = new ManualClock(1_000_000);
  for (const [a, t, b, f] of await readRows(spec(options, schema), { clock })) {
    assert.deepEqual(a, [1, 1]);
    assert.ok((t as bigint) <= 1_000_000_000_000n && (t as bigint) >= 990_000_000_000n);
    assert.equal(b, null);
    assert.ok((f as number) >= 0);
  }
});

test('rows come at their rate', async () => {
  const source = createSource(spec({ 'rows-per-second': '100', 'number-of-rows': '10' }));
  const clock = new ManualClock();
  const [split] = await source.splits(1);
  assert.ok(split !== undefined);
  const vectors = new VectorPool(true);
  const context = { clock, batchRows: 100, timeZone: 'UTC', vectors, wake: () => {} };
  const reader = await source.open(split, context);
  const first = await reader.next();
  assert.equal(first.kind === 'batch' && first.batch.rows, 1);
  assert.deepEqual(await reader.next(), { kind: 'wait', at: 10 });
  clock.advance(50);
  const second = await reader.next();
  assert.equal(second.kind === 'batch' && second.batch.rows, 5);
});

test('options are checked', () => {
  const refused = (options: Record<string, string>, reason: RegExp): void => {
    assert.throws(() => validateSource(spec(options)), { code: 'TABLE_OPTION', reason });
  };
  refused({ 'rows-per-secnd': '1' }, /'rows-per-secnd' is unknown to connector 'datagen'/);
  refused({ 'fields.nn.min': '1' }, /'nn', which is no field/);
  const places = { where: { line: 1 }, keys: new Map([['fields.nn.kind', { line: 7 }]]) };
  assert.throws(() => validateSource(spec({ 'fields.nn.kind': 'random' }), places), {
    code: 'TABLE_OPTION',
    place: { line: 7 },
  });
  refused({ 'rows-per-second': '9'.repeat(20) }, /at least 1, at most 9007199254740991$/);
  refused({ 'fields.n.min': 'x' }, /'fields.n.min' is 'x'; allowed is an integer from -2147483648/);
  refused({ 'fields.n.min': '5', 'fields.n.max': '4' }, /is 5, above 'fields.n.max', which is 4/);
  refused({ 'fields.id.kind': 'sequence' }, /'fields.id.start' is required by a sequence/);
  refused({ 'fields.n.kind': 'serial' }, /allowed is random, sequence/);
});
