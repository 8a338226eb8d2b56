import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobOf, nodeOf } from '../fixture.js';

test('a condition straight over a scan of files goes to the connector, and stays', () => {
  const job = jobOf("SELECT city FROM airports WHERE code = 'JFK'");
  const { filter } = nodeOf(job, 'source').operator;
  assert.equal(filter?.kind === 'call' && filter.name, '=');
  assert.notEqual(nodeOf(job, 'calc').operator.condition, null);
});

test('not under a watermark, not for a shared scan', () => {
  const under = jobOf('SELECT id FROM events WHERE amount > 1');
  assert.equal(nodeOf(under, 'source').operator.filter, null);
  const shared = jobOf(`
    SELECT id FROM users WHERE age > 1 UNION ALL SELECT id FROM users WHERE age < 1`);
  assert.equal(nodeOf(shared, 'source').operator.filter, null);
});

test('a limit without order reads no more rows than it needs', () => {
  const limit = (sql: string): number | null => nodeOf(jobOf(sql), 'source').operator.limit;
  assert.equal(limit('SELECT city FROM airports LIMIT 5 OFFSET 2'), 7);
  assert.equal(limit('SELECT UPPER(city) FROM airports LIMIT 5'), 5);
  assert.equal(limit('SELECT city FROM airports ORDER BY city LIMIT 5'), null);
  assert.equal(limit("SELECT city FROM airports WHERE code = 'x' LIMIT 5"), null);
});
