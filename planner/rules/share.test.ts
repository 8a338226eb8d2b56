import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobOf, planOf } from '../fixture.js';

test('statements of a set read a table once', () => {
  const job = jobOf(`EXECUTE STATEMENT SET BEGIN
    INSERT INTO printed SELECT id, name FROM events WHERE amount > 1;
    INSERT INTO printed SELECT amount, name FROM events;
  END`);
  const kinds = job.nodes.map((node) => node.operator.kind);
  assert.deepEqual(kinds, ['source', 'watermark', 'calc', 'sink', 'calc', 'sink']);
  assert.deepEqual(
    job.nodes[0]?.output.map((column) => column.name),
    ['id', 'name', 'amount', 'ts'],
  );
});

test('equal inserts write twice', () => {
  const job = jobOf(`EXECUTE STATEMENT SET BEGIN
    INSERT INTO printed SELECT id, nick FROM users; INSERT INTO printed SELECT id, nick FROM users;
  END`);
  assert.equal(job.nodes.filter((node) => node.operator.kind === 'sink').length, 2);
  assert.equal(job.nodes.filter((node) => node.operator.kind === 'source').length, 1);
});

test('other options are another source', () => {
  const job = jobOf(`SELECT a.id FROM users AS a
    JOIN users /*+ OPTIONS('path' = '/data/other') */ AS b ON a.id = b.id`);
  assert.equal(job.nodes.filter((node) => node.operator.kind === 'source').length, 2);
});

test('the execution plan shows a shared node once', () => {
  const plan = planOf('SELECT a.id FROM users AS a JOIN users AS b ON a.id = b.age');
  assert.equal(plan.filter((line) => line.includes('(reuse_id=[1])')).length, 1);
  assert.equal(plan.filter((line) => line.includes('Reused(reference_id=[1])')).length, 1);
});
