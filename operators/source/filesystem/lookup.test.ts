import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ManualClock } from '../../../conf/clock.js';
import { INT, STRING } from '../../../state/column/logical-type.js';
import { scalarAt, vectorOf } from '../../../state/column/scalar-access.js';
import type { Vector } from '../../../state/column/vector.js';
import { createLookup, validateSource } from '../connectors.js';
import { sourceSpec } from '../contract/source-contract.js';
import { temporaryFiles } from '../contract/temporary.js';

const SCHEMA = [
  { name: 'id', type: INT },
  { name: 'name', type: STRING },
];

function lookup(path: string, options: Readonly<Record<string, string>>, clock: ManualClock) {
  const spec = sourceSpec({ connector: 'filesystem', path, format: 'csv', ...options }, SCHEMA);
  const context = { clock, batchRows: 2, timeZone: 'UTC', capacity: 1 };
  const source = createLookup(spec, [0], context);
  return async (...keys: number[]): Promise<string> => {
    const asked = { columns: [vectorOf(INT, keys)], selection: null, count: keys.length };
    const { columns, starts, rows } = await source.lookup(asked);
    const texts = keys.map((_, i) =>
      Array.from(rows.subarray(starts[i], starts[i + 1]), (row) =>
        scalarAt(columns[1] as Vector, row, STRING),
      ).join('+'),
    );
    return texts.join(' | ');
  };
}

const FILES = { 'a.csv': '1,one\n2,two\n3,three\n', 'b/c.csv': '2,zwei\n1,eins\n' };

test('A lookup gives the rows of all files in their order, and sees what changes', async () => {
  const folder = temporaryFiles(FILES);
  const ask = lookup(folder, {}, new ManualClock());
  assert.equal(await ask(2, 9, 1, 2), 'two+zwei |  | one+eins | two+zwei');
  writeFileSync(join(folder, 'd.csv'), '9,nine\n');
  assert.equal(await ask(9, 3), 'nine | three');
  rmSync(join(folder, 'a.csv'));
  assert.deepEqual(await Promise.all([ask(1), ask(2, 3)]), ['eins', 'zwei | ']);
});

test('A full cache is read again by the first lookup behind its time', async () => {
  const folder = temporaryFiles(FILES);
  const clock = new ManualClock();
  const options = {
    'lookup.cache': 'FULL',
    'lookup.full-cache.periodic-reload.interval': '1 min',
    'lookup.full-cache.periodic-reload.schedule-mode': 'FIXED_RATE',
  };
  const ask = lookup(folder, options, clock);
  assert.equal(await ask(3, 9), 'three | ');
  writeFileSync(join(folder, 'd.csv'), '9,nine\n');
  clock.advance(59_999);
  assert.equal(await ask(9), '');
  clock.advance(1);
  assert.equal(await ask(9), 'nine');
});

test('A table that is read for ever, or whose cache is told too little, is no lookup table', () => {
  const of = (options: Readonly<Record<string, string>>) =>
    validateSource(
      sourceSpec({ connector: 'filesystem', path: '/x', format: 'csv', ...options }, SCHEMA),
    ).lookup;
  assert.deepEqual(of({}), { isAsync: true });
  assert.deepEqual(
    of({ 'lookup.cache': 'FULL', 'lookup.full-cache.periodic-reload.interval': '1 h' }),
    { isAsync: false },
  );
  assert.equal(of({ 'source.monitor-interval': '1 s' }), undefined);
  assert.throws(() => of({ 'lookup.cache': 'FULL' }), {
    code: 'TABLE_OPTION',
    reason:
      "Option 'lookup.full-cache.periodic-reload.interval' is required where 'lookup.cache' is " +
      "FULL and 'lookup.full-cache.reload-strategy' is PERIODIC",
  });
});
