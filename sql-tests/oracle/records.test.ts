/** Every golden file says what a real Flink gives, and that was looked at since it last changed. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { hashOf, oracleLineOf, recordedHash, recordPath } from './oracle-record.js';

const cases = fileURLToPath(new URL('../../../sql-tests/cases/', import.meta.url));
const names = readdirSync(cases, { recursive: true, encoding: 'utf8' });
const files = names.filter((name) => name.endsWith('.slt')).map((name) => join(cases, name));

test('every golden file has a verdict and a record of its present text', () => {
  const stale = files.filter((file) => {
    const text = readFileSync(file, 'utf8');
    const record = recordPath(file);
    if (oracleLineOf(text) === null || !existsSync(record)) return true;
    return recordedHash(readFileSync(record, 'utf8')) !== hashOf(text);
  });
  assert.deepEqual(stale, [], 'run: npm run oracle -- --record FILE…');
});

test('no record is left of a file that is gone', () => {
  const records = names.filter((name) => name.endsWith('.oracle')).map((name) => join(cases, name));
  const wanted = new Set(files.map(recordPath));
  assert.deepEqual(
    records.filter((record) => !wanted.has(record)),
    [],
  );
});

test('at least 90 % are the same as Flink, at most 2 % were not run', () => {
  const verdicts = files.map((file) => oracleLineOf(readFileSync(file, 'utf8'))?.verdict);
  const share = (verdict: string): number =>
    verdicts.filter((each) => each === verdict).length / verdicts.length;
  assert.ok(share('same') >= 0.9, `${share('same')} same`);
  assert.ok(share('not run') <= 0.02, `${share('not run')} not run`);
});
