import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readOutcome } from './outcome.js';
import type { ChaosQuery } from './queries/query.js';

const base = mkdtempSync(join(tmpdir(), 'millrace-outcome-'));
after(() => rmSync(base, { recursive: true }));

const query: ChaosQuery = {
  name: 'counts',
  columns: 'k STRING, c BIGINT',
  select: '',
  unique: 1,
  expected: () => [],
};

function folder(files: Readonly<Record<string, readonly string[]>>): string {
  const path = mkdtempSync(join(base, 'out-'));
  for (const [name, lines] of Object.entries(files)) {
    writeFileSync(join(path, name), lines.map((line) => `${line}\n`).join(''));
  }
  return path;
}

const created = (k: string, c: number): string =>
  JSON.stringify({ before: null, after: { k, c }, op: 'c' });
const deleted = (k: string, c: number): string =>
  JSON.stringify({ before: { k, c }, after: null, op: 'd' });

test('changes are folded in the order of jobs, attempts and files', () => {
  const path = folder({
    'part-b-0-0.json': [deleted('x', 3)],
    'part-a-2-0-0.json': [deleted('x', 2), created('x', 3)],
    'part-a-1-10.json': [deleted('x', 1), created('x', 2)],
    'part-a-1-9.json': [created('x', 1), created('y', 7)],
    '.part-a-9-9.json.inprogress': ['no line'],
  });
  assert.deepEqual(readOutcome(query, path, ['a', 'b']).rows, ['["y",7]']);
});

test('a change that is repeated, or missing, does not fit', () => {
  const twice = [created('x', 1), deleted('x', 1), created('x', 2)];
  const repeated = folder({
    'part-a-0-0.json': twice,
    'part-a-0-1.json': [deleted('x', 1), created('x', 2)],
  });
  assert.throws(() => readOutcome(query, repeated, ['a']), /Change 3 does not fit/);
  const lost = folder({ 'part-a-0-0.json': [created('x', 1), created('x', 2)] });
  assert.throws(() => readOutcome(query, lost, ['a']), /Change 1 does not fit.*\["x",1\] stands/);
  assert.throws(() => readOutcome(query, lost, ['b']), /file of none of the jobs b/);
});
