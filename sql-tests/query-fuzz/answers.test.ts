import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Answers } from './answers.js';

test('what was answered is known to a further run that reads the same file', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-answers-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'answers.ndjson');
  const first = new Answers<string>(file);
  first.add({ sql: 'SELECT 1' }, 'one');
  first.add({ sql: 'SELECT 2' }, 'a\nb');
  assert.equal(first.get({ sql: 'SELECT 1' }), 'one');
  const second = new Answers<string>(file);
  assert.equal(second.get({ sql: 'SELECT 1' }), 'one');
  assert.equal(second.get({ sql: 'SELECT 2' }), 'a\nb');
  assert.equal(second.get({ sql: 'SELECT 3' }), undefined);
  assert.equal(new Answers<string>(null).get({ sql: 'SELECT 1' }), undefined);
});
