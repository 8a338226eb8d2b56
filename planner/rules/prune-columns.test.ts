import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobOf, nodeOf, planOf } from '../fixture.js';

test('a scan decodes only what is used, and computed columns only then', () => {
  const plain = nodeOf(jobOf('SELECT name FROM events'), 'source');
  assert.deepEqual(
    plain.output.map((column) => column.name),
    ['name', 'ts'],
  );
  assert.deepEqual(plain.operator.columns, [1, 4]);
  const computed = planOf('SELECT doubled FROM events');
  assert.ok(computed.some((line) => line.includes('(amount * 2) AS doubled')));
});

test('something is read even where no column is', () => {
  assert.deepEqual(nodeOf(jobOf('SELECT COUNT(*) FROM airports'), 'source').operator.columns, [0]);
});

test('aggregates that nobody reads are not computed, keys are', () => {
  const [, aggregate] = planOf(
    'SELECT n FROM (SELECT code, COUNT(*) AS n, MAX(height) AS h FROM airports GROUP BY code)',
  );
  assert.equal(aggregate, '+- GroupAggregate(groupBy=[code], select=[code, COUNT(*) AS n])');
});

test('columns for a condition alone do not cross the exchange', () => {
  const plan = planOf(`
    SELECT name FROM (
      SELECT *, ROW_NUMBER() OVER (PARTITION BY name ORDER BY id) AS rn FROM events
      WHERE amount > 1
    ) WHERE rn = 1`);
  assert.equal(plan[3], '      +- Calc(select=[id, name], where=[(amount > 1)])');
});

test('inputs of a union keep the same columns in the same order', () => {
  const job = jobOf(`
    SELECT b FROM (
      SELECT code AS a, city AS b FROM airports UNION ALL SELECT nick, nick FROM users)`);
  const union = nodeOf(job, 'union');
  assert.deepEqual(
    union.output.map((column) => column.name),
    ['b'],
  );
  for (const input of union.inputs) assert.equal(job.nodes[input.node]?.output.length, 1);
});

test('OVER is left out where nobody reads its values', () => {
  const plan = planOf(`
    SELECT name FROM (
      SELECT name, COUNT(*) OVER (PARTITION BY name ORDER BY ts) AS n FROM events)`);
  assert.ok(
    plan.every((line) => !line.includes('OverAggregate')),
    plan.join('\n'),
  );
});
